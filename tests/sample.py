"""Which of the tests that take longest `make test` runs: a quarter of each file, other ones for every commit."""

from collections.abc import Sequence
from hashlib import sha256


def draw_quarter(names: Sequence[str], seed: str) -> set[str]:
    """A quarter of them, rounded up. The same seed draws the same ones, on every machine and in every process."""
    drawn = sorted(names, key=lambda name: sha256(f"{seed} {name}".encode()).digest())
    return set(drawn[: (len(names) + 3) // 4])
