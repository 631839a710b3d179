"""A match: two players, many pairs of games. Two games from each start, with colours swapped."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from schwarm.arena.contest import BadContest, Conditions
from schwarm.arena.fixture import Fixture, Result, Results, pair_fixtures
from schwarm.arena.pairs import Pairs
from schwarm.arena.sprt import Sprt, SprtDecision
from schwarm.words import Sentence

MAX_GAMES = 1_000_000


@dataclass(frozen=True)
class Match:
    """Two players, and how often they meet. With a test it ends as soon as that is decided."""

    bots: Mapping[str, str]
    conditions: Conditions
    games: int
    seed: int = 1
    sprt: Sprt | None = None
    _walk: "LlrHistory" = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2 or self.games > MAX_GAMES:
            raise BadContest(NOT_EVEN(games=self.games, most=MAX_GAMES))
        object.__setattr__(self, "_walk", LlrHistory(self))

    @property
    def players(self) -> tuple[str, str]:
        one, two = self.bots
        return one, two

    @property
    def title(self) -> str:
        return " – ".join(self.players)

    def due(self, results: Results) -> list[Fixture]:
        return [] if self.over(results) else pair_fixtures("match", *self.players, self.games, self.seed, results)

    def over(self, results: Results) -> bool:
        return self.verdict(results) not in (None, SprtDecision.OPEN)

    def total(self, results: Results) -> int:
        return self.games

    def verdict(self, results: Results) -> SprtDecision | None:
        """What the test says; None without one."""
        if self.sprt is None:
            return None
        return self._walk.on(results)

    def tested(self, results: Results) -> Pairs:
        """The pairs that the test has looked at."""
        self.verdict(results)
        return self._walk.pairs

    def pairs(self, results: Results) -> Pairs:
        """All pairs of which both games were played."""
        return Pairs.of(
            score for number in range(self.games // 2) if (score := self._score(number, results)) is not None
        )

    def _score(self, number: int, results: Results) -> tuple[float, float] | None:
        one, two = results.get(f"match/{2 * number + 1}"), results.get(f"match/{2 * number + 2}")
        first = self.players[0]
        return (one.score(first), two.score(first)) if one and two else None


class LlrHistory:
    """A test that looks at the pairs in their order, so that short games do not come before long ones, and stays
    decided: whatever else was running when the bound was reached changes nothing."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._seen = 0
        self.pairs = Pairs()
        self.verdict = SprtDecision.OPEN

    def on(self, results: Results) -> SprtDecision:
        """Go on as far as the results are without a gap."""
        assert self._match.sprt is not None
        while self.verdict is SprtDecision.OPEN:
            score = self._match._score(self._seen, results)
            if score is None:
                break
            self.pairs += Pairs.of([score])
            self._seen += 1
            self.verdict = self._match.sprt.verdict(self.pairs)
        return self.verdict


def count_results(player: str, results: list[Result]) -> tuple[int, int, int]:
    """Wins, draws and losses."""
    scores = [result.score(player) for result in results]
    return scores.count(1.0), scores.count(0.5), scores.count(0.0)


NOT_EVEN = Sentence("A match needs an even number of games from 2 to {most}, two from each start, not {games}.")
