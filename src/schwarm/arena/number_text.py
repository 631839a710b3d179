"""Numbers as words for tables, where a whole sentence has no room."""

import math

from schwarm.arena.pairs import Interval
from schwarm.words import Sentence, in_figures, say

UNEVEN = 1.5
"""How much further off one bound may be than the other for ± to tell where they lie: +269 ± 314 would seem to contain
0 where the bounds are +96 and +723."""

GAMES = Sentence("{n} game", "{n} games")


def elo_text(elo: Interval) -> str:
    """`+27 ± 16`, or the bounds where they lie unevenly or nowhere."""
    if math.isinf(elo.value) or math.isinf(elo.low) or math.isinf(elo.high):
        if math.isinf(elo.low):
            return say("below {bound}", bound=_with_sign(elo.high)) if not math.isinf(elo.high) else "?"
        return say("above {bound}", bound=_with_sign(elo.low))
    if elo.low == elo.high:
        return in_figures(elo.value + 0.0, 1, sign=True)
    value, distances = in_figures(elo.value + 0.0, 1, sign=True), (elo.value - elo.low, elo.high - elo.value)
    if max(distances) > UNEVEN * min(distances):
        return say("{value} ({low} to {high})", value=value, low=_with_sign(elo.low), high=_with_sign(elo.high))
    return f"{value} ± {in_figures(elo.margin, 1)}"


def seconds_text(value: float) -> str:
    return f"{in_figures(1000 * value, 1)} ms" if value < 1 else f"{in_figures(value)} s"


def percent_text(share: float) -> str:
    """A share of one: `52.5 %`."""
    return f"{in_figures(100 * share, 1)} %"


def games_text(number: int) -> str:
    return str(GAMES(n=number))


def _with_sign(value: float) -> str:
    return in_figures(value, 0, sign=True)
