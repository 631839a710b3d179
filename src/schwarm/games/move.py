"""Moves: what one is, why one is allowed or not, what is wrong with one, and how it looks on a turned board."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from schwarm.words import Message, SchwarmError


class Move(NamedTuple):
    """A piece goes from one square to another. `str(move)` is its notation, `A4-C4`."""

    start: str
    to: str

    def __str__(self) -> str:
        return f"{self.start}-{self.to}"


class Rule(Enum):
    """Base of each game's list of rules that decide about a move; a member's value is its sentence."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is allowed or not: the rule that decides and the facts it looked at.

    `line` are the squares the rule looked along and `fish` how many pieces it counted there;
    both are empty for rules that count nothing. `at` is the square that decides: the opponent
    in the way, the squid, the piece that is captured. `landing` is where the piece would have to go instead.
    """

    move: Move
    rule: Rule
    legal: bool
    message: Message
    line: tuple[str, ...] = ()
    fish: int = 0
    at: str | None = None
    landing: str | None = None

    def __str__(self) -> str:
        return str(self.message)


class InvalidPosition(SchwarmError):
    """A text that is no position of this game."""


class InvalidMove(SchwarmError):
    """A text or a pair of squares that makes no sense as a move."""


class IllegalMove(SchwarmError):
    """A move that makes sense but is against the rules; its sentence says which rule, `explanation` has the facts."""

    def __init__(self, message: Message, explanation: Explanation | None = None) -> None:
        super().__init__(message)
        self.explanation = explanation


class Symmetry(NamedTuple):
    """A way to turn or mirror a board under which the rules do not change."""

    name: str
    squares: Mapping[str, str]
    swaps_teams: bool = False

    def move(self, move: Move) -> Move:
        """The move on the turned board. A start that is no square (a piece put from the hand) stays as it is."""
        return type(move)(self.squares.get(move.start, move.start), self.squares[move.to])
