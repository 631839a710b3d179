"""What a bot author imports: `Player`, `run`, `Clock`, `Board`; and the sparring partners, simple and readable.

>>> from schwarm.player import Board, Clock, Player, run

`Board` is the fast board of the native core, or a plain one with most of its methods if the core is missing or does not
know the game.
"""

from typing import TYPE_CHECKING, Any

from schwarm.player.clock import Clock
from schwarm.player.player import Player
from schwarm.player.run import run

if TYPE_CHECKING:
    from schwarm.core import Board
    from schwarm.player.hecht import Hecht
    from schwarm.player.partners import PLAYERS, partner, sparring
    from schwarm.player.simple_players import Greedy, Random, Sparring

__all__ = ["PLAYERS", "Board", "Clock", "Greedy", "Hecht", "Player", "Random", "Sparring", "partner", "run", "sparring"]

LATER = {
    **dict.fromkeys(("PLAYERS", "partner", "sparring"), "partners"),
    **dict.fromkeys(("Greedy", "Random", "Sparring"), "simple_players"),
    "Hecht": "hecht",
    "Board": "board",
}
"""Where a name is: a bot that wants only `Player` starts twice as fast without the engine."""


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        found = getattr(import_module(f"{__name__}.{LATER[name]}"), name)
    except ImportError:
        if name != "Board":
            raise
        # It is missing, or was made for another system.
        from schwarm.player.plain_board import PlainBoard as found
    globals()[name] = found
    return found
