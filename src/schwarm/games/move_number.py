"""The numbers that boards for searches give to moves: what is none gets one sentence, on every board the same."""

import operator

from schwarm.games.base import Game
from schwarm.games.move import IllegalMove, InvalidMove
from schwarm.games.number import told
from schwarm.words import Sentence, excerpt


def read_number(game: Game, given: object) -> int:
    """Any kind of whole number as Python's own; raises `InvalidMove` for what is neither a number nor a move."""
    try:
        return operator.index(given)  # type: ignore[arg-type]
    except TypeError:
        raise InvalidMove(NOT_A_MOVE(what=excerpt(repr(given)), example=game.example_move())) from None


def no_such_number(number: int) -> IllegalMove:
    """What to raise for a number that no move has."""
    return IllegalMove(NO_SUCH_NUMBER(number=told(number)))


NOT_A_MOVE = Sentence(
    "{what} is not a move; a board takes numbers from its legal_moves(), moves of state.legal_moves() and texts like "
    "{example}."
)
NO_SUCH_NUMBER = Sentence("{number} is not the number of a move; legal_moves() lists those that can be played.")
