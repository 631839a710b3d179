"""What games against partners of known strength say about somebody's own: how likely each rating is.

All ratings are equally likely at first, from far below the weakest partner to far above the strongest. Pairs from one
start may be more alike than coin tosses (a bot that wins or loses both); where they are, each counts for less.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from schwarm.arena.elo import SCALE, score_of
from schwarm.arena.pairs import LEVEL, Interval

BEYOND = 800
"""Elo by which somebody may be weaker or stronger than all partners; further off no game could tell."""
STEP = 10
EVEN_PAIRS = 4
"""Pairs that went as expected and are thought to have been played before, when pairs are asked how alike they are: with
few of them a single surprise would seem to be a habit."""
TAIL = (1 - LEVEL) / 2


class Encounter(NamedTuple):
    """Somebody's points (0, ½, 1, 1½ or 2) from pairs of games against a partner of this strength."""

    elo: float
    points: tuple[float, ...]


@dataclass(frozen=True)
class RatingEstimate:
    """How likely each rating is: `shares` add up to 1."""

    elos: Sequence[int]
    shares: Sequence[float]

    def below(self, share: float) -> float:
        """The rating below which the truth lies with this likelihood."""
        sums = list(accumulate(self.shares))
        place = min(bisect_left(sums, share), len(sums) - 1)
        # Within its step, in proportion.
        part = (sums[place] - share) / self.shares[place] if self.shares[place] else 0.0
        return self.elos[place] + STEP * (0.5 - part)

    @property
    def interval(self) -> Interval:
        """The middle, and the bounds that hold the truth in 95 of 100 cases."""
        return Interval(self.below(0.5), self.below(TAIL), self.below(1 - TAIL))


@lru_cache(maxsize=16)
def estimate_rating(weakest: float, strongest: float, played: tuple[Encounter, ...]) -> RatingEstimate:
    """What to believe after these encounters, if there are partners from the weakest to the strongest.

    Remembered, since a contest is asked many times about the same results."""
    elos = range(math.floor(weakest) - BEYOND, math.ceil(strongest) + BEYOND + 1, STEP)
    logs = [0.0] * len(elos)
    for elo, points in played:
        if points:
            won, games = sum(points), 2 * len(points)
            curve = _curve(elo, elos)
            logs = [log + won * odds - games * soft for log, (odds, soft) in zip(logs, curve, strict=True)]
    likeliest = max(zip(logs, elos, strict=True))[1]
    alike = pair_correlation(likeliest, played)
    best = max(logs)
    weights = [math.exp((log - best) / alike) for log in logs]
    total = math.fsum(weights)
    return RatingEstimate(elos, [weight / total for weight in weights])


@lru_cache(maxsize=64)
def _curve(elo: float, elos: range) -> list[tuple[float, float]]:
    """For each rating x = ln(odds of a win against that partner), and ln(1 + eˣ). Of p points from n games the
    logarithm of the likelihood is p·x − n·ln(1 + eˣ)."""
    odds = [(rating - elo) / SCALE for rating in elos]
    return [(x, max(x, 0.0) + math.log1p(math.exp(-abs(x)))) for x in odds]


def pair_correlation(rating: float, played: Sequence[Encounter]) -> float:
    """By how much more the pairs vary than coin tosses would, as the square of a factor; never less than 1."""
    seen = expected = EVEN_PAIRS * 0.5
    for elo, points in played:
        share = score_of(rating - elo)
        seen += sum((found - 2 * share) ** 2 for found in points)
        expected += len(points) * 2 * share * (1 - share)
    return max(1.0, seen / expected)
