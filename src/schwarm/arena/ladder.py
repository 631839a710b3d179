"""The sparring ladder: one player climbs among partners of known strength until its own is known well enough.

The next partner is always the one nearest to the climber's rating so far. The strengths of the partners in `rungs.toml`
were measured by `training/rungs.py` and are taken as exact; on this scale `random` is 0.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, cached_property
from importlib.resources import files
from typing import Any, ClassVar, Self

from schwarm import core
from schwarm.arena.contest import BadContest, Contest, ResumedBy
from schwarm.arena.fixture import Fixture, Result, pair_fixtures
from schwarm.arena.pairs import Interval
from schwarm.arena.rating import Bout, Encounters, Posterior, Rating, fit
from schwarm.arena.results import Crosstable, Results, Tallies
from schwarm.arena.stage import Stage
from schwarm.arena.tournament import GauntletStage, check_encounters
from schwarm.games import Reason
from schwarm.words import Listing, Message, Sentence

LEVELS = range(1, 11)
PARTNERS = {
    "random": "random",
    "greedy": "greedy",
    **{f"level-{level}": f"hecht:level={level}" for level in LEVELS},
}
"""How each rung is started, by its name in keys and addresses."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A partner and its strength."""

    name: str
    elo: float

    @property
    def bot(self) -> str:
        """How it is started, which is also what tables call it."""
        return PARTNERS[self.name]


@dataclass(frozen=True, slots=True)
class Scale:
    """All rungs of a game, the weakest first, and how they were measured."""

    game_id: str
    seconds: float
    """Per move; only level 10 uses them."""
    games: int
    rungs: tuple[Rung, ...]

    def elo(self, bot: str) -> float:
        """The strength of a partner; raises `BadContest` for players without a rung."""
        for rung in self.rungs:
            if rung.bot == bot:
                return rung.elo
        raise BadContest(NO_RUNG(bot=bot))


def scale(game_id: str) -> Scale:
    """The measured scale of a game; raises `BadContest` if there is none."""
    known = _read_measurements()
    if game_id not in known:
        raise BadContest(NOT_MEASURED(game=game_id, games=Listing(known)))
    facts = known[game_id]
    rungs = [Rung(name, float(elo)) for name, elo in facts["elo"].items() if name in PARTNERS]
    return Scale(game_id, facts["seconds"], facts["games"], tuple(sorted(rungs, key=lambda rung: rung.elo)))


def playable(scale: Scale) -> tuple[Rung, ...]:
    """The rungs that can be played on this machine: Hecht was measured with the native core, and is weaker without."""
    return tuple(rung for rung in scale.rungs if core.available or not rung.bot.startswith("hecht"))


@cache
def _read_measurements() -> dict[str, Any]:
    return tomllib.loads((files("schwarm.arena") / "rungs.toml").read_text(encoding="utf-8"))


NOT_MEASURED = Sentence("There is no ladder for {game}, only for {games}.")
NO_RUNG = Sentence("{bot} has no rung on the ladder.")


CLIMBER = ""
"""The climber in the rating model, whatever its name: a rung may be called the same."""
PRECISION = 80.0
"""Elo: half the width of the interval that is good enough."""
MAX_GAMES = 400
FEWEST_PAIRS = 8
"""With fewer the rating is not trusted."""
BROKEN_GAMES = 4
"""First games, all lost by breaking off, after which the ladder stops: the bot is broken."""
NEVER_CAME_GAMES = 2
"""Likewise for a player that never joins; waiting for it takes long."""


class Summit(Enum):
    """Why the climb is over."""

    KNOWN = "known"
    BROKEN = "broken"
    """It crashed or broke the rules in every game."""
    BELOW = "below"
    """Weaker than the weakest partner."""
    ABOVE = "above"
    """Stronger than the strongest."""
    ENOUGH = "enough"
    """The bound of games is reached."""


@dataclass(frozen=True)
class LadderStage(GauntletStage):
    """The climber and the rungs it has met. An encounter is called by its rung."""

    names: tuple[str, ...] = ()
    """Of the rungs, for each partner."""

    def encounter(self, day: int, one: str, two: str) -> str:
        return self.names[self.players.index(two) - 1]

    def day_of(self, encounter: str, results: Results) -> int:
        return 0

    def tallies(self, results: Results) -> Tallies:
        return results.sum(Tallies)

    def scores(self, results: Results) -> Crosstable:
        return results.sum(Crosstable)


@dataclass(frozen=True)
class Ladder(Contest):
    """The first of the players climbs, the others are the rungs; `games` are at most played in all."""

    games: int = MAX_GAMES
    fingerprint: str = ""
    """Of the files that the first player is made of."""
    precision: float = PRECISION
    ahead: int = 1
    """How many pairs are handed out at once, for pools with many slots."""

    word: ClassVar[Sentence] = Sentence("Ladder")
    resumed_by: ClassVar[ResumedBy] = ResumedBy.TERMINAL

    def __post_init__(self) -> None:
        check_encounters(self.bots, self.games)
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

    def stages(self, results: Results) -> Sequence[Stage]:
        met = results.sum(Tallies).of
        rungs = [rung for rung in self.rungs if self.names[rung.bot] in met]
        players = (self.climber, *(self.names[rung.bot] for rung in rungs))
        names = tuple(rung.name for rung in rungs)
        return [LadderStage("ladder", players, self.games, self.conditions, self.seed, names=names)] if met else []

    def ratings(self, results: Results) -> list[Rating]:
        """The climber among the rungs it met, whose ratings are known."""
        tallies = results.sum(Tallies)
        if not results or self.broken(results):
            return []
        known = {self.names[rung.bot]: rung.elo for rung in self.rungs}
        found = []
        for player, tally in tallies.of.items():
            elo = Interval(known[player], known[player], known[player]) if player in known else self.rating(results)
            found.append(Rating(player, elo, tally.games, tally.points / 2 / tally.games))
        return sorted(found, key=lambda rating: -rating.elo.value)

    @property
    def rating_scale(self) -> Message:
        return LADDER_SCALE()

    # -- to and from the store -------------------------------------------------------------------------

    def own_terms(self) -> dict[str, Any]:
        return {"fingerprint": self.fingerprint}

    @classmethod
    def from_terms(cls, known: Mapping[str, Any], common: Mapping[str, Any]) -> Self:
        return cls(**common, fingerprint=known["fingerprint"])

    # -- what was played -------------------------------------------------------------------------------

    def points(self, rung: Rung, results: Results) -> list[float]:
        """The climber's points from each complete pair against a rung. Pairs in which the partner failed, say by being
        late on a busy machine, are ignored."""
        found = []
        for number in range(self._count_begun(rung, results)):
            games = [results.encounter(rung.name).get(2 * number + half) for half in (1, 2)]
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
        played = results.encounter(rung.name)
        while any(2 * number + half in played for half in (1, 2)):
            number += 1
        return number

    # -- what is next ----------------------------------------------------------------------------------

    def due(self, results: Results) -> Iterator[Fixture]:
        """The second games of pairs, and new pairs against the rungs nearest to the climber's rating, spread over its
        error bar."""
        if self.over(results):
            return
        begun = {rung: self._count_begun(rung, results) for rung in self.rungs}
        posterior, fresh = self.posterior(results), Counter[Rung]()
        for number in range(self.ahead):
            fresh[self.nearest(posterior.quantile(CLIMBER, (number + 1) / (self.ahead + 1)))] += 1
        halves = [fixture for rung in self.rungs for fixture in self._pairs(rung, begun[rung], results)]
        wanted = [fixture for rung in fresh for fixture in self._pairs(rung, begun[rung] + fresh[rung], results)]
        yield from list(dict.fromkeys([*halves, *wanted]))[: self.games - len(results)]

    def _pairs(self, rung: Rung, number: int, results: Results) -> list[Fixture]:
        """The missing games of the first pairs against a rung."""
        played = results.encounter(rung.name)
        return pair_fixtures(rung.name, self.climber, self.names[rung.bot], 2 * number, self.seed, played)

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

    @property
    def may_grow(self) -> bool:
        return True


def players(name: str, bot: str, rungs: Sequence[Rung]) -> dict[str, str]:
    """The climber and its partners; a climber that is called like a rung gets another name."""
    taken = {rung.bot for rung in rungs}
    number, free = 2, name
    while free in taken:
        free, number = f"{name} {number}", number + 1
    if not rungs:
        raise BadContest(NO_RUNGS())
    return {free: bot, **{rung.bot: rung.bot for rung in rungs}}


LADDER_SCALE = Sentence(
    "Strength on the ladder's scale, where random is 0. In 95 of 100 cases the true value lies within the bar."
)
NO_RUNGS = Sentence("A ladder needs at least one partner.")
