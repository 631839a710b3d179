"""Piranhas, both seasons, in arrays: what moves, what hangs together, when it ends. See `schwarm.games.piranhas`."""

from typing import NamedTuple

from schwarm.games.piranhas.state import Piranhas
from schwarm.learn.tensors.library import Array, Library, popcount
from schwarm.learn.tensors.piranhas_squares import (
    AXES,
    BOARD,
    ENTERED,
    MAX_DISTANCE,
    MAX_FISH,
    NONE,
    SQUARES,
    STEPS,
    Squares,
    Tables,
    choose,
    fixed,
    lowest,
    stack,
    swarm,
)
from schwarm.learn.tensors.piranhas_starts import BLUE_START, DIGITS, RED_START, START_LINES, PiranhasStarts


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
        self._xp = library.xp
        self._weighted, self._last_turn = game.weighted, game.last_turn
        self._official = game.rules == "official"
        self._tables = Tables(library)
        self._starts = PiranhasStarts(library, self._tables, game.weighted)

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
        landing, passable = ~(at.own | at.squids) & BOARD, ~at.other & BOARD
        exactly = [self._exactly(digits) for digits in at.lines]
        words: list[Array] = []
        for way, step in enumerate(STEPS):
            # From which squares a landing is so many free steps away: one more each time.
            reach, free, found = landing & ENTERED[way], passable & ENTERED[way], NONE
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

    def start(self, seeds: Array) -> Array:
        none = seeds * 0
        nowhere = Squares(none, none)
        squids, medium, large = self._starts.draw(seeds)
        lines = [[nowhere | digit for digit in digits] for digits in START_LINES]
        red, blue = nowhere | fixed(RED_START), nowhere | fixed(BLUE_START)
        return self._pack(Position(red, blue, medium, large, squids, none, none, none, none, none, lines))

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
