"""How good a position looks to one side at first glance. Simple on purpose: no search, no tuning.

Other games can add theirs with `measure.register`; without one, a position says nothing.
"""

from functools import singledispatch

from schwarm.games import State, Team
from schwarm.games.ostseeschach import OstseeschachState, Piece
from schwarm.games.piranhas import Fish, PiranhasState


@singledispatch
def measure(state: State, team: Team) -> float:
    """A number that is larger where the side stands better."""
    return 0.0


@measure.register
def _piranhas(state: PiranhasState, team: Team) -> float:
    """A heavy swarm, and the other fish close to it."""
    swarms = state.swarms(team)
    if not swarms:
        return -100.0
    heart = swarms[0].squares
    column = sum(ord(square[0]) for square in heart) / len(heart)
    row = sum(int(square[1]) for square in heart) / len(heart)
    stragglers = [
        max(abs(ord(square[0]) - column), abs(int(square[1]) - row)) * piece.weight
        for square, piece in state.pieces().items()
        if isinstance(piece, Fish) and piece.team is team and square not in heart
    ]
    return 3.0 * swarms[0].weight - 0.5 * sum(stragglers)


@measure.register
def _ostseeschach(state: OstseeschachState, team: Team) -> float:
    """Ambers, then towers, then light pieces far ahead."""
    own = [piece for piece in state.pieces().values() if isinstance(piece, Piece) and piece.team is team]
    towers = sum(piece.tower for piece in own)
    ahead: int = sum(state.light_distances(team))
    return 20.0 * state.ambers[team.index] + 2.0 * towers + 0.3 * ahead
