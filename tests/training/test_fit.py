"""Weights fitted to made-up games: what was often seen is found, what was hardly ever seen is not invented."""

import runpy
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

TRUE = np.array([0.5, -1.0, 1.0, -0.5, 1.5, 0.0])
"""Of two features, at each of the three moments."""


@cache
def program() -> dict[str, Any]:
    """`fit.py`. Only who runs these tests waits for SciPy, not everybody who looks for tests."""
    return runpy.run_path(str(Path(__file__).parents[2] / "training" / "fit.py"), run_name="fit")


def games(positions: int, rare: bool = False) -> tuple[np.ndarray, np.ndarray]:
    """Features by moment and results; a rare second feature is never seen before the middle."""
    numbers = np.random.default_rng(7)
    turns = numbers.integers(0, 60, positions)
    counts = numbers.integers(-2, 3, (positions, 2)).astype(float)
    if rare:
        counts[turns < 30, 1] = 0
    shares = [np.interp(turns / 60, program()["MOMENTS"], unit) for unit in np.eye(3)]
    features = np.hstack([counts * share[:, None] for share in shares])
    chances = 1 / (1 + np.exp(-features @ TRUE))
    return features, (numbers.random(positions) < chances).astype(float)


def test_the_weights_that_made_the_results_are_found():
    assert program()["fit"](*games(40_000)) == pytest.approx(TRUE, abs=0.1)


def test_what_was_never_seen_early_is_worth_what_it_is_later():
    found = program()["fit"](*games(40_000, rare=True))
    assert found[1] == pytest.approx(found[3], abs=0.01)


def test_the_slope_of_the_doubts_is_right():
    weights = np.random.default_rng(1).normal(size=9)
    doubt, step = program()["doubts"], 1e-6
    slope = [(doubt(weights + step * unit)[0] - doubt(weights - step * unit)[0]) / (2 * step) for unit in np.eye(9)]
    assert doubt(weights)[1] == pytest.approx(slope)
