"""What is given as a position: a state, or by mistake something else, which gets one sentence."""

from schwarm.games.base import State
from schwarm.words import SchwarmError, Sentence, excerpt


def read_state(given: object) -> State:
    """The state itself; raises `SchwarmError` for what is none, such as a board, which changes."""
    if not isinstance(given, State):
        raise SchwarmError(NO_STATE(given=excerpt(repr(given))))
    return given


NO_STATE = Sentence("A position is a state, like game.start(), game.parse(text) or board.state(), not {given}.")
