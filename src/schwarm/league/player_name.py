"""The names of players inside a league: a team's version like `3.7`, or a sparring partner like `greedy`.

Teams may change their names; games belong to numbers.
"""

from typing import NamedTuple

from schwarm.arena.contest import BadContest
from schwarm.arena.ladder import Rung, playable, scale

LAST_PARTNER = "level-9"
"""The strongest partner; the next one's strength depends on how fast the machine is."""


class TeamVersion(NamedTuple):
    """One version of one team, by their numbers."""

    team: int
    version: int

    def __str__(self) -> str:
        return f"{self.team}.{self.version}"


def parse_player_name(name: str) -> TeamVersion | None:
    """The version of this name; None for a partner."""
    team, dot, version = name.partition(".")
    return TeamVersion(int(team), int(version)) if dot and team.isdigit() and version.isdigit() else None


def partners_of(game_id: str) -> dict[str, float]:
    """The sparring partners of a game and their strength; empty if none were measured."""
    try:
        rungs = playable(scale(game_id))
    except BadContest:
        return {}
    strongest = next((rung.elo for rung in rungs if rung.name == LAST_PARTNER), None)
    return {rung.bot: rung.elo for rung in rungs if strongest is None or rung.elo <= strongest}


def middle_of(game_id: str) -> float | None:
    """The prior mean of an unknown bot: the strength of `greedy`, which a first bot can beat."""
    found: list[Rung] = []
    try:
        found = [rung for rung in scale(game_id).rungs if rung.name == "greedy"]
    except BadContest:
        return None
    return found[0].elo if found else None
