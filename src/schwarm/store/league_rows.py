"""What a store knows of a league, line by line."""

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

from schwarm.games import TimeControl

WAITING, READY, FAULTY = "waiting", "ready", "faulty"
"""A version that waits to be checked, one that may play, and one that may not."""
SHOWN, HIDDEN, REMOVED = "", "hidden", "removed"
"""A team that takes part, one that an organiser hid until further notice, and one that is gone for good."""
WITHDRAWN = "withdrawn"
"""What a team is called that is not shown, with its number; `player.display_name` translates it."""

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
    cores: int
    """Games at the same time."""
    hours: float
    """For each core, within a day."""
    playing: bool
    made: float
    starts: float | None = None
    """When it begins to play; at once if nobody said so."""
    ends: float | None = None
    opens: int | None = None
    """Minutes after midnight, on the server's clock, from which it plays every day; None: around the clock."""
    closes: int | None = None
    edition: int = 0
    """Counts changes of what its teams are called: what was drawn for another edition is out of date."""
    time: str = "2s/10s"
    """Its time control as text."""

    def is_over(self, now: float) -> bool:
        """Whether its end has passed."""
        return self.ends is not None and now >= self.ends

    def is_open(self, now: float) -> bool:
        """Whether it may play at this time."""
        if now < (self.starts or 0.0) or self.is_over(now):
            return False
        if self.opens is None or self.closes is None:
            return True
        local = time.localtime(now)
        minute = 60 * local.tm_hour + local.tm_min
        if self.opens < self.closes:
            return self.opens <= minute < self.closes
        # Overnight.
        return minute >= self.opens or minute < self.closes

    @property
    def time_control(self) -> TimeControl:
        return TimeControl.parse(self.time)

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
    group: str = ""
    """In which group of a season it plays; empty where there is one group."""
    standing: str = SHOWN
    name_fixed: bool = False
    """Whether an organiser chose its name, so that the team itself cannot change it."""

    @property
    def shown(self) -> bool:
        """Whether it takes part and others see it."""
        return self.standing == SHOWN

    @property
    def public_name(self) -> str:
        """What it is called wherever others read it."""
        return self.name if self.shown else f"{WITHDRAWN} {self.number}"

    @property
    def named(self) -> bool:
        """Whether it has chosen its name, and with it a picture."""
        return bool(self.fish)


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
    spent: float = 0.0
    """Seconds of the league's day that it took: the cores the league had then shared them, and a game on another
    machine took none."""
    reason: str | None = None
    """Why it ended, as its record says; None where that is gone, or before the game is kept."""


class NewLeague(NamedTuple):
    """What a league is made from."""

    title: str
    game: str
    rules: str
    time: str
    cores: int
    hours: float
    teams: int
    starts: float | None = None
    ends: float | None = None
    opens: int | None = None
    closes: int | None = None
    groups: int = 1

    def row(self) -> dict[str, Any]:
        return {name: value for name, value in self._asdict().items() if name not in ("teams", "groups")}

    def group_of(self, number: int) -> str:
        """The group of a team, by its number: they are dealt out in turn."""
        return chr(ord("A") + (number - 1) % self.groups) if self.groups > 1 else ""
