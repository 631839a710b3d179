"""Moves: what one is, why one is allowed or not, how it looks on a turned board, and how one is read."""

import operator
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from schwarm.games.number import told
from schwarm.words import Message, SchwarmError, Sentence, excerpt

if TYPE_CHECKING:
    from schwarm.games.base import Game


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


def read_move(game: "Game", given: object) -> Move:
    """The move that is meant; raises `InvalidMove` for what means none."""
    if isinstance(given, str):
        return game.parse_move(given)
    if isinstance(given, tuple) and len(given) == 2 and all(isinstance(square, str) for square in given):
        return given if isinstance(given, Move) else Move(*given)
    if hasattr(given, "__index__") and not isinstance(given, bool):
        raise InvalidMove(NUMBER(number=int(given)))
    raise InvalidMove(NO_MOVE(what=excerpt(repr(given)), example=game.example_move()))


def read_number(game: "Game", given: object) -> int:
    """Any kind of whole number as Python's own; raises `InvalidMove` for what is neither a number nor a move."""
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidMove(NOT_A_MOVE(what=excerpt(repr(given)), example=game.example_move())) from None


def no_such_number(number: int) -> IllegalMove:
    """What to raise for a number that no move has."""
    return IllegalMove(NO_SUCH_NUMBER(number=told(number)))


NUMBER = Sentence("{number} is not a move; the number of a move is for the Board alone, so take board.move({number}).")
NO_MOVE = Sentence("{what} is not a move; a move is one of state.legal_moves() or a text like {example}.")
NOT_A_MOVE = Sentence(
    "{what} is not a move; a board takes numbers from its legal_moves(), moves of state.legal_moves() and texts like "
    "{example}."
)
NO_SUCH_NUMBER = Sentence("{number} is not the number of a move; legal_moves() lists those that can be played.")
