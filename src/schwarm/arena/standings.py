"""Tables: points first, then what breaks ties in this kind of contest, then the season's secondary criterion.

A win is 2 points, a draw 1. Teams that are equal in everything share a place. Where only some of them advance, lots
drawn by the contest's seed decide; the documents leave that case open.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from schwarm.arena.fixture import LOT, NO_NOTES, Result, ViolationNotes, start_seed
from schwarm.arena.results import Tallies, broke_rules
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
