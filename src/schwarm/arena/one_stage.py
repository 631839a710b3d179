"""A match or a tournament as the pages of a season show it: one stage in which all meet, and nothing after it."""

from dataclasses import dataclass
from functools import cached_property

from schwarm.arena.fixture import Fixture, Results
from schwarm.arena.match import Match
from schwarm.arena.round_robin import Day
from schwarm.arena.season import Entrant, Round, Season
from schwarm.arena.tournament import Tournament


@dataclass(frozen=True, slots=True)
class OwnRound(Round):
    """Who meets whom, and what encounters are called, as its contest has it."""

    contest: Match | Tournament

    @property
    def days(self) -> list[Day]:
        return [[self.contest.players]] if isinstance(self.contest, Match) else self.contest.days

    def encounter(self, one: str, two: str) -> str:
        return self.stage if isinstance(self.contest, Match) else Round.encounter(self, one, two)

    @property
    def total(self) -> int:
        return self.contest.total({})


@dataclass(frozen=True)
class OneStage(Season):
    """A season that is a match or a tournament."""

    contest: Match | Tournament | None = None

    @cached_property
    def championship(self) -> list[Round]:
        assert self.contest is not None
        name = "match" if isinstance(self.contest, Match) else "tournament"
        return [OwnRound(name, "", tuple(self.contest.bots), self.games, self.contest)]

    def due(self, results: Results) -> list[Fixture]:
        assert self.contest is not None
        return self.contest.due(results)


def to_season(contest: Match | Tournament | Season) -> Season:
    """Any contest as something that can be published."""
    if isinstance(contest, Season):
        return contest
    return OneStage(
        title=contest.title,
        teams=tuple(Entrant(name, bot) for name, bot in contest.bots.items()),
        conditions=contest.conditions,
        seed=contest.seed,
        games=contest.games,
        contest=contest,
    )
