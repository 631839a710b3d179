"""Computer players for everybody: the sparring partners, simple and readable."""

from schwarm.player.sparring import PLAYERS, Greedy, Player, Random, sparring

__all__ = ["PLAYERS", "Greedy", "Player", "Random", "sparring"]
