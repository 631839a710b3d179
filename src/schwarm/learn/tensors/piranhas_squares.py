"""The 10 × 10 squares of Piranhas as sets of bits, a set per game, and everything that follows from where they lie.

A set is two numbers of fifty bits, rows 0 to 4 and rows 5 to 9. So nothing ever touches a sign, and sets are shifted
between the halves with few operations.
"""

from collections.abc import Iterable
from typing import Any

from schwarm.games.piranhas import geometry
from schwarm.learn.tensors.library import Array, Library

SIZE = geometry.SIZE
SQUARES = SIZE * SIZE
HALF = SQUARES // 2
FULL = (1 << HALF) - 1
AXES = 4
DIRECTIONS = tuple(geometry.DIRECTIONS.values())
"""The ways to swim; each of the first four has its opposite four places later."""
STEPS = tuple(dx + SIZE * dy for dx, dy in DIRECTIONS)
MAX_DISTANCE = SIZE - 1
MAX_FISH = 16
"""Of a side."""


class Squares:
    """A set of squares per game, or one for all of them."""

    def __init__(self, low: Array, high: Array) -> None:
        self.low, self.high = low, high

    def __and__(self, other: "Squares") -> "Squares":
        return Squares(self.low & other.low, self.high & other.high)

    def __or__(self, other: "Squares") -> "Squares":
        return Squares(self.low | other.low, self.high | other.high)

    def __xor__(self, other: "Squares") -> "Squares":
        return Squares(self.low ^ other.low, self.high ^ other.high)

    def __invert__(self) -> "Squares":
        """All other squares, and bits beyond the board: a set that is kept must be taken together with another."""
        return Squares(~self.low, ~self.high)

    def shifted(self, by: int) -> "Squares":
        """Each square a few places on. What leaves a half stays behind it as bits beyond the board, as above."""
        if by > 0:
            return Squares(self.low << by, (self.high << by) | (self.low >> (HALF - by)))
        return Squares((self.low >> -by) | (self.high << (HALF + by)), self.high >> -by)

    def is_empty(self) -> Array:
        return (self.low | self.high) == 0

    def equals(self, other: "Squares") -> Array:
        return ((self.low ^ other.low) | (self.high ^ other.high)) == 0

    def words(self) -> tuple[Array, Array]:
        """As the encoding has them: the squares 0 to 63, and the others."""
        return self.low | (self.high << HALF), self.high >> (64 - HALF)


def choose(xp: Any, where: Array, then: Squares, otherwise: Squares) -> Squares:
    return Squares(xp.where(where, then.low, otherwise.low), xp.where(where, then.high, otherwise.high))


def stack(xp: Any, sets: Iterable[Squares]) -> Squares:
    """Several sets per game as one with another axis in front."""
    some = list(sets)
    return Squares(xp.stack([each.low for each in some]), xp.stack([each.high for each in some]))


def fixed(places: Iterable[tuple[int, int]]) -> Squares:
    """The same set for all games, from columns and rows."""
    number = sum(1 << (x + SIZE * y) for x, y in places)
    return Squares(number & FULL, number >> HALF)


EVERYWHERE = [(x, y) for y in range(SIZE) for x in range(SIZE)]
NONE, BOARD = fixed([]), fixed(EVERYWHERE)
LEFT, RIGHT = fixed((0, y) for y in range(SIZE)), fixed((SIZE - 1, y) for y in range(SIZE))


def line(axis: int, x: int, y: int) -> list[tuple[int, int]]:
    """All squares on a line through a square."""
    dx, dy = DIRECTIONS[axis]
    return [(x, y), *geometry.ray(x, y, dx, dy), *geometry.ray(x, y, -dx, -dy)]


ENTERED = [fixed((x, y) for x, y in EVERYWHERE if 0 <= x - dx < SIZE and 0 <= y - dy < SIZE) for dx, dy in DIRECTIONS]
"""For each way the squares that can be reached that way."""


class Tables:
    """What is looked up by a square, as arrays."""

    def __init__(self, library: Library) -> None:
        lines = [fixed(line(axis, x, y)) for axis in range(AXES) for x, y in EVERYWHERE]
        places = [fixed([place]) for place in EVERYWHERE]
        self.steps = library.numbers(STEPS)
        self._lines = Squares(*(library.numbers([getattr(one, half) for one in lines]) for half in ("low", "high")))
        self._places = Squares(*(library.numbers([getattr(one, half) for one in places]) for half in ("low", "high")))

    def line(self, axis: Array | int, square: Array) -> Squares:
        """The line along an axis through a square."""
        place = axis * SQUARES + square
        return Squares(self._lines.low[place], self._lines.high[place])

    def place(self, square: Array) -> Squares:
        """The square as a set."""
        return Squares(self._places.low[square], self._places.high[square])


def lowest(xp: Any, squares: Squares) -> Squares:
    """The first square of a set."""
    low, high = squares.low & -squares.low, squares.high & -squares.high
    return Squares(low, xp.where(low == 0, high, 0))


def swarm(first: Squares, fish: Squares) -> Squares:
    """The fish connected with the first ones. No way between two is longer than a side has fish."""
    grown = first
    for _ in range(MAX_FISH - 1):
        right, left = grown & ~RIGHT, grown & ~LEFT
        wide = grown | Squares(right.low << 1, right.high << 1) | Squares(left.low >> 1, left.high >> 1)
        grown = (wide | wide.shifted(SIZE) | wide.shifted(-SIZE)) & fish
    return grown
