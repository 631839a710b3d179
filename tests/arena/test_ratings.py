"""Bradley–Terry ratings: a published fit, simulation, and who never lost."""

import math
import random
from itertools import combinations

import pytest

from arena.results import drawn, won
from quantity import quantity
from schwarm.arena.elo import SCALE, score_of
from schwarm.arena.ratings import Bout, bouts, ratings

# The American League East of 1987, the example of the textbooks (Agresti): wins of each team over each other …
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
# … and the strengths published for them, as logarithms, Baltimore at 0.
STRENGTHS = (1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0)


def test_a_published_fit() -> None:
    played = [
        Bout(one, two, WINS[i][j] + WINS[j][i], WINS[i][j])
        for i, one in enumerate(TEAMS)
        for j, two in enumerate(TEAMS[:i])
    ]
    found = {rating.player: rating.elo.value / SCALE for rating in ratings(TEAMS, played, prior=1e-6)}
    for team, strength in zip(TEAMS, STRENGTHS, strict=True):
        assert found[team] - found["Baltimore"] == pytest.approx(strength, abs=0.001)


CLOSE = {"a": -200.0, "b": -100.0, "c": 0.0, "d": 50.0, "e": 100.0, "f": 150.0}
WIDE = {"a": -500.0, "b": -300.0, "c": 0.0, "d": 100.0, "e": 200.0, "f": 500.0}


@pytest.mark.parametrize(("truth", "pairs"), [(CLOSE, 3), (CLOSE, 10), (WIDE, 3)])
def test_the_bars_hold_the_truth_in_95_of_100_cases(truth: dict[str, float], pairs: int) -> None:
    rng, held, asked = random.Random(3), 0, 0
    for _ in range(quantity(300, 1000)):
        played = [
            Bout(one, two, 2, sum(rng.random() < score_of(truth[one] - truth[two]) for _ in range(2)))
            for one, two in combinations(truth, 2)
            for _ in range(pairs)
        ]
        for rating in ratings(list(truth), played):
            held += rating.elo.low <= truth[rating.player] <= rating.elo.high
            asked += 1
    assert 0.93 <= held / asked <= 0.97


def test_two_players_in_closed_form() -> None:
    """Without the prior, who has 3 of 4 points is stronger by the logarithm of 3."""
    played = [Bout("a", "b", 2, 2.0), Bout("a", "b", 2, 1.0)] * 5
    best, other = ratings(["a", "b"], played, prior=1e-9)
    assert best.elo.value - other.elo.value == pytest.approx(SCALE * math.log(3), abs=1e-3)


def test_draws_make_the_bars_shorter() -> None:
    wild = [Bout("a", "b", 2, 2.0), Bout("a", "b", 2, 0.0)] * 10
    calm = [Bout("a", "b", 2, 1.0), Bout("a", "b", 2, 1.0)] * 10
    assert ratings(["a", "b"], calm)[0].elo.margin < ratings(["a", "b"], wild)[0].elo.margin / 2


def test_who_never_lost_has_a_rating_too() -> None:
    played = [Bout("a", "b", 2, 2.0), Bout("a", "c", 2, 2.0), Bout("b", "c", 2, 1.0)]
    best, *others = ratings(["a", "b", "c"], played)
    assert best.player == "a"
    assert 0 < best.elo.value < 2000
    assert sum(rating.elo.value for rating in (best, *others)) == pytest.approx(0, abs=1e-6)
    assert len(ratings(["a", "b"], [])) == 2
    assert ratings([], []) == []


def test_games_of_one_start_belong_together() -> None:
    found = bouts([won("e/1", "a", "b"), won("e/2", "b", "a"), drawn("e/3", "a", "b"), won("f/1", "b", "c", by="c")])
    assert found == [Bout("a", "b", 2, 1.0), Bout("a", "b", 1, 0.5), Bout("b", "c", 1, 0.0)]
