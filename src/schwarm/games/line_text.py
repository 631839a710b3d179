"""The moves of a record as text: a move per line with its time and its note, variations in parentheses.

    ; What is said about the start.
    A4-C4 1.52s ; to the middle
    B0-B2
    ( The quiet way
      A2-C0 ; [green A2-C0] nothing opens
    )
    A3-C3

A block in parentheses is another way to go on from the position before it; blocks may lie in blocks. All moves are
played while they are read.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from schwarm.games.base import Move, State
from schwarm.games.played import MAX_NAME_LENGTH, InvalidRecord, Played, Variation
from schwarm.words import Message, SchwarmError, Sentence, excerpt

MAX_MOVES = 5_000
"""Moves of a record with all its variations."""
MAX_DEPTH = 12
"""Variations inside each other."""

_SECONDS = r"[0-9]{1,9}(?:\.[0-9]{1,6})?"
_MOVE = re.compile(
    rf"(?P<move>[^\s;]+)(?:\s+(?P<seconds>{_SECONDS})s(?:-(?P<delay>{_SECONDS})s)?)?\s*(?:;(?P<note>.*))?"
)


def at_line(number: int, message: Message) -> InvalidRecord:
    return InvalidRecord(IN_LINE(number=number, message=message))


class Moves(NamedTuple):
    """What happens in a record."""

    note: str
    """What is said about the start."""
    variations: tuple[Variation, ...]
    """Other ways to go on from the start."""
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


IN_LINE = Sentence("Line {number}: {message}")
NOT_A_MOVE_LINE = Sentence("“{text}” is not a move; write a move, its seconds and a note like “A4-C4 1.5s ; why”.")
LONG_NAME = Sentence("The name of this variation is longer than {most} characters.")
TOO_DEEP = Sentence("Variations can lie at most {most} deep inside each other.")
TOO_MANY_MOVES = Sentence("A record has at most {most} moves, with all its variations.")
NOT_OPENED = Sentence("This parenthesis closes a variation that was never opened.")
NOT_CLOSED = Sentence("This variation is never closed; a line with “)” ends it.")
EMPTY_VARIATION = Sentence("This variation has no moves; write at least one, or leave it out.")
