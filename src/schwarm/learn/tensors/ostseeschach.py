"""Ostseeschach in arrays: steps, towers, ambers, the end. See `schwarm.games.ostseeschach`.

A set of squares is one number of 64 bits. The board is turned after every move, so that the side to move always looks
ahead: what is written here is what Red's pieces do.
"""

from typing import NamedTuple

from schwarm.games.ostseeschach.pieces import DIRECTIONS, SIZE, STEPS, Kind
from schwarm.games.ostseeschach.state import Ostseeschach
from schwarm.learn.tensors.library import Array, Library, draw, popcount, reverse, signed_number

SQUARES = SIZE * SIZE
KINDS = tuple(Kind)
SEAL = KINDS.index(Kind.SEAL)
FAR_LINE = signed_number(0xFF << SQUARES - SIZE)
MAX_AMBERS_SHOWN = 3
NIBBLE = 4

# For each direction how many squares on it leads, and the squares from which that stays on the board.
DISTANCES = [dx + SIZE * dy for dx, dy in DIRECTIONS]
INSIDE = [
    signed_number(
        sum(1 << (x + SIZE * y) for x in range(SIZE) for y in range(SIZE) if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE)
    )
    for dx, dy in DIRECTIONS
]


class Position(NamedTuple):
    """The fields of a state, seen by the side to move."""

    own: Array
    other: Array
    cockles: Array
    gulls: Array
    starfish: Array
    seals: Array
    towers: Array
    own_ambers: Array
    other_ambers: Array
    turn: Array

    @property
    def kinds(self) -> tuple[Array, ...]:
        return self.cockles, self.gulls, self.starfish, self.seals


class OstseeschachArrays:
    """The rules of the season."""

    def __init__(self, library: Library, game: Ostseeschach) -> None:
        self._xp = library.xp
        self._last_turn, self._ambers_to_win = game.last_turn, game.ambers_to_win
        self._official = game.rules == "official"
        self._distances = library.numbers(DISTANCES)
        self._places = library.numbers([1 << square for square in range(SQUARES)])

    # -- moving ------------------------------------------------------------------------------------------

    def play(self, state: Array, actions: Array) -> Array:
        xp, at = self._xp, Position(*state)
        way = actions // SQUARES
        start = actions - way * SQUARES
        here, there = self._places[start], self._places[start + self._distances[way]]
        captured = (at.other & there) != 0
        # Capturing with or into a tower earns an amber, and so does a light piece on the far line (004).
        too_high = captured & ((at.towers & (here | there)) != 0)
        arrived = ((here & at.seals) == 0) & ((there & FAR_LINE) != 0)
        stays = xp.where(too_high | arrived, 0, there)
        is_tower = captured | ((at.towers & here) != 0)
        vacated = ~(here | there)
        kinds = [(squares & vacated) | xp.where((squares & here) != 0, stays, 0) for squares in at.kinds]
        towers = (at.towers & vacated) | xp.where(is_tower, stays, 0)
        ambers = at.own_ambers + xp.where(too_high, 1, 0) + xp.where(arrived, 1, 0)
        own, other = (at.own & vacated) | stays, at.other & vacated
        sets = [reverse(squares) for squares in (other, own, *kinds, towers)]
        return xp.stack([*sets, at.other_ambers, ambers, at.turn + 1])

    def masks(self, state: Array) -> Array:
        """004: a move ends "auf einem freien Feld oder einer gegnerischen Figur"."""
        at = Position(*state)
        words: list[Array] = []
        for way, (direction, distance) in enumerate(zip(DIRECTIONS, DISTANCES, strict=True)):
            pieces = at.own * 0
            for kind, squares in zip(KINDS, at.kinds, strict=True):
                if direction in STEPS[kind]:
                    pieces = pieces | squares
            landing = ~at.own >> distance if distance > 0 else ~at.own << -distance
            words.append(pieces & at.own & landing & INSIDE[way])
        return self._xp.stack(words)

    # -- the end -----------------------------------------------------------------------------------------

    def ended(self, state: Array) -> Array:
        """004: "nach einer Runde, in der ein Spieler zwei Bernsteine erreicht, spätestens jedoch nach 30 Runden"."""
        at = Position(*state)
        won = (at.own_ambers >= self._ambers_to_win) | (at.other_ambers >= self._ambers_to_win)
        return ((at.turn & 1) == 0) & (won | (at.turn >= self._last_turn))

    def judge(self, state: Array, blocked: Array) -> Array:
        xp, at = self._xp, Position(*state)
        ahead = at.own_ambers - at.other_ambers
        by_ambers = xp.where(ahead > 0, 1, xp.where(ahead < 0, -1, 0))
        result = xp.where(by_ambers == 0, self._advanced(at), by_ambers)
        # For the server a player who cannot move does not lose.
        return result if self._official else xp.where(blocked, -1, result)

    def _advanced(self, at: Position) -> Array:
        """The light pieces' distances one by one, the furthest first, until a side has none left."""
        xp = self._xp
        own, other = at.own & ~at.seals, reverse(at.other & ~at.seals)
        own_left, other_left = popcount(own), popcount(other)
        result = own_left * 0
        undecided = result == 0
        for rank in reversed(range(SIZE)):
            undecided = undecided & (own_left > 0) & (other_left > 0)
            mine = popcount((own >> SIZE * rank) & 0xFF)
            theirs = popcount((other >> SIZE * rank) & 0xFF)
            # The side with more pieces here has one where the other's next is less far, if it has a next one.
            result = xp.where(undecided & (mine > theirs) & (other_left > theirs), 1, result)
            result = xp.where(undecided & (theirs > mine) & (own_left > mine), -1, result)
            undecided = undecided & (mine == theirs)
            own_left, other_left = own_left - mine, other_left - theirs
        return result

    # -- what a learner sees -----------------------------------------------------------------------------

    def planes(self, state: Array) -> Array:
        at = Position(*state)
        sides = [squares & side for side in (at.own, at.other) for squares in at.kinds]
        return self._xp.stack([*sides, at.towers])

    def facts(self, state: Array) -> Array:
        at = Position(*state)
        flags = [
            self._xp.where(ambers >= number, 1, 0)
            for ambers in (at.own_ambers, at.other_ambers)
            for number in range(1, MAX_AMBERS_SHOWN + 1)
        ]
        return self._xp.stack([at.turn, at.turn & 1, *flags])

    # -- starts ------------------------------------------------------------------------------------------

    def start(self, seeds: Array) -> Array:
        """Two of each piece at random on Red's line; Blue's are the same turned by 180 degrees."""
        none = seeds * 0
        line = none + sum(place // 2 << NIBBLE * place for place in range(SIZE))
        for number, last in enumerate(range(SIZE - 1, 0, -1)):
            other = draw(seeds, number, last + 1) * NIBBLE
            change = ((line >> NIBBLE * last) ^ (line >> other)) & 0xF
            line = line ^ (change << NIBBLE * last) ^ (change << other)
        kinds = [none for _ in KINDS]
        for place in range(SIZE):
            here = (line >> NIBBLE * place) & 0xF
            kinds = [squares | self._xp.where(here == kind, 1 << place, 0) for kind, squares in enumerate(kinds)]
        kinds = [squares | reverse(squares) for squares in kinds]
        own = none + (1 << SIZE) - 1
        return self._xp.stack([own, reverse(own), *kinds, none, none, none, none])
