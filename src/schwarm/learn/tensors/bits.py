"""Bits and random numbers, a number of 64 bits per game.

Numbers have a sign here, so shifting one to the right pulls copies of its first bit in: masks take them away again.
"""

from typing import Any

from schwarm.learn.tensors.library import Array, signed_number

# The numbers of `schwarm.games.splitmix`.
FIRST, SECOND = signed_number(0xBF58476D1CE4E5B9), signed_number(0x94D049BB133111EB)
STEP = signed_number(0x9E3779B97F4A7C15)
HALF = 2**32 - 1


def popcount(words: Array) -> Array:
    """How many bits are set."""
    pairs = words - ((words >> 1) & 0x5555555555555555)
    fours = (pairs & 0x3333333333333333) + ((pairs >> 2) & 0x3333333333333333)
    bytes = (fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (bytes * 0x0101010101010101) >> 56


def reverse(words: Array) -> Array:
    """The last bit first."""
    for width, mask in ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)):
        words = ((words >> width) & mask) | ((words & mask) << width)
    for width, mask in ((8, 0x00FF00FF00FF00FF), (16, 0x0000FFFF0000FFFF), (32, HALF)):
        words = ((words >> width) & mask) | ((words & mask) << width)
    return words


def select(xp: Any, words: Array, before: Array) -> Array:
    """The place of the set bit with that many set bits before it: by halves."""
    place = before * 0
    for width in (32, 16, 8, 4, 2, 1):
        count = popcount((words >> place) & ((1 << width) - 1))
        beyond = before >= count
        before = before - xp.where(beyond, count, 0)
        place = place + xp.where(beyond, width, 0)
    return place


def mixed(numbers: Array) -> Array:
    """As `splitmix.mixed`."""
    numbers = (numbers ^ ((numbers >> 30) & (1 << 34) - 1)) * FIRST
    numbers = (numbers ^ ((numbers >> 27) & (1 << 37) - 1)) * SECOND
    return numbers ^ ((numbers >> 31) & (1 << 33) - 1)


def draw(seeds: Array, place: Array | int, limit: Array | int) -> Array:
    """What the generator `SplitMix64` with a seed gives at a place when asked for numbers below a limit."""
    steps = (place + 1) * STEP
    number = mixed(seeds + (signed_number(steps) if isinstance(steps, int) else steps))
    high, low = (number >> 32) & HALF, number & HALF
    return (high * limit + ((low * limit) >> 32)) >> 32
