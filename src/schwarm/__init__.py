"""Schwarm: Piranhas 2026, Piranhas 2019 and Ostseeschach 2022, the board games of the Software-Challenge.

>>> import schwarm
>>> state = schwarm.game("piranhas-2026").start(seed=7)
>>> state.play("A4-C4").turn
1
"""

from schwarm.games import (
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    Move,
    Outcome,
    Reason,
    State,
    Team,
    UnknownGame,
    game,
)

__version__ = "0.1.0"

__all__ = [
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "Move",
    "Outcome",
    "Reason",
    "State",
    "Team",
    "UnknownGame",
    "__version__",
    "game",
    "games",
]


def _paint(state: State) -> str:
    from schwarm import view

    return view.svg(state, theme="auto")


# The rules know nothing of pictures; here, above both, notebooks get theirs.
State.painter = staticmethod(_paint)
