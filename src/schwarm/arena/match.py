"""A match: two players and many pairs of games, two from each start with colours swapped."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from schwarm.arena.contest import BadContest, Contest
from schwarm.arena.fixture import Result
from schwarm.arena.pairs import Pairs
from schwarm.arena.results import Results, Score, Tallies
from schwarm.arena.sprt import MAX_ELO, Sprt, SprtDecision
from schwarm.arena.stage import Day, Stage
from schwarm.games.number import number_in
from schwarm.words import Sentence

MAX_GAMES = 1_000_000
STAGE = "match"


@dataclass(frozen=True)
class MatchStage(Stage):
    """One encounter, which needs no name."""

    def days(self) -> list[Day]:
        one, two = self.players
        return [[(one, two)]]

    def encounter(self, day: int, one: str, two: str) -> str:
        return self.key

    def day_of(self, encounter: str, results: Results) -> int:
        return 0


@dataclass(frozen=True)
class MatchScore:
    """What a match came to so far, from the first player's point of view."""

    games: Score
    pairs: Pairs
    """Of which both games were played."""
    sprt: Sprt | None
    tested: Pairs
    """The pairs that the test has looked at."""
    verdict: SprtDecision | None
    """What the test says; None without one."""

    @property
    def decided(self) -> bool:
        """Whether the test has ended the match."""
        return self.verdict not in (None, SprtDecision.OPEN)


@dataclass(frozen=True)
class Match(Contest):
    """Two players, and how many games they play. With a test it ends as soon as that is decided."""

    sprt: Sprt | None = None

    word: ClassVar[Sentence] = Sentence("Match")
    new: ClassVar[Sentence] = Sentence("New match")
    about: ClassVar[Sentence] = Sentence("Two players, many games, and whether the difference means anything.")
    pair: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if len(self.bots) != 2:
            raise BadContest(TWO_PLAYERS(number=len(self.bots)))
        if self.games < 2 or self.games % 2 or self.games > MAX_GAMES:
            raise BadContest(NOT_EVEN(games=self.games, most=MAX_GAMES))

    @property
    def title(self) -> str:
        return self.name or " – ".join(self.players)

    def stages(self, results: Results) -> Sequence[Stage]:
        return [MatchStage(STAGE, self.players, self.games, self.conditions, self.seed)]

    def over(self, results: Results) -> bool:
        return self.score(results).decided

    def score(self, results: Results) -> MatchScore:
        found, tally = self._sum(results), results.sum(Tallies)[self.players[0]]
        games = Score(tally.wins, tally.draws, tally.losses)
        return MatchScore(games, found.pairs, self.sprt, found.tested, found.verdict)

    def _sum(self, results: Results) -> "PairSum":
        return results.sum(PairSum, self.players[0], self.games, self.sprt)

    def own_terms(self) -> dict[str, Any]:
        return {"sprt": self.sprt.terms if self.sprt else None}

    @classmethod
    def from_terms(cls, known: Mapping[str, Any], common: Mapping[str, Any]) -> Self:
        return cls(**common, sprt=Sprt(*known["sprt"]) if known["sprt"] else None)

    @classmethod
    def from_form(cls, common: Mapping[str, Any], found: Mapping[str, Any], groups: Mapping[str, str]) -> Self:
        return cls(**common, sprt=_read_test(found.get("sprt"), normalized=found.get("elo") == "normalized"))


class PairSum:
    """The pairs of a match, and its test.

    The test looks at the pairs in their order, so that short games do not come before long ones. It stays decided,
    whatever else was running when a bound was reached."""

    def __init__(self, first: str, games: int, sprt: Sprt | None) -> None:
        self.pairs, self.tested = Pairs(), Pairs()
        self.verdict = None if sprt is None else SprtDecision.OPEN
        self._first, self._games, self._sprt = first, games, sprt
        self._halves: dict[int, float] = {}
        self._waiting: dict[int, Pairs] = {}
        """Pairs after one that the test waits for."""
        self._next = 0

    def add(self, result: Result) -> None:
        number, score = result.key.pair, result.score(self._first)
        if result.key.number > self._games:
            return
        if number not in self._halves:
            self._halves[number] = score
            return
        pair = Pairs.of([(self._halves.pop(number), score)])
        self.pairs += pair
        if self._sprt is not None:
            self._waiting[number] = pair
            self._test(self._sprt)

    def _test(self, sprt: Sprt) -> None:
        while self.verdict is SprtDecision.OPEN and self._next in self._waiting:
            self.tested += self._waiting.pop(self._next)
            self._next += 1
            self.verdict = sprt.verdict(self.tested)


def _read_test(wish: object, *, normalized: bool) -> Sprt | None:
    if wish is None:
        return None
    if not isinstance(wish, list) or len(wish) != 2:
        raise BadContest(NO_TEST())
    elo0, elo1 = (number_in(elo, -MAX_ELO, MAX_ELO) for elo in wish)
    if elo0 is None or elo1 is None:
        raise BadContest(NO_TEST())
    return Sprt(elo0, elo1, normalized)


NOT_EVEN = Sentence("A match needs an even number of games from 2 to {most}, two from each start, not {games}.")
TWO_PLAYERS = Sentence("A match has two players, not {number}.")
NO_TEST = Sentence("A test needs two Elo differences from −1000 to 1000, the smaller one first, such as 0 and 20.")
