"""What browsers hear about leagues, and what they send. `scripts/contract` writes it down for the scripts."""

from typing import Literal, NotRequired, TypedDict


class LeagueFields(TypedDict):
    """A new league; what was typed and is no number is sent as it is, and `league_form` says so."""

    title: str
    game: str
    time: str
    teams: int | str
    cores: int | str
    hours: float | str
    groups: NotRequired[int | str]
    starts: NotRequired[str]
    ends: NotRequired[str]
    opens: NotRequired[str]
    closes: NotRequired[str]


class LeagueContestFields(TypedDict):
    """A contest on a league's teams, by their numbers. Text that is not a number is sent unchanged."""

    kind: str
    title: str
    teams: list[int]
    partners: list[str]
    games: int | str
    time: str
    options: NotRequired[dict[str, bool | int | str]]
    """What only this kind has, by the names in `Contest.options`."""
    per_group: NotRequired[int | str]
    finalists: NotRequired[int | str]
    final_games: NotRequired[int | str]
    most_games: NotRequired[int | str]
    third_place: NotRequired[bool]


class ForecastJson(TypedDict):
    """How many games a contest would have, and in words also how long it would take."""

    games: int
    sentence: str
    difference: str
    """How its Final Eight differs from the rules, if it does."""


class GroupFields(TypedDict):
    """The groups of teams, by their numbers."""

    groups: dict[str, str]


class SheetJson(TypedDict):
    """Codes to print, as HTML. They are told once: only their hashes are kept."""

    address: str
    html: str


class CodeFields(TypedDict):
    code: str


class EnteredJson(TypedDict):
    """Where to go on, and what a terminal wants to know."""

    address: str
    league: str
    title: str
    team: str | None
    closed: str
    """Why nothing can be handed in any more, in one sentence; empty where it can."""


class TeamFields(TypedDict):
    name: str
    fish: str


class TeamNameFields(TypedDict):
    """What an organiser calls a team."""

    name: str


class StandingFields(TypedDict):
    """An organiser hides a team, shows it again, or removes it for good."""

    standing: Literal["hidden", "shown", "removed"]


class HomeFields(TypedDict):
    """A team that plays from home wants a new code, or says that its program is another one now."""

    what: Literal["code", "version"]


class HomeJson(TypedDict):
    """How a client is started, as HTML with its code, which is told once; empty where nothing is to be told."""

    html: str
    sentence: str


class NewCodeFields(TypedDict):
    """Whose code is renewed: that of a team by its number, of all who have not entered, or one more organiser's."""

    whose: int | Literal["waiting", "organiser"]


class SettingsFields(TypedDict):
    playing: NotRequired[bool]
    cores: NotRequired[int | str]
    hours: NotRequired[float | str]
    starts: NotRequired[str]
    ends: NotRequired[str]
    opens: NotRequired[str]
    closes: NotRequired[str]


class DeleteFields(TypedDict):
    title: str


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
