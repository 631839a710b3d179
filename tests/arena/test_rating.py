"""The rating model: a published fit, simulated coverage of its error bars, and unbeaten players."""

import math
import random
from collections.abc import Callable
from itertools import combinations

import pytest

from arena.results import book, drawn, won
from quantity import quantity
from schwarm.arena.pairs import SCALE, score_of
from schwarm.arena.rating import Bout, Bouts, Encounters, fit, ratings

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
    found = {rating.player: rating.elo.value / SCALE for rating in ratings(Encounters(TEAMS, played), prior_elo=1e6)}
    for team, strength in zip(TEAMS, STRENGTHS, strict=True):
        assert found[team] - found["Baltimore"] == pytest.approx(strength, abs=0.001)


CLOSE = {"a": -200.0, "b": -100.0, "c": 0.0, "d": 50.0, "e": 100.0, "f": 150.0}
TWO = {"a": -50.0, "b": 50.0}
WIDE = {"a": -500.0, "b": -300.0, "c": 0.0, "d": 100.0, "e": 200.0, "f": 500.0}


def toss(rng: random.Random, lead: float) -> float:
    """The points of two independent games without draws."""
    return float(sum(rng.random() < score_of(lead) for _ in range(2)))


def toss_alike(rng: random.Random, lead: float) -> float:
    """Every second pair has the same winner twice."""
    first = rng.random() < score_of(lead)
    return float(first + (first if rng.random() < 0.5 else rng.random() < score_of(lead)))


def toss_with_draws(rng: random.Random, lead: float) -> float:
    """Of two equal players, seven games in ten are drawn."""
    share = score_of(lead)
    drawn = 1.4 * min(share, 1 - share)
    return sum(rng.choices((1.0, 0.5, 0.0), (share - drawn / 2, drawn, 1 - share - drawn / 2), k=2))


@pytest.mark.parametrize("play", [toss, toss_alike, toss_with_draws])
@pytest.mark.parametrize(("truth", "pairs"), [(TWO, 3), (TWO, 50), (CLOSE, 3), (CLOSE, 10), (WIDE, 3)])
def test_the_bars_hold_the_truth_in_95_of_100_cases(
    truth: dict[str, float], pairs: int, play: Callable[[random.Random, float], float]
) -> None:
    rng, held, asked = random.Random(3), 0, 0
    for _ in range(quantity(150, 1000)):
        played = [
            Bout(one, two, 2, play(rng, truth[one] - truth[two]))
            for one, two in combinations(truth, 2)
            for _ in range(pairs)
        ]
        for rating in ratings(Encounters(list(truth), played)):
            held += rating.elo.low <= truth[rating.player] <= rating.elo.high
            asked += 1
    print(f"{held / asked:.3f} of {asked} held")
    assert held / asked >= 0.93


def test_two_players_in_closed_form() -> None:
    """Without the prior, who has 3 of 4 points is stronger by the logarithm of 3."""
    played = [Bout("a", "b", 2, 2.0), Bout("a", "b", 2, 1.0)] * 5
    best, other = ratings(Encounters(["a", "b"], played), prior_elo=1e7)
    assert best.elo.value - other.elo.value == pytest.approx(SCALE * math.log(3), abs=1e-3)


def test_draws_make_the_bars_shorter() -> None:
    wild = [Bout("a", "b", 2, 2.0), Bout("a", "b", 2, 0.0)] * 10
    calm = [Bout("a", "b", 2, 1.0), Bout("a", "b", 2, 1.0)] * 10
    assert (
        ratings(Encounters(["a", "b"], calm))[0].elo.margin < ratings(Encounters(["a", "b"], wild))[0].elo.margin / 1.8
    )


def test_pairs_that_are_alike_count_for_less() -> None:
    def margin(points: Callable[[int], float]) -> float:
        encounters = Encounters(["bot", "greedy"], [Bout("bot", "greedy", 2, points(number)) for number in range(40)])
        return fit(encounters, {"greedy": 500.0}, min_spread=1.0).elo("bot").margin

    assert margin(lambda number: 2.0 * (number % 2)) > 1.3 * margin(lambda number: 1.0)


def test_a_quantile_of_a_player_and_its_bounds_agree() -> None:
    found = fit(Encounters(["bot", "greedy"], [Bout("bot", "greedy", 2, 1.0)] * 4), {"greedy": 500.0})
    bounds = found.elo("bot")
    about = [found.quantile("bot", share) for share in (0.025, 0.5, 0.975)]
    assert about == pytest.approx([bounds.low, bounds.value, bounds.high])


def test_who_never_lost_has_a_rating_too() -> None:
    played = [Bout("a", "b", 2, 2.0), Bout("a", "c", 2, 2.0), Bout("b", "c", 2, 1.0)]
    best, *others = ratings(Encounters(["a", "b", "c"], played))
    assert best.player == "a"
    assert 0 < best.elo.value < 2000
    assert sum(rating.elo.value for rating in (best, *others)) == pytest.approx(0, abs=1e-6)
    assert len(ratings(Encounters(["a", "b"], []))) == 2
    assert ratings(Encounters([], [])) == []


def test_games_of_one_start_belong_together() -> None:
    played = book(won("e/1", "a", "b"), won("e/2", "b", "a"), drawn("e/3", "a", "b"), won("f/1", "b", "c", by="c"))
    found = played.sum(Bouts, ("a", "b", "c")).encounters
    assert found.bouts == 3
    together = Encounters("abc", [Bout("a", "b", 2, 1.0), Bout("a", "b", 1, 0.5), Bout("b", "c", 1, 0.0)])
    assert ratings(found) == ratings(together)
    # A game that ends later completes its pair.
    played.add(won("e/4", "b", "a"))
    assert played.sum(Bouts, ("a", "b", "c")).encounters.bouts == 3
