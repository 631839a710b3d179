"""A team's page: its curve, its versions, what changed with each, and, for its own eyes, what the checks found."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from schwarm.arena.pairs import Interval
from schwarm.league.check import CheckFinding, read_findings
from schwarm.league.league_service import LeagueService
from schwarm.league.player_name import TeamVersion
from schwarm.league.rating_table import CurvePoint, RatingTable
from schwarm.store import versions
from schwarm.store.leagues import FAULTY, READY, LeagueTeam, Version
from schwarm.web.leagues.contract import FindingJson, VersionJson
from schwarm.words import Moment, Sentence, in_figures

WIDTH, HEIGHT = 600.0, 180.0
ROUND = (50, 100, 200, 500, 1000, 2000)


@dataclass(frozen=True, slots=True)
class VersionRow:
    """One version as the page lists it."""

    number: int
    file: str
    date: Moment
    state: str
    active: bool
    place: int | None
    rating: str
    games: int
    change: str
    """What changed with it, in one sentence; empty where nothing can be said."""
    findings: list[CheckFinding] = field(default_factory=list)
    home: str = ""
    """For what plays from home: whether its client is there, as far as that is anybody's business."""


@dataclass(frozen=True, slots=True)
class Curve:
    """How a rating went, drawn."""

    line: str
    band: str
    marks: list[tuple[float, int]]
    """Where a version began, and which."""
    scale: list[tuple[float, str]]


def version_rows(service: LeagueService, team: LeagueTeam, table: RatingTable, *, private: bool) -> list[VersionRow]:
    """All versions of a team, the newest first. `private` includes what only the team itself may see."""
    found, earlier = [], None
    for version in versions.list_versions(service.store, [team.id]):
        if not private and version.state != READY:
            continue
        here = TeamVersion(team.number, version.number)
        rating = table.rating(str(here))
        found.append(
            VersionRow(
                version.number,
                version.file if private else "",
                Moment(version.at),
                version.state,
                team.active == version.number,
                service.queue.place(version) if private else None,
                _to_text(rating) if rating else "",
                table.games_of(str(here)),
                describe_change(table, here, earlier) if earlier else "",
                read_findings(version.findings) if private else [],
                _describe_home(service, team, version, private=private) if version.from_home else "",
            )
        )
        if table.games_of(str(here)):
            earlier = here
    return found[::-1]


def _describe_home(service: LeagueService, team: LeagueTeam, version: Version, *, private: bool) -> str:
    if not private or team.active != version.number:
        return str(FROM_HOME())
    if rest := service.rest_of(team):
        return str(CLIENT_LEFT(n=math.ceil(rest / 60)))
    waiting = service.count_clients(team)
    return str(CLIENTS_WAIT(n=waiting) if waiting else NO_CLIENT())


def _to_text(elo: Interval) -> str:
    return f"{in_figures(elo.value, 0)} ± {in_figures(elo.margin, 0)}"


def describe_change(table: RatingTable, new: TeamVersion, old: TeamVersion) -> str:
    """By how much a version is stronger than the one that played before it."""
    if not table.games_of(str(new)):
        return ""
    change = table.change(new, old)
    if change is None:
        return str(TOO_EARLY())
    facts = {
        "old": old.version,
        "elo": in_figures(change.value + 0.0, 0, sign=True),
        "margin": in_figures(change.margin, 0),
    }
    if change.low > 0:
        return str(STRONGER(**facts))
    return str(WEAKER(**facts)) if change.high < 0 else str(UNCLEAR(**facts))


def draw_curve(points: Sequence[CurvePoint]) -> Curve | None:
    """A team's curve with its error band; None where there is too little to draw."""
    if len(points) < 2:
        return None
    low, high = min(point.low for point in points), max(point.high for point in points)
    first, last = points[0].at, max(points[-1].at, points[0].at + 1)

    def x(at: float) -> float:
        return round(WIDTH * (at - first) / (last - first), 1)

    def y(elo: float) -> float:
        return round(HEIGHT * (high - elo) / (high - low), 1)

    line = " ".join(f"{x(point.at)},{y(point.elo)}" for point in points)
    above = [f"{x(point.at)},{y(point.high)}" for point in points]
    below = [f"{x(point.at)},{y(point.low)}" for point in reversed(points)]
    marks, known = [], None
    for point in points:
        if point.version != known:
            marks.append((x(point.at), point.version))
            known = point.version
    step = next((step for step in ROUND if (high - low) / step <= 5), ROUND[-1])
    first_mark = int(low // step + 1) * step
    scale = [(y(elo), in_figures(elo, 0)) for elo in range(first_mark, int(high) + 1, step)]
    return Curve(line, " ".join((*above, *below)), marks, scale)


def version_json(service: LeagueService, team: LeagueTeam, version: Version) -> VersionJson:
    """What became of a version, for a script or a terminal."""
    place = service.queue.place(version)
    findings = [FindingJson(weight=found.weight, text=str(found)) for found in read_findings(version.findings)]
    return VersionJson(
        number=version.number,
        file=version.file,
        state=version.state,
        place=place,
        active=team.active == version.number,
        sentence=describe_state(version, place, team.active),
        findings=findings,
    )


def describe_state(version: Version, place: int | None, active: int | None) -> str:
    """What became of a version, in one sentence; `active` is the one of its team that plays."""
    if version.state == READY:
        return str(PLAYS(number=version.number) if active == version.number else COULD_PLAY(number=version.number))
    if version.state == FAULTY:
        return str(KEEPS_OLD(number=version.number) if active else FAILED(number=version.number))
    if place == 0:
        return str(CHECKED_NOW(number=version.number))
    return str(IN_QUEUE(number=version.number, place=place) if place else WAITS(number=version.number))


STRONGER = Sentence("Stronger than version {old}: {elo} ± {margin} Elo.")
WEAKER = Sentence("Weaker than version {old}: {elo} ± {margin} Elo.")
UNCLEAR = Sentence("Not clear yet whether it is stronger than version {old}: {elo} ± {margin} Elo.")
TOO_EARLY = Sentence("It has not played enough yet to say what changed.")
FROM_HOME = Sentence("from home")
CLIENTS_WAIT = Sentence("from home, {n} client waits for a game", "from home, {n} clients wait for a game")
CLIENT_LEFT = Sentence(
    "from home, a client left before its game began, so the next game is in {n} minute at the earliest",
    "from home, a client left before its game began, so the next game is in {n} minutes at the earliest",
)
NO_CLIENT = Sentence("from home, no client waits at the moment")
PLAYS = Sentence("Version {number} passed the check and plays in the league.")
COULD_PLAY = Sentence("Version {number} passed the check.")
FAILED = Sentence("Version {number} did not pass the check; its report says what to do.")
KEEPS_OLD = Sentence("Version {number} did not pass the check, so the version before it keeps playing.")
CHECKED_NOW = Sentence("Version {number} is being checked; that takes seconds to a few minutes.")
IN_QUEUE = Sentence("Version {number} waits to be checked, at place {place} in the queue.")
WAITS = Sentence("Version {number} waits to be checked.")
