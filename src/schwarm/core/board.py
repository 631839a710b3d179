"""A fast mutable board for tree searches written in Python: play a move, look, take it back."""

from collections.abc import Callable
from typing import NamedTuple, Self

from schwarm.core.backend import backend
from schwarm.core.choice import UNKNOWN_GAME, NotInCore
from schwarm.games import Game, Move, Outcome, Reason, State, Team
from schwarm.games.base import game_of
from schwarm.games.move import no_such_number, read_number
from schwarm.games.number import check_number, check_whole
from schwarm.games.outcome import no_side
from schwarm.games.splitmix import MASK, whole_seed
from schwarm.words import SchwarmError, Sentence

NOTHING_TO_TAKE_BACK = Sentence("There is no move to take back; pop undoes what push played.")

TEAMS = (Team.ONE, Team.TWO)
NUMBER_BITS = 14
"""Of the number of a move: seven for each of its squares."""
GAME_OVER = -1
"""Where `Board.explain` names the rule that forbids every move: the end of the game."""


class NothingToTakeBack(SchwarmError, IndexError):
    """`pop` without a `push` before it."""


class Facts(NamedTuple):
    """What `schwarm.games.Explanation` says but for its sentence; `rule` is a place in the game's list of rules, or
    `schwarm.core.GAME_OVER`."""

    rule: int
    legal: bool
    fish: int
    at: str | None
    landing: str | None
    line: tuple[str, ...]


class Board(backend.Board):
    """A position that changes. Moves are small integers; `move` gives the value, `number` the way back.

        board = Board(state)
        for number in board.legal_moves():
            board.push(number)
            ...
            board.pop()

    `push` and `is_legal` take also a move or its text, as `state.play` does; that is slower.
    `legal_moves()` lists in the order of `state.legal_moves()`. A board made with `beyond=True` plays on after the end
    of the game, as `state.beyond()` does. A board is not safe for several threads at once. It can be copied and
    pickled, as `multiprocessing` does: the moves that can be taken back come along.
    """

    game: Game

    def __init__(self, position: "State | Board", *, beyond: bool = False) -> None:
        self.game = game_of(position)
        if isinstance(position, Board):
            super().__init__(position)
        else:
            try:
                super().__init__(position.game.id, str(position), position.game.rules == "official", beyond)
            except ValueError:
                raise NotInCore(UNKNOWN_GAME(game=position.game.title)) from None
        self._table = _table(position.game, self.width)

    def copy(self) -> Self:
        """Another board with the same position and the same moves to take back."""
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., "Board"], tuple[object, ...]]:
        board, moves = self.copy(), list[int]()
        while board.moves_made:
            after = board.text()
            board.pop()
            moves.append(board._move_to(after))
        return _replayed, (type(self), board.state(), self.beyond, moves[::-1])

    def _move_to(self, text: str) -> int:
        """A move that leads to a position. The core keeps positions and no moves, so any such move will do."""
        for number in self.unordered_moves():
            self.push(number)
            found = self.text() == text
            self.pop()
            if found:
                return number
        raise AssertionError(f"no move leads from {self} to {text}")

    def move(self, number: int) -> Move:
        """The move with this number; raises `IllegalMove` for a number that no move has."""
        try:
            return self._table.moves[number]
        except (KeyError, TypeError):
            return self._table.moves[self.number(number)]

    def number(self, move: Move | str | int) -> int:
        """The number of a move, legal or not; the inverse of `move`. A number stays what it is."""
        if isinstance(move, str):
            move = self.game.parse_move(move)
        if isinstance(move, Move):
            return self._table.number(move)
        number = read_number(self.game, move)
        if not self._table.moves.possible(number):
            raise no_such_number(number)
        return number

    def is_legal(self, move: Move | str | int) -> bool:
        """Whether a move, given as its number, as a move or as text, could be played now.

        A number that no move has cannot; raises `InvalidMove` for what is no move at all.
        """
        if not isinstance(move, int):
            move = self.number(move)
        return not move >> NUMBER_BITS and super().is_legal(move)

    def perft(self, depth: int, bulk: bool = True) -> int:
        """The number of move sequences of this length; in bulk the last moves are counted, not played.

        It says whether two implementations agree about the rules, and how fast they are.
        """
        return super().perft(check_whole("depth", depth), bool(bulk))

    def playouts(self, games: int, seed: int = 0, threads: int = 1) -> tuple[int, int, int, int]:
        """Random games from here: Red's wins, Blue's wins, draws, and all their moves together.

            red, blue, draws, moves = board.playouts(100, seed=7)

        The same seed gives the same games, with any number of threads. The board stays as it is.
        """
        return super().playouts(check_whole("games", games), whole_seed(seed) & MASK, check_whole("threads", threads))

    def solve(self, plies: int, budget: int = 100_000_000, worst: int = -1, best: int = 1) -> tuple[int, bool]:
        """1, 0 or -1 for the side to move by exhaustive search, and whether that is proven (0 may be unknown).

        It looks so many plies ahead and at `budget` positions at most: `value, proven = board.solve(4)`. Who asks only
        whether it is lost (best=0) or won (worst=0) is answered sooner: all else counts as 0.
        """
        numbers = {"plies": plies, "budget": budget, "worst": worst, "best": best}
        return super().solve(**{name: check_whole(name, number) for name, number in numbers.items()})

    def explain(self, move: Move | str | int) -> Facts:
        """Why a move is allowed or not: what `state.explain` says, without its sentence and much faster."""
        names = self._table.squares
        if not self.beyond and self.result() is not None:
            self.number(move)
            return Facts(GAME_OVER, False, 0, None, None, ())
        rule, legal, fish, at, landing, line = self.explained(self.number(move))
        return Facts(rule, legal, fish, names.get(at), names.get(landing), tuple(names[place] for place in line))

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        result = self.result()
        if result is None:
            return None
        winner, reason, red, blue = result
        known = Reason(reason).in_words_of(self.game.reasons)
        return Outcome(TEAMS[winner] if winner >= 0 else None, known, (red, blue))

    @property
    def to_move(self) -> Team:
        """Red (`Team.ONE`) moves on even turns."""
        return TEAMS[self.turn % 2]

    def swarms(self, team: Team) -> list[tuple[frozenset[str], int]]:
        """The squares and the weight of each swarm of a side, the heaviest first; none if a game has no swarms."""
        names, side = self._table.squares, team.index if isinstance(team, Team) else no_side(team)
        return [(frozenset(names[place] for place in places), weight) for places, weight in self.swarms_of(side)]

    def state(self) -> State:
        """The position as a value of the pure rules."""
        return self.game.parse(self.text())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Board({self.state()!r})"


def _replayed(kind: type[Board], start: State, beyond: bool, moves: list[int]) -> Board:
    board = kind(start, beyond=beyond)
    for number in moves:
        board.push(number)
    return board


class _Moves(dict[int, Move]):
    """Moves by their numbers, each made when it is first asked for: all of them take as long as a quick search."""

    def __init__(self, squares: dict[int, str]) -> None:
        super().__init__()
        self._squares = squares

    def __missing__(self, number: int) -> Move:
        if not self.possible(number):
            raise KeyError(number)
        move = self[number] = Move(self._squares[number >> 7], self._squares[number & 127])
        return move

    def possible(self, number: int) -> bool:
        start, to = number >> 7, number & 127
        return start in self._squares and to in self._squares and start != to


class _Table:
    """What the core's numbers mean on a game's board."""

    def __init__(self, game: Game, width: int) -> None:
        self._game = game
        self.squares = {
            row * width + column: game.columns[column] + game.rows[row]
            for row in range(len(game.rows))
            for column in range(len(game.columns))
        }
        self.moves = _Moves(self.squares)
        self._places = {square: place for place, square in self.squares.items()}

    def number(self, move: Move) -> int:
        start, to = self._places.get(move.start), self._places.get(move.to)
        if start is None or to is None or start == to:
            # Reading its text says what is wrong with it.
            return self.number(self._game.parse_move(str(move)))
        return start << 7 | to


_tables: dict[str, _Table] = {}


def _table(game: Game, width: int) -> _Table:
    if game.id not in _tables:
        _tables[game.id] = _Table(game, width)
    return _tables[game.id]


def _refuse(board: backend.Board, number: int | None) -> None:
    """Say with the rules' own sentence why the core does not play a move."""
    if number is None:
        raise NothingToTakeBack(NOTHING_TO_TAKE_BACK())
    assert isinstance(board, Board)
    if not board._table.moves.possible(number):
        raise no_such_number(number)
    state = board.state()
    (state.beyond() if board.beyond else state).play(board.move(number))


backend.on_refusal(_refuse)
backend.on_wrong_number(check_number)
