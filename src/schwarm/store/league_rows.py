"""What a store knows of a league, line by line."""

from dataclasses import dataclass
from typing import Any, NamedTuple

WAITING, READY, FAULTY = "waiting", "ready", "faulty"
"""A version that waits to be checked, one that may play, and one that may not."""


EVENT_PREFIX = "league-"
"""What the games of leagues belong to in the store begins with this; the league's key follows."""


class League(NamedTuple):
    """A league, and how much of the machine it may have."""

    id: int
    key: str
    """Its part of addresses."""
    title: str
    game: str
    rules: str
    seconds: float
    """Per move."""
    cores: int
    """Games at the same time."""
    hours: float
    """For each core, within a day."""
    playing: bool
    made: float

    @property
    def event(self) -> str:
        """What its games belong to in the store."""
        return f"{EVENT_PREFIX}{self.key}"


class LeagueTeam(NamedTuple):
    """A school's team in a league."""

    id: int
    league_id: int
    number: int
    name: str
    fish: str
    entered: bool
    """Whether somebody came with its code."""
    active: int | None
    """The version that plays."""


class Version(NamedTuple):
    """What a team handed in once."""

    id: int
    team_id: int
    number: int
    file: str
    """What the team called it."""
    zip: str
    """The hash of its content, under which it is kept; empty for a client that plays from the team's computer."""
    size: int
    at: float
    state: str
    findings: str
    """What the check found, as JSON; empty before."""
    checked: float | None

    @property
    def from_home(self) -> bool:
        """Whether nothing was handed in: the team's own client connects by itself."""
        return not self.zip


class CodeOwner(NamedTuple):
    """Whose a code is: a team's, an organiser's of one league, or that of somebody who may make leagues."""

    code_id: int
    league_id: int | None
    team_id: int | None


class OrganiserCode(NamedTuple):
    """One code of an organiser: when it was made, and how many browsers came with it."""

    id: int
    made: float
    browsers: int


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """One game of a league in numbers. Players are named by `league.player_name`."""

    key: str
    pair: int
    red: str
    blue: str
    points_red: float
    points_blue: float
    seconds: float
    """How long it took, starting and ending the players included."""
    at: float = 0.0


class NewLeague(NamedTuple):
    """What a league is made from."""

    title: str
    game: str
    rules: str
    seconds: float
    cores: int
    hours: float
    teams: int

    def row(self) -> dict[str, Any]:
        return {name: value for name, value in self._asdict().items() if name != "teams"}
