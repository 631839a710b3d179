"""Tens of thousands of games at once where arrays live on a GPU: what `BatchEnv` does, as arithmetic on arrays."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from schwarm.games import Game, State
from schwarm.games.number import check_number
from schwarm.games.registry import given_game
from schwarm.games.splitmix import MASK, fresh_seed, whole_seed
from schwarm.games.splitmix import mixed as mixed_number
from schwarm.learn.arrays import position
from schwarm.learn.batch_env import (
    ILLEGAL,
    MAX_GAMES,
    NO_COPY,
    WRONG_ACTIONS,
    Children,
    Finals,
    Rollout,
    check_row,
    check_rows,
)
from schwarm.learn.encoding import IllegalAction
from schwarm.learn.tensors.library import NUMPY, Array, mixed, signed_number
from schwarm.learn.tensors.programs import programs
from schwarm.words import SchwarmError, Sentence

MAX_STARTS = 1 << 14
"""How many starts are drawn at a time: every attempt takes memory."""
MIN_PORTION = 64

NO_SNAPSHOT = Sentence(
    "This environment goes back to a snapshot of its own, which its save() gave, not to another one."
)


@dataclass(frozen=True)
class Snapshot:
    """All games of a `TensorEnv` at one moment; its `restore` brings them back, as often as wanted."""

    owner: object
    kept: tuple[Array, ...]


class TensorEnv:
    """Games that are played side by side. A game that ends begins anew with another start in the same step.

        env = TensorEnv("piranhas-2026", 65536, seed=7, device="cuda", compiled=True)
        while ...:
            env.step(env.sample())  # random legal actions

    The device is one of PyTorch's, or "numpy". The same seed and actions give the same games as in `BatchEnv`. With
    `compiled` the first step takes a minute, in which PyTorch makes programs for the device; every later one takes a
    small part of the time. NumPy has no such programs. Arrays are new in every step, so what you keep stays as it is.
    """

    def __init__(
        self, game: Game | str, games: int, *, seed: int | None = None, device: str = "cuda", compiled: bool = False
    ) -> None:
        self.game = given_game(game)
        self.games = games = check_number("games", games, 1, MAX_GAMES)
        self._programs = programs(self.game, device, compiled and device != NUMPY)
        self.encoding, self._library = self._programs.encoding, self._programs.library
        self._xp, self._row = self._library.xp, self._library.count_up(games)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin all games anew; the seed decides about every start and every random action from now on."""
        self._seed = signed_number(mixed_number((fresh_seed() if seed is None else whole_seed(seed)) & MASK))
        self._chances = mixed(self._row ^ self._seed)
        self._played = self._row * 0
        self._clear()
        self._state, self._masks = self._begin(self._row)
        self._ends = self._state[:, self._portion(self._row[:1])]

    def step(self, actions: Array) -> None:
        """Play one action in every game. Raises `IllegalAction`, with nothing played, if one is illegal."""
        actions = self._whole_numbers(actions)
        legal, all_legal = self._programs.check(self._masks, actions)
        if not all_legal:
            wrong = int(self._xp.where(~legal)[0][0])
            raise IllegalAction(ILLEGAL(action=int(actions[wrong]), number=wrong))
        self._clear()
        self._state, self._masks, self.ended, blocked = self._programs.turn(self._state, actions)
        (over,) = self._xp.where(self.ended)
        if len(over):
            rows = self._portion(over)
            self._ends = self._state[:, rows]
            self._renew(rows, blocked)

    def sample(self) -> Array:
        """A random legal action for every game: the same as `BatchEnv` has."""
        actions, self._chances = self._programs.choose(self._masks, self._chances)
        return actions

    @property
    def planes(self) -> Array:
        """(games, planes, words): the board as the side to move sees it, a bit per square."""
        return self._programs.look(self._state)[0]

    @property
    def facts(self) -> Array:
        """(games, facts): turn, side to move, and what else the rules remember."""
        return self._programs.look(self._state)[1]

    @property
    def masks(self) -> Array:
        """(games, ways, words): the legal actions, a bit per square that a piece can leave this way."""
        return self._programs.by_game(self._masks)

    def legal(self) -> Array:
        """(games, actions): which actions are legal."""
        return self._programs.allow(self._masks)

    def observation(self) -> Array:
        """Planes and facts as numbers from 0 to 1, shaped (games,) and `encoding.shape`."""
        return self._programs.see(*self._programs.look(self._state))

    def numbers(self, planes: Array, facts: Array) -> Array:
        """The same for any planes and facts of this game, such as all of a rollout."""
        planes, facts, rows = check_rows(self.encoding, planes, facts, self._library.given)
        flat = planes.reshape(-1, *planes.shape[-2:]), facts.reshape(-1, facts.shape[-1])
        return self._programs.see(*flat).reshape(*rows, *self.encoding.shape)

    def children(self) -> Children:
        """The positions after every legal move of every game: for learners that judge positions, and for searches."""
        legal = self.legal()
        games, actions = self._xp.where(legal)
        moves = self._xp.sum(self._xp.where(legal, 1, 0), 1)
        state = self._programs.play(self._state[:, games], actions)
        _, ended, blocked = self._programs.show(state)
        rewards, over = self._library.zeros(len(actions), "float32"), ended | blocked
        (rows,) = self._xp.where(over)
        if len(rows):
            rows = self._portion(rows)
            rewards[rows] = self._library.cast(self._programs.judge(state[:, rows], blocked[rows])[0], "float32")
        planes, facts = self._programs.look(state)
        return Children(self._xp.cumsum(moves, 0) - moves, games, actions, planes, facts, rewards, over)

    def finals(self) -> Finals:
        """What the games that the last step ended looked like at their end; their rows already show the next ones."""
        (games,) = self._xp.where(self.ended)
        planes, facts = self._programs.look(self._ends)
        return Finals(games, planes[: len(games)], facts[: len(games)])

    def rollout(self, policy: Callable[["TensorEnv"], Array], steps: int) -> Rollout:
        """Let a policy choose all actions of a step at once, so many times, and keep everything that happened."""
        happened = []
        for _ in range(check_number("steps", steps, 1)):
            (planes, facts), masks = self._programs.look(self._state), self.masks
            chosen = self._whole_numbers(policy(self))
            self.step(chosen)
            happened.append((planes, facts, masks, chosen, self.rewards, self.ended))
        return Rollout(*(self._xp.stack(arrays) for arrays in zip(*happened, strict=True)))

    def state(self, number: int) -> State:
        """The position of one game as a value of the pure rules; `schwarm.learn.position` gives that of any row."""
        number = check_row(number, self.games)
        planes, facts = self._programs.look(self._state[:, number : number + 1])
        return position(self.encoding, *(np.asarray(self._library.on_host(rows))[0] for rows in (planes, facts)))

    def save(self) -> Snapshot:
        """All games as they are now, random actions to come included. It costs next to nothing: arrays never change."""
        last = self.rewards, self.ended, self.winners
        return Snapshot(self, (self._state, self._masks, self._ends, self._chances, self._played + 0, *last))

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to what `save` kept: for searches that try out what may come."""
        if not isinstance(snapshot, Snapshot) or snapshot.owner is not self:
            raise SchwarmError(NO_SNAPSHOT())
        self._state, self._masks, self._ends, self._chances, played, *last = snapshot.kept
        self._played = played + 0
        self.rewards, self.ended, self.winners = last

    def __reduce__(self) -> NoReturn:
        # A copy would share the arrays in which it is written how many games were played.
        raise SchwarmError(NO_COPY())

    def _whole_numbers(self, actions: Array) -> Array:
        """An action for each game, from an array of any whole numbers or a list of them."""
        try:
            given = self._library.given(actions)
        except (TypeError, ValueError, OverflowError, RuntimeError):
            raise SchwarmError(WRONG_ACTIONS(games=self.games)) from None
        if tuple(given.shape) != (self.games,) or "int" not in str(given.dtype):
            raise SchwarmError(WRONG_ACTIONS(games=self.games))
        return self._library.cast(given, "int64")

    def _renew(self, rows: Array, blocked: Array) -> None:
        """Judge games that are over and begin others in their rows."""
        rewards, winners = self._programs.judge(self._state[:, rows], blocked[rows])
        self.rewards[rows] = self._library.cast(rewards, "float32")
        self.winners[rows] = self._library.cast(winners, "int8")
        self._played[rows] = self._played[rows] + 1
        self._state[:, rows], self._masks[:, rows] = self._begin(rows)

    def _begin(self, rows: Array) -> tuple[Array, Array]:
        """The next starts of some rows; the numbers of all starts of a batch are told by its seed."""
        seeds = mixed(self._played[rows] * self.games + rows + self._seed)
        portions = [seeds[first : first + MAX_STARTS] for first in range(0, len(seeds), MAX_STARTS)]
        states, masks = zip(*(self._programs.begin(portion) for portion in portions), strict=True)
        return self._xp.concat(states, 1), self._xp.concat(masks, 1)

    def _portion(self, rows: Array) -> Array:
        """The rows and, since compiled programs like round numbers, the last one some times more."""
        if not self._programs.compiled:
            return rows
        wanted = max(1 << (len(rows) - 1).bit_length(), MIN_PORTION)
        return self._xp.concat([rows, rows[-1:].expand(wanted - len(rows))])

    def _clear(self) -> None:
        self.rewards = self._library.zeros(self.games, "float32")
        """(games,): 1, 0 or −1 for whoever moved last; 0 while a game goes on."""
        self.ended = self._library.zeros(self.games, "bool")
        """(games,): whether the last step ended a game; its row already shows the next one."""
        self.winners = self._library.zeros(self.games, "int8") - 1
        """(games,): of a game that ended, 0 or 1 for the side that won, −1 for a draw."""
