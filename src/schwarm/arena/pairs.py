"""What the pairs of a match say: how often two games from one start, colours swapped, gave 0, ½, 1, 1½ or 2 points.

Both games of a pair share their start, so they are not independent; the pairs are. All statistics here are made of
these five counts ("pentanomial"), never of single games.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist

SCALE = 400 / math.log(10)
"""Elo per unit of the logistic curve: 400 Elo are odds of ten to one."""
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""A pair's points as a share of what could be won."""
LEVEL = 0.95
NORMAL = NormalDist()
Z = NORMAL.inv_cdf(0.5 + LEVEL / 2)
ENOUGH = 5
"""Pairs before which bounds say nothing that is worth reading."""
PRIOR = 0.25
"""Pairs added at each end for the bounds: nothing seems certain that was only never seen."""


def score_of(elo: float) -> float:
    """The expected share of points of a player with this lead."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The lead that explains a share of points; infinite for all and for nothing."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True)
class Interval:
    """An estimate and the bounds that hold the truth in 95 of 100 cases. Bounds may be infinite."""

    value: float
    low: float
    high: float

    @property
    def margin(self) -> float:
        """Half the width: the number behind ±."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Pairs:
    """The five counts, from the first player's point of view."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, scores: Iterable[tuple[float, float]]) -> "Pairs":
        """From the first player's points (0, ½, 1) in both games of each pair."""
        counts = [0, 0, 0, 0, 0]
        for one, two in scores:
            counts[round(2 * (one + two))] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def number(self) -> int:
        return sum(self.counts)

    @property
    def enough(self) -> bool:
        return self.number >= ENOUGH

    def with_prior(self, by: float) -> tuple[float, ...]:
        """The counts with a part of a pair more at each end."""
        first, *middle, last = self.counts
        return (first + by, *middle, last + by)

    @cached_property
    def score(self) -> float:
        """The first player's share of all points; ½ where nothing was played."""
        if not self.number:
            return 0.5
        return sum(count * value for count, value in zip(self.counts, SCORES, strict=True)) / self.number

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of a pair's score."""
        return spread_of(self.counts)[1]

    @cached_property
    def score_interval(self) -> Interval:
        """The score and its bounds, within 0 and 1.

        A quarter of a pair is added at each end, and Student's quantile is taken: so few pairs, or pairs that all ended
        alike, do not pretend to know more than they do. `docs/arena.md` says how often the bounds hold the truth."""
        if not self.number:
            return Interval(0.5, 0.0, 1.0)
        padded = self.with_prior(PRIOR)
        centre, deviation = spread_of(padded)
        reach = _quantile(self.number) * deviation / math.sqrt(sum(padded))
        return Interval(
            self.score, max(0.0, min(self.score, centre - reach)), min(1.0, max(self.score, centre + reach))
        )

    @property
    def elo(self) -> Interval:
        """The difference in Elo and its bounds."""
        score = self.score_interval
        return Interval(elo_of(score.value), elo_of(score.low), elo_of(score.high))

    @property
    def superiority(self) -> float:
        """How likely it is that the first player is the better one (LOS)."""
        if not self.number:
            return 0.5
        if self.score == 0.5:
            return 0.5
        # Nothing is surer than all pairs won: what a coin would do as often may still have been one.
        least = 0.5**self.number
        sure = 1.0 if self.score > 0.5 else 0.0
        if self.deviation:
            sure = NORMAL.cdf((self.score - 0.5) * math.sqrt(self.number) / self.deviation)
        return min(max(sure, least), 1 - least)

    def __add__(self, other: "Pairs") -> "Pairs":
        one, two, three, four, five = (a + b for a, b in zip(self.counts, other.counts, strict=True))
        return Pairs((one, two, three, four, five))


def spread_of(counts: Iterable[float]) -> tuple[float, float]:
    """Mean and standard deviation of the pair scores with these counts or shares."""
    counts = tuple(counts)
    number = sum(counts)
    if not number:
        return 0.5, 0.0
    mean = sum(count * value for count, value in zip(counts, SCORES, strict=True)) / number
    variance = sum(count * (value - mean) ** 2 for count, value in zip(counts, SCORES, strict=True)) / number
    return mean, math.sqrt(variance)


def _quantile(degrees: int) -> float:
    """Student's quantile for both bounds, by the expansion of Cornish and Fisher; of one degree it is 10 instead of 13,
    which no bounds within 0 and 1 would notice."""
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / degrees + second / degrees**2 + third / degrees**3
