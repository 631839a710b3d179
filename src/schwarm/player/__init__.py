"""What a bot author imports: `Player`, `run`, `Clock`; and the sparring partners, simple and readable.

>>> from schwarm.player import Player, run
"""

from schwarm.player.clock import Clock
from schwarm.player.hecht import Hecht
from schwarm.player.player import Player
from schwarm.player.roster import PLAYERS, partner, sparring
from schwarm.player.run import run
from schwarm.player.sparring import Greedy, Random, Sparring

__all__ = ["PLAYERS", "Clock", "Greedy", "Hecht", "Player", "Random", "Sparring", "partner", "run", "sparring"]
