"""The water of Piranhas: 100 squares, the lines through them and how far a fish can swim, as bitboards.

A set of squares is one integer with a bit per square. A row takes eleven bits, ten squares and one
that is always empty: shifting a set sideways then never reaches into the next row.
"""

from collections.abc import Iterator
from typing import NamedTuple

from schwarm.games.base import Move

COLUMNS = "ABCDEFGHIJ"
ROWS = "0123456789"
SIZE = 10
ROW = SIZE + 1

# UP is towards row 9 (protocol: y + 1); the order is the protocol's, clockwise.
DIRECTIONS = {
    "UP": (0, 1),
    "UP_RIGHT": (1, 1),
    "RIGHT": (1, 0),
    "DOWN_RIGHT": (1, -1),
    "DOWN": (0, -1),
    "DOWN_LEFT": (-1, -1),
    "LEFT": (-1, 0),
    "UP_LEFT": (-1, 1),
}


class Swim(NamedTuple):
    """One fish, one direction, one distance: everything the rules ask about, as sets of squares."""

    move: Move
    direction: str
    distance: int
    start: int
    target: int
    line: int
    between: int


def square(x: int, y: int) -> str:
    return COLUMNS[x] + ROWS[y]


def bit(x: int, y: int) -> int:
    return 1 << (y * ROW + x)


PLACES = {(x, y): (square(x, y), bit(x, y)) for y in range(SIZE) for x in range(SIZE)}
SQUARES = dict(PLACES.values())
NAMES = {here.bit_length() - 1: name for name, here in SQUARES.items()}


def names(squares: int) -> Iterator[str]:
    """The squares of a set, row by row from A0."""
    while squares:
        lowest = squares & -squares
        yield NAMES[lowest.bit_length() - 1]
        squares ^= lowest


def ray(x: int, y: int, dx: int, dy: int) -> list[tuple[int, int]]:
    """The squares seen from one square in a direction, up to the edge."""
    seen = []
    while 0 <= (x := x + dx) < SIZE and 0 <= (y := y + dy) < SIZE:
        seen.append((x, y))
    return seen


def _swims(x: int, y: int) -> Iterator[Swim]:
    here, start = PLACES[x, y]
    rays = {step: [PLACES[place] for place in ray(x, y, *step)] for step in DIRECTIONS.values()}
    for direction, (dx, dy) in DIRECTIONS.items():
        line = start | sum(target for _, target in rays[dx, dy] + rays[-dx, -dy])
        between = 0
        for distance, (name, target) in enumerate(rays[dx, dy], start=1):
            yield Swim(Move(here, name), direction, distance, start, target, line, between)
            between |= target


SWIMS = [list(_swims(x, y)) for y in range(SIZE) for x in range(SIZE)]
SWIM_BY_MOVE = {swim.move: swim for swims in SWIMS for swim in swims}
SWIM_BY_DIRECTION = {(swim.move.start, swim.direction, swim.distance): swim for swim in SWIM_BY_MOVE.values()}

Reach = tuple[tuple[Move, int, int], ...]
"""Swims of one length on one line: the move, the target and what lies between."""


def _lines(swims: list[Swim]) -> tuple[tuple[int, tuple[Reach, ...]], ...]:
    found: dict[int, list[list[tuple[Move, int, int]]]] = {}
    for swim in swims:
        by_count = found.setdefault(swim.line, [[] for _ in range(SIZE + 1)])
        by_count[swim.distance].append((swim.move, swim.target, swim.between))
    return tuple((line, tuple(map(tuple, by_count))) for line, by_count in found.items())


# For each square, by its bit's place, its lines; for each line and number of fish on it, the swims of that length.
# This is the whole of the movement rule but for what stands in the way: see `PiranhasState.moves`.
LINES = {swims[0].start.bit_length() - 1: _lines(swims) for swims in SWIMS}


def swarm_of(seed: int, fish: int) -> int:
    """The fish connected with the seed; neighbours touch vertically, horizontally or diagonally."""
    swarm, grown = 0, seed
    while grown != swarm:
        swarm = grown
        wide = swarm | swarm << 1 | swarm >> 1
        grown = (wide | wide << ROW | wide >> ROW) & fish
    return swarm


def swarms_of(fish: int) -> Iterator[int]:
    """All swarms of a set of fish."""
    while fish:
        swarm = swarm_of(fish & -fish, fish)
        yield swarm
        fish ^= swarm


def united(fish: int) -> bool:
    """Whether there are fish and all of them are one swarm."""
    return fish != 0 and swarm_of(fish & -fish, fish) == fish
