"""Ratings with their errors as a plot: places in shares of its width, and round numbers along it."""

import math
from dataclasses import dataclass

from schwarm.arena.number_text import elo_text, percent_text
from schwarm.arena.pairs import Interval
from schwarm.arena.rating import Rating
from schwarm.words import in_figures


@dataclass(frozen=True, slots=True)
class Bar:
    """An estimate with its error as a plot shows it, in shares of the width."""

    name: str
    text: str
    games: int
    score: str
    left: float
    right: float
    centre: float
    zero: float


def bars(found: list[Rating]) -> list[Bar]:
    """Ratings on one scale that holds the zero; nothing where bounds are infinite."""
    if any(math.isinf(bound) for rating in found for bound in (rating.elo.low, rating.elo.high)):
        return []
    low, high = _range([rating.elo for rating in found])

    def at(elo: float) -> float:
        return round(100 * (elo - low) / (high - low), 2)

    return [
        Bar(
            rating.player,
            elo_text(rating.elo),
            rating.games,
            percent_text(rating.score),
            at(rating.elo.low),
            at(rating.elo.high),
            at(rating.elo.value),
            at(0.0),
        )
        for rating in found
    ]


def _range(elos: list[Interval]) -> tuple[float, float]:
    # Of a bot that did not get through any game there is no rating at all.
    low, high = min([0.0, *(elo.low for elo in elos)]), max([0.0, *(elo.high for elo in elos)])
    air = max(5.0, 0.03 * (high - low))
    return low - air, high + air


def scale_of(elos: list[Interval]) -> list[tuple[float, str]]:
    """Round numbers along the plot, about five of them, with their places."""
    low, high = _range(elos)
    step = next(step for step in (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, math.inf) if (high - low) / step <= 5)
    if math.isinf(step):
        return []
    marks = [number * step for number in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return [
        (round(100 * (mark - low) / (high - low), 2), in_figures(mark, 0, sign=True) if mark else "0") for mark in marks
    ]
