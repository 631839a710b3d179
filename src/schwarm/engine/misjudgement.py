"""How a level that errs takes one move for the best: the same seed gives the same move here, in C++ and in browsers.

So it is made of SplitMix64 and of what every machine computes to the last bit: the four operations and the square root.
The core has the same in `native/level.cpp`; this one is for where there is no core.
"""

import math
from collections.abc import Sequence

from schwarm.games.splitmix import SplitMix64

_TERMS = 12


def pick(scores: Sequence[int], error: float, seed: int) -> int:
    """The index of the best score after adding a normally distributed error with this spread to each."""
    numbers = SplitMix64(seed)
    judged = [score + error * normal(numbers) for score in scores]
    return judged.index(max(judged))


def normal(numbers: SplitMix64) -> float:
    """Marsaglia's polar method."""
    while True:
        one, two = _uniform(numbers), _uniform(numbers)
        square = one * one + two * two
        if 0 < square < 1:
            return one * math.sqrt(-2 * logarithm(square) / square)


def _uniform(numbers: SplitMix64) -> float:
    """From -1 up to 1."""
    return (numbers.next() >> 11) * 2.0**-52 - 1


def logarithm(number: float) -> float:
    """`math.log` is not the same everywhere, in its last bit."""
    mantissa, exponent = math.frexp(number)
    if mantissa < 0.7071067811865476:
        mantissa, exponent = 2 * mantissa, exponent - 1
    ratio = (mantissa - 1) / (mantissa + 1)
    total = 0.0
    for term in range(_TERMS, -1, -1):
        total = total * (ratio * ratio) + 1 / (2 * term + 1)
    return exponent * 0.6931471805599453 + 2 * ratio * total
