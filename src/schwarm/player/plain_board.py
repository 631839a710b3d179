"""A board for tree searches without the native core: most methods of `schwarm.core.Board`, only slower.

It keeps a pile of states and plays by their rules. It also knows games that the core does not.
"""

from functools import lru_cache
from itertools import count, product
from typing import Self

from schwarm.games import Beyond, Game, Move, Outcome, State, Team
from schwarm.games.base import game_of
from schwarm.games.move import no_such_number, read_number
from schwarm.games.number import check_number
from schwarm.games.perft import perft
from schwarm.games.splitmix import MASK, SplitMix64, mixed, whole_seed
from schwarm.words import SchwarmError, Sentence

PRIME = 2**64 - 59
"""The largest one of 64 bits."""


class NothingToTakeBack(SchwarmError, IndexError):
    """`pop` without a `push` before it."""


class PlainBoard:
    """A position that changes. Moves are small integers; `move` gives the value, `number` the way back.

    One made with `beyond=True` plays on after the end of the game. Where a game's moves are not two squares, their
    numbers hold for all boards of a process, but not for another one.
    """

    def __init__(self, position: "State | PlainBoard", *, beyond: bool = False) -> None:
        if isinstance(position, PlainBoard):
            self._begin(list(position._pile), position.beyond)
        else:
            self._begin([position], beyond)

    def _begin(self, pile: list[State], beyond: bool) -> None:
        self._pile = pile
        self.beyond = beyond
        self.game = game_of(pile[0])
        self._table = _table(self.game)

    def copy(self) -> Self:
        """Another board with the same position and the same moves to take back."""
        return type(self)(self)

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __getstate__(self) -> tuple[list[State], bool]:
        # The table of all moves is the same in every process.
        return self._pile, self.beyond

    def __setstate__(self, kept: tuple[list[State], bool]) -> None:
        self._begin(*kept)

    @property
    def _here(self) -> State | Beyond[State]:
        """The position whose moves can be played."""
        return self._pile[-1].beyond() if self.beyond else self._pile[-1]

    def legal_moves(self) -> list[int]:
        """The numbers of all legal moves, in the order of `state.legal_moves()`; none once the game is over."""
        return [self._table.number(move) for move in self._here.legal_moves()]

    def count_moves(self) -> int:
        """How many legal moves there are."""
        return len(self._here.legal_moves())

    def is_legal(self, move: int | Move | str) -> bool:
        """Whether a move could be played now; a number that no move has cannot."""
        if isinstance(move, int) and move not in self._table.moves:
            return False
        return self.move(move) in self._here.legal_moves()

    def push(self, number: int | Move | str) -> None:
        """Play a legal move; others are refused with the rules' own sentence."""
        self._pile.append(self._here.play(self.move(number)))

    def pop(self) -> None:
        """Take the last move back."""
        if len(self._pile) == 1:
            raise NothingToTakeBack(NOTHING_TO_TAKE_BACK())
        self._pile.pop()

    def move(self, number: int | Move | str) -> Move:
        """The move with this number."""
        try:
            return self._table.moves[number]  # type: ignore[index]
        except (KeyError, TypeError):
            return self._table.moves[self.number(number)]

    def number(self, move: Move | str | int) -> int:
        """The number of a move, legal or not; the inverse of `move`. A number stays what it is."""
        if isinstance(move, str | Move):
            # Reading its text says what is wrong with a move that this board does not have.
            known = move if move in self._table.numbers else self.game.parse_move(str(move))
            return self._table.number(known)
        number = read_number(self.game, move)
        if number not in self._table.moves:
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

    def perft(self, depth: int) -> int:
        """The number of move sequences of this length."""
        return perft(self._pile[-1], depth)

    def playouts(self, games: int, seed: int = 0) -> tuple[int, int, int, int]:
        """Random games from here: Red's wins, Blue's wins, draws, and all their moves together.

        The same seed gives the same games here, but others than the core's.
        """
        results, moves = [0, 0, 0], 0
        for number in range(check_number("games", games, 0)):
            chance, state = SplitMix64(mixed(whole_seed(seed) + number & MASK)), self._pile[-1]
            while legal := state.legal_moves():
                state = state.beyond().play(chance.choice(legal))
            winner = state.adjudicated().winner
            results[2 if winner is None else winner.index] += 1
            moves += state.turn - self.turn
        return results[0], results[1], results[2], moves

    def state(self) -> State:
        """The position as a value of the pure rules."""
        return self._pile[-1]

    @property
    def turn(self) -> int:
        """How many moves were made since the game began."""
        return self._pile[-1].turn

    @property
    def moves_made(self) -> int:
        """How many moves can be taken back."""
        return len(self._pile) - 1

    @property
    def to_move(self) -> Team:
        """Red (`Team.ONE`) moves on even turns."""
        return self._pile[-1].to_move

    @property
    def hash(self) -> int:
        """A number that changes with everything the rules look at, and is the same in every process."""
        # Not Python's own: of the state's integers some squares would be alike to it, and texts it hashes differently
        # each time it starts, so that a bot with a table would never play the same game again.
        return mixed(int.from_bytes(str(self._pile[-1]).encode(), "big") % PRIME)

    def __str__(self) -> str:
        return str(self._pile[-1])

    def __repr__(self) -> str:
        return f"PlainBoard({self._pile[-1]!r})"


class _Table:
    """What the numbers mean on a game's board. As in the core, those of squares that are not two mean nothing."""

    def __init__(self, game: Game) -> None:
        pairs = list(product(game.squares(), repeat=2))
        self.moves = {number: Move(start, to) for number, (start, to) in enumerate(pairs) if start != to}
        self.numbers = {move: number for number, move in self.moves.items()}
        self._next = count(len(pairs))

    def number(self, move: Move) -> int:
        """The number of a move; one that is not two squares, as a game may have them, gets one when it first comes."""
        if move not in self.numbers:
            number = self.numbers[move] = next(self._next)
            self.moves[number] = move
        return self.numbers[move]


@lru_cache(maxsize=16)
def _table(game: Game) -> _Table:
    return _Table(game)


NOTHING_TO_TAKE_BACK = Sentence("There is no move to take back; pop undoes what push played.")
