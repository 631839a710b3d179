"""Piranhas, both seasons, in arrays: what moves, what hangs together, when it ends. See `schwarm.games.piranhas`."""

from typing import NamedTuple

from schwarm.games.piranhas.start import LIMITS, WEIGHTS
from schwarm.games.piranhas.state import Piranhas
from schwarm.learn.tensors.bits import draw, popcount
from schwarm.learn.tensors.library import Array, Library
from schwarm.learn.tensors.waters import (
    AXES,
    BOARD,
    ENTERED,
    EVERYWHERE,
    MAX_DISTANCE,
    MAX_FISH,
    NONE,
    SIZE,
    SQUARES,
    STEPS,
    Squares,
    Tables,
    choose,
    fixed,
    line,
    lowest,
    stack,
    swarm,
)

DIGITS = 4
"""Of the number of fish on a line."""
ATTEMPTS = 64
"""About half of all draws of squids are good, and more of those of weights: that none of so many is never happens."""
INNER = 6
LAST = SIZE - 1
RED_START = [(x, y) for x in (0, LAST) for y in range(1, LAST)]
BLUE_START = [(x, y) for y in (0, LAST) for x in range(1, LAST)]


class Position(NamedTuple):
    """The fields of a state. Everything is seen by the side to move: when it has moved, the sides change places."""

    own: Squares
    other: Squares
    medium: Squares
    large: Squares
    squids: Squares
    turn: Array
    own_united: Array
    other_united: Array
    own_credit: Array
    other_credit: Array
    lines: list[list[Squares]]
    """For each axis the digits of the number of fish on a square's line: bit `d` of it stands in set `d`."""


class PiranhasArrays:
    """The rules of one season."""

    def __init__(self, library: Library, game: Piranhas) -> None:
        self._xp, self._library = library.xp, library
        self._weighted, self._last_turn = game.weighted, game.last_turn
        self._official = game.rules == "official"
        self._tables = Tables(library)
        self._attempts = library.count_up(ATTEMPTS)[:, None]
        self._fish = library.count_up(MAX_FISH)[:, None, None]

    # -- moving ------------------------------------------------------------------------------------------

    def play(self, state: Array, actions: Array) -> Array:
        xp, at = self._xp, self._unpack(state)
        way = actions // SQUARES
        start, axis = actions - way * SQUARES, way % AXES
        count = self._count((at.own | at.other) & self._tables.line(axis, start))
        to = start + self._tables.steps[way] * count
        here, there = self._tables.place(start), self._tables.place(to)
        captured = ~(at.other & there).is_empty()
        own, other = (at.own ^ here) | there, at.other & ~there
        both = stack(xp, [own, other])
        united = swarm(lowest(xp, both), both).equals(both) & ~both.is_empty()
        own_united, other_united = xp.where(united[0], 1, 0), xp.where(united[1], 1, 0)
        credit = self._credit(at, own_united, other_united)
        moved = Position(
            other,
            own,
            self._carry(at.medium, here, there),
            self._carry(at.large, here, there),
            at.squids,
            at.turn + 1,
            other_united,
            own_united,
            credit[1],
            credit[0],
            [self._change(at.lines[each], each, axis == each, captured, start, to) for each in range(AXES)],
        )
        return self._pack(moved)

    def masks(self, state: Array) -> Array:
        """000: "genauso viele Felder in eine Richtung, wie insgesamt Fische (beider Farben) auf dieser Linie sind";
        landing on an empty square or an opponent's; never over an opponent."""
        at = self._unpack(state)
        landing, open = ~(at.own | at.squids) & BOARD, ~at.other & BOARD
        exactly = [self._exactly(digits) for digits in at.lines]
        words: list[Array] = []
        for way, step in enumerate(STEPS):
            # From which squares a landing is so many free steps away: one more each time.
            reach, free, found = landing & ENTERED[way], open & ENTERED[way], NONE
            for distance in range(1, MAX_DISTANCE + 1):
                reach = reach.shifted(-step)
                found = found | (reach & exactly[way % AXES][distance])
                reach = reach & free
            words += (found & at.own).words()
        return self._xp.stack(words)

    def _exactly(self, digits: list[Squares]) -> list[Squares]:
        """For each number the squares whose line has exactly so many fish, and bits beyond the board."""
        one, two, four, eight = digits
        low = [~(one | two), one & ~two, two & ~one, one & two]
        high = [~(four | eight), four & ~eight, eight & ~four]
        return [low[number % 4] & high[number // 4] for number in range(MAX_DISTANCE + 1)]

    def _change(
        self, digits: list[Squares], axis: int, along: Array, captured: Array, start: Array, to: Array
    ) -> list[Squares]:
        """The numbers of fish after a move. Along its own line a fish is counted before and after; one that is captured
        no more, and its place on the other lines is taken."""
        left = choose(self._xp, ~along | captured, self._tables.line(axis, start), NONE)
        entered = choose(self._xp, ~(along | captured), self._tables.line(axis, to), NONE)
        changed: list[Squares] = []
        for digit in digits:
            less = digit ^ left  # minus one: borrow where the digit was 0
            left = left & less
            changed.append(less ^ entered)  # plus one: carry where it was 1
            entered = entered & less
        return changed

    def _carry(self, fish: Squares, here: Squares, there: Squares) -> Squares:
        """Fish of a weight after one, of this weight or not, swam from here to there."""
        if not self._weighted:
            return fish
        rest = fish & ~(here | there)
        return choose(self._xp, (fish & here).is_empty(), rest, rest | there)

    def _credit(self, at: Position, own_united: Array, other_united: Array) -> tuple[Array, Array]:
        """Whether the mover, and whether the other side, is credited with the first swarm.

        000: whoever made it, "unabhängig davon, ob es ein eigener oder der des Gegners ist". The server credits whose
        fish they are, and looks at Red first.
        """
        if not self._weighted:
            return at.own_credit, at.other_credit
        nobody = 1 - (at.own_credit | at.other_credit)
        if not self._official:
            return at.own_credit | (nobody & (own_united | other_united)), at.other_credit
        second = at.turn & 1
        own = own_united & ~(other_united & second)
        return at.own_credit | (nobody & own), at.other_credit | (nobody & other_united & ~own)

    # -- the end -----------------------------------------------------------------------------------------

    def ended(self, state: Array) -> Array:
        """000: "wenn am Ende einer Runde alle … Fische einer Farbe zu einem einzigen … Schwarm verbunden sind,
        spätestens jedoch nach 30 Runden"."""
        at = self._unpack(state)
        return ((at.turn & 1) == 0) & (self._union_ends(at) | (at.turn >= self._last_turn))

    def judge(self, state: Array, blocked: Array) -> Array:
        xp, at = self._xp, self._unpack(state)
        heavier = self._heaviest(at.own, at) - self._heaviest(at.other, at)
        by_weight = xp.where(heavier > 0, 1, xp.where(heavier < 0, -1, 0))
        if self._weighted:
            credit = at.own_credit - at.other_credit
            if self._official:  # it forgets the first swarm when the last round ends without a union
                credit = xp.where(self._union_ends(at), credit, 0)
            result = xp.where(by_weight == 0, credit, by_weight)
        else:
            own, other = self._counts_as_united(at)
            result = xp.where(own == other, by_weight, own - other)
        if not self._official:
            return xp.where(blocked, -1, result)
        # For the server of 2026 a union comes before "cannot move"; for that of 2019 this is no defeat.
        return xp.where(blocked & ~self._union_ends(at), -1, result) if self._weighted else result

    def _union_ends(self, at: Position) -> Array:
        own, other = self._counts_as_united(at)
        if self._weighted or not self._official:
            return (own | other) != 0
        # For the server of 2019 play goes on when both sides are united with the same number of fish.
        return ((own | other) != 0) & ((own & other & (self._count(at.own) == self._count(at.other))) == 0)

    def _counts_as_united(self, at: Position) -> tuple[Array, Array]:
        if self._weighted or not self._official:
            return at.own_united, at.other_united
        # For the server of 2019 a side without fish is united too.
        return at.own_united | at.own.is_empty(), at.other_united | at.other.is_empty()

    def _heaviest(self, fish: Squares, at: Position) -> Array:
        """The weight of the heaviest swarm: a swarm from every fish, all at once."""
        firsts, rest = [], fish
        for _ in range(MAX_FISH):
            firsts.append(lowest(self._xp, rest))
            rest = rest ^ firsts[-1]
        swarms = swarm(stack(self._xp, firsts), fish)
        weights = self._count(swarms)
        if self._weighted:
            weights = weights + self._count(swarms & at.medium) + 2 * self._count(swarms & at.large)
        return self._xp.amax(weights, 0)

    @staticmethod
    def _count(squares: Squares) -> Array:
        return popcount(squares.low) + popcount(squares.high)

    # -- what a learner sees -----------------------------------------------------------------------------

    def planes(self, state: Array) -> Array:
        at = self._unpack(state)
        small = ~(at.medium | at.large)
        sides = [[side & small, side & at.medium, side & at.large] for side in (at.own, at.other)]
        sets = [*sides[0], *sides[1]] if self._weighted else [at.own, at.other]
        return self._xp.stack([word for each in (*sets, at.squids) for word in each.words()])

    def facts(self, state: Array) -> Array:
        at = self._unpack(state)
        credit = [at.own_credit, at.other_credit] if self._weighted else []
        return self._xp.stack([at.turn, at.turn & 1, *credit])

    # -- starts ------------------------------------------------------------------------------------------

    def start(self, seeds: Array) -> Array:
        """As `schwarm.games.piranhas.start` draws them: many attempts at once, of which the first good one counts."""
        none = seeds * 0
        first = self._first(self._apart(*self._draw_squids(seeds, self._attempts)))
        x1, y1, x2, y2 = self._draw_squids(seeds, first)
        squids = self._tables.place(x1 + SIZE * y1) | self._tables.place(x2 + SIZE * y2)
        medium = large = nowhere = Squares(none, none)
        if self._weighted:
            medium, large = self._draw_weights(seeds, 4 * (first + 1), none)
        red, blue = nowhere | fixed(RED_START), nowhere | fixed(BLUE_START)
        lines = [[nowhere | digit for digit in digits] for digits in START_LINES]
        return self._pack(Position(red, blue, medium, large, squids, none, none, none, none, none, lines))

    def _draw_squids(self, seeds: Array, attempt: Array) -> tuple[Array, Array, Array, Array]:
        x1, y1, x2, y2 = (2 + draw(seeds, 4 * attempt + place, INNER) for place in range(4))
        return x1, y1, x2, y2

    def _apart(self, x1: Array, y1: Array, x2: Array, y2: Array) -> Array:
        """Whether they share no row, column or diagonal."""
        across, up = x1 - x2, y1 - y2
        return (across != 0) & (up != 0) & (across != up) & (across != -up)

    def _draw_weights(self, seeds: Array, skip: Array, none: Array) -> tuple[Squares, Squares]:
        xp, table = self._xp, self._library.numbers(WEIGHTS)
        weights = table[draw(seeds, skip + MAX_FISH * self._attempts + self._fish, len(WEIGHTS))]
        good = none == 0
        for weight, limit in LIMITS.items():
            number = xp.sum(xp.where(weights == weight, 1, 0), 0)
            good = good & (number >= limit.start) & (number < limit.stop)
        first = self._first(good)
        medium, large = Squares(none, none), Squares(none, none)
        for place in range(MAX_FISH):
            weight = table[draw(seeds, skip + MAX_FISH * first + place, len(WEIGHTS))]
            pair = fixed([RED_START[place], BLUE_START[place]])
            medium = choose(xp, weight == 2, medium | pair, medium)
            large = choose(xp, weight == 3, large | pair, large)
        return medium, large

    def _first(self, good: Array) -> Array:
        """The first attempt that is good."""
        return self._xp.amin(self._xp.where(good, self._attempts, ATTEMPTS), 0)

    # -- a state as an array -----------------------------------------------------------------------------

    def _pack(self, at: Position) -> Array:
        weights = [at.medium, at.large] if self._weighted else []
        credit = [at.own_credit, at.other_credit] if self._weighted else []
        digits = [digit for axis in at.lines for digit in axis]
        sets = [half for each in (at.own, at.other, at.squids, *weights, *digits) for half in (each.low, each.high)]
        return self._xp.stack([*sets, at.turn, at.own_united, at.other_united, *credit])

    def _unpack(self, state: Array) -> Position:
        rows = iter(state)
        zero = state[0] * 0

        def next_set() -> Squares:
            return Squares(next(rows), next(rows))

        own, other, squids = next_set(), next_set(), next_set()
        empty = Squares(zero, zero)
        medium, large = (next_set(), next_set()) if self._weighted else (empty, empty)
        lines = [[next_set() for _ in range(DIGITS)] for _ in range(AXES)]
        turn, own_united, other_united = next(rows), next(rows), next(rows)
        own_credit, other_credit = (next(rows), next(rows)) if self._weighted else (zero, zero)
        return Position(
            own, other, medium, large, squids, turn, own_united, other_united, own_credit, other_credit, lines
        )


def _start_lines() -> list[list[Squares]]:
    """The numbers of fish on all lines of a start: every start has its fish on the same squares."""
    fish = {*RED_START, *BLUE_START}
    count = {(axis, place): len(fish.intersection(line(axis, *place))) for axis in range(AXES) for place in EVERYWHERE}
    return [
        [fixed(place for place in EVERYWHERE if count[axis, place] >> digit & 1) for digit in range(DIGITS)]
        for axis in range(AXES)
    ]


START_LINES = _start_lines()
