"""The moves of a record: when each was made, what was noted about it, and how else the game could have gone on."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from schwarm.games.base import Game, Move
from schwarm.games.move import read_move
from schwarm.words import SchwarmError, Sentence, excerpt, one_line, printable

MAX_NAME_LENGTH = 100
"""Characters of a variation's name."""
MAX_SECONDS = 1e9
"""No move takes as long."""


class InvalidRecord(SchwarmError):
    """A text that is not a record, or facts that do not fit into one."""


@dataclass(frozen=True, slots=True)
class Played:
    """One move of a game, the seconds it took (None: not measured) and the player's note.

    `delay` is how much of that time may have been the referee's own slowness, so that a ruling can be justified.
    """

    move: Move
    seconds: float | None = None
    note: str = ""
    delay: float = 0.0
    variations: tuple["Variation", ...] = ()
    """Other ways to go on after this move."""

    def __post_init__(self) -> None:
        # Microseconds and plain line ends are what the text form keeps; a record equals what is read back.
        if self.seconds is not None:
            object.__setattr__(self, "seconds", _micro(self.seconds))
        object.__setattr__(self, "delay", _micro(self.delay) if self.seconds is not None else 0.0)
        for seconds in (self.seconds or 0.0, self.delay):
            if not 0 <= seconds < MAX_SECONDS:
                raise InvalidRecord(NOT_SECONDS(seconds=seconds))
        object.__setattr__(self, "note", clean_note(self.note))


@dataclass(frozen=True, slots=True)
class Variation:
    """Another way to go on from a position: at least one move, and perhaps a name."""

    moves: tuple[Played, ...]
    name: str = ""

    def __post_init__(self) -> None:
        if not self.moves:
            raise ValueError("A variation has at least one move.")
        object.__setattr__(self, "name", one_line(self.name, MAX_NAME_LENGTH))


def read_played(game: Game, given: object) -> Played:
    """A move of a record as it reads back from its text: with a move, where only its text was given."""
    if not isinstance(given, Played):
        raise InvalidRecord(NOT_PLAYED(given=excerpt(repr(given))))
    move = read_move(game, given.move)
    return given if move is given.move else replace(given, move=move)


def _micro(seconds: float) -> float:
    try:
        # Below zero there is none either, though a clock that was read twice may say so.
        return round(seconds, 6) or 0.0
    except TypeError:
        raise InvalidRecord(NOT_SECONDS(seconds=excerpt(repr(seconds)))) from None


def clean_note(note: str) -> str:
    """A note as records keep it. It is foreign text that terminals show: whatever could steer one is made visible."""
    lines = (line.replace("\t", " ").rstrip() for line in note.splitlines())
    return "\n".join(map(printable, lines)).strip()


def all_variations(variations: tuple[Variation, ...], moves: tuple[Played, ...]) -> Iterator[tuple[int, Variation]]:
    """Every variation of a line and of its variations, with how deep it lies: 1 for those of the line itself."""
    waiting = [(1, variation) for variation in (*variations, *_beside(moves))]
    while waiting:
        depth, variation = waiting.pop()
        yield depth, variation
        waiting += [(depth + 1, inner) for inner in _beside(variation.moves)]


def _beside(moves: tuple[Played, ...]) -> Iterator[Variation]:
    return (variation for played in moves for variation in played.variations)


NOT_SECONDS = Sentence("A move takes no {seconds} seconds; its time is a number like 1.5, and not below 0.")
NOT_PLAYED = Sentence("{given} is no move of a record; add moves with record.then(move), or give them as Played(move).")
