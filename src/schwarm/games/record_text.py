"""The text form of a record.

    Game: piranhas-2026
    Start: 1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -
    Red: Anna
    Blue: greedy
    Result: Red, heavier, 23:17

    A4-C4 1.52s ; to the middle
    B0-B2

A header block, an empty line, then the moves: one per line with its time and its note. `Rules: official` is written
where it applies, and `Time: 5m+3s` where time is limited (`time_control`). A move's time like `1.52s-0.003s` says that
up to 0.003 of the seconds were the referee's own.

    ; A note about the start.
    A4-C4 1.52s ; to the middle
    B0-B2
    ( The quiet way
      A2-C0 ; [green A2-C0] nothing opens
    )
    A3-C3

A block in parentheses is a variation: another way to go on from the position before it; blocks may lie in blocks. A
note of several lines continues on lines that start with a semicolon. All moves are played while they are read.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from schwarm.games.base import Move, State
from schwarm.games.outcome import Outcome, Reason, Team, is_id
from schwarm.games.played import MAX_NAME_LENGTH, InvalidRecord, Played, Variation
from schwarm.games.registry import find_game
from schwarm.games.time_control import UNLIMITED_TIME, TimeControl
from schwarm.words import Message, SchwarmError, Sentence, excerpt

MAX_TEXT = 1_000_000
"""Characters of a record."""
MAX_MOVES = 5_000
"""Moves of a record with all its variations."""
MAX_DEPTH = 12
"""Variations inside each other."""

_SECONDS = r"[0-9]{1,9}(?:\.[0-9]{1,6})?"
_MOVE = re.compile(
    rf"(?P<move>[^\s;]+)(?:\s+(?P<seconds>{_SECONDS})s(?:-(?P<delay>{_SECONDS})s)?)?\s*(?:;(?P<note>.*))?"
)
_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9 _-]{0,39}):(.*)")
_RESULT = re.compile(r"(Red|Blue|nobody), ([a-z0-9-]+), (-?[0-9]{1,6}):(-?[0-9]{1,6})")
_WINNERS = {"Red": Team.ONE, "Blue": Team.TWO, "nobody": None}
_KNOWN = ("Game", "Rules", "Start", "Red", "Blue", "Time", "Result")


def at_line(number: int, message: Message) -> InvalidRecord:
    return InvalidRecord(IN_LINE(number=number, message=message))


class Moves(NamedTuple):
    """What happens in a record."""

    note: str
    """About the start."""
    variations: tuple[Variation, ...]
    """From the start."""
    moves: tuple[Played, ...]
    final: State


# -- writing -----------------------------------------------------------------------------------------------------


def write_moves(moves: Moves) -> list[str]:
    return [
        *(f"; {line}".rstrip() for line in moves.note.splitlines()),
        *_blocks(moves.variations, 0),
        *(line for played in moves.moves for line in _lines(played, 0)),
    ]


def written_length(note: str) -> int:
    """How many characters a note of a game's move takes: every line of it has a semicolon, blanks and an end."""
    return sum(len(line) + len("; \n") for line in note.split("\n"))


def without_notes(lines: Iterable[str]) -> list[str]:
    """Lines of moves without what is noted about them."""
    return [bare for line in lines if (bare := line.partition(";")[0].rstrip())]


def _lines(played: Played, depth: int) -> Iterator[str]:
    first, *others = played.note.split("\n")
    line = str(played.move)
    if played.seconds is not None:
        line += f" {_seconds(played.seconds)}"
        if played.delay:
            line += f"-{_seconds(played.delay)}"
    if first:
        line += f" ; {first}"
    indent = "  " * depth
    yield indent + line
    yield from (f"{indent}; {other}".rstrip() for other in others)
    yield from _blocks(played.variations, depth)


def _blocks(variations: Iterable[Variation], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for variation in variations:
        yield f"{indent}( {variation.name}".rstrip()
        for played in variation.moves:
            yield from _lines(played, depth + 1)
        yield f"{indent})"


def _seconds(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".") + "s"


# -- reading -----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Step:
    """A move as far as it has been read; without one, the start."""

    move: Move | None = None
    seconds: float | None = None
    delay: float = 0.0
    notes: list[str] = field(default_factory=list)
    variations: list[Variation] = field(default_factory=list)

    @property
    def note(self) -> str:
        return "\n".join(self.notes)

    def done(self) -> Played:
        assert self.move is not None
        return Played(self.move, self.seconds, self.note, self.delay, tuple(self.variations))


@dataclass(slots=True)
class _Line:
    """The game, or a variation that is not closed yet."""

    state: State
    name: str = ""
    opened: int = 0
    """The line of the text with its parenthesis; 0 for the game."""
    steps: list[_Step] = field(default_factory=list)

    def done(self) -> tuple[Played, ...]:
        return tuple(step.done() for step in self.steps)


def read_moves(start: State, lines: Iterable[str], first: int) -> Moves:
    """Read and play moves; the sentence of an error begins with the line it is about."""
    root, open_lines, count = _Step(), [_Line(start)], 0
    for number, raw in enumerate(lines, start=first):
        line, here = raw.strip(), open_lines[-1]
        if not line:
            continue
        # Only the game has something to say before its first move: a variation begins where another move ends.
        last = here.steps[-1] if here.steps else root if here.opened == 0 else None
        if line == ")":
            _close(open_lines, root, number)
        elif last is not None and line.startswith(";"):
            last.notes.append(raw.lstrip()[1:].removeprefix(" "))
        elif last is not None and line.startswith("("):
            name = line[1:].strip()
            if len(name) > MAX_NAME_LENGTH:
                raise at_line(number, LONG_NAME(most=MAX_NAME_LENGTH))
            if len(open_lines) > MAX_DEPTH:
                raise at_line(number, TOO_DEEP(most=MAX_DEPTH))
            open_lines.append(_Line(here.state, name, number))
        else:
            count += 1
            if count > MAX_MOVES:
                raise at_line(number, TOO_MANY_MOVES(most=MAX_MOVES))
            here.steps.append(_read_move(here, line, number))
    if len(open_lines) > 1:
        raise at_line(open_lines[-1].opened, NOT_CLOSED())
    return Moves(root.note, tuple(root.variations), open_lines[0].done(), open_lines[0].state)


def _read_move(here: _Line, line: str, number: int) -> _Step:
    parts = _MOVE.fullmatch(line)
    if not parts:
        raise at_line(number, NOT_A_MOVE_LINE(text=excerpt(line)))
    try:
        move = here.state.game.parse_move(parts["move"])
        here.state = here.state.beyond().play(move)
    except SchwarmError as error:
        raise at_line(number, error.message) from error
    seconds = float(parts["seconds"]) if parts["seconds"] else None
    return _Step(move, seconds, float(parts["delay"] or 0), [parts["note"] or ""])


def _close(open_lines: list[_Line], root: _Step, number: int) -> None:
    if len(open_lines) == 1:
        raise at_line(number, NOT_OPENED())
    line = open_lines.pop()
    if not line.steps:
        raise at_line(number, EMPTY_VARIATION())
    outer = open_lines[-1]
    (outer.steps[-1] if outer.steps else root).variations.append(Variation(line.done(), line.name))


class Parts(NamedTuple):
    """What a record consists of. An outcome of None is left to the rules."""

    start: State
    moves: Moves
    players: tuple[str, str]
    outcome: Outcome | None
    time: TimeControl
    tags: tuple[tuple[str, str], ...]


def write(
    start: State,
    moves: Moves,
    players: tuple[str, str],
    outcome: Outcome | None,
    time: TimeControl,
    tags: tuple[tuple[str, str], ...],
) -> str:
    """A record as text."""
    headers = [("Game", start.game.id)]
    if start.game.rules != "documents":
        headers.append(("Rules", start.game.rules))
    headers += [("Start", str(start)), ("Red", players[0]), ("Blue", players[1])]
    if outcome:
        headers.append(("Result", _result(outcome)))
    if not time.endless:
        headers.append(("Time", str(time)))
    lines = [f"{key}: {value}".rstrip() for key, value in (*headers, *tags)]
    lines += ["", *write_moves(moves)]
    return "\n".join(lines) + "\n"


def _result(outcome: Outcome) -> str:
    winner = next(word for word, team in _WINNERS.items() if team is outcome.winner)
    return f"{winner}, {outcome.reason.value}, {outcome.points[0]}:{outcome.points[1]}"


def read(text: str) -> Parts:
    """Read a record; the sentence of an error begins with the line it is about."""
    if not isinstance(text, str):
        raise InvalidRecord(NOT_A_TEXT(given=excerpt(repr(text))))
    if len(text) > MAX_TEXT:
        raise InvalidRecord(TOO_LONG(limit=MAX_TEXT))
    text = text.removeprefix("\ufeff")  # with which some editors begin their files
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    head = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    headers = _read_headers(lines[:head])
    start = _read_start(headers)
    return Parts(
        start=start,
        moves=read_moves(start, lines[head:], head + 1),
        players=(headers.get("Red", (0, ""))[1], headers.get("Blue", (0, ""))[1]),
        outcome=_read_result(start, *headers["Result"]) if "Result" in headers else None,
        time=_read_time(*headers["Time"]) if "Time" in headers else UNLIMITED_TIME,
        tags=tuple((key, value) for key, (_, value) in headers.items() if key not in _KNOWN),
    )


def strip_notes(text: str) -> str:
    """A record's text without any notes, also where they make it too long to be read."""
    head, _, moves = text.partition("\n\n")
    return "\n".join([head, "", *without_notes(moves.split("\n"))]) + "\n"


def check_headers(players: tuple[str, ...], tags: tuple[tuple[str, str], ...]) -> None:
    """Raise `InvalidRecord` for names and tags that would not be read back as they are."""
    if isinstance(players, str) or len(players) != 2 or not all(isinstance(name, str) for name in players):
        raise InvalidRecord(TWO_PLAYERS())
    for text in (*players, *(word for tag in tags for word in tag)):
        if text != text.strip() or not text.isprintable():
            raise InvalidRecord(NOT_ONE_LINE(text=excerpt(text)))
    keys = [key for key, _ in tags]
    for key in keys:
        if key in _KNOWN or keys.count(key) > 1 or not _HEADER.fullmatch(f"{key}:") or ":" in key:
            raise InvalidRecord(NOT_A_TAG(key=excerpt(key)))


def _read_headers(lines: list[str]) -> dict[str, tuple[int, str]]:
    headers: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines, start=1):
        found = _HEADER.fullmatch(line)
        if not found:
            raise at_line(number, NOT_A_HEADER(text=excerpt(line)))
        if found[1] in headers:
            raise at_line(number, TWICE(key=found[1]))
        headers[found[1]] = number, found[2].strip()
    return headers


def _read_start(headers: dict[str, tuple[int, str]]) -> State:
    for key in ("Game", "Start"):
        if key not in headers:
            raise InvalidRecord(MISSING(key=key))
    _, rules = headers.get("Rules", (0, "documents"))
    try:
        number, id = headers["Game"]
        known = find_game(id, rules)
        number, position = headers["Start"]
        return known.parse(position)
    except SchwarmError as error:
        raise at_line(number, error.message) from error


def _read_time(number: int, text: str) -> TimeControl:
    try:
        return TimeControl.parse(text)
    except SchwarmError as error:
        raise at_line(number, error.message) from error


def _read_result(start: State, number: int, text: str) -> Outcome:
    found = _RESULT.fullmatch(text)
    if not found or not is_id(found[2]):
        raise at_line(number, NOT_A_RESULT(text=excerpt(text)))
    reason = Reason.read(found[2]).in_words_of(start.game.reasons)
    return Outcome(_WINNERS[found[1]], reason, (int(found[3]), int(found[4])))


IN_LINE = Sentence("Line {number}: {message}")
NOT_A_MOVE_LINE = Sentence("“{text}” is not a move; write a move, its seconds and a note like “A4-C4 1.5s ; why”.")
LONG_NAME = Sentence("The name of this variation is longer than {most} characters.")
TOO_DEEP = Sentence("Variations can lie at most {most} deep inside each other.")
TOO_MANY_MOVES = Sentence("A record has at most {most} moves, with all its variations.")
NOT_OPENED = Sentence("This parenthesis closes a variation that was never opened.")
NOT_CLOSED = Sentence("This variation is never closed; a line with “)” ends it.")
EMPTY_VARIATION = Sentence("This variation has no moves; write at least one, or leave it out.")
NOT_A_TEXT = Sentence("A record is read from its text, like path.read_text(), not from {given}.")
TOO_LONG = Sentence("The record is longer than {limit} characters, which is too long for a game.")
NOT_A_HEADER = Sentence("“{text}” is not a header; a header looks like “Red: Anna”, and an empty line ends them.")
NOT_ONE_LINE = Sentence("“{text}” cannot appear in a record; a name is one line without spaces at either end.")
NOT_A_TAG = Sentence(
    "“{key}” cannot be the name of a tag; it begins with a letter, has at most 40 letters from A to Z, digits, spaces, "
    "_ and -, is not one of a record's own headers, and occurs once."
)
TWO_PLAYERS = Sentence('A record has the names of two players, Red\'s first, like ("Anna", "Ben").')
TWICE = Sentence("“{key}” appears a second time; one is enough.")
MISSING = Sentence("The header “{key}” is missing; a record needs Game and Start.")
NOT_A_RESULT = Sentence("“{text}” is not a result; write it like “Red, heavier, 23:17”.")
