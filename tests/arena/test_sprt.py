"""The sequential test: log-likelihood ratios as published, and how often it errs."""

import math
import random

import pytest

from arena.results import book, drawn, won
from quantity import quantity
from schwarm.arena.contest import Conditions
from schwarm.arena.match import Match
from schwarm.arena.pairs import SCORES, Pairs, score_of
from schwarm.arena.results import Results
from schwarm.arena.sprt import MAX_ELO, BadTest, Sprt, SprtDecision

# Tests of chess engines, as their testing framework published them with five counts, both Elo and the final LLR.
PUBLISHED = [
    ((491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96),
    ((53, 2220, 21459, 2445, 47), 0.25, 1.25, 2.97),
    ((424, 2948, 5832, 3045, 460), -1, 3, 2.94),
    ((1284, 17437, 55536, 18085, 1292), 0, 2, 2.94),
    ((133, 1751, 5094, 1849, 165), -0.5, 1.5, 2.94),
    ((149, 4748, 32785, 5063, 159), 0.25, 1.75, 2.95),
    ((17, 253, 1042, 337, 39), -0.5, 1.5, 2.96),
    ((115, 2196, 11328, 2317, 136), -0.25, 1.25, 2.94),
    ((293, 5085, 20082, 5070, 326), -1.25, 0.25, 2.95),
    ((47, 2568, 23495, 2604, 58), -0.75, 0.25, 2.94),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), PUBLISHED)
def test_published_ratios(counts: tuple[int, ...], elo0: float, elo1: float, llr: float) -> None:
    # They round to 0.01; the half pair that we add at each end moves some by 0.015.
    assert Sprt(elo0, elo1).llr(Pairs(counts)) == pytest.approx(llr, abs=0.02)  # type: ignore[arg-type]


# Pairs of two tests whose LLR with normalized Elo a match runner's own tests publish.
PUBLISHED_NORMALIZED = [
    ((365, 16618, 36229, 16974, 390), 0, 2, 2.25),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "llr"), PUBLISHED_NORMALIZED)
def test_published_normalized_ratios(counts: tuple[int, ...], elo0: float, elo1: float, llr: float) -> None:
    assert Sprt(elo0, elo1, normalized=True).llr(Pairs(counts)) == pytest.approx(llr, abs=0.006)  # type: ignore[arg-type]


def test_normalized_elo_is_the_score_in_standard_deviations_of_a_game() -> None:
    """With many pairs the ratio is 0 in the middle of the two hypotheses, and t² · pairs / 2 against the true one."""
    pairs = Pairs((9_000, 21_000, 40_000, 25_000, 15_000))
    deviations = (pairs.score - 0.5) / pairs.deviation
    elo = deviations / 2**0.5 * 800 / math.log(10)
    assert Sprt(elo - 5, elo + 5, normalized=True).llr(pairs) == pytest.approx(0, abs=0.05)
    # The likelihood of a deviation t of the mean; no hypothesis says more than the truth.
    assert Sprt(0, elo, normalized=True).llr(pairs) == pytest.approx(Sprt(0, pairs.elo.value).llr(pairs), abs=0.05)


def test_bounds_are_walds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((-2.293, 4.5), abs=0.001)


def fitted(chances: tuple[float, ...], score: float) -> list[float]:
    """The world closest to this one in which the first player expects `score`."""
    away = [value - score for value in SCORES]

    def excess(tilt: float) -> float:
        return sum(chance * far / (1 + tilt * far) for chance, far in zip(chances, away, strict=True))

    # It falls strictly between its two poles.
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return [chance / (1 + low * far) for chance, far in zip(chances, away, strict=True)]


def errors(test: Sprt, chances: list[float], matches: int) -> tuple[float, float]:
    """How often a test passes and fails in a world."""
    rng, passed, failed = random.Random(11), 0, 0
    for _ in range(matches):
        counts, verdict = [0, 0, 0, 0, 0], SprtDecision.OPEN
        while verdict is SprtDecision.OPEN:
            counts[rng.choices(range(5), chances)[0]] += 1
            verdict = test.verdict(Pairs(tuple(counts)))  # type: ignore[arg-type]
        passed += verdict is SprtDecision.PASSED
        failed += verdict is SprtDecision.FAILED
    return passed / matches, failed / matches


def normalized_elo(chances: list[float]) -> float:
    score = sum(chance * value for chance, value in zip(chances, SCORES, strict=True))
    variance = sum(chance * (value - score) ** 2 for chance, value in zip(chances, SCORES, strict=True))
    return (score - 0.5) / (2 * variance) ** 0.5 * 800 / math.log(10)


def fitted_normalized(chances: tuple[float, ...], elo: float) -> list[float]:
    """Of the worlds of `fitted` the one with so much normalized Elo."""
    low, high = 0.01, 0.99
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if normalized_elo(fitted(chances, middle)) < elo else (low, middle)
    return fitted(chances, low)


@pytest.mark.parametrize("normalized", [False, True], ids=["logistic", "normalized"])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 100), (-40, 40)])
@pytest.mark.parametrize("chances", [(0.2, 1e-9, 0.6, 1e-9, 0.2), (0.15, 0.1, 0.5, 0.1, 0.15)])
def test_it_errs_no_more_often_than_promised(
    elo0: float, elo1: float, chances: tuple[float, ...], normalized: bool
) -> None:
    test, matches = Sprt(elo0, elo1, normalized), quantity(40, 1000)
    # Two standard deviations of this simulation itself are allowed on top of the promise.
    most = 0.05 + 2 * (0.05 * 0.95 / matches) ** 0.5
    worlds = [fitted_normalized(chances, elo) if normalized else fitted(chances, score_of(elo)) for elo in (elo0, elo1)]
    passed, failed = errors(test, worlds[0], matches)[0], errors(test, worlds[1], matches)[1]
    print(f"{100 * passed:.1f} % passed wrongly, {100 * failed:.1f} % failed wrongly")
    assert passed <= most
    assert failed <= most


def test_a_few_pairs_decide_nothing_small() -> None:
    for counts in ((0, 0, 3, 0, 0), (0, 0, 0, 0, 3), (3, 0, 0, 0, 0), (0, 0, 0, 0, 0)):
        assert Sprt(0, 10).verdict(Pairs(counts)) is SprtDecision.OPEN


@pytest.mark.parametrize("numbers", [(5, 5), (10, 0), (float("nan"), 5), (0, float("inf")), (0, 1e5), (-1e9, 0)])
def test_what_is_no_test_is_said(numbers: tuple[float, float]) -> None:
    with pytest.raises(BadTest, match="the smaller one first"):
        Sprt(*numbers)
    with pytest.raises(BadTest, match=r"not 5\.125 and 0\.0625"):
        Sprt(5.125, 0.0625)
    with pytest.raises(BadTest, match="above 0 and below one half"):
        Sprt(0, 5, alpha=0.7)


@pytest.mark.parametrize("normalized", [False, True], ids=["logistic", "normalized"])
def test_the_largest_test_comes_to_a_figure(normalized: bool) -> None:
    for counts in ((9, 0, 0, 0, 0), (0, 0, 0, 0, 9), (1, 2, 3, 2, 1), (0, 0, 9_000, 0, 0)):
        llr = Sprt(-MAX_ELO, MAX_ELO, normalized).llr(Pairs(counts))
        assert math.isfinite(llr)
        assert (llr > 0) == (Pairs(counts).score > 0.5) or Pairs(counts).score == 0.5


def test_a_match_stays_decided_whatever_was_still_running() -> None:
    match = Match({"A": "greedy", "B": "random"}, Conditions("piranhas-2026"), 1000, sprt=Sprt(0, 200))
    results = Results()
    for number in range(1, 13):
        red, blue = ("A", "B") if number % 2 else ("B", "A")
        results.add(won(f"match/{number}", red, blue, by="A"))
    while not match.over(results):
        number = len(results) + 1
        red, blue = ("A", "B") if number % 2 else ("B", "A")
        results.add(won(f"match/{number}", red, blue, by="A"))
    assert match.score(results).verdict is SprtDecision.PASSED
    tested = match.score(results).tested.number
    for number in range(len(results) + 1, len(results) + 9):
        red, blue = ("A", "B") if number % 2 else ("B", "A")
        results.add(won(f"match/{number}", red, blue, by="B"))
    again = Match({"A": "greedy", "B": "random"}, Conditions("piranhas-2026"), 1000, sprt=Sprt(0, 200))
    assert again.score(results).verdict is SprtDecision.PASSED
    assert again.score(results).tested.number == tested
    assert list(again.due(results)) == []
    assert "normalized Elo is more likely" in str(Sprt(0, 5, normalized=True).describe(Pairs((0, 0, 9, 90, 900))))
    assert "Passed: 200 Elo is more likely than 0" in str(again.sprt.describe(again.score(results).tested))


def test_short_games_do_not_come_before_long_ones() -> None:
    match = Match({"A": "greedy", "B": "random"}, Conditions("piranhas-2026"), 100, sprt=Sprt(0, 50))
    results = book(*(drawn(f"match/{number}", "A", "B") for number in range(3, 21)))
    assert match.score(results).tested.number == 0  # the first pair is not over yet
    assert match.score(results).pairs.number == 9
