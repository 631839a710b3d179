"""A tournament: any number of players, everybody against everybody or the first against all others."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from schwarm.arena.contest import BadContest, Conditions
from schwarm.arena.fixture import BETWEEN, Fixture, Result, Results, pair_fixtures
from schwarm.arena.round_robin import Day, gauntlet, round_robin
from schwarm.words import Sentence, in_figures

FEWEST = 2


@dataclass(frozen=True)
class Tournament:
    """Players and how often each two of them meet."""

    bots: Mapping[str, str]
    conditions: Conditions
    games: int
    """Of each encounter."""
    seed: int = 1
    first_against_all: bool = False
    name: str = ""
    """What its organiser calls it; without, it is called by its players."""

    def __post_init__(self) -> None:
        if len(self.bots) < FEWEST:
            raise BadContest(TOO_FEW())
        if self.games < 2 or self.games % 2:
            raise BadContest(NOT_EVEN(games=self.games))

    @property
    def players(self) -> list[str]:
        return list(self.bots)

    @property
    def title(self) -> str:
        return self.name or " · ".join(self.players)

    @cached_property
    def days(self) -> list[Day]:
        return gauntlet(self.players) if self.first_against_all else round_robin(self.players)

    def due(self, results: Results) -> list[Fixture]:
        return [
            fixture
            for day in self.days
            for one, two in day
            for fixture in pair_fixtures(encounter(one, two), one, two, self.games, self.seed, results)
        ]

    def over(self, results: Results) -> bool:
        return False

    def total(self, results: Results) -> int:
        return self.games * sum(map(len, self.days))


def encounter(one: str, two: str) -> str:
    """The key of an encounter."""
    return f"tournament/{one}{BETWEEN}{two}"


def crosstable(players: list[str], results: list[Result]) -> dict[tuple[str, str], tuple[int, int, int]]:
    """Wins, draws and losses of each player against each other."""
    found: dict[tuple[str, str], tuple[int, int, int]] = {}
    for result in results:
        for player, other in (result.players, result.players[::-1]):
            wins, draws, losses = found.get((player, other), (0, 0, 0))
            score = result.score(player)
            found[player, other] = wins + (score == 1), draws + (score == 0.5), losses + (score == 0)
    return found


def crosstable_rows(players: list[str], results: list[Result]) -> list[tuple[str, list[str]]]:
    """Points of each from games against each, in words: `1.5/2`."""
    found = crosstable(players, results)
    rows = []
    for player in players:
        cells = []
        for other in players:
            wins, draws, losses = found.get((player, other), (0, 0, 0))
            number = wins + draws + losses
            cells.append("·" if player == other else f"{in_figures(wins + draws / 2, None)}/{number}" if number else "")
        rows.append((player, cells))
    return rows


TOO_FEW = Sentence("A tournament needs at least two players.")
NOT_EVEN = Sentence("An encounter needs an even number of games, two from each start, not {games}.")
