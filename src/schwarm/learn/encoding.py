"""A game in numbers: what a learner sees of a position, and a number for every move.

Both follow from the facts that a game declares, so every game has them, also one from elsewhere. Everything is seen by
the side to move. The guide says what each plane is (`docs/learning.md`); what it says changes only with `VERSION`.
"""

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from math import gcd
from typing import NoReturn

from schwarm.games import Game, InvalidPosition, Move, Outcome, State, Team
from schwarm.games.base import read_state
from schwarm.games.move import read_move
from schwarm.games.notation import write_rows
from schwarm.games.outcome import no_side
from schwarm.games.registry import given_game
from schwarm.words import SchwarmError, Sentence, excerpt

VERSION = 1
"""Goes up whenever a plane, a fact or the number of a move changes its meaning."""

WORD = 64
STACKED = "+"


class IllegalAction(SchwarmError, ValueError):
    """An action that is not legal where it was to be played."""


class Encoding:
    """The planes, facts and actions of one game.

    A *plane* is a set of squares as an integer: bit `n` is square `n` of `game.squares()`, as the mover sees the board.
    A *fact* is a small number beside the board: the turn, whether the second side moves, and `State.flags`.
    An *action* is the number of a move, `way * len(squares) + start`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.squares = game.squares()
        self.columns, self.rows = len(game.columns), len(game.rows)
        self.kinds, self.neutral = _sort_letters(game)
        self.stacked = any(letter.endswith(STACKED) for letter in game.pieces)
        sides = tuple(f"{whose} {letter}" for whose in ("own", "other") for letter, _ in self.kinds)
        self.planes = (*sides, *self.neutral, *((STACKED,) if self.stacked else ()))
        """The names of the planes."""
        flags = len(game.start(0).flags(Team.ONE))
        self.facts = ("turn", "second", *(f"flag {number}" for number in range(flags)))
        """The names of the facts."""
        self.ways = len(game.directions) or len(self.squares)
        """How many actions a square has: a direction each, or a target."""
        self.actions = self.ways * len(self.squares)
        """How many actions there are."""
        self.words = -(-len(self.squares) // WORD)
        """How many words of 64 bits a plane takes."""
        self._places = {square: place for place, square in enumerate(self.squares)}
        self._ways = {direction: way for way, direction in enumerate(game.directions)}
        self._plane_of = self._number_letters()
        swap = next((symmetry for symmetry in game.symmetries if symmetry.swaps_teams), None)
        # How each side sees a square: where a symmetry swaps the sides, the second one looks through it.
        self._seen = (
            self._places,
            {square: self._places[swap.squares[square] if swap else square] for square in self.squares},
        )
        # There are few moves, and their numbers never change; computing one takes as long as ten look-ups.
        self._numbers: tuple[dict[Move, int], dict[Move, int]] = ({}, {})
        # After the mask of a position comes one of its moves.
        self._last: tuple[State | None, dict[int, Move]] = (None, {})

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of an observation as numbers: facts fill planes of their own."""
        return len(self.planes) + len(self.facts), self.rows, self.columns

    def observe(self, state: State, viewer: Team | None = None) -> tuple[list[int], list[int]]:
        """The planes and the facts of a position, as the side to move sees it, or another viewer."""
        self._check_game(state)
        viewer = state.to_move if viewer is None else viewer if isinstance(viewer, Team) else no_side(viewer)
        seen, plane_of = self._seen[viewer.index], self._plane_of[viewer.index]
        planes = [0] * len(self.planes)
        for square, letter in state.letters().items():
            here = 1 << seen[square]
            planes[plane_of[letter[0]]] |= here
            if letter.endswith(STACKED):
                planes[-1] |= here
        return planes, [state.turn, viewer.index, *map(int, state.flags(viewer))]

    def action(self, state: State, move: Move | str) -> int:
        """The number of a legal move, given as a move or as its text; raises what `state.play` does for any other."""
        self._check_game(state)
        move = read_move(self.game, move)
        state.play(move)  # a move that is too long would otherwise have the number of the right one
        return self._number(state, move)

    def state(self, planes: Sequence[int], facts: Sequence[int]) -> State:
        """The position that looks like this to the side to move: the way back from `observe`.

        `schwarm.learn.position` does it for a row of arrays. Raises `SchwarmError` for what no position looks like.
        """
        try:
            planes, facts = list(map(operator.index, planes)), list(map(operator.index, facts))
        except TypeError:
            raise SchwarmError(NO_POSITION(game=self.game.title)) from None
        lengths = len(planes), len(facts)
        if lengths != (len(self.planes), len(self.facts)) or not all(0 <= fact < 256 for fact in facts):
            raise SchwarmError(NO_POSITION(game=self.game.title))
        turn, viewer, *flags = facts
        team = tuple(Team)[viewer % 2]
        places = {place: square for square, place in self._seen[team.index].items()}
        stacked = planes[-1] if self.stacked else 0
        letters = {
            places[place]: letter + STACKED * (stacked >> place & 1)
            for letter, plane in self._plane_of[team.index].items()
            for place in range(len(self.squares))
            if planes[plane] >> place & 1
        }
        rest = self.game.remembered(tuple(map(bool, flags)), team)
        try:
            state = self.game.parse(" ".join(filter(None, (write_rows(self.game, letters), str(turn), rest))))
        except InvalidPosition:
            raise SchwarmError(NO_POSITION(game=self.game.title)) from None
        if self.observe(state) != (planes, facts):
            raise SchwarmError(NO_POSITION(game=self.game.title))
        return state

    def _number(self, state: State, move: Move) -> int:
        known = self._numbers[state.to_move.index]
        if move not in known:
            known[move] = self._count(self._seen[state.to_move.index], move)
        return known[move]

    def _count(self, seen: Mapping[str, int], move: Move) -> int:
        to = seen[move.to]
        # What comes from the hand starts nowhere; no piece stays put, so its number is free.
        start = seen.get(move.start, to)
        try:
            return self._way(start, to) * len(self.squares) + start
        except (KeyError, ZeroDivisionError):
            raise SchwarmError(NO_WAY(move=str(move), game=self.game.title)) from None

    def legal_actions(self, state: State) -> dict[int, Move]:
        """The legal moves by their numbers, in the order of these; none in a game that is over."""
        self._check_game(state)
        before, legal = self._last
        if before is not state:
            moves = state.legal_moves()
            numbers = [(self._number(state, move), move) for move in moves]
            legal = dict(sorted(numbers, key=operator.itemgetter(0)))
            if len(legal) < len(numbers):
                self._tell_same(numbers)
            self._last = state, legal
        return dict(legal)

    def _tell_same(self, numbers: list[tuple[int, Move]]) -> NoReturn:
        """Raise what is wrong with a game two of whose legal moves have one number: a learner would miss one."""
        first: dict[int, Move] = {}
        one, two = next((first[number], move) for number, move in numbers if first.setdefault(number, move) is not move)
        raise SchwarmError((SAME_WAY if self._ways else SAME_SQUARES)(one=str(one), two=str(two)))

    def move(self, state: State, action: int) -> Move:
        """The legal move with this number; raises `IllegalAction` if there is none."""
        try:
            return self.legal_actions(state)[operator.index(action)]
        except (KeyError, TypeError):
            raise IllegalAction(ILLEGAL(action=excerpt(str(action)))) from None

    def mask(self, state: State) -> list[int]:
        """For each way the starts of legal moves, as sets of squares."""
        ways = [0] * self.ways
        for action in self.legal_actions(state):
            way, start = divmod(action, len(self.squares))
            ways[way] |= 1 << start
        return ways

    def __reduce__(self) -> tuple[Callable[[Game], "Encoding"], tuple[Game]]:
        # Immutable and large: a copy of its owner, as open_spiel copies states, shares it.
        return encoding, (self.game,)

    def _check_game(self, state: State) -> None:
        game = read_state(state).game
        if game is not self.game and game.id != self.game.id:
            raise SchwarmError(WRONG_GAME(game=self.game.title, other=game.title))

    def symmetries(self) -> list[tuple[list[int], list[int]]]:
        """Where every square goes and which number every action gets, for each way to turn and mirror the board under
        which a game stays what it is; the first one leaves all in place."""
        found = [list(range(len(self.squares)))]
        steps = [
            [self._places[symmetry.squares[square]] for square in self.squares]
            for symmetry in self.game.symmetries
            if not symmetry.swaps_teams
        ]
        for squares in found:  # which grows until nothing new comes
            for step in steps:
                further = [step[place] for place in squares]
                if further not in found:
                    found.append(further)
        return [(squares, self._turned_actions(squares)) for squares in found]

    def _turned_actions(self, squares: list[int]) -> list[int]:
        count = len(self.squares)
        ways = squares if not self._ways else [self._turned_way(way, squares) for way in self._ways]
        return [ways[action // count] * count + squares[action % count] for action in range(self.actions)]

    def _turned_way(self, direction: tuple[int, int], squares: list[int]) -> int:
        """What becomes of a direction, seen at any square from which it stays on the board."""
        across, up = direction
        column, row = max(0, -across), max(0, -up)
        start, to = row * self.columns + column, (row + up) * self.columns + column + across
        return self._way(squares[start], squares[to])

    def _way(self, start: int, to: int) -> int:
        if not self._ways:
            return to
        across, up = to % self.columns - start % self.columns, to // self.columns - start // self.columns
        steps = gcd(across, up)
        return self._ways[across // steps, up // steps]

    def _number_letters(self) -> tuple[dict[str, int], dict[str, int]]:
        """For each side the plane of a letter without its plus."""
        kinds = len(self.kinds)
        views: tuple[dict[str, int], dict[str, int]] = ({}, {})
        for viewer, plane_of in enumerate(views):
            for place, kind in enumerate(self.kinds):
                for side, letter in enumerate(kind):
                    plane_of[letter] = place if side == viewer else kinds + place
            plane_of |= {letter: 2 * kinds + place for place, letter in enumerate(self.neutral)}
        return views


def encoding(game: Game | str) -> Encoding:
    """The encoding of a game, always the same one; the game may be given by its id."""
    return _encoding(given_game(game))


def given_encoding(given: "Encoding | Game | str") -> Encoding:
    """An encoding, given itself or by its game."""
    return given if isinstance(given, Encoding) else encoding(given)


@cache
def _encoding(game: Game) -> Encoding:
    return Encoding(game)


def words(planes: list[int], count: int) -> Iterator[int]:
    """Sets of squares as words of 64 bits, the lowest squares first."""
    for plane in planes:
        for word in range(count):
            yield plane >> WORD * word & (1 << WORD) - 1


def _sort_letters(game: Game) -> tuple[list[tuple[str, str]], list[str]]:
    """The kinds of pieces, each with the letter of either side, and the letters of neutral pieces.

    Letters that differ only in their case are one kind. Of the others, the first upper-case letter and the first
    lower-case one are a kind, and so on; what is left over is neutral.
    """
    letters = [letter for letter in game.pieces if not letter.endswith(STACKED)]
    pairs = [(letter, letter.lower()) for letter in letters if letter.isupper() and letter.lower() in letters]
    others = [letter for letter in letters if letter not in {letter for pair in pairs for letter in pair}]
    upper = [letter for letter in others if letter.isupper()]
    lower = [letter for letter in others if not letter.isupper()]
    pairs += zip(upper, lower, strict=False)
    return pairs, (upper + lower if not upper or not lower else [*upper[len(lower) :], *lower[len(upper) :]])


def over(state: State) -> Outcome | None:
    """How a game ended. Where no move is left and the rules name no winner, it is judged as it stands."""
    return state.outcome() or (None if state.beyond().can_move() else state.adjudicated())


def reward(outcome: Outcome | None, team: Team) -> int:
    """What a side gets for an end: 1, 0 or −1; 0 for no end, too."""
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner is team else -1


NO_POSITION = Sentence("No position of {game} looks like these planes and facts; give those of one row, unchanged.")
SAME_WAY = Sentence(
    "{one} and {two} have the same start and direction, so learners cannot tell them apart; the game should declare no "
    "directions."
)
SAME_SQUARES = Sentence("{one} and {two} are the same two squares, so learners cannot tell them apart.")
NO_WAY = Sentence("{move} goes in none of the directions of {game}; it should declare all of them, or none.")
ILLEGAL = Sentence("Action {action} is illegal; the action mask says what is legal, and nothing was played.")
WRONG_GAME = Sentence("These are the numbers of {game}, but the position is from {other}.")
