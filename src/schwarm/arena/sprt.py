"""A match that stops as soon as it is decided: Wald's sequential test on pairs (pentanomial, generalised likelihoods).

Two hypotheses: the first player is `elo0` or `elo1` stronger. After every pair the log-likelihood ratio (LLR) of the
second against the first is compared with two bounds. For each hypothesis the likelihood is that of the distribution
over the five pair scores that fits the observed one best among those with the Elo of the hypothesis. Logistic Elo is
about the expected score; normalized Elo is about the expected score in standard deviations of a game, so the length of
a test does not depend on draws and starts. Half a pair is added at each end: a few equal pairs decide nothing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from schwarm.arena.pairs import SCALE, SCORES, Pairs, score_of, spread_of
from schwarm.words import Figure, Message, SchwarmError, Sentence, in_figures

PRIOR = 0.5
"""Pairs added at each end."""
MAX_ELO = 1_000
"""Either way; of far larger differences a computer no longer knows that a point could be lost at all."""
NEVER_SEEN = 1e-3
"""The count of a pair score that did not occur: little, but not impossible."""
NORMALIZED = 2 * SCALE
"""Normalized Elo per standard deviation of a game, so that both kinds agree for equal players without draws."""
MAX_ITERATIONS = 50
EXACT = 1e-9


class SprtDecision(Enum):
    """How the test stands."""

    OPEN = "open"
    PASSED = "passed"
    """The second hypothesis holds: at least `elo1`, as far as the test can tell."""
    FAILED = "failed"
    """The first holds: not more than `elo0`."""


class BadTest(SchwarmError):
    """Numbers that make no test."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """An SPRT with its error rates: `alpha` for passing when elo0 is true, `beta` for failing when elo1 is true."""

    elo0: float
    elo1: float
    normalized: bool = False
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            facts = {"elo0": Figure(self.elo0, None), "elo1": Figure(self.elo1, None)}
            raise BadTest(NOT_RISING(most=MAX_ELO, **facts))
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadTest(NOT_A_SHARE(alpha=Figure(self.alpha, None), beta=Figure(self.beta, None)))

    @property
    def terms(self) -> list[float | bool]:
        """As a contest is stored: `Sprt(*terms)` is this test again."""
        return [self.elo0, self.elo1, self.normalized]

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which it fails and at which it passes."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, pairs: Pairs) -> float:
        """The log-likelihood ratio of elo1 against elo0."""
        if not pairs.number:
            return 0.0
        counts = [count or NEVER_SEEN for count in pairs.with_prior(PRIOR)]
        total = sum(counts)
        seen = [count / total for count in counts]
        fit = _fit_normalized if self.normalized else _fit_logistic
        fits = zip(counts, fit(seen, self.elo0), fit(seen, self.elo1), strict=True)
        return sum(count * math.log(share1 / share0) for count, share0, share1 in fits)

    def verdict(self, pairs: Pairs) -> SprtDecision:
        low, high = self.bounds
        llr = self.llr(pairs)
        return SprtDecision.PASSED if llr >= high else SprtDecision.FAILED if llr <= low else SprtDecision.OPEN

    def describe(self, pairs: Pairs) -> Message:
        """How the test stands, in words and figures of the language spoken now."""
        low, high = self.bounds
        facts = {
            "elo0": in_figures(self.elo0, None),
            "elo1": in_figures(self.elo1, None),
            "llr": in_figures(self.llr(pairs)),
            "low": in_figures(low),
            "high": in_figures(high),
            "unit": NORMALIZED_ELO() if self.normalized else ELO(),
        }
        return TOLD[self.verdict(pairs)](**facts)


def _fit_logistic(seen: Sequence[float], elo: float) -> list[float]:
    score = score_of(elo)
    return _tilt(seen, [value - score for value in SCORES])


def _fit_normalized(seen: Sequence[float], elo: float) -> list[float]:
    """The likeliest distribution with this normalized Elo."""
    # A pair's score is the mean of two games, with less deviation.
    wanted = math.sqrt(2) * elo / NORMALIZED
    found, reached = _fit_logistic(seen, 0.0), 0.0
    stride = wanted
    while reached != wanted:
        nearer = _approach(seen, found, reached + stride)
        if nearer is None:
            stride /= 2
        else:
            found, reached = nearer, reached + stride
            stride = wanted - reached
    return found


def _approach(seen: Sequence[float], start: list[float], deviations: float) -> list[float] | None:
    """The fit that is this many standard deviations above ½; None if `start` is too far away from it.

    The condition is the expected value 0 of a distance that depends on the distribution itself, so it is iterated (Van
    den Bergh, Comments on normalized Elo, section 4)."""
    found = start
    for _ in range(MAX_ITERATIONS):
        mean, deviation = spread_of(found)
        far = 0.5 * deviations * deviation
        away = [value - 0.5 - far * (1 + ((value - mean) / deviation) ** 2) for value in SCORES]
        if min(away) >= 0 or max(away) <= 0:
            return None
        before, found = found, _tilt(seen, away)
        if max(abs(one - two) for one, two in zip(before, found, strict=True)) < EXACT:
            return found
    return None


def _tilt(seen: Sequence[float], away: Sequence[float]) -> list[float]:
    """The likeliest distribution with the expected value 0 of `away`: seen / (1 + x · away) for some x.

    The expected value falls strictly between its two poles. Newton's steps find its zero; one that leads outside is
    halved."""
    low, high = -1 / max(away), -1 / min(away)
    x = 0.0
    for _ in range(200):
        terms = [distance / (1 + x * distance) for distance in away]
        excess = sum(share * term for share, term in zip(seen, terms, strict=True))
        if excess > 0:
            low = x
        else:
            high = x
        step = excess / sum(share * term * term for share, term in zip(seen, terms, strict=True))
        after = x + step if low < x + step < high else (low + high) / 2
        done = abs(after - x) <= 1e-12 * max(1.0, abs(x))
        x = after
        if done:
            break
    return [share / (1 + x * distance) for share, distance in zip(seen, away, strict=True)]


NOT_RISING = Sentence(
    "A test needs two Elo differences from −{most} to {most}, the smaller one first, not {elo0} and {elo1}."
)
NOT_A_SHARE = Sentence("The error rates of a test must be above 0 and below one half, not {alpha} and {beta}.")
ELO, NORMALIZED_ELO = Sentence("Elo"), Sentence("normalized Elo")
TOLD = {
    SprtDecision.OPEN: Sentence("Undecided between {elo0} and {elo1} {unit}: LLR {llr}, bounds {low} and {high}."),
    SprtDecision.PASSED: Sentence(
        "Passed: {elo1} {unit} is more likely than {elo0}; the LLR of {llr} has reached {high}."
    ),
    SprtDecision.FAILED: Sentence(
        "Failed: {elo0} {unit} is more likely than {elo1}; the LLR of {llr} has reached {low}."
    ),
}
