"""Squares of a side that belong together: what a game can outline over a position, such as a swarm of Piranhas."""

from typing import NamedTuple

from schwarm.games.outcome import Team


class Group(NamedTuple):
    """Squares of a side that belong together, and what they weigh."""

    team: Team
    squares: frozenset[str]
    weight: int
