"""Replay files of the official servers, of any season: `<protocol>`, a state per move, the result, `</protocol>`.

A replay holds less than a record: no times, no notes, and for Piranhas no distances; the moves are found again with
the rules. What a season's words cannot say, such as the names in an unfinished game, Schwarm adds as attributes of
`<protocol>`, which official programs do not look at.
"""

import gzip
import io
import re
import uuid
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from schwarm.games import Game, Move, Outcome, Reason, State, Team, all_games
from schwarm.games import game as game_by_id
from schwarm.games.outcome import is_id
from schwarm.games.record import Played, Record, read_record
from schwarm.protocol import codec_for
from schwarm.protocol.codec import BadPacket, Codec
from schwarm.protocol.element import Element, to_xml
from schwarm.protocol.messages import Event, Fault, ResultShown, StateShown
from schwarm.protocol.stream import Ended, Opened, Stream, StreamError, StreamEvent
from schwarm.words import Listing, SchwarmError, Sentence, excerpt, one_line

MAX_REPLAY_BYTES = 5_000_000
"""Of a replay, unpacked. Official ones have less than 0.5 MB."""
MAX_MESSAGES = 1_000
"""Of one replay. Official ones have fewer than seventy."""
_CHUNK = 16 * 1024


class InvalidReplay(SchwarmError):
    """A file that is not a replay, or one that breaks off or contradicts itself."""


def read(data: bytes | str) -> Record:
    """The game of a replay file, packed with gzip or not, or of its text; raises `InvalidReplay` with one sentence."""
    if not isinstance(data, bytes | bytearray | str):
        raise InvalidReplay(NOT_DATA(given=excerpt(repr(data))))
    attributes, game, shown, result = _collect(data.encode(errors="replace") if isinstance(data, str) else data)
    rules = [attributes["rules"]] if attributes.get("rules") in game.rulings else list(game.rulings)
    try:
        record = rebuild(shown, result, rules)
    except NoSuchMove as error:
        raise InvalidReplay(NO_MOVE(turn=error.turn)) from error
    told = result.names if result else ("", "")
    red, blue = (one_line(name or other) for name, other in zip(told, shown[0].names, strict=True))
    return _with_attributes(replace(record, players=(red, blue)), attributes)


def write(record: Record, *, room: str | None = None) -> str:
    """A record as its season's official server would keep it, which has no room for times, notes and variations;
    `str(record)` keeps them. The room's id is made from the game if none is given."""
    record = read_record(record)
    room = room or str(uuid.uuid5(uuid.NAMESPACE_OID, str(record)))
    plain = _write(record, room, {})
    missing = _not_understood(record, read(plain.encode()))
    return _write(record, room, missing) if missing else plain


def write_in_pieces(record: Record, room: str, faults: tuple[Fault, ...] = ()) -> Iterator[str]:
    """The same for a server in a hurry, a message at a time: ten times as fast, because all facts are attributes,
    without a look at which ones would be missing. `faults` are worded as the season does."""
    return _pieces(record, room, _attributes(record), faults)


# -- reading -----------------------------------------------------------------------------------------------------


def _unpack(data: bytes) -> Iterator[bytes]:
    """The content of a file, unpacked piece by piece as it is read."""
    size = 0
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) if data.startswith(b"\x1f\x8b") else io.BytesIO(data) as file:
            while piece := file.read(_CHUNK):
                size += len(piece)
                if size > MAX_REPLAY_BYTES:
                    raise InvalidReplay(TOO_BIG(limit=MAX_REPLAY_BYTES // 1_000_000))
                yield piece
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidReplay(DAMAGED()) from error


def _collect(data: bytes) -> tuple[Mapping[str, str], Game, list[StateShown], ResultShown | None]:
    """The attributes of the root, the game and what was shown of it. Stops at the first message that has no place in
    a replay: files come from anybody, and a small one can unpack to millions of messages."""
    attributes: Mapping[str, str] | None = None
    seasons = [(game, codec_for(game)) for game in all_games()]
    shown: list[StateShown] = []
    result: ResultShown | None = None
    number, ended = 0, False
    try:
        for event in _events(data):
            if isinstance(event, Opened):
                attributes = event.attributes
            elif isinstance(event, Ended):
                ended = True
            else:
                number += 1
                if number > MAX_MESSAGES:
                    raise InvalidReplay(TOO_MANY_MESSAGES(limit=MAX_MESSAGES))
                seasons, told = _understand(seasons, event)
                if not seasons:
                    raise InvalidReplay(UNREADABLE(number=number) if shown else NO_STATES(games=_titles()))
                if isinstance(told, StateShown):
                    shown.append(told)
                elif isinstance(told, ResultShown):
                    result = told
    except StreamError as error:
        raise InvalidReplay(UNREADABLE(number=number + 1) if number else NOT_A_REPLAY()) from error
    if attributes is None:
        raise InvalidReplay(NOT_A_REPLAY())
    if not ended:
        raise InvalidReplay(BREAKS_OFF(n=number))
    if not shown:
        raise InvalidReplay(NO_STATES(games=_titles()))
    return attributes, seasons[0][0], shown, result


def _events(data: bytes) -> Iterator[StreamEvent]:
    stream = Stream()
    for piece in _unpack(data):
        yield from stream.feed(piece)


def _understand(seasons: list[tuple[Game, Codec]], message: Element) -> tuple[list[tuple[Game, Codec]], Event | None]:
    """Those of the seasons that understand a message, and what it tells; once it is a state, the first of them."""
    understood: list[tuple[Game, Codec]] = []
    told: Event | None = None
    for game, codec in seasons:
        try:
            event = codec.read_event(game, message)
        except BadPacket:
            continue
        if isinstance(event, StateShown):
            return [(game, codec)], event
        if event is not None:
            understood.append((game, codec))
            told = told or event
    return understood, told


def _titles() -> Listing:
    return Listing(game.title for game in all_games())


# -- what the words cannot say -----------------------------------------------------------------------------------


def _not_understood(record: Record, back: Record) -> dict[str, str]:
    """Facts that are lost when a replay is read back, as attributes."""
    known = set()
    if record.start.game.rules == back.start.game.rules:
        known.add("rules")
    if record.outcome == back.outcome:
        known |= {"reason", "points", "winner"}
    names = zip(("red", "blue"), record.players, back.players, strict=True)
    known |= {key for key, name, other in names if name == other}
    return {key: value for key, value in _attributes(record).items() if key not in known}


def _attributes(record: Record) -> dict[str, str]:
    """Everything about a game but its moves."""
    told = {"red": record.players[0], "blue": record.players[1], "rules": record.start.game.rules}
    if record.outcome:
        one, two = record.outcome.points
        told |= {"reason": record.outcome.reason.value, "points": f"{one}:{two}"}
        if record.outcome.winner:
            told["winner"] = record.outcome.winner.value
    return told


def _with_attributes(record: Record, attributes: Mapping[str, str]) -> Record:
    red, blue = (attributes.get(key, name) for key, name in zip(("red", "blue"), record.players, strict=True))
    record = replace(record, players=(one_line(red), one_line(blue)))
    points = re.fullmatch("(-?[0-9]{1,6}):(-?[0-9]{1,6})", attributes.get("points", ""))
    reason = attributes.get("reason", "")
    if not is_id(reason) or points is None:
        return record
    winner = next((team for team in Team if team.value == attributes.get("winner")), None)
    known = Reason.read(reason).in_words_of(record.start.game.reasons)
    return record.ended(Outcome(winner, known, (int(points[1]), int(points[2]))))


# -- writing -----------------------------------------------------------------------------------------------------


def _write(record: Record, room: str, attributes: Mapping[str, str]) -> str:
    return "".join(_pieces(record, room, attributes))


def _pieces(record: Record, room: str, attributes: Mapping[str, str], faults: tuple[Fault, ...] = ()) -> Iterator[str]:
    """The text, a message at a time."""
    root = "".join(f' {key}="{to_xml(value)}"' for key, value in attributes.items())
    yield f"<protocol{root}>"
    for event in _told(record, room, faults):
        # In a file the messages stand at the margin; line ends inside texts are escaped, so all these are between tags.
        yield codec_for(record.start.game).write_event(event).replace("\n  ", "\n")
    yield "\n</protocol>"


def _told(record: Record, room: str, faults: tuple[Fault, ...]) -> Iterator[Event]:
    moves = [None, *(played.move for played in record.moves)]
    for state, last in zip(record.states(), moves, strict=True):
        yield StateShown(room, state, last, record.players)
    if record.outcome:
        yield ResultShown(room, record.outcome, record.final, record.players, faults)


class NoSuchMove(Exception):
    """No legal move leads from the state of this turn to the next one."""

    def __init__(self, turn: int) -> None:
        super().__init__(turn)
        self.turn = turn


def rebuild(shown: list[StateShown], result: ResultShown | None, rules: Iterable[str]) -> Record:
    """The record of a game from its states; of all rules that explain the states, the first that explains the end
    too, otherwise the first. Raises `NoSuchMove`."""
    shown = [first for first, after in zip(shown, [*shown[1:], None], strict=True) if not _same(first, after)]
    fits: list[Record] = []
    failure: NoSuchMove | None = None
    for ruling in rules:
        game = game_by_id(shown[0].state.game.id, ruling)
        states = [game.parse(str(event.state)) for event in shown]
        try:
            moves = [_between(states[turn], states[turn + 1], shown[turn + 1].last) for turn in range(len(states) - 1)]
        except NoSuchMove as error:
            failure = failure or error
            continue
        record = _record(states, moves, result)
        if _explains_end(states, result, record.outcome):
            return record
        fits.append(record)
    if fits:
        return fits[0]
    assert failure is not None
    raise failure


def _same(first: StateShown, after: StateShown | None) -> bool:
    """A pause shows a state again."""
    return after is not None and first.state == after.state


def _between(before: State, after: State, last: Move | None) -> Move:
    """The move from one state to the next; what was said about it is tried first."""
    candidates = [last] if last else before.beyond().legal_moves()
    for move in candidates:
        try:
            if before.beyond().play(move) == after:
                return move
        except SchwarmError:
            break
    raise NoSuchMove(before.turn)


def _record(states: list[State], moves: list[Move], result: ResultShown | None) -> Record:
    final = states[-1]
    record = Record(states[0], tuple(Played(move) for move in moves), played_out=final)
    if result is None:
        return record
    return replace(record, outcome=_outcome(final, result.outcome))


def _outcome(final: State, told: Outcome) -> Outcome:
    """What a result means, knowing the last position: the wire does not tell all regular reasons apart, and seasons
    take points from those who break rules."""
    judged = final.outcome()
    if told.reason.regular:
        same = judged and judged.winner is told.winner and judged.points == told.points
        return judged if judged and same else told
    return Outcome(told.winner, told.reason, final.points()) if told.reason.violation else told


def _explains_end(states: list[State], result: ResultShown | None, outcome: Outcome | None) -> bool:
    """Whether these rules end the game where it ended, and as it ended."""
    if any(state.outcome() for state in states[:-1]):
        return False
    if result is None or not result.outcome.reason.regular:
        return result is None or states[-1].outcome() is None
    return states[-1].outcome() == outcome


NOT_DATA = Sentence("A replay is read from what is in its file, like path.read_bytes(), not from {given}.")
NOT_A_REPLAY = Sentence(
    "This is not a replay; a replay of the Software-Challenge is XML that begins with <protocol> and shows one game."
)
DAMAGED = Sentence("The replay's gzip file is damaged; copy or download it again.")
TOO_BIG = Sentence("The replay is larger than {limit} megabytes, which is too large for a game.")
TOO_MANY_MESSAGES = Sentence("The replay has more than {limit} messages, which is too many for a game.")
BREAKS_OFF = Sentence(
    "The replay breaks off after {n} message; a complete one ends with </protocol>.",
    "The replay breaks off after {n} messages; a complete one ends with </protocol>.",
)
UNREADABLE = Sentence(
    "Message {number} of the replay cannot be read; it is neither a state nor a result of its season."
)
NO_STATES = Sentence("The replay shows no state of a known game; the known games are {games}.")
NO_MOVE = Sentence("The replay contradicts itself: no legal move leads from turn {turn} to the state shown next.")
