"""Schwarm: Piranhas 2026, Piranhas 2019 and Ostseeschach 2022, the board games of the Software-Challenge.

>>> import schwarm
>>> state = schwarm.game("piranhas-2026").start(seed=7)
>>> state.play("A4-C4").turn
1

schwarm.game(id) gives a game; its start() and parse() give states; a state has legal_moves(), play(), outcome() and
explain(). schwarm.Record is a whole game. schwarm.view draws states, schwarm.player plays, schwarm.words speaks.
"""

from typing import TYPE_CHECKING, Any

from schwarm.games import (
    Game,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    Move,
    Outcome,
    Reason,
    State,
    Team,
    UnknownGame,
    all_games,
    game,
)
from schwarm.words import SchwarmError

if TYPE_CHECKING:
    from schwarm import games, player, protocol, view, words
    from schwarm.games.record import Record

__version__ = "0.1.0"

__all__ = [
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidPosition",
    "Move",
    "Outcome",
    "Reason",
    "Record",
    "SchwarmError",
    "State",
    "Team",
    "UnknownGame",
    "__version__",
    "all_games",
    "game",
    "games",
    "player",
    "protocol",
    "view",
    "words",
]


def __getattr__(name: str) -> Any:
    """Load what takes time to load on first use: a bot needs no records and no pictures."""
    from importlib import import_module

    if name in ("player", "protocol", "view"):
        return import_module(f"schwarm.{name}")
    if name == "Record":
        return import_module("schwarm.games.record").Record
    raise AttributeError(f"module 'schwarm' has no attribute {name!r}")


def _paint(state: State) -> str:
    from schwarm import view

    return view.svg(state, theme="auto")


# The rules know nothing of pictures; here, above both, notebooks get theirs.
State.painter = staticmethod(_paint)
