"""The arrays of a batch: what they hold, and how they are made."""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwarm.games import Game, State, Team
from schwarm.learn.encoding import ILLEGAL, NO_POSITION, WORD, Encoding, IllegalAction, given_encoding, words
from schwarm.words import SchwarmError, excerpt

Words: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float32]
Signs: TypeAlias = NDArray[np.int8]
Actions: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


def as_array(values: Any) -> NDArray[Any]:
    """What somebody has as an array. Lists of words stay whole numbers; NumPy makes floats of them where only some have
    the highest bit."""
    found = np.asarray(values)
    if found.dtype.kind == "f" and not hasattr(values, "dtype"):
        given = np.asarray(values, object)
        if all(isinstance(value, int) for value in given.flat):
            return given.astype(np.uint64)
    return found


def unpack(sets: Words, squares: int) -> Flags:
    """Sets of squares, the last axis of the array, as a yes or no for every square."""
    bits = np.ascontiguousarray(sets, dtype="<u8").view(np.uint8)
    return np.unpackbits(bits, axis=-1, count=squares, bitorder="little").view(np.bool_)


def count(sets: Words) -> Actions:
    """How many squares are in the sets of each row together."""
    counts: Actions = np.bitwise_count(sets).reshape(len(sets), -1).sum(axis=1, dtype=np.int64)
    return counts


def write_floats(encoding: Encoding, planes: Words, facts: Bytes, to: Floats) -> None:
    """Planes and facts as numbers from 0 to 1; every fact fills a plane, the turn with the part that was played."""
    squares, many = len(encoding.squares), len(encoding.planes)
    out = to.reshape(*facts.shape[:-1], many + len(encoding.facts), squares)
    out[..., :many, :] = unpack(planes, squares)
    out[..., many:, :] = facts[..., None]
    out[..., many, :] /= np.float32(encoding.game.last_turn)


def observe(encoding: Encoding | Game | str, state: State, viewer: Team | None = None) -> Floats:
    """One position as numbers, as the side to move or another viewer sees it; the encoding may be given by its game."""
    encoding = given_encoding(encoding)
    planes, facts = encoding.observe(state, viewer)
    to = np.empty(encoding.shape, np.float32)
    sets = np.array([*words(planes, encoding.words)], np.uint64).reshape(1, len(planes), -1)
    write_floats(encoding, sets, np.array([facts], np.uint8), to[None])
    return to


def position(encoding: Encoding | Game | str, planes: Words, facts: Bytes) -> State:
    """The position that a row of planes and facts shows: of a batch, a rollout, children or finals.

        position(env.encoding, told.planes[3, 0], told.facts[3, 0])  # before the fourth step, in game 0

    Raises `SchwarmError` for what no position looks like.
    """
    encoding = given_encoding(encoding)
    try:
        planes, facts = as_array(planes), as_array(facts)
    except (ValueError, OverflowError):
        raise SchwarmError(NO_POSITION(game=encoding.game.title)) from None
    whole = planes.dtype.kind in "iu" and facts.dtype.kind in "iu"
    if not whole or planes.shape != (len(encoding.planes), encoding.words) or facts.shape != (len(encoding.facts),):
        raise SchwarmError(NO_POSITION(game=encoding.game.title))
    sets = planes.astype(np.uint64)
    numbers = [sum(int(word) << WORD * place for place, word in enumerate(row)) for row in sets]
    return encoding.state(numbers, facts.tolist())


@dataclass(frozen=True)
class Turning:
    """A way to turn or mirror what a learner sees, under which a game stays what it is: more to learn from each row.

    for symmetry in symmetries(env.encoding):
        learn(symmetry.observation(seen), symmetry.policy(wanted), result)
    """

    squares: Actions
    """For every square of the turned board the square that it comes from."""
    actions: Actions
    """For every action on the turned board the action that it comes from."""
    shape: tuple[int, int]

    def observation(self, seen: Any) -> Any:
        """An observation, or many, on the turned board; an array of NumPy or a tensor of PyTorch."""
        return seen.reshape(*seen.shape[:-2], -1)[..., self.squares].reshape(*seen.shape[:-2], *self.shape)

    def policy(self, values: Any) -> Any:
        """A value for each action, such as a mask, or many rows of them, for the turned board."""
        return values[..., self.actions]

    def action(self, action: int) -> int:
        """The number that an action has on the turned board; raises `IllegalAction` for one that no board has."""
        found = np.flatnonzero(self.actions == action)
        if not len(found):
            raise IllegalAction(ILLEGAL(action=excerpt(str(action))))
        return int(found[0])


def symmetries(encoding: Encoding | Game | str) -> list[Turning]:
    """All ways to turn and mirror a game's board without changing it, the first of which leaves it as it is.

    Both Piranhas have eight, Ostseeschach two; the turn, the sides and the result stay what they are.
    """
    encoding = given_encoding(encoding)
    shape = encoding.rows, encoding.columns
    return [Turning(np.argsort(squares), np.argsort(actions), shape) for squares, actions in encoding.symmetries()]


def legal(encoding: Encoding | Game | str, state: State) -> Signs:
    """The legal actions of one position as ones among zeros."""
    encoding = given_encoding(encoding)
    mask = np.zeros(encoding.actions, np.int8)
    mask[list(encoding.legal_actions(state))] = 1
    return mask
