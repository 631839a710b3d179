"""The sparring ladder: one player climbs among partners of known strength until its own is known well enough.

A contest like others: asked with what was played so far it says who is next, always whoever is nearest in strength to
what is believed by then.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from schwarm.arena.contest import BadContest
from schwarm.arena.fixture import Fixture, Result, Results, pair_fixtures
from schwarm.arena.pairs import Interval
from schwarm.arena.rating import Bout, Encounters, Posterior, fit
from schwarm.arena.rungs import Rung, Scale, scale
from schwarm.arena.tournament import Tournament
from schwarm.games import Reason
from schwarm.words import Sentence

CLIMBER = ""
"""The climber in the rating model, whatever its name: a rung may be called the same."""
PRECISION = 80.0
"""Elo: half the width of the interval that is good enough."""
MAX_GAMES = 400
FEWEST_PAIRS = 8
"""Before that nothing is thought to be known."""
BROKEN_GAMES = 4
"""So many first games, all lost by breaking off, are enough to see that something else than strength is wrong."""
NEVER_CAME_GAMES = 2
"""Likewise for a player that does not even come; waiting for it takes long."""


class Summit(Enum):
    """Why nobody needs to play on."""

    KNOWN = "known"
    BROKEN = "broken"
    """It lost all its games by breaking off."""
    BELOW = "below"
    """Weaker than the weakest partner."""
    ABOVE = "above"
    """Stronger than the strongest."""
    ENOUGH = "enough"
    """The bound of games is reached."""


@dataclass(frozen=True)
class Ladder(Tournament):
    """The first of the players climbs, the others are the rungs; `games` are at most played in all."""

    games: int = MAX_GAMES
    first_against_all: bool = True
    fingerprint: str = ""
    """Of the files that the first player is made of."""
    precision: float = PRECISION
    ahead: int = 1
    """How many pairs are handed out at once, for those who play many games at a time."""

    def __post_init__(self) -> None:
        super().__post_init__()
        for bot in list(self.bots.values())[1:]:
            self.scale.elo(bot)

    @property
    def title(self) -> str:
        return self.climber

    @property
    def climber(self) -> str:
        return next(iter(self.bots))

    @cached_property
    def scale(self) -> Scale:
        return scale(self.conditions.game_id)

    @cached_property
    def rungs(self) -> tuple[Rung, ...]:
        """Those that take part, the weakest first."""
        taking_part = set(list(self.bots.values())[1:])
        return tuple(rung for rung in self.scale.rungs if rung.bot in taking_part)

    @cached_property
    def names(self) -> dict[str, str]:
        """What each rung is called among the players."""
        return {bot: player for player, bot in list(self.bots.items())[1:]}

    # -- what was played -------------------------------------------------------------------------------

    def points(self, rung: Rung, results: Results) -> list[float]:
        """The climber's points from each whole pair against a rung. Where the partner broke off (late on a busy
        machine) a pair tells nothing."""
        found = []
        for number in range(self._count_begun(rung, results)):
            games = [results.get(f"{rung.name}/{2 * number + half}") for half in (1, 2)]
            if all(game is not None and self.tells(game) for game in games):
                found.append(sum(game.score(self.climber) for game in games if game is not None))
        return found

    def tells(self, result: Result) -> bool:
        """Whether a game says something about the climber."""
        return not result.outcome.reason.violation or result.winner != self.climber

    def posterior(self, results: Results) -> Posterior:
        """The climber's strength after these results, with the rungs as anchors."""
        anchors = {rung.name: rung.elo for rung in self.rungs}
        played = (Bout(CLIMBER, rung.name, 2, points) for rung in self.rungs for points in self.points(rung, results))
        return fit(Encounters([CLIMBER, *anchors], played), anchors, min_spread=1.0)

    def rating(self, results: Results) -> Interval:
        return self.posterior(results).elo(CLIMBER)

    def _count_begun(self, rung: Rung, results: Results) -> int:
        """How many pairs against a rung were begun."""
        number = 0
        while any(f"{rung.name}/{2 * number + half}" in results for half in (1, 2)):
            number += 1
        return number

    # -- what is next ----------------------------------------------------------------------------------

    def due(self, results: Results) -> list[Fixture]:
        """The other halves of pairs that were begun, and the next pairs: those nearest to what is believed. Several are
        spread over what is possible, as long as that is much."""
        if self.over(results):
            return []
        begun = {rung: self._count_begun(rung, results) for rung in self.rungs}
        posterior, fresh = self.posterior(results), Counter[Rung]()
        for number in range(self.ahead):
            fresh[self.nearest(posterior.quantile(CLIMBER, (number + 1) / (self.ahead + 1)))] += 1
        halves = [fixture for rung in self.rungs for fixture in self._pairs(rung, begun[rung], results)]
        wanted = [fixture for rung in fresh for fixture in self._pairs(rung, begun[rung] + fresh[rung], results)]
        return list(dict.fromkeys([*halves, *wanted]))[: self.games - len(results)]

    def _pairs(self, rung: Rung, number: int, results: Results) -> list[Fixture]:
        """What is missing of the first so many pairs against a rung."""
        return pair_fixtures(rung.name, self.climber, self.names[rung.bot], 2 * number, self.seed, results)

    def nearest(self, elo: float) -> Rung:
        return min(self.rungs, key=lambda rung: abs(rung.elo - elo))

    def over(self, results: Results) -> bool:
        return self.summit(results) is not None

    def summit(self, results: Results) -> Summit | None:
        """Why it is over; None while it is not."""
        if self.broken(results):
            return Summit.BROKEN
        if sum(len(self.points(rung, results)) for rung in self.rungs) >= FEWEST_PAIRS:
            rating = self.rating(results)
            if rating.high < self.rungs[0].elo:
                return Summit.BELOW
            if rating.low > self.rungs[-1].elo:
                return Summit.ABOVE
            if rating.margin <= self.precision:
                return Summit.KNOWN
        return Summit.ENOUGH if len(results) >= self.games else None

    def broken(self, results: Results) -> bool:
        """Whether it never played a game to its end."""
        told = [result for result in results.values() if self.tells(result)]
        lost = [result.outcome.reason for result in told if result.violator == self.climber]
        if len(lost) < len(told):
            return False
        came = any(reason is not Reason.NEVER_CAME for reason in lost)
        return len(lost) >= (BROKEN_GAMES if came else NEVER_CAME_GAMES)

    def total(self, results: Results) -> int:
        """As far as can be guessed: errors shrink with the square root of the number of games."""
        done = len(results)
        if self.over(results):
            return done
        margin = self.rating(results).margin
        guess = max(2 * FEWEST_PAIRS, round(done * (margin / self.precision) ** 2))
        return min(self.games, max(done + 2, guess))


def players(name: str, bot: str, rungs: Sequence[Rung]) -> dict[str, str]:
    """The climber and its partners; a climber that is called like a rung gets another name."""
    taken = {rung.bot for rung in rungs}
    number, free = 2, name
    while free in taken:
        free, number = f"{name} {number}", number + 1
    if not rungs:
        raise BadContest(NO_RUNGS())
    return {free: bot, **{rung.bot: rung.bot for rung in rungs}}


NO_RUNGS = Sentence("A ladder needs at least one partner.")
