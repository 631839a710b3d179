"""Positions from which a game can begin: somewhere in another game, and not where that is over."""

from schwarm.games import State
from schwarm.games.number import whole_in
from schwarm.games.record import Record
from schwarm.web.errors import Refusal, Refused


def check_playable(state: State) -> State:
    """A position from which a game can begin."""
    if not state.legal_moves():
        raise Refused(ENDED_THERE())
    return state


def position_in(record: Record, *, turn: int | None, after: int | None = None) -> State:
    """A position of a game: at a turn, or after a number of its moves."""
    states = list(record.states())
    place = after if turn is None else turn - record.start.turn
    number = whole_in(place, 0, len(states) - 1)
    if number is None:
        raise Refused(NO_SUCH_MOVE(moves=len(states) - 1))
    return states[number]


ENDED_THERE = Refusal("The game is already over in this position; choose an earlier one.")
NO_SUCH_MOVE = Refusal("That game has {moves} moves; choose a number from 0 to {moves}.")
