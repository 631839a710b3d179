"""What a bot author imports: `Player`, `run`, `Clock`; and the sparring partners, simple and readable.

>>> from schwarm.player import Player, run
"""

from schwarm.player.clock import Clock
from schwarm.player.player import Player
from schwarm.player.run import run
from schwarm.player.sparring import PLAYERS, Greedy, Random, Sparring, sparring

__all__ = ["PLAYERS", "Clock", "Greedy", "Player", "Random", "Sparring", "run", "sparring"]
