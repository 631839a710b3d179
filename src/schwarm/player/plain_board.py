"""A board for tree searches without the native core: most methods of `schwarm.core.Board`, only slower.

It keeps a pile of states and plays by their rules. It also knows games that the core does not.
"""

from functools import lru_cache
from itertools import product
from typing import Self

from schwarm.games import Game, Move, Outcome, State, Team
from schwarm.games.board_start import game_of
from schwarm.games.move_number import no_such_number, read_number
from schwarm.words import SchwarmError, Sentence


class NothingToTakeBack(SchwarmError, IndexError):
    """`pop` without a `push` before it."""


class PlainBoard:
    """A position that changes. Moves are small integers; `move` gives the value, `number` the way back."""

    def __init__(self, position: "State | PlainBoard") -> None:
        self._begin(list(position._pile) if isinstance(position, PlainBoard) else [position])

    def _begin(self, pile: list[State]) -> None:
        self._pile = pile
        self.game = game_of(pile[0])
        self._moves, self._numbers = _table(self.game)

    def copy(self) -> Self:
        """Another board with the same position and the same moves to take back."""
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> list[State]:
        # Without the table of all moves, which whoever unpickles it has, too.
        return self._pile

    def __setstate__(self, pile: list[State]) -> None:
        self._begin(pile)

    def legal_moves(self) -> list[int]:
        """The numbers of all legal moves, in the order of `state.legal_moves()`."""
        return [self._numbers[move] for move in self._pile[-1].legal_moves()]

    def push(self, number: int | Move | str) -> None:
        """Play a legal move; others are refused with the rules' own sentence."""
        self._pile.append(self._pile[-1].play(self.move(number)))

    def pop(self) -> None:
        """Take the last move back."""
        if len(self._pile) == 1:
            raise NothingToTakeBack(NOTHING_TO_TAKE_BACK())
        self._pile.pop()

    def move(self, number: int | Move | str) -> Move:
        """The move with this number."""
        try:
            return self._moves[number]  # type: ignore[index]
        except (KeyError, TypeError):
            return self._moves[self.number(number)]

    def number(self, move: Move | str | int) -> int:
        """The number of a move, legal or not; the inverse of `move`. A number stays what it is."""
        if isinstance(move, str | Move):
            # Reading its text says what is wrong with a move that this board does not have.
            known = move if move in self._numbers else self.game.parse_move(str(move))
            return self._numbers[known]
        number = read_number(self.game, move)
        if number not in self._moves:
            raise no_such_number(number)
        return number

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._pile[-1].outcome()

    def points(self) -> tuple[int, int]:
        """The season's secondary criterion as it stands."""
        return self._pile[-1].points()

    def swarms(self, team: Team) -> list[tuple[frozenset[str], int]]:
        """The squares and the weight of each swarm of a side, the heaviest first; none if a game has no swarms."""
        swarms = getattr(self._pile[-1], "swarms", None)
        found = [(frozenset(swarm.squares), swarm.weight) for swarm in swarms(team)] if swarms else []
        return sorted(found, key=lambda swarm: -swarm[1])

    def state(self) -> State:
        """The position as a value of the pure rules."""
        return self._pile[-1]

    @property
    def turn(self) -> int:
        """How many moves were made since the game began."""
        return self._pile[-1].turn

    @property
    def to_move(self) -> Team:
        """Red (`Team.ONE`) moves on even turns."""
        return self._pile[-1].to_move

    @property
    def hash(self) -> int:
        """A number that changes with everything the rules look at."""
        # Not that of the state: Python hashes integers modulo 2**61 - 1, so some squares would be alike.
        return hash(str(self._pile[-1]))

    def __str__(self) -> str:
        return str(self._pile[-1])

    def __repr__(self) -> str:
        return f"PlainBoard({self._pile[-1]!r})"


@lru_cache(maxsize=16)
def _table(game: Game) -> tuple[dict[int, Move], dict[Move, int]]:
    """What the numbers mean on a game's board. As in the core, those of squares that are not two mean nothing."""
    squares = game.squares()
    moves = {number: Move(start, to) for number, (start, to) in enumerate(product(squares, repeat=2)) if start != to}
    return moves, {move: number for number, move in moves.items()}


NOTHING_TO_TAKE_BACK = Sentence("There is no move to take back; pop undoes what push played.")
