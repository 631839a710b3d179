"""The stream parser: the same events however the bytes are cut, and a clear no to everything else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.recordings import Recording, event, recordings, said
from schwarm.protocol import Element, Ended, Opened, Stream, StreamError, StreamErrorKind, StreamEvent
from schwarm.protocol.stream import DEEPEST, MAX_MESSAGE_BYTES

MOVE = b"""
  <room roomId="r">
    <data class="move">
      <from x="9" y="3"/>
      <direction>LEFT</direction>
    </data>
  </room>"""


def read(*chunks: bytes) -> tuple[list[StreamEvent], StreamErrorKind | None]:
    """All events, and why the stream broke if it did."""
    stream, events = Stream(), []
    try:
        for chunk in chunks:
            for found in stream.feed(chunk):
                events.append(found)  # noqa: PERF402  an error must not lose the events before it
    except StreamError as error:
        return events, error.why
    return events, None


def bytewise(data: bytes) -> list[bytes]:
    return [data[place : place + 1] for place in range(len(data))]


def test_a_message_is_an_element() -> None:
    events, why = read(b"<protocol>" + MOVE + b"\n</protocol>")
    assert why is None
    assert events == [
        Opened(),
        Element(
            "room",
            {"roomId": "r"},
            [
                Element(
                    "data",
                    {"class": "move"},
                    [Element("from", {"x": "9", "y": "3"}), Element("direction", text="LEFT")],
                )
            ],
        ),
        Ended(),
    ]


def test_a_message_is_there_with_its_last_byte() -> None:
    stream = Stream()
    assert list(stream.feed(b"<protocol>")) == [Opened()]
    assert not stream.pending
    assert list(stream.feed(MOVE[:-1])) == []
    assert stream.pending
    assert len(list(stream.feed(MOVE[-1:]))) == 1
    assert not stream.pending


GOOD = [
    b"<protocol>" + 3 * MOVE + b"</protocol>",
    b'<?xml version="1.0" encoding="UTF-8"?>\n<protocol>\n<join gameType="a>b"/></protocol>\n',
    b"\xef\xbb\xbf<protocol><!-- <a> --><join/><?pi a>b?></protocol>",
    "<protocol><a n='∅ Ä'>größer &amp; &#x41;<![CDATA[<b>]]></a></protocol>".encode(),
    b"<protocol>" + b" " * 1000 + MOVE,
]
BAD = [
    (b"<protocol>hello", StreamErrorKind.MALFORMED),
    (b"<protocol>" + MOVE + b"hello world & < >", StreamErrorKind.MALFORMED),
    (b'<protocol><room roomId="x"><data class="move"></room>', StreamErrorKind.MALFORMED),
    (b"<protocol><a></b>", StreamErrorKind.MALFORMED),
    (b"<protocol><a b=c/>", StreamErrorKind.MALFORMED),
    (b'<protocol><a b="1" b="2"/>', StreamErrorKind.MALFORMED),
    (b"<protocol><a>&unknown;</a>", StreamErrorKind.MALFORMED),
    (b"<protocol><a>\xff\xfe</a>", StreamErrorKind.MALFORMED),
    (b"<protocol><a>\xc3</a>", StreamErrorKind.MALFORMED),
    (b"<protocol><a>\x00</a>", StreamErrorKind.MALFORMED),
    (b"hello <protocol>", StreamErrorKind.MALFORMED),
    (b"GET / HTTP/1.1\r\n", StreamErrorKind.MALFORMED),
    (b"\xff\xfe<\x00p\x00", StreamErrorKind.MALFORMED),
    (b"'", StreamErrorKind.MALFORMED),
    (b'<join gameType="swc_2026_piranhas"/>', StreamErrorKind.WRONG_ROOT),
    (b"<close/></protocol>", StreamErrorKind.WRONG_ROOT),
    (b"<!DOCTYPE protocol><protocol>", StreamErrorKind.DOCTYPE),
    (b'<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><protocol>&b;', StreamErrorKind.DOCTYPE),
    (b'<!DOCTYPE protocol SYSTEM "file:///etc/passwd"><protocol>', StreamErrorKind.DOCTYPE),
    (b'<?xml version="1.0" encoding="ISO-8859-1"?><protocol>', StreamErrorKind.ENCODING),
    (b"<protocol></protocol><protocol>", StreamErrorKind.AFTER_END),
    (b"<protocol></protocol>hello", StreamErrorKind.AFTER_END),
    (b"<protocol>" + b"<a>" * DEEPEST, StreamErrorKind.TOO_DEEP),
    (b"<protocol><a b='" + b"x" * MAX_MESSAGE_BYTES, StreamErrorKind.TOO_LONG),
    (b"<protocol><a>" + b"x" * MAX_MESSAGE_BYTES, StreamErrorKind.TOO_LONG),
    (b"<protocol><!--" + b"x" * MAX_MESSAGE_BYTES, StreamErrorKind.TOO_LONG),
    (b"<protocol><a>" + b"<b/>" * (MAX_MESSAGE_BYTES // 4), StreamErrorKind.TOO_LONG),
    (b"<protocol>" + b" " * MAX_MESSAGE_BYTES + b"<a/>", StreamErrorKind.TOO_LONG),
    (b" " * MAX_MESSAGE_BYTES, StreamErrorKind.TOO_LONG),
    (b"<" + b"p" * MAX_MESSAGE_BYTES, StreamErrorKind.TOO_LONG),
    (b"<?xml version='1.0'?><!--" + b"-x" * MAX_MESSAGE_BYTES, StreamErrorKind.TOO_LONG),
]


@pytest.mark.parametrize("data", GOOD)
def test_good_streams_do_not_depend_on_how_they_are_cut(data: bytes) -> None:
    events, why = read(data)
    assert why is None
    assert read(*bytewise(data)) == (events, None)


@pytest.mark.parametrize(
    ("data", "why"), BAD, ids=lambda value: value.value if isinstance(value, StreamErrorKind) else ""
)
def test_bad_streams_break_for_the_same_reason_however_they_are_cut(data: bytes, why: StreamErrorKind) -> None:
    events, found = read(data)
    assert found is why
    pieces = bytewise(data) if len(data) < 2000 else [data[at : at + 999] for at in range(0, len(data), 999)]
    assert read(*pieces) == (events, why)


def test_what_was_said_before_the_trouble_is_not_lost() -> None:
    events, why = read(b"<protocol>" + 2 * MOVE + b"<a></b>" + MOVE)
    assert [type(found) for found in events] == [Opened, Element, Element]
    assert why is StreamErrorKind.MALFORMED


def test_a_broken_stream_stays_broken() -> None:
    stream = Stream()
    with pytest.raises(StreamError):
        list(stream.feed(b"<protocol><a></b>"))
    with pytest.raises(StreamError):
        list(stream.feed(MOVE))


def test_the_limit_is_for_one_message_only() -> None:
    head, tail = b'<a b="', b'"/>'
    longest = head + b"x" * (MAX_MESSAGE_BYTES - len(head + tail)) + tail
    for chunks in ([b"<protocol>" + 3 * longest], [b"<protocol>", longest, longest, longest]):
        events, why = read(*chunks)
        assert (len(events), why) == (4, None)
    one_more = longest.replace(b"xx", b"xxx", 1)
    assert read(b"<protocol>" + one_more)[1] is StreamErrorKind.TOO_LONG


def test_a_slow_sender_costs_no_more_than_a_fast_one() -> None:
    """Expat must not see an unfinished tag again and again: counted in bytes it is given, not in time."""
    stream = Stream()
    given = []
    parse = stream._parser.Parse

    class Counting:
        CurrentByteIndex = property(lambda self: stream_index())

        def Parse(self, data: bytes, final: bool) -> None:
            given.append(len(data))
            parse(data, final)

    original = stream._parser

    def stream_index() -> int:
        return original.CurrentByteIndex

    stream._parser = Counting()  # type: ignore[assignment]
    data = b"<protocol>" + b'<a b="' + b"x" * 5000 + b'"/>'
    events = [found for piece in bytewise(data) for found in stream.feed(piece)]
    assert len(events) == 2
    assert given == [len(b"<protocol>"), len(data) - len(b"<protocol>")]


STREAMS = [
    recording
    for recording in recordings()
    if recording.scenario in ("wrong_turn", "admin_full", "illegal_out_of_bounds", "close_element")
]


def texts(recording: Recording, client: str) -> tuple[bytes, bytes]:
    """Both directions of a recorded connection as one stream each."""
    rows = [row for row in recording.rows if row.client == client and row.kind not in ("eof", "unsent", "raw")]
    sent = "".join(said(recording, row) for row in rows if not row.from_server)
    heard = ["<protocol>"]
    heard += [recording.codec.write_event(event(recording, row)) for row in rows if row.from_server and row.message]
    return sent.encode(), "".join(heard).encode()


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_recorded_streams_can_be_cut_anywhere(data: st.DataObject) -> None:
    recording = data.draw(st.sampled_from(STREAMS))
    stream = data.draw(st.sampled_from(texts(recording, data.draw(st.sampled_from(recording.clients)))))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=30)))
    pieces = [stream[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert read(*pieces) == read(stream)
    assert read(stream)[1] is None


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300), st.booleans())
def test_nothing_but_stream_errors_comes_out_of_garbage(data: bytes, opened: bool) -> None:
    # What trouble is found, and when, may depend on how the bytes are cut; what was said before must not.
    whole = b"<protocol>" * opened + data + b"<a></b>"
    assert read(*bytewise(whole))[0] == read(whole)[0]
