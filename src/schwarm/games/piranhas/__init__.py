"""Piranhas 2026 (documents 000 and 001) and Piranhas 2019 (documents 002 and 003).

Fish swim as far as there are fish on their line; a side wants all its fish in one swarm.
"""

from schwarm.games.piranhas.explanations import SwimRule
from schwarm.games.piranhas.geometry import DIRECTIONS
from schwarm.games.piranhas.pieces import SQUID, Fish, Squid, Swarm
from schwarm.games.piranhas.seasons import PIRANHAS_2019, PIRANHAS_2026
from schwarm.games.piranhas.state import Piranhas, PiranhasState

__all__ = [
    "DIRECTIONS",
    "PIRANHAS_2019",
    "PIRANHAS_2026",
    "SQUID",
    "Fish",
    "Piranhas",
    "PiranhasState",
    "Squid",
    "Swarm",
    "SwimRule",
]
