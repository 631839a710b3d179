"""Who lives in the water of Piranhas: fish, which swim in swarms, and squids, which do not move."""

from enum import Enum
from typing import NamedTuple

from schwarm.games.outcome import Team


class Squid(Enum):
    """The only inhabitant that never moves. Fish swim through it, but no move ends on it (000, 001)."""

    SQUID = "x"


SQUID = Squid.SQUID


class Fish(NamedTuple):
    """A fish of a side. It weighs 1 to 3 in 2026 and always 1 in 2019."""

    team: Team
    weight: int


class Swarm(NamedTuple):
    """Fish of one side that are connected, and what they weigh together."""

    squares: frozenset[str]
    weight: int
