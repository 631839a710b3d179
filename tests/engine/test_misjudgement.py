"""A level that errs: the same seed is the same move in every language, and its errors are normally distributed."""

import math
import random
from typing import Any

import pytest

from core.backends import backends
from quantity import quantity
from schwarm.engine import misjudgement
from schwarm.games.splitmix import SplitMix64


@pytest.mark.core
def test_every_core_picks_what_python_picks() -> None:
    chance = random.Random(5)
    for seed in range(quantity(300, 30_000)):
        scores = [chance.randrange(-300, 300) for _ in range(chance.randrange(1, 60))]
        error = chance.choice([0.0, 10.0, 30.0, 220.0, 1e9])
        picked = misjudgement.pick(scores, error, seed)
        assert [core.pick(scores, error, seed) for core in backends()] == [picked] * len(backends())


def test_errors_are_normally_distributed() -> None:
    # Takes a second, which every process that looks for tests would need.
    from scipy import stats

    numbers = SplitMix64(9)
    drawn = [misjudgement.normal(numbers) for _ in range(quantity(20_000, 1_000_000))]
    assert stats.kstest(drawn, "norm").pvalue > 0.01


def test_the_logarithm_is_one() -> None:
    chance = random.Random(2)
    for number in [1.0, 0.5, 2.0**-100, 0.7071067811865476, *(chance.random() for _ in range(1_000))]:
        assert misjudgement.logarithm(number) == pytest.approx(math.log(number), rel=1e-14, abs=1e-15)


def test_choices_are_spread_as_python_spreads_them() -> None:
    """As levels chose before a seed meant the same everywhere: with `random.gauss`."""
    # Takes a second, which every process that looks for tests would need.
    from scipy import stats

    scores, error, games = [120, 100, 90, 0, -200], 70.0, quantity(4_000, 300_000)
    chance, counts = random.Random(1), [[0] * len(scores), [0] * len(scores)]
    for seed in range(games):
        judged = [score + chance.gauss(0, error) for score in scores]
        counts[0][judged.index(max(judged))] += 1
        counts[1][misjudgement.pick(scores, error, seed)] += 1
    kept: Any = [column for column in zip(*counts, strict=True) if min(column) > 5]
    assert stats.chi2_contingency(kept).pvalue > 0.01
