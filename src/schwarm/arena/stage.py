"""A stage of a contest: players in one table, and the encounters between them day by day.

By default a round robin; other stages have other pairings, or other columns in their table. A win is 2 points, a draw
1; then come the tie-break of the stage and the secondary criterion of the season. Teams that are equal in everything
share a place, and lots drawn by the seed decide who advances; the documents leave that case open.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from schwarm.arena.contest import Conditions
from schwarm.arena.fixture import BETWEEN, LOT, NO_NOTES, Fixture, Result, ViolationNotes, pair_fixtures, start_seed
from schwarm.arena.results import Crosstable, Results, Tallies, broke_rules
from schwarm.games import Game, Reason
from schwarm.protocol import codec_for
from schwarm.words import Message, Sentence

NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Row:
    """One team in a table."""

    place: int
    team: str
    games: int
    wins: int
    draws: int
    losses: int
    points: int
    second: Fraction
    """The average of the secondary criterion."""
    violations: Counter[Reason]
    """Games lost other than by the rules of the game."""
    why: ViolationNotes = NO_NOTES
    """Details of one of them."""
    tie_break: int | None = None
    """The value between points and secondary criterion, in contests that have such a column."""

    @property
    def rank(self) -> tuple[int, int, Fraction]:
        return self.points, self.tie_break or 0, self.second

    @property
    def reasons(self) -> str:
        """`never joined 6`"""
        return count_reasons(self.violations)

    @property
    def faults(self) -> str:
        """`never joined 6: There is no file …`"""
        return f"{self.reasons}: {self.why}" if self.why else self.reasons


def standings(
    teams: Sequence[str],
    tallies: Tallies,
    game: Game,
    seed: int = 0,
    *,
    bonus: Mapping[str, int] = NOTHING,
    tie_breaks: Mapping[str, int] | None = None,
) -> list[Row]:
    """The table of these teams, the best first. `bonus` points are for byes."""
    void = _voids(game)
    rows = []
    for team in teams:
        tally = tallies[team]
        counts = tally.games, tally.wins, tally.draws, tally.losses, tally.points + bonus.get(team, 0)
        rest = tally.average(faults_void=void), +tally.violations, tally.why
        rows.append(Row(0, team, *counts, *rest, None if tie_breaks is None else tie_breaks[team]))
    rows.sort(key=lambda row: start_seed(f"{LOT}/{row.team}", seed))
    rows.sort(key=lambda row: row.rank, reverse=True)
    placed: list[Row] = []
    for number, row in enumerate(rows, start=1):
        place = placed[-1].place if placed and placed[-1].rank == row.rank else number
        placed.append(replace(row, place=place))
    return placed


def count_reasons(violations: Counter[Reason]) -> str:
    return ", ".join(f"{reason.word} {number}" for reason, number in violations.most_common())


def counted_points(result: Result, game: Game) -> tuple[int, int]:
    """The values of a game in the secondary criterion, for Red and Blue."""
    red, blue = result.outcome.points
    if not _voids(game):
        return red, blue
    return 0 if broke_rules(result, result.red) else red, 0 if broke_rules(result, result.blue) else blue


def describe_faults(game: Game) -> Message:
    """The value of a game lost by a fault in the secondary criterion; shown beside every table."""
    return (FAULTS_VOID if _voids(game) else FAULTS_COUNT)(criterion=game.criterion)


def _voids(game: Game) -> bool:
    """Whether a player that breaks a rule scores nothing at all, as the season's result writes it."""
    return codec_for(game).quirks.faults_void_points


FAULTS_VOID = Sentence(
    "“{criterion}”: a game that a team lost by a crash or another fault counts 0 for it, and for its opponent what was "
    "on the board."
)
FAULTS_COUNT = Sentence(
    "“{criterion}”: a game that a team lost by a crash or another fault counts what was on the board, for both teams."
)


Day = list[tuple[str, str]]
"""The pairings of one match day."""


class Encounter(NamedTuple):
    """Two players who meet, and the prefix of the keys of their games."""

    key: str
    one: str
    two: str
    day: int
    """From 1."""


@dataclass(frozen=True)
class Stage:
    """Players who meet each other, and their table."""

    name: str
    """The prefix of the keys of its games; in a group the group's name follows."""
    players: tuple[str, ...]
    games: int
    """Of each encounter."""
    conditions: Conditions
    seed: int = 1
    group: str = ""

    tie_break: ClassVar[Sentence | None] = None
    """The heading of the column between points and secondary criterion, where there is one."""

    @property
    def key(self) -> str:
        return f"{self.name}/{self.group}" if self.group else self.name

    def days(self) -> list[Day]:
        return round_robin(self.players)

    def encounter(self, day: int, one: str, two: str) -> str:
        """The key of an encounter."""
        return f"{self.key}/{one}{BETWEEN}{two}"

    def encounters(self, results: Results) -> list[Encounter]:
        """All that are known, by day."""
        return results.sum(Schedule, self).encounters

    def day_of(self, encounter: str, results: Results) -> int:
        """The match day of an encounter; 0 if it is not of this stage."""
        return results.sum(Schedule, self).days.get(encounter, 0)

    def title_of_day(self, day: int) -> Message:
        return MATCH_DAY(number=day)

    @property
    def total(self) -> int:
        return self.games * len(self.players) * (len(self.players) - 1) // 2

    def is_over(self, results: Results) -> bool:
        return not results.sum(Schedule, self).left

    def due(self, results: Results) -> Iterator[tuple[int, Fixture]]:
        """The games that are missing, with their match days."""
        for met in results.sum(Schedule, self).left.values():
            for fixture in self.missing(met, results):
                yield met.day, fixture

    def missing(self, met: Encounter, results: Results) -> list[Fixture]:
        return pair_fixtures(met.key, met.one, met.two, self.games, self.seed, results.encounter(met.key))

    # -- the table -------------------------------------------------------------------------------------

    def tallies(self, results: Results) -> Tallies:
        return results.sum(Tallies, self.key)

    def scores(self, results: Results) -> Crosstable:
        return results.sum(Crosstable, self.key)

    def table(self, results: Results, hidden: Iterable[Result] = ()) -> list[Row]:
        """The table as it was before the `hidden` games."""
        return standings(self.players, self.tallies(results).without(hidden), self.conditions.game, self.seed)


class Schedule:
    """The encounters of a stage that lack games."""

    def __init__(self, stage: Stage) -> None:
        self.encounters = [
            Encounter(stage.encounter(number, one, two), one, two, number)
            for number, day in enumerate(stage.days(), start=1)
            for one, two in day
        ]
        self.days = {met.key: met.day for met in self.encounters}
        self.left = {met.key: met for met in self.encounters}
        self._games, self._played = stage.games, dict[str, int]()

    def add(self, result: Result) -> None:
        key = result.key.encounter
        if key in self.left and result.key.number <= self._games:
            self._played[key] = self._played.get(key, 0) + 1
            if self._played[key] == self._games:
                del self.left[key], self._played[key]


def round_robin(players: Sequence[str]) -> list[Day]:
    """Each player meets each other once, at most one a day; with an odd number one is free each day.

    The circle method: the first stays, the others move on by one place a day. The order within an encounter, and so
    its first move, changes from day to day."""
    circle: list[str | None] = [*players, *([None] if len(players) % 2 else [])]
    half = len(circle) // 2
    days: list[Day] = []
    for number in range(len(circle) - 1):
        day: Day = []
        for place in range(half):
            one, two = circle[place], circle[-1 - place]
            # The first player would always come first; the others change by moving on.
            if number % 2 and place == 0:
                one, two = two, one
            if one is not None and two is not None:
                day.append((one, two))
        days.append(day)
        circle[1:] = [circle[-1], *circle[1:-1]]
    return days


def gauntlet(players: Sequence[str]) -> list[Day]:
    """The first meets all others."""
    first, *others = players
    return [[(first, other)] for other in others]


MATCH_DAY = Sentence("Match day {number}")
