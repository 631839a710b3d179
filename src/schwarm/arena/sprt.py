"""A match that stops as soon as it is decided: Wald's sequential test on pairs (pentanomial, generalised likelihoods).

Two hypotheses: the first player is `elo0` or `elo1` stronger. After every pair the log-likelihood ratio (LLR) of the
second against the first is compared with two bounds. For each hypothesis the likelihood is that of the distribution
over the five pair scores that fits the observed one best among those with the expected score of the hypothesis.
Half a pair is added at each end: a few pairs that all ended alike decide nothing.
"""

import math
from dataclasses import dataclass
from enum import Enum

from schwarm.arena.pairs import SCORES, Pairs, score_of
from schwarm.words import Figure, Message, SchwarmError, Sentence, in_figures

PRIOR = 0.5
"""Pairs added at each end."""
MAX_ELO = 1_000
"""Either way; of far larger differences a computer no longer knows that a point could be lost at all."""
NEVER_SEEN = 1e-3
"""What counts for a pair score that did not occur: little, but not impossible."""


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
    """A test and how often it may err: `alpha` passes what is only elo0, `beta` fails what is elo1."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            facts = {"elo0": Figure(self.elo0, None), "elo1": Figure(self.elo1, None)}
            raise BadTest(NOT_RISING(most=MAX_ELO, **facts))
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise BadTest(NOT_A_SHARE(alpha=Figure(self.alpha, None), beta=Figure(self.beta, None)))

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
        tilt0, tilt1 = (_tilt(seen, score_of(elo)) for elo in (self.elo0, self.elo1))
        score0, score1 = score_of(self.elo0), score_of(self.elo1)
        return sum(
            count * math.log((1 + tilt0 * (value - score0)) / (1 + tilt1 * (value - score1)))
            for count, value in zip(counts, SCORES, strict=True)
        )

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
        }
        return TOLD[self.verdict(pairs)](**facts)


def _tilt(seen: list[float], score: float) -> float:
    """The x for which seen / (1 + x · (value − score)) has the expected value `score`: the likeliest such distribution.

    The sum falls strictly between its two poles. Newton's steps find its zero; one that leads outside is halved."""
    away = [value - score for value in SCORES]
    low, high = -1 / away[-1], -1 / away[0]
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
        if abs(after - x) <= 1e-12 * max(1.0, abs(x)):
            return after
        x = after
    return x


NOT_RISING = Sentence(
    "A test needs two Elo differences from −{most} to {most}, the smaller one first, not {elo0} and {elo1}."
)
NOT_A_SHARE = Sentence("The error rates of a test must be above 0 and below one half, not {alpha} and {beta}.")
TOLD = {
    SprtDecision.OPEN: Sentence("Undecided between {elo0} and {elo1} Elo: LLR {llr}, bounds {low} and {high}."),
    SprtDecision.PASSED: Sentence(
        "Passed: {elo1} Elo is more likely than {elo0}; the LLR of {llr} has reached {high}."
    ),
    SprtDecision.FAILED: Sentence("Failed: {elo0} Elo is more likely than {elo1}; the LLR of {llr} has reached {low}."),
}
