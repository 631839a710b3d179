"""What is given as a move: a move, its text, or by mistake something else, which gets one sentence."""

from typing import Protocol

from schwarm.games.move import InvalidMove, Move
from schwarm.words import Sentence, excerpt


class Notation(Protocol):
    """Whoever writes and reads moves: a game."""

    def parse_move(self, text: str) -> Move:
        """Read a move; raises `InvalidMove` with one sentence."""

    def example_move(self) -> object:
        """A move as people write it."""


def read_move(game: Notation, given: object) -> Move:
    """The move that is meant; raises `InvalidMove` for what means none."""
    if isinstance(given, str):
        return game.parse_move(given)
    if isinstance(given, tuple) and len(given) == 2 and all(isinstance(square, str) for square in given):
        return given if isinstance(given, Move) else Move(*given)
    if hasattr(given, "__index__") and not isinstance(given, bool):
        raise InvalidMove(NUMBER(number=int(given)))
    raise InvalidMove(NO_MOVE(what=excerpt(repr(given)), example=game.example_move()))


NUMBER = Sentence("{number} is not a move; the number of a move is for the Board alone, so take board.move({number}).")
NO_MOVE = Sentence("{what} is not a move; a move is one of state.legal_moves() or a text like {example}.")
