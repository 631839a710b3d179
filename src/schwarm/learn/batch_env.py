"""Many games of one kind at once, in arrays: what a learner steps through."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from schwarm import core
from schwarm.games import Game, State
from schwarm.games.number import check_number, check_whole
from schwarm.games.registry import given_game
from schwarm.games.splitmix import MASK, fresh_seed, whole_seed
from schwarm.learn.arrays import Actions, Bytes, Flags, Floats, Signs, Words, as_array, count, unpack
from schwarm.learn.encoding import Encoding, IllegalAction, encoding
from schwarm.learn.python_batch import PythonBatch
from schwarm.words import SchwarmError, Sentence

if TYPE_CHECKING:
    from schwarm.core._native import Batch

Item = TypeVar("Item", bound=np.generic)

MAX_GAMES, MAX_THREADS = 1 << 24, 256
"""As many as the core takes."""

ILLEGAL = Sentence("Action {action} is illegal in game {number}; the masks say what is legal, and nothing was played.")
WRONG_ACTIONS = Sentence("A step needs {games} whole numbers, an action for each game.")
WRONG_ROWS = Sentence(
    "Planes and facts are whole numbers in as many rows: planes have {planes} times {words} in each, facts {facts}."
)
NO_BATCH = Sentence("There is no native core for {game} here; leave out “native”, and Python plays it.")
NO_COPY = Sentence("A batch cannot be copied; make a new one with the same seed.")
NO_SUCH_GAME = Sentence("The games of this batch have the numbers 0 to {last}, not {number}.")


@dataclass(frozen=True)
class Children:
    """The positions after every legal move of every game, one row per move, seen by the side that moves next."""

    first: Actions
    """The row of each game's first child; its moves follow in the order of their actions."""
    games: Actions
    """Which game a row belongs to."""
    actions: Actions
    planes: Words
    facts: Bytes
    rewards: Floats
    """For whoever made the move."""
    ended: Flags


@dataclass(frozen=True)
class Finals:
    """The positions with which games ended in the last step, one row per game, seen by the side that would move."""

    games: Actions
    """Which games they are."""
    planes: Words
    facts: Bytes


@dataclass(frozen=True)
class Rollout:
    """What happened in some steps: the first axis is the step, the second the game. `rewards` are for whoever moved."""

    planes: Words
    facts: Bytes
    masks: Words
    actions: Actions
    rewards: Floats
    ended: Flags


class BatchEnv:
    """Games that are played side by side. A game that ends begins anew with another start in the same step.

        env = BatchEnv("piranhas-2026", 1024, seed=7)
        while ...:
            env.step(env.sample())  # random legal actions

    The arrays below belong to the batch and change with every step; nothing is copied. The same seed and actions give
    the same games, with any number of threads, with the core and without.
    """

    def __init__(
        self, game: Game | str, games: int, *, seed: int | None = None, threads: int = 1, native: bool | None = None
    ) -> None:
        self.game = given_game(game)
        self.games = games = check_number("games", games, 1, MAX_GAMES)
        threads = check_number("threads", threads, 1, MAX_THREADS)
        self.encoding = known = encoding(self.game)
        if native and not _has_batch(self.game):
            raise core.NotInCore(NO_BATCH(game=self.game.title))
        self.native = _has_batch(self.game) if native is None else native
        """Whether the core plays; it does so where it was built natively and knows the game."""
        self._batch = _native_batch(self.game, games, threads) if self.native else PythonBatch(self.game, games)
        planes = np.zeros((games, len(known.planes), known.words), np.uint64)
        masks = np.zeros((games, known.ways, known.words), np.uint64)
        facts = np.zeros((games, len(known.facts)), np.uint8)
        rewards, ended, winners = np.zeros(games, np.float32), np.zeros(games, np.uint8), np.zeros(games, np.int8)
        self._batch.use(planes, masks, facts, rewards, ended, winners)
        self.planes: Words = _shown(planes)
        """(games, planes, words): the board as the side to move sees it, a bit per square."""
        self.masks: Words = _shown(masks)
        """(games, ways, words): the legal actions, a bit per square that a piece can leave this way."""
        self.facts: Bytes = _shown(facts)
        """(games, facts): turn, side to move, and what else the rules remember."""
        self.rewards: Floats = _shown(rewards)
        """(games,): 1, 0 or −1 for whoever moved last; 0 while a game goes on."""
        self.ended: Flags = _shown(ended).view(np.bool_)
        """(games,): whether the last step ended a game; its row already shows the next one."""
        self.winners: Signs = _shown(winners)
        """(games,): of a game that ended, 0 or 1 for the side that won, −1 for a draw."""
        self._floats = np.zeros((games, *known.shape), np.float32)
        self._actions = np.zeros(games, np.int64)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; the seed decides about every start and every random action from now on."""
        self._batch.reset((fresh_seed() if seed is None else whole_seed(seed)) & MASK)

    def step(self, actions: Actions) -> None:
        """Play one action in every game. Raises `IllegalAction`, with nothing played, if one is illegal."""
        try:
            wanted = np.asarray(actions)
        except ValueError:  # rows of different lengths
            raise SchwarmError(WRONG_ACTIONS(games=self.games)) from None
        if wanted.shape != (self.games,) or not np.issubdtype(wanted.dtype, np.integer):
            raise SchwarmError(WRONG_ACTIONS(games=self.games))
        wanted = np.ascontiguousarray(wanted, np.int64)
        wrong = self._batch.step(wanted)
        if wrong >= 0:
            raise IllegalAction(ILLEGAL(action=int(wanted[wrong]), number=wrong))

    def sample(self) -> Actions:
        """A random legal action for every game, in an array that is used again."""
        self._batch.sample(self._actions)
        return self._actions

    def observation(self) -> Floats:
        """Planes and facts as numbers from 0 to 1, shaped (games,) and `encoding.shape`; the array is used again."""
        self._batch.floats(self.planes, self.facts, self._floats)
        return self._floats

    def numbers(self, planes: Words, facts: Bytes) -> Floats:
        """The same for any planes and facts of this game, such as all of a rollout, in a new array."""
        planes, facts, rows = check_rows(self.encoding, planes, facts)
        to = np.empty((*rows, *self.encoding.shape), np.float32)
        # Whole numbers of other kinds, as files have them, hold the same bits.
        self._batch.floats(np.ascontiguousarray(planes, np.uint64), np.ascontiguousarray(facts, np.uint8), to)
        return to

    def legal(self) -> Flags:
        """(games, actions): which actions are legal, in a new array."""
        return unpack(self.masks, len(self.encoding.squares)).reshape(self.games, -1)

    def children(self) -> Children:
        """The positions after every legal move of every game: for learners that judge positions, and for searches."""
        moves = count(self.masks)
        total, known = int(moves.sum()), self.encoding
        first = np.cumsum(moves) - moves
        planes = np.empty((total, len(known.planes), known.words), np.uint64)
        facts = np.empty((total, len(known.facts)), np.uint8)
        rewards, ended = np.empty(total, np.float32), np.empty(total, np.uint8)
        self._batch.children(first, total, planes, facts, rewards, ended)
        games, actions = np.nonzero(self.legal())
        return Children(first, games, actions, planes, facts, rewards, ended.view(np.bool_))

    def finals(self) -> Finals:
        """What the games that the last step ended looked like at their end; their rows already show the next ones."""
        games, known = np.flatnonzero(self.ended), self.encoding
        planes = np.empty((len(games), len(known.planes), known.words), np.uint64)
        facts = np.empty((len(games), len(known.facts)), np.uint8)
        self._batch.finals(games, planes, facts)
        return Finals(games, planes, facts)

    def rollout(self, policy: Callable[["BatchEnv"], Actions], steps: int) -> Rollout:
        """Let a policy choose all actions of a step at once, so many times, and keep everything that happened."""
        steps = check_number("steps", steps, 1)
        seen: list[tuple[Words, Bytes, Words]] = []
        actions, rewards, ended = [], [], []
        for _ in range(steps):
            seen.append((self.planes.copy(), self.facts.copy(), self.masks.copy()))
            chosen = np.array(policy(self))
            self.step(chosen)
            actions.append(chosen)
            rewards.append(self.rewards.copy())
            ended.append(self.ended.copy())
        planes, facts, masks = (np.stack(arrays) for arrays in zip(*seen, strict=True))
        return Rollout(planes, facts, masks, np.stack(actions), np.stack(rewards), np.stack(ended))

    def state(self, number: int) -> State:
        """The position of one game as a value of the pure rules."""
        return self.game.parse(self._batch.text(check_row(number, self.games)))

    def __reduce__(self) -> NoReturn:
        # Its arrays are written to from elsewhere; those of a copy would stay as they are.
        raise SchwarmError(NO_COPY())


def check_rows(
    encoding: Encoding, planes: Any, facts: Any, to_array: Callable[[Any], Any] = as_array
) -> tuple[Any, Any, tuple[int, ...]]:
    """Planes and facts as arrays, and how many rows they have, axis by axis; raises `SchwarmError` unless they are rows
    of this game."""
    sets, told = (len(encoding.planes), encoding.words), (len(encoding.facts),)
    wrong = SchwarmError(WRONG_ROWS(planes=sets[0], words=sets[1], facts=told[0]))
    try:
        planes, facts = to_array(planes), to_array(facts)
    except (TypeError, ValueError, OverflowError, RuntimeError):  # each library has its own for what is no array
        raise wrong from None
    rows = tuple(facts.shape[:-1])
    whole = all("int" in str(array.dtype) for array in (planes, facts))
    if not whole or tuple(planes.shape) != (*rows, *sets) or tuple(facts.shape[-1:]) != told:
        raise wrong
    return planes, facts, rows


def check_row(number: int, games: int) -> int:
    """The number of one of so many games; raises `SchwarmError` for another."""
    number = check_whole("number", number)
    if not 0 <= number < games:
        raise SchwarmError(NO_SUCH_GAME(last=games - 1, number=number))
    return number


def _shown(array: NDArray[Item]) -> NDArray[Item]:
    """The same memory, for readers."""
    shown = array.view()
    shown.flags.writeable = False
    return shown


def _has_batch(game: Game) -> bool:
    if core.kind != "native":
        return False
    from schwarm.core._native import games

    return game.id in games()


def _native_batch(game: Game, games: int, threads: int) -> "Batch":
    from schwarm.core import _native

    return _native.Batch(game.id, games, game.rules == "official", threads)
