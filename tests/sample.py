"""Which of the tests that take longest `make test` runs: half of each file, other ones for every commit."""

from collections.abc import Sequence
from hashlib import sha256


def draw_half(names: Sequence[str], seed: str) -> set[str]:
    """Half of them, rounded up. The same seed draws the same ones, on every machine and in every process."""
    drawn = sorted(names, key=lambda name: sha256(f"{seed} {name}".encode()).digest())
    return set(drawn[: (len(names) + 1) // 2])
