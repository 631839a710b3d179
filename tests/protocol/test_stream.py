"""The stream parser: the same events however the bytes are cut, and a clear no to everything else."""

import re
import time
from typing import Any
from xml.parsers import expat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.recordings import Recording, event, recordings, said
from schwarm.protocol import Element, Ended, Opened, Stream, StreamError, StreamErrorKind, StreamEvent
from schwarm.protocol.stream import DEEPEST, MAX_MESSAGE_BYTES

CREATE = expat.ParserCreate
MOVE = b"""
  <room roomId="r">
    <data class="move">
      <from x="9" y="3"/>
      <direction>LEFT</direction>
    </data>
  </room>"""


def read(*chunks: bytes, stream: Stream | None = None) -> tuple[list[StreamEvent], StreamErrorKind | None]:
    """All events, and why the stream broke if it did."""
    stream, events = stream or Stream(), []
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
    b"<protocol><a>text>  </a><a>\n<b/> <![CDATA[ ]]> x</a>",
]
BAD = [
    (b"<protocol>hello", StreamErrorKind.MALFORMED),
    (b"<protocol>" + MOVE + b"hello world & < >", StreamErrorKind.MALFORMED),
    ("<protocol>€".encode(), StreamErrorKind.MALFORMED),
    ("<protocol>🐟".encode(), StreamErrorKind.MALFORMED),
    (b"<protocol>]]><data/>", StreamErrorKind.MALFORMED),
    (b'<protocol><room roomId="x"><data class="move"></room>', StreamErrorKind.MALFORMED),
    (b"<protocol><a></b>", StreamErrorKind.MALFORMED),
    (b"<protocol><a b=c/>", StreamErrorKind.MALFORMED),
    (b'<protocol><a b="1" b="2"/>', StreamErrorKind.MALFORMED),
    (b"<protocol><a>&unknown;</a>", StreamErrorKind.MALFORMED),
    (b'<protocol><a b="1</protocol> <c<!-- >', StreamErrorKind.MALFORMED),
    (b"<protocol><a>&b>c<?d>", StreamErrorKind.MALFORMED),
    (b"<protocol><a>]]>b<!--c>", StreamErrorKind.MALFORMED),
    (b"<protocol><a>\xff\xfe</a>", StreamErrorKind.MALFORMED),
    (b"<protocol><a>\xc3</a>", StreamErrorKind.MALFORMED),
    (b"<protocol><a>\x00</a>", StreamErrorKind.MALFORMED),
    (b"hello <protocol>", StreamErrorKind.MALFORMED),
    (b"GET / HTTP/1.1\r\n", StreamErrorKind.MALFORMED),
    (b"\xff\xfe<\x00p\x00", StreamErrorKind.MALFORMED),
    (b"'", StreamErrorKind.MALFORMED),
    (b'<join gameType="swc_2026_piranhas"/>', StreamErrorKind.MALFORMED),
    (b"<close/></protocol>", StreamErrorKind.MALFORMED),
    (b"<!DOCTYPE protocol><protocol>", StreamErrorKind.DOCTYPE),
    (b'<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><protocol>&b;', StreamErrorKind.DOCTYPE),
    (b'<!DOCTYPE protocol SYSTEM "file:///etc/passwd"><protocol>', StreamErrorKind.DOCTYPE),
    (b'<?xml version="1.0" encoding="ISO-8859-1"?><protocol>', StreamErrorKind.ENCODING),
    (b"<?p?>'<protocol>", StreamErrorKind.MALFORMED),
    (b"<?p?> hello", StreamErrorKind.MALFORMED),
    (b"<protocol><a \xec<", StreamErrorKind.MALFORMED),
    (b"<protocol></protocol><protocol>", StreamErrorKind.AFTER_END),
    (b"<protocol></protocol>hello", StreamErrorKind.AFTER_END),
    (b"<protocol/>ol\xf0>", StreamErrorKind.AFTER_END),
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


UNFINISHED = re.compile(
    rb"""<!-- (?!.*-->) | <!\[CDATA\[ (?!.*]]>) | <\? (?!.*\?>) | <[\w/] (?! (?: [^'">] | '[^']*' | "[^"]*" )* > )""",
    re.VERBOSE | re.DOTALL,
)


@pytest.mark.parametrize("data", [*GOOD, "<x>€🐟é ]]] ]\n<a/>€]<b/>é]".encode()])
def test_expat_never_gets_half_a_tag_or_letter(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may keep that back until twice as many bytes are here, and a client would wait for an answer in vain."""
    pieces: list[bytes] = []

    class Parser:
        """Expat, with a note of what it is given."""

        def __init__(self, encoding: str) -> None:
            vars(self)["real"] = CREATE(encoding)

        def __getattr__(self, name: str) -> object:
            return getattr(vars(self)["real"], name)

        def __setattr__(self, name: str, value: object) -> None:
            setattr(vars(self)["real"], name, value)

        def Parse(self, data: bytes, final: bool) -> None:
            pieces.append(data)
            vars(self)["real"].Parse(data, final)

    monkeypatch.setattr(expat, "ParserCreate", Parser)
    read(*bytewise(data), stream=Stream(strict=False))
    assert b"".join(pieces).startswith(data.rstrip().removesuffix(b"]"))
    assert [piece for piece in pieces if UNFINISHED.search(piece)] == []
    for piece in pieces:
        assert piece.decode(), "whole letters"
        assert not piece.endswith(b"]")


@pytest.mark.parametrize(
    ("data", "why"), BAD, ids=lambda value: value.value if isinstance(value, StreamErrorKind) else ""
)
def test_bad_streams_break_for_the_same_reason_however_they_are_cut(data: bytes, why: StreamErrorKind) -> None:
    events, found = read(data)
    assert found is why
    pieces = bytewise(data) if len(data) < 2000 else [data[at : at + 999] for at in range(0, len(data), 999)]
    assert read(*pieces) == (events, why)


@pytest.mark.parametrize("root", [b"protocol", b"sc"])
def test_a_stream_that_is_not_strict_takes_any_root_and_skips_text(root: bytes) -> None:
    data = b"<" + root + b">hello<join/>w\xc3\xb6rld &amp; more<!-- x --> <close/>\n</" + root + b">\n"
    for pieces in ([data], bytewise(data)):
        assert read(*pieces, stream=Stream(strict=False)) == (
            [Opened(), Element("join"), Element("close"), Ended()],
            None,
        )
        assert read(*pieces)[1] is StreamErrorKind.MALFORMED


def test_a_root_that_closes_itself_ends_the_stream() -> None:
    assert read(b'<join gameType="g"/>', stream=Stream(strict=False)) == ([Opened({"gameType": "g"}), Ended()], None)


def test_nobody_is_in_the_middle_of_a_message_after_some_text() -> None:
    stream = Stream(strict=False)
    assert len(list(stream.feed(b"<protocol><join/>hello"))) == 2
    assert not stream.pending
    assert list(stream.feed(b"<clo")) == []
    assert stream.pending


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


def test_a_slow_sender_costs_no_more_than_a_fast_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Expat must not see an unfinished tag again and again: counted in bytes it is given, not in time."""
    given, create = [], expat.ParserCreate

    class CountingParser:
        """Expat, and how many bytes it is given."""

        def __init__(self, encoding: str) -> None:
            vars(self)["parser"] = create(encoding)

        def __getattr__(self, name: str) -> Any:
            return getattr(vars(self)["parser"], name)

        def __setattr__(self, name: str, value: Any) -> None:
            setattr(vars(self)["parser"], name, value)

        def Parse(self, data: bytes, final: bool) -> None:
            given.append(len(data))
            vars(self)["parser"].Parse(data, final)

    monkeypatch.setattr(expat, "ParserCreate", CountingParser)
    stream = Stream()
    data = b"<protocol>" + b'<a b="' + b"x" * 5000 + b'"/>'
    events = [found for piece in bytewise(data) for found in stream.feed(piece)]
    assert len(events) == 2
    assert given == [len(b"<protocol>"), len(data) - len(b"<protocol>")]


MANY = 60_000


def seconds_for_bytes(data: bytes) -> float:
    """Seconds of the processor for that many pieces of one byte."""

    def once() -> float:
        pieces, stream = bytewise(data), Stream(strict=False)
        begin = time.process_time()
        assert read(*pieces, stream=stream)[1] is None
        return time.process_time() - begin

    return min(once(), once())


@pytest.mark.parametrize(
    "data",
    [
        b"<protocol><a b='" + b">" * MANY,
        b"<protocol><a " + b"b='>' " * (MANY // 6),
        b"<protocol><a b=" + b" " * MANY,
        b"<protocol><!--" + b">" * MANY,
        b"<protocol><a><![CDATA[" + b">" * MANY,
        b"<protocol><?p " + b">" * MANY,
        b" " * MANY,
    ],
    ids=["value", "values", "no value", "comment", "data", "instruction", "nothing"],
)
def test_no_byte_is_looked_at_again_when_the_next_one_comes(data: bytes) -> None:
    """Compared with bytes that are read as they come. It took 5 to 150 times as long when all were looked at again."""
    assert seconds_for_bytes(data) < 3 * seconds_for_bytes(b"<protocol>" + b" " * MANY)


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


SNIPPETS = [
    *(
        b"<protocol>",
        b"</protocol>",
        b"<a>",
        b"</a>",
        b"<join/>",
        b"<a b='>'/>",
        b"<!-- > -->",
        b"<![CDATA[<x>]]>",
        b"<?p >?>",
    ),
    *(
        b"<",
        b">",
        b"&",
        b"&amp;",
        b"&no;",
        b"&#x41;",
        b"<!",
        b"<!DOCTYPE p>",
        b"<!DOCTYPE p [",
        b"]]>",
        b"hello",
        b" " * 20,
    ),
    *(b"'", b'"', b"=", b"/", b"\xc3", b"\xa4", b"\xff", b"\x00", b"\xef\xbb\xbf", b"\xff\xfe", b"\r\n", b"\x0c"),
    *(
        b"<?xml version='1.0'?>",
        b"<?xml version='1.0' encoding='UTF-16'?>",
        b"<a" + b"x" * 50,
        b"<b>" * 6,
        b"</protocol>x",
    ),
]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.one_of(st.sampled_from(SNIPPETS), st.binary(max_size=6)), max_size=14).map(b"".join),
    st.booleans(),
    st.booleans(),
    st.data(),
)
def test_anything_breaks_for_the_same_reason_however_it_is_cut(
    data: bytes, opened: bool, strict: bool, draw: st.DataObject
) -> None:
    whole = b"<protocol>" * opened + data

    def fresh() -> Stream:
        return Stream(longest=80, strict=strict)

    found = read(whole, stream=fresh())
    assert read(*bytewise(whole), stream=fresh()) == found
    cuts = sorted(draw.draw(st.lists(st.integers(0, len(whole)), max_size=5)))
    pieces = [whole[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert read(*pieces, stream=fresh()) == found
