"""A seed means the same for ever: the generator and the starts are pinned."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import schwarm
from known_games import known_games
from schwarm.games.splitmix import InvalidSeed, SplitMix64, fresh_seed
from schwarm.player import Random

# The published reference values of SplitMix64 for seed 1234567.
REFERENCE = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def test_the_generator_is_splitmix64() -> None:
    numbers = SplitMix64(1234567)
    assert [numbers.next() for _ in REFERENCE] == REFERENCE


@pytest.mark.parametrize(
    ("id", "seed", "start"),
    [
        ("piranhas-2026", 7, "1lslsssmm1/S8M/S8M/L4x3S/L8S/S8S/S6x1L/S8S/M8L/1msssllss1 0 -"),
        ("piranhas-2019", 7, "1ffffffff1/F8F/F8F/F4x3F/F8F/F8F/F6x1F/F8F/F8F/1ffffffff1 0"),
        ("ostseeschach-2022", 7, "mhsmhrsr/8/8/8/8/8/8/RSRHMSHM 0 0:0"),
    ],
)
def test_starts_are_pinned(id: str, seed: int, start: str) -> None:
    assert str(schwarm.game(id).start(seed)) == start


def test_numbers_below_a_limit_are_even() -> None:
    numbers = SplitMix64(1)
    count = Counter(numbers.below(6) for _ in range(60_000))
    assert set(count) == set(range(6))
    assert all(9_500 < times < 10_500 for times in count.values())


def test_shuffling_keeps_everything_and_reaches_every_order() -> None:
    orders = Counter(tuple(SplitMix64(seed).shuffled("abc")) for seed in range(6_000))
    assert len(orders) == 6
    assert all(800 < times < 1_200 for times in orders.values())


def test_starts_without_a_seed_differ() -> None:
    assert fresh_seed() != fresh_seed()
    game = schwarm.game("piranhas-2026")
    assert len({game.start() for _ in range(20)}) > 15


@pytest.mark.parametrize("id", known_games())
@pytest.mark.parametrize("kind", ["int32", "int64", "uint64"])
def test_a_seed_may_come_from_an_array(id: str, kind: str) -> None:
    game, seed = schwarm.game(id), np.array([3], kind)[0]
    assert game.start(seed) == game.start(3)
    assert Random(seed).choose(game.start(3)) == Random(3).choose(game.start(3))


@pytest.mark.parametrize("seed", [1.5, "7", [3]])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    for take in (schwarm.game("piranhas-2026").start, schwarm.game("ostseeschach-2022").start, Random):
        with pytest.raises(InvalidSeed) as refused:
            take(seed)
        assert str(refused.value) == f"A seed is a whole number like 7, not {seed!r}."
