"""The starts of Piranhas in arrays, as `schwarm.games.piranhas.pieces` draws them."""

from typing import Any

from schwarm.games.piranhas.start import INNER, LIMITS, WEIGHTS
from schwarm.learn.tensors.library import Array, Library, draw
from schwarm.learn.tensors.piranhas_squares import (
    AXES,
    EVERYWHERE,
    MAX_FISH,
    SIZE,
    Squares,
    Tables,
    choose,
    fixed,
    line,
)

DIGITS = 4
"""Of the number of fish on a line."""
ATTEMPTS = 64
"""About half of all draws of squids are good, and more of those of weights: that none of so many is never happens."""
LAST = SIZE - 1
# As the start pairs them: fish at the same place of both lists have the same weight.
RED_START = [(x, y) for x in (0, LAST) for y in range(1, LAST)]
BLUE_START = [(x, y) for y in (0, LAST) for x in range(1, LAST)]


class PiranhasStarts:
    """Draws many attempts at once, of which the first good one counts: nobody waits for whoever draws longest."""

    def __init__(self, library: Library, tables: Tables, weighted: bool) -> None:
        self._xp: Any = library.xp
        self._tables, self._weighted = tables, weighted
        self._weights = library.numbers(WEIGHTS)
        self._attempts = library.count_up(ATTEMPTS)[:, None]
        self._fish = library.count_up(MAX_FISH)[:, None, None]

    def draw(self, seeds: Array) -> tuple[Squares, Squares, Squares]:
        """Squids, medium and large fish of the starts with these seeds."""
        first = self._first(self._apart(*self._draw_squids(seeds, self._attempts)))
        x1, y1, x2, y2 = self._draw_squids(seeds, first)
        squids = self._tables.place(x1 + SIZE * y1) | self._tables.place(x2 + SIZE * y2)
        none = Squares(seeds * 0, seeds * 0)
        medium, large = self._draw_weights(seeds, 4 * (first + 1), none) if self._weighted else (none, none)
        return squids, medium, large

    def _draw_squids(self, seeds: Array, attempt: Array) -> tuple[Array, Array, Array, Array]:
        x1, y1, x2, y2 = (INNER.start + draw(seeds, 4 * attempt + place, len(INNER)) for place in range(4))
        return x1, y1, x2, y2

    def _apart(self, x1: Array, y1: Array, x2: Array, y2: Array) -> Array:
        """Whether they share no row, column or diagonal."""
        across, up = x1 - x2, y1 - y2
        return (across != 0) & (up != 0) & (across != up) & (across != -up)

    def _draw_weights(self, seeds: Array, skip: Array, none: Squares) -> tuple[Squares, Squares]:
        xp, table = self._xp, self._weights
        weights = table[draw(seeds, skip + MAX_FISH * self._attempts + self._fish, len(WEIGHTS))]
        good = none.is_empty()
        for weight, limit in LIMITS.items():
            number = xp.sum(xp.where(weights == weight, 1, 0), 0)
            good = good & (number >= limit.start) & (number < limit.stop)
        first = self._first(good)
        medium = large = none
        for place in range(MAX_FISH):
            weight = table[draw(seeds, skip + MAX_FISH * first + place, len(WEIGHTS))]
            pair = fixed([RED_START[place], BLUE_START[place]])
            medium = choose(xp, weight == 2, medium | pair, medium)
            large = choose(xp, weight == 3, large | pair, large)
        return medium, large

    def _first(self, good: Array) -> Array:
        """The first attempt that is good."""
        return self._xp.amin(self._xp.where(good, self._attempts, ATTEMPTS), 0)


def _start_lines() -> list[list[Squares]]:
    """The numbers of fish on all lines of a start: every start has its fish on the same squares."""
    fish = {*RED_START, *BLUE_START}
    count = {(axis, place): len(fish.intersection(line(axis, *place))) for axis in range(AXES) for place in EVERYWHERE}
    return [
        [fixed(place for place in EVERYWHERE if count[axis, place] >> digit & 1) for digit in range(DIGITS)]
        for axis in range(AXES)
    ]


START_LINES = _start_lines()
