"""Leagues, as the API shows them."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta, field

from schwarm.arena.executors import usable_cores
from schwarm.games.time_control import CONTEST_TIME
from schwarm.web.contests.contract import AnyContestFields
from schwarm.web.errors import Refusal
from schwarm.web.shell.contract import Fields, Line, Text

MAX_TEAMS = 64
MAX_CORES = len(usable_cores())
MAX_GROUPS = 8
HOW_MANY_TEAMS = Refusal("A league has 2 to {most} teams.")
HOW_MANY_CORES = Refusal("The league may play 1 to {most} games at the same time on this computer.")
HOW_MANY_HOURS = Refusal("The league plays up to 24 hours a day; less than 0.1 would be none.")
HOW_MANY_GROUPS = Refusal("A league has 1 to {most} groups, each with at least two teams.")
WHICH_FISH = Refusal("Choose one of the pictures.")

Teams = Annotated[int, Meta(ge=2, le=MAX_TEAMS, extra={"sentence": HOW_MANY_TEAMS(most=MAX_TEAMS)})]
Cores = Annotated[int, Meta(ge=1, le=MAX_CORES, extra={"sentence": HOW_MANY_CORES(most=MAX_CORES)})]
"""Games at the same time."""
Hours = Annotated[float, Meta(ge=0.1, le=24, extra={"sentence": HOW_MANY_HOURS()})]
"""In which a league plays, of each day."""
Groups = Annotated[int, Meta(ge=1, le=MAX_GROUPS, extra={"sentence": HOW_MANY_GROUPS(most=MAX_GROUPS)})]
Group = Literal["", "A", "B", "C", "D", "E", "F", "G", "H"]
FishName = Literal[
    "piranha", "puffer", "ray", "shark", "angler", "seahorse", "flounder", "eel", "perch", "whale", "squid", "crab"
]
"""The pictures that a team chooses from."""


class LeagueFields(Fields):
    """A new league. Dates are written like 2026-11-20 18:00, times of day like 18:30."""

    title: Text
    game: Text
    teams: Teams
    cores: Cores
    hours: Hours
    time: Text = str(CONTEST_TIME)
    groups: Groups = 1
    starts: Text = ""
    ends: Text = ""
    opens: Text = ""
    closes: Text = ""


class LeagueContestFields(AnyContestFields):
    """A contest on a league's teams, by their numbers. An empty time control is the league's."""

    teams: list[int]
    partners: list[Line] = field(default_factory=list)
    per_group: int = 0
    finalists: int = 0
    final_games: int | None = None
    most_games: int = 0
    third_place: bool = True


class ForecastJson(TypedDict):
    """How many games a contest would have, and in words also how long it would take."""

    games: int
    sentence: str
    difference: str
    """How its Final Eight differs from the rules, if it does."""


class GroupFields(Fields):
    """The groups of teams, by their numbers."""

    groups: dict[str, Group]


class SheetJson(TypedDict):
    """Codes to print, as HTML. They are told once: only their hashes are kept."""

    address: str
    html: str


class CodeFields(Fields):
    """The code of a team or an organiser."""

    code: Annotated[str, Meta(max_length=100)] = ""


class EnteredJson(TypedDict):
    """Where to go on, and what a terminal wants to know."""

    address: str
    league: str
    title: str
    team: str | None
    closed: str
    """Why nothing can be handed in any more, in one sentence; empty where it can."""


class TeamFields(Fields):
    """What a team is called, and its picture."""

    fish: Annotated[FishName, Meta(extra={"sentence": WHICH_FISH()})]
    name: Text = ""


class TeamNameFields(Fields):
    """What an organiser calls a team."""

    name: Text


class StandingFields(Fields):
    """An organiser hides a team, shows it again, or removes it for good."""

    standing: Literal["hidden", "shown", "removed"]


class HomeFields(Fields):
    """A team that plays from home asks for a new code, or announces a new version of its program."""

    what: Literal["code", "version"]


class HomeJson(TypedDict):
    """How a client is started, as HTML with its code, which is shown once; empty without a new code."""

    html: str
    sentence: str


class NewCodeFields(Fields):
    """Whose code is renewed: that of a team by its number, of all who have not entered, or one more organiser's."""

    whose: int | Literal["waiting", "organiser"]


class SettingsFields(Fields):
    """What changes of a league. Dates and times change together."""

    playing: bool | None = None
    cores: Cores | None = None
    hours: Hours | None = None
    starts: Text | None = None
    ends: Text | None = None
    opens: Text | None = None
    closes: Text | None = None


class DeleteFields(Fields):
    """The title of the league, to confirm."""

    title: Text = ""


class FindingJson(TypedDict):
    """One sentence of a check report."""

    weight: str
    text: str


class VersionJson(TypedDict):
    """What became of something that was handed in."""

    number: int
    file: str
    state: str
    place: int | None
    active: bool
    sentence: str
    findings: list[FindingJson]


class LeaguePartJson(TypedDict):
    """How a league or a team stands, as HTML, what it is called, and until when teams can hand in."""

    html: str
    title: str
    deadline: str


class EditionJson(TypedDict):
    """Counts changes of what the teams of a league are called; a page of another edition is out of date."""

    edition: int


LeagueEvent = tuple[Literal["edition"], EditionJson]
