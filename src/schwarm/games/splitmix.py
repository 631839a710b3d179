"""SplitMix64, the small integer generator behind every start position.

Python's own `random` promises no sequence across versions; a seed of Schwarm means the same start forever, here, in C++
and in JavaScript. The generator: add 0x9E3779B97F4A7C15 to the 64-bit state, then mix (xor-shift 30, times
0xBF58476D1CE4E5B9, xor-shift 27, times 0x94D049BB133111EB, xor-shift 31).
"""

import os
from collections.abc import Sequence
from operator import index
from typing import SupportsIndex, TypeVar

from schwarm.words import SchwarmError, Sentence, excerpt

Item = TypeVar("Item")

MASK = 2**64 - 1
MAX_SEED = 2**63 - 1
"""The largest seed that a user may name: it fits into every database and language."""


class InvalidSeed(SchwarmError, TypeError):
    """A seed that is no whole number."""


def whole_seed(seed: SupportsIndex) -> int:
    """A seed as Python's own number, of which arithmetic never overflows; arrays have others."""
    try:
        return index(seed)
    except TypeError:
        raise InvalidSeed(NOT_A_SEED(seed=excerpt(repr(seed)))) from None


def mixed(number: int) -> int:
    """A 64-bit number that tells nothing of the one it was made from."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK
    return number ^ number >> 31


class SplitMix64:
    """A stream of numbers that depends on nothing but its seed."""

    def __init__(self, seed: SupportsIndex) -> None:
        self._state = whole_seed(seed) & MASK

    def next(self) -> int:
        """The next 64-bit number."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & MASK
        return mixed(self._state)

    def below(self, limit: int) -> int:
        """A number from 0 to limit − 1: the upper half of the product of the next number and the limit.

        The bias is below limit / 2⁶⁴, and no number is ever drawn twice, so ports stay in step.
        """
        return self.next() * limit >> 64

    def choice(self, items: Sequence[Item]) -> Item:
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Fisher–Yates from the last place down."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed


def fresh_seed() -> int:
    """An unpredictable seed, for callers that name none."""
    return int.from_bytes(os.urandom(8), "big")


NOT_A_SEED = Sentence("A seed is a whole number like 7, not {seed}.")
