"""The arrays of a batch: what they hold, and how they are made."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from schwarm.games import State, Team
from schwarm.learn.encoding import Encoding, words

Words: TypeAlias = NDArray[np.uint64]
Bytes: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float32]
Signs: TypeAlias = NDArray[np.int8]
Actions: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


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
    out = to.reshape(len(facts), many + len(encoding.facts), squares)
    out[:, :many] = unpack(planes, squares)
    out[:, many:] = facts[:, :, None]
    out[:, many] /= np.float32(encoding.game.last_turn)


def observe(encoding: Encoding, state: State, viewer: Team | None = None) -> Floats:
    """One position as numbers."""
    planes, facts = encoding.observe(state, viewer)
    to = np.empty(encoding.shape, np.float32)
    sets = np.array([*words(planes, encoding.words)], np.uint64).reshape(1, len(planes), -1)
    write_floats(encoding, sets, np.array([facts], np.uint8), to[None])
    return to


def legal(encoding: Encoding, state: State) -> Signs:
    """The legal actions of one position as ones among zeros."""
    mask = np.zeros(encoding.actions, np.int8)
    mask[list(encoding.legal_actions(state))] = 1
    return mask
