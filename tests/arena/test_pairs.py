"""Elo with error bars from pairs: published values, simulation, and the edges."""

import math
import random

import pytest

from quantity import quantity
from schwarm.arena.pairs import PRIOR, SCORES, Pairs, elo_of, score_of

# Five counts, then Elo, error and likelihood of superiority as chess match runners printed them for the same counts.
PUBLISHED = [
    ((73, 79, 296, 91, 118), 27.02, 15.81, 0.9996),
    ((40, 67, 295, 123, 54), 25.25, 13.92, 0.9998),
    ((578, 1352, 1985, 1283, 564), -2.92, 5.02, 0.1265),
    ((19, 23, 269, 81, 108), 83.57, 16.15, 1.0),
]
# How pairs may fall: the chances of the five scores.
WORLDS = {
    "even": (0.15, 0.1, 0.5, 0.1, 0.15),
    "without draws": (0.2, 0.0, 0.6, 0.0, 0.2),
    "100 Elo": (0.05, 0.05, 0.4, 0.1, 0.4),
    "300 Elo": (0.01, 0.02, 0.2, 0.1, 0.67),
    "many draws": (0.02, 0.15, 0.66, 0.15, 0.02),
    "coin tosses": (0.25, 0.0, 0.5, 0.0, 0.25),
}


@pytest.mark.parametrize(("counts", "elo", "error", "superiority"), PUBLISHED)
def test_published_values(counts: tuple[int, ...], elo: float, error: float, superiority: float) -> None:
    pairs = Pairs(counts)  # type: ignore[arg-type]
    assert pairs.elo.value == pytest.approx(elo, abs=0.005)
    # A quarter of a pair at each end makes ours a little wider, by design.
    assert pairs.elo.margin == pytest.approx(error, rel=0.004)
    assert pairs.superiority == pytest.approx(superiority, abs=0.0002)


@pytest.mark.parametrize("chances", WORLDS.values(), ids=WORLDS)
@pytest.mark.parametrize("number", [40, 100, 250])
def test_the_bounds_hold_the_truth_in_95_of_100_matches(chances: tuple[float, ...], number: int) -> None:
    truth = sum(chance * score for chance, score in zip(chances, SCORES, strict=True))
    rng, held = random.Random(number), 0
    matches = quantity(1000, 5000)
    for _ in range(matches):
        fallen = rng.choices(range(5), chances, k=number)
        elo = Pairs(tuple(fallen.count(score) for score in range(5))).elo  # type: ignore[arg-type]
        held += elo.low <= elo_of(truth) <= elo.high
    assert 0.93 <= held / matches <= 0.97


@pytest.mark.parametrize("chances", WORLDS.values(), ids=WORLDS)
def test_short_matches_promise_too_little_rather_than_too_much(chances: tuple[float, ...]) -> None:
    truth = sum(chance * score for chance, score in zip(chances, SCORES, strict=True))
    rng, held = random.Random(10), 0
    for _ in range(1000):
        fallen = rng.choices(range(5), chances, k=10)
        elo = Pairs(tuple(fallen.count(score) for score in range(5))).elo  # type: ignore[arg-type]
        held += elo.low <= elo_of(truth) <= elo.high
    assert held / 1000 >= 0.93


def test_students_quantile_as_in_tables() -> None:
    """Both bounds of a level match are that many deviations away, with a quarter of a pair more at each end."""
    for number, published in ((5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980)):
        one = number // 5
        bounds = Pairs((0, one, number - 2 * one, one, 0)).score_interval
        padded = number + 2 * PRIOR
        deviation = ((2 * one * 0.25**2 + 2 * PRIOR * 0.5**2) / padded) ** 0.5
        for bound in (bounds.low, bounds.high):
            assert abs(bound - 0.5) * padded**0.5 / deviation == pytest.approx(published, abs=0.004)


def test_known_strengths_are_found() -> None:
    """Games between players of known Elo, two from each start, of which one side likes some more than others."""
    rng, held = random.Random(7), 0
    share = sum((score_of(60 + 80 * z) + score_of(60 - 80 * z)) / 2 for z in NORMAL_SAMPLE) / len(NORMAL_SAMPLE)
    truth = elo_of(share)
    for _ in range(1000):
        scores = []
        for _ in range(100):
            liking = rng.gauss(0, 80)
            scores.append((float(rng.random() < score_of(60 + liking)), float(rng.random() < score_of(60 - liking))))
        elo = Pairs.of(scores).elo
        held += elo.low <= truth <= elo.high
    assert 0.93 <= held / 1000 <= 0.97


NORMAL_SAMPLE = [random.Random(1).gauss(0, 1) for _ in range(4000)]


def test_elo_and_score_are_inverse() -> None:
    for elo in (-400, -10, 0, 3.5, 200):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert score_of(400) == pytest.approx(10 / 11)
    assert elo_of(1) == math.inf
    assert elo_of(0) == -math.inf


def test_nothing_played_says_nothing() -> None:
    assert Pairs().superiority == 0.5
    assert Pairs().elo.low == -math.inf
    assert Pairs().elo.high == math.inf


def test_pairs_that_all_ended_alike_do_not_pretend_to_know() -> None:
    won = Pairs((0, 0, 0, 0, 5))
    assert won.elo.value == math.inf
    assert 50 < won.elo.low < 250
    assert won.superiority == pytest.approx(1 - 2**-5)
    # A result that is worse by half a point is not surer.
    assert Pairs((0, 0, 0, 1, 9)).superiority <= Pairs((0, 0, 0, 0, 10)).superiority
    assert Pairs((9, 1, 0, 0, 0)).superiority >= Pairs((10, 0, 0, 0, 0)).superiority
    even = Pairs((0, 0, 10, 0, 0))
    assert even.elo.low < -50
    assert even.superiority == 0.5


def test_both_players_see_the_same_match() -> None:
    one, two = Pairs((1, 2, 3, 4, 5)), Pairs((5, 4, 3, 2, 1))
    assert one.elo.value == pytest.approx(-two.elo.value)
    assert one.elo.low == pytest.approx(-two.elo.high)
    assert one.superiority == pytest.approx(1 - two.superiority)


def test_pairs_are_made_of_games_and_add_up() -> None:
    assert Pairs.of([(1, 1), (1, 0), (0.5, 0.5), (0.5, 0), (0, 0)]).counts == (1, 1, 2, 0, 1)
    assert (Pairs((1, 0, 0, 0, 0)) + Pairs((0, 0, 0, 0, 2))).counts == (1, 0, 0, 0, 2)
