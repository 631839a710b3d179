"""What a bot author imports: `Player`, `run`, `Clock`, `Board`; and the sparring partners, simple and readable.

>>> from schwarm.player import Board, Clock, Player, run

`Board` is the fast board of the native core, or a plain one with most of its methods if the core is missing or does not
know the game.
"""

from typing import TYPE_CHECKING

from schwarm.player.clock import Clock
from schwarm.player.hecht import Hecht
from schwarm.player.partners import PLAYERS, partner, sparring
from schwarm.player.player import Player
from schwarm.player.run import run
from schwarm.player.sparring import Greedy, Random, Sparring

if TYPE_CHECKING:
    from schwarm.core import Board
else:
    try:
        from schwarm.player.board import Board
    except ImportError:
        # It is missing, or was made for another system.
        from schwarm.player.plain_board import PlainBoard as Board

__all__ = ["PLAYERS", "Board", "Clock", "Greedy", "Hecht", "Player", "Random", "Sparring", "partner", "run", "sparring"]
