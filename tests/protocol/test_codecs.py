"""Every recorded message: read, and written again exactly as the season's server wrote it."""

import hashlib

import pytest

import schwarm
from protocol.elements import parse
from protocol.facts import facts
from protocol.recordings import GAMES, Recording, Row, event, recordings, request, said
from schwarm.protocol import BadPacket, Element, Stream, StreamError, codec_for
from schwarm.protocol.messages import Complaint, FaultShown, MoveSent, Refused, ResultShown, StateShown

EVERY = [pytest.param(recording, id=str(recording)) for recording in recordings()]
TYPED = ("move", "final", "outcome", "faults", "fault", "reason", "names", "refusal", "request", "sha", "race")
"""Facts of a row that are not on the wire in this form."""


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("year", GAMES)
def test_there_are_recordings_of_every_season(year: int) -> None:
    kinds = {(row.from_server, row.kind) for recording in recordings(year) for row in recording.rows}
    assert {(True, kind) for kind in ("joined", "welcome", "state", "request", "result", "left", "error")} <= kinds
    assert {(False, kind) for kind in ("join", "move", "raw", "prepare", "step", "cancel")} <= kinds


@pytest.mark.parametrize("recording", EVERY)
def test_server_messages_are_written_as_recorded(recording: Recording) -> None:
    game, codec = recording.game, recording.codec
    for row in recording.rows:
        if not (row.from_server and row.message):
            continue
        text = codec.write_event(event(recording, row))
        written = facts(game, parse(text))
        expected = {"kind": row.kind} | {key: value for key, value in row.facts.items() if key not in TYPED}
        assert {key: written.get(key) for key in expected} == expected, row
        # The fingerprint is of the recorded bytes: indentation, order and escapes are the same too.
        if "sha" in row.facts:
            assert fingerprint(text) == row.facts["sha"], (row, text)


@pytest.mark.parametrize("recording", EVERY)
def test_clients_understand_what_servers_say(recording: Recording) -> None:
    game, codec = recording.game, recording.codec
    for row in recording.rows:
        if not (row.from_server and row.message):
            continue
        said = event(recording, row)
        heard = codec.read_event(game, parse(codec.write_event(said)))
        match said:
            case ResultShown():
                _understood(said, heard)
            case FaultShown():
                assert isinstance(heard, Complaint)
                assert heard.text == row.facts["message"]
            case StateShown() if isinstance(heard, StateShown) and heard.last is None:
                assert heard.state == said.state
            case _:
                assert heard == said, row


def _understood(said: ResultShown, heard: object) -> None:
    assert isinstance(heard, ResultShown)
    assert heard.outcome.winner is said.outcome.winner
    assert heard.outcome.reason.violation == said.outcome.reason.violation
    assert {fault.team for fault in heard.faults} == {fault.team for fault in said.faults}
    if said.outcome.reason.regular:
        assert heard.outcome.points == said.outcome.points


@pytest.mark.parametrize("recording", EVERY)
def test_what_clients_say_is_read_and_written(recording: Recording) -> None:
    codec = recording.codec
    for row in recording.rows:
        if row.from_server or not row.message:
            continue
        wanted = request({"kind": row.kind} | row.facts)
        assert codec.read_request(parse(said(recording, row))) == wanted


@pytest.mark.parametrize("recording", EVERY)
def test_what_cannot_be_read_counts_as_recorded(recording: Recording) -> None:
    for row in recording.rows:
        if row.kind == "raw":
            leave = _verdict(recording, row)
            assert row.facts.get("leave", leave) == leave, row


def _verdict(recording: Recording, row: Row) -> str:
    opened = any(other.kind == "open" and other.client == row.client for other in recording.rows)
    try:
        for found in Stream().feed(("<protocol>" * opened + row.facts["raw"]).encode()):
            if isinstance(found, Element):
                recording.codec.read_request(found)
    except StreamError:
        return "PROTOCOL_ERROR"
    except BadPacket as error:
        return error.leave.value
    raise AssertionError(row)


@pytest.mark.parametrize("recording", EVERY)
def test_sent_moves_mean_what_was_played(recording: Recording) -> None:
    """A move that was accepted is the one that the next state shows; its wire form is found again."""
    codec = recording.codec
    states: dict[str, schwarm.games.State] = {}
    sent = None
    for row in recording.rows:
        if row.kind == "move":
            asked = request({"kind": row.kind} | row.facts)
            assert isinstance(asked, MoveSent)
            # Who sends two at once has only the first one played.
            sent = sent or asked.move
        elif row.kind == "state":
            shown = event(recording, row)
            assert isinstance(shown, StateShown)
            before = states.get(shown.room)
            if sent and shown.last and before and before.turn + 1 == shown.state.turn:
                assert codec.move(before, sent) == shown.last
                assert codec.to_wire(before, shown.last) == sent
                sent = None
            states[shown.room] = shown.state


@pytest.mark.parametrize("year", GAMES)
def test_unknown_words_are_ignored_by_clients(year: int) -> None:
    game = schwarm.game(GAMES[year])
    codec = codec_for(game)
    assert codec.read_event(game, Element("news")) is None
    assert codec.read_event(game, Element("room", {"roomId": "r"})) is None
    assert codec.read_event(game, Element("room", {"roomId": "r"}, [Element("data", {"class": "news"})])) is None
    assert codec.read_event(game, Element("joined", {"roomId": "r", "mood": "good"}, [Element("extra")])) is not None


@pytest.mark.parametrize(
    ("year", "old", "new"),
    [
        *((year, 'turn="0"', turn) for year in GAMES for turn in ('turn="61"', 'turn="x"', "")),
        (2026, "ONE_", "THREE_"),
        (2026, "<field>EMPTY</field>", ""),
        (2026, 'startTeam="ONE"', 'startTeam="TWO"'),
        (2026, 'firstUnion="ONE"', 'firstUnion="RED"'),
        (2019, 'state="RED"', 'state="GREEN"'),
        (2019, 'x="0" y="1"', 'x="0" y="0"'),
        (2019, 'startPlayerColor="RED"', 'startPlayerColor="BLUE"'),
        (2022, 'type="Robbe"', 'type="Wal"'),
        (2022, 'count="1"', 'count="3"'),
        (2022, 'x="0" y="1"', 'x="0" y="0"'),
        (2022, ">ONE</startTeam>", ">TWO</startTeam>"),
    ],
)
def test_broken_states_are_bad_packets(year: int, old: str, new: str) -> None:
    game = schwarm.game(GAMES[year])
    codec = codec_for(game)
    start = str(game.start(seed=1))
    good = codec.write_event(StateShown("r", game.parse(start.removesuffix("-") + "r" if year == 2026 else start)))
    assert old in good
    with pytest.raises(BadPacket):
        codec.read_event(game, parse(good.replace(old, new, 1)))


def test_a_refusal_in_2019_is_a_goodbye() -> None:
    codec = codec_for(schwarm.game("piranhas-2019"))
    rows = [row for recording in recordings(2026) for row in recording.rows if row.kind == "refused"]
    refused = event(recordings(2026)[0], rows[0])
    assert isinstance(refused, Refused)
    assert codec.write_event(refused) == "\n  <sc.protocol.responses.CloseConnection/>"
