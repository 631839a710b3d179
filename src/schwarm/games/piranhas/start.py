"""The start positions of Piranhas: where the fish begin, what they weigh and where the squids sit."""

from collections import Counter

from schwarm.games.piranhas.geometry import SQUARES, bit
from schwarm.games.splitmix import SplitMix64

# "8 rote Fische auf den Feldern A1-A8 … J1-J8, 8 blaue Fische auf den Feldern B0-I0 … B9-I9" (all documents).
# Each red square is paired with the blue one of the same weight, as in the official game: 000 asks for a
# symmetric start, and A1 = B0 … A8 = I0, J1 = B9 … J8 = I9 is the symmetry meant.
PAIRS = [(f"A{n}", f"{column}0") for n, column in enumerate("BCDEFGHI", start=1)]
PAIRS += [(f"J{n}", f"{column}9") for n, column in enumerate("BCDEFGHI", start=1)]

# 001: "Jeder Spieler hat zu Beginn 6 bis 10 1er, 3 bis 7 2er und 1 bis 5 3er Fische"
LIMITS = {1: range(6, 11), 2: range(3, 8), 3: range(1, 6)}
# 000: "tendenziell mehr kleine als große Fische": 4 : 3 : 2 before the limits.
WEIGHTS = (1, 1, 1, 1, 2, 2, 2, 3, 3)

INNER = range(2, 8)


def draw_start(seed: int, *, weighted: bool) -> tuple[int, int, int, int, int]:
    """Red, blue, medium, large fish and squids of the start with this seed.

    The squids are drawn first, so that a seed gives the same squids with and without weights.
    """
    numbers = SplitMix64(seed)
    squids = _draw_squids(numbers)
    red = sum(SQUARES[one] for one, _ in PAIRS)
    blue = sum(SQUARES[two] for _, two in PAIRS)
    weights = _draw_weights(numbers) if weighted else [1] * len(PAIRS)
    planes = {1: 0, 2: 0, 3: 0}
    for weight, (one, two) in zip(weights, PAIRS, strict=True):
        planes[weight] |= SQUARES[one] | SQUARES[two]
    return red, blue, planes[2], planes[3], squids


def _draw_weights(numbers: SplitMix64) -> list[int]:
    """Sixteen weights, all drawn again until the limits hold."""
    while True:
        weights = [numbers.choice(WEIGHTS) for _ in PAIRS]
        count = Counter(weights)
        if all(count[weight] in limit for weight, limit in LIMITS.items()):
            return weights


def _draw_squids(numbers: SplitMix64) -> int:
    """Two squares of the inner 6×6, both drawn again until they share no row, column or diagonal."""
    while True:
        places = [(numbers.choice(INNER), numbers.choice(INNER)) for _ in range(2)]
        ((x1, y1), (x2, y2)) = places
        if x1 != x2 and y1 != y2 and abs(x1 - x2) != abs(y1 - y2):
            return bit(x1, y1) | bit(x2, y2)
