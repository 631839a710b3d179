"""The Elo scale: how many points of a game a difference in strength is worth, and back."""

import math

SCALE = 400 / math.log(10)
"""Elo per unit of the logistic curve: 400 Elo are odds of ten to one."""


def score_of(elo: float) -> float:
    """The share of points that somebody expects who is that much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in strength that explains a share of points; infinite for all and for nothing."""
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)
