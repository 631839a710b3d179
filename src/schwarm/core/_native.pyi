"""The native core, built from native/. Everything here is fast and bare; `schwarm.core` and `schwarm.engine` dress it.

Moves are small integers: the place of the start's bit times 128 plus that of the target.
Teams are 0 (Red) and 1 (Blue).
"""

from collections.abc import Callable, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from schwarm.games import Move

WIN: int
"""The score of a game won here and now; a win in n turns is worth n less."""
DECIDED: int
"""Scores from here on are proven wins, from its negative down proven defeats."""

def on_refusal(function: Callable[[Board, int | None], object]) -> None:
    """What to call when a board refuses a move (or None: to take back what was never played). It should raise."""

def on_wrong_number(function: Callable[[str, int, int, int], object]) -> None:
    """What to call when an argument is out of bounds, with its name, its value and both bounds. It should raise."""

def give_way(niceness: int) -> None:
    """From now on searches compute on threads of their own, 0 to 19 steps less urgent than whoever waits for them."""

def games() -> list[str]:
    """The ids of the games that the core knows."""

def start(game: str, seed: int) -> str:
    """The text of a game's start position with this seed. ValueError for a game the core does not know."""

def pick(scores: Sequence[int], error: float, seed: int) -> int:
    """The place of the score that looks best to a level with this error (`schwarm.engine.misjudgement`)."""

class Board:
    """A position and the ones before it. Moves are small integers: the place of the start times 128 plus that of
    the target.

    ValueError for numbers that make no sense, such as a negative depth.
    """

    @overload
    def __init__(self, game: str, text: str, official: bool = False, beyond: bool = False) -> None:
        """From a game's id and a position's text. ValueError for what is no position."""
    @overload
    def __init__(self, other: Board) -> None:
        """A copy."""
    @overload
    def push(self, move: int) -> None:
        """Play a move by its number, one of `legal_moves()`; `pop` takes it back.

            for number in board.legal_moves():
                board.push(number)
                worth = evaluate(board)
                board.pop()

        Raises `IllegalMove` with the rules' own sentence if it is not legal, and nothing is played.
        """
    @overload
    def push(self, move: Move | str) -> None:
        """The same for a move or its text, such as "A4-C4", which takes longer; `InvalidMove` for what is no move."""
    def pop(self) -> None:
        """Take back the last move that `push` played. Raises `NothingToTakeBack`, an IndexError, if there is none."""
    def legal_moves(self) -> list[int]:
        """The numbers of all legal moves, in the order of `state.legal_moves()`; `board.move(number)` shows one.

        None once the game is over, unless the board was made with `beyond=True`.
        """
    def unordered_moves(self) -> list[int]:
        """The same numbers as `legal_moves()` in the order in which the core finds them, which is faster."""
    def count_moves(self) -> int:
        """How many legal moves there are, without listing them."""
    def is_legal(self, move: int) -> bool:
        """Whether a move could be played now."""
    def explained(self, move: int) -> tuple[int, bool, int, int, int, list[int]]:
        """Why a move is allowed or not, for any two squares; ValueError for others. `explain` says it in names.

        The rule's place in the game's list, legal, fish, at (-1: nowhere), landing (-1: nowhere) and the line.
        """
    def result(self) -> tuple[int, str, int, int] | None:
        """Winner (-1: nobody), reason (the value of `Reason`), Red's and Blue's points; None while it goes on.

        `outcome()` says the same with names, and takes hardly longer.
        """
    def swarms_of(self, team: int) -> list[tuple[list[int], int]]:
        """The places and the weight of each swarm of a side, the heaviest first; empty where a game has no swarms.

        A side is 0 for Red and 1 for Blue; `swarms` says it in names.
        """
    def points(self) -> tuple[int, int]:
        """The contest's secondary criterion as it stands, Red's and Blue's: in Piranhas 2026 the heaviest swarms."""
    def standing(self) -> list[int]:
        """The numbers in `State.standing`, one after the other; a side is 0, 1 or -1 for nobody."""
    def text(self) -> str:
        """The position in the notation, which `game.parse` reads; `str(board)` is the same."""
    def perft(self, depth: int, bulk: bool = True) -> int:
        """The number of move sequences of this length; in bulk the last moves are counted, not played."""
    def playouts(self, games: int, seed: int = 0, threads: int = 1) -> tuple[int, int, int, int]:
        """Random games from here: Red's wins, Blue's wins, draws, and all their moves together."""
    def solve(self, plies: int, budget: int = 100_000_000, worst: int = -1, best: int = 1) -> tuple[int, bool]:
        """1, 0 or -1 for the side to move by exhaustive search, and whether that is proven (0 may be unknown).

        Who asks only whether it is lost (best=0) or won (worst=0) is answered sooner: all else counts as 0.
        """
    def same(self, other: Board) -> bool:
        """Whether another board has the same position in everything the core keeps, not only in its text."""
    def recomputed_hash(self) -> int:
        """The hash, computed anew: equals `hash`."""
    @property
    def hash(self) -> int:
        """64 bits that change with everything the rules look at, the turn included: the key for a table of
        positions.
        """
    @property
    def beyond(self) -> bool:
        """Whether moves can be played after the end of the game."""
    @property
    def turn(self) -> int:
        """How many moves were made since the game began; Red moves on even turns."""
    @property
    def width(self) -> int:
        """How many places a row takes: a square's place is its row times this plus its column."""
    @property
    def moves_made(self) -> int:
        """How many moves can be taken back."""

class Hecht:
    """The search. `begin`, then `deepen` as often as wanted; `lines` tells what was found."""

    def __init__(self, game: str, megabytes: int = 16) -> None:
        """For one game, with so much memory for positions. ValueError for a game the core does not know."""
    def begin(self, board: Board, depth: int, nodes: int, seconds: float, lines: int = 1, threads: int = 1) -> None:
        """Set the question and start the clock."""
    def deepen(self) -> bool:
        """Search one ply deeper; False when a limit is reached or nothing is left to find."""
    def stop(self) -> None:
        """End a search from another thread."""
    def forget(self) -> None:
        """Empty the memory: the same question then gets the same answer."""
    def lines(self) -> list[tuple[int, list[int]]]:
        """Score and moves of the best lines found so far."""
    def evaluate(self, board: Board) -> int:
        """The score without any search."""
    def features(self, board: Board) -> list[int]:
        """What the evaluation counts, for the side to move minus its opponent."""
    def feature_names(self) -> list[str]:
        """What each of the `features` counts."""
    def weights(self) -> list[int]:
        """The weights of the features, all of the first turn, then of the middle one, then of the last."""
    def set_weights(self, weights: Sequence[int]) -> None:
        """Play with other weights (training does). ValueError if there are more or fewer, or one is beyond reason."""
    def set_network(self, network: bytes) -> None:
        """Take a trained network for the evaluation. ValueError if it is not one for this game."""
    def use_network(self, use: bool) -> None:
        """Evaluate with the network, or with the counted features alone."""
    @property
    def depth(self) -> int:
        """How many plies were searched to the end."""
    @property
    def nodes(self) -> int:
        """How many positions were looked at since `begin`."""
    @property
    def elapsed(self) -> float:
        """Seconds since `begin`."""

class Batch:
    """Many games of one kind at once, in arrays that belong to whoever calls; `schwarm.learn` says what is in them.

    The portable core has none. ValueError for arrays of the wrong size, TypeError for those of the wrong kind.
    """

    def __init__(self, game: str, games: int, official: bool = False, threads: int = 1) -> None:
        """ValueError for a game the core does not know."""
    def use(
        self,
        planes: NDArray[np.uint64],
        masks: NDArray[np.uint64],
        facts: NDArray[np.uint8],
        rewards: NDArray[np.float32],
        ended: NDArray[np.uint8],
        winners: NDArray[np.int8],
    ) -> None:
        """Where to write from now on, a row per game; `reset` has to follow. Nobody else may change the masks."""
    def reset(self, seed: int) -> None:
        """Begin all games; the seed decides about every start and every random action."""
    def step(self, actions: NDArray[np.int64]) -> int:
        """Play an action in every game; what ends begins anew. If one is illegal, nothing is played and its place given
        back, otherwise −1."""
    def sample(self, actions: NDArray[np.int64]) -> None:
        """A random legal action for every game."""
    def children(
        self,
        first: NDArray[np.int64],
        total: int,
        planes: NDArray[np.uint64],
        facts: NDArray[np.uint8],
        rewards: NDArray[np.float32],
        ended: NDArray[np.uint8],
    ) -> None:
        """Write a row for every legal move of every game; `first` has each game's first row, in order."""
    def finals(self, games: NDArray[np.int64], planes: NDArray[np.uint64], facts: NDArray[np.uint8]) -> None:
        """Write for each of these games what it looked like when it last ended."""
    def floats(self, planes: NDArray[np.uint64], facts: NDArray[np.uint8], to: NDArray[np.float32]) -> None:
        """Planes and facts as numbers, a plane per fact too."""
    def text(self, game: int) -> str:
        """The position of one game in the notation."""
    @property
    def shape(self) -> tuple[int, int, int, int]:
        """How many squares, planes, facts and ways the game has."""
