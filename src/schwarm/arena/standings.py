"""Tables: win points first, then the season's secondary criterion, the average over all games of a team.

A win is 2 points, a draw 1. Who is equal in both shares a place. Where only some of them can go on, lots decide, which
the season's seed draws; the documents say nothing about that case.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from schwarm.arena.fixture import LOT, NO_NOTES, Result, ViolationNotes, start_seed
from schwarm.games import Game, Reason
from schwarm.protocol import codec_for
from schwarm.words import Message, Sentence

WIN, DRAW = 2, 1


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
    """What is known about the first of them."""


def standings(teams: Sequence[str], results: Iterable[Result], game: Game, seed: int = 0) -> list[Row]:
    """The table of these teams over these games, the best first."""
    counts: dict[str, _Count] = {team: _Count() for team in teams}
    for result in results:
        for team, second in zip(result.players, counted_points(result, game), strict=True):
            if team in counts:
                counts[team].add(result, team, second)
    lots = {team: start_seed(f"{LOT}/{team}", seed) for team in teams}
    order = sorted(counts, key=lambda team: (*(-value for value in counts[team].rank), lots[team]))
    rows: list[Row] = []
    for number, team in enumerate(order, start=1):
        count = counts[team]
        tied = rows and counts[rows[-1].team].rank == count.rank
        rows.append(count.row(rows[-1].place if tied else number, team))
    return rows


def counted_points(result: Result, game: Game) -> tuple[int, int]:
    """What a game counts in the secondary criterion, for Red and Blue."""
    red, blue = result.outcome.points
    if not result.outcome.reason.violation or not _voids(game):
        return red, blue
    return 0 if _broke_rules(result, result.red) else red, 0 if _broke_rules(result, result.blue) else blue


def describe_faults(game: Game) -> Message:
    """What a game that was lost by a fault counts in the secondary criterion, as it stands beside every table."""
    return (FAULTS_VOID if _voids(game) else FAULTS_COUNT)(criterion=game.criterion)


class _Count:
    """What adds up to a row."""

    def __init__(self) -> None:
        self.wins = self.draws = self.losses = self.second = 0
        self.violations: Counter[Reason] = Counter()
        self.why = NO_NOTES
        self.alone = False
        """Whether that is about this team alone."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rank(self) -> tuple[int, Fraction]:
        points = WIN * self.wins + DRAW * self.draws
        return points, Fraction(self.second, self.games) if self.games else Fraction(0)

    def add(self, result: Result, team: str, second: int) -> None:
        score = result.score(team)
        self.wins += score == 1
        self.draws += score == 0.5
        self.losses += score == 0
        self.second += second
        if _broke_rules(result, team):
            self.violations[result.outcome.reason] += 1
            # Where both sides lost, the words are about both of them: better those of a game it lost alone.
            if result.why and (not self.why or (result.winner and not self.alone)):
                self.why, self.alone = result.why, result.winner is not None

    def row(self, place: int, team: str) -> Row:
        points, second = self.rank
        numbers = self.games, self.wins, self.draws, self.losses
        return Row(place, team, *numbers, points, second, self.violations, self.why)


def _broke_rules(result: Result, team: str) -> bool:
    """Whether a team lost this game by breaking a rule or the contest's conditions."""
    return result.outcome.reason.violation and result.winner != team


def _voids(game: Game) -> bool:
    """Whether who breaks a rule scores nothing at all, as the season's result writes it."""
    return codec_for(game).quirks.faults_void_points


FAULTS_VOID = Sentence(
    "“{criterion}”: a game that a team lost by a crash or another fault counts 0 for it, and for its opponent what was "
    "on the board."
)
FAULTS_COUNT = Sentence(
    "“{criterion}”: a game that a team lost by a crash or another fault counts what was on the board, for both teams."
)
