"""A sample of what `make fuzz` does for as long as one likes."""

import random
from collections.abc import Iterator

import pytest

from fuzzing import mutation, pages, targets
from fuzzing.mutation import Reached, damage
from quantity import quantity

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for module in (mutation, targets):
        monkeypatch.setattr(module, "CHANCE", random.Random(1))
    yield
    while pages.pages:
        pages.pages.pop().close()


@pytest.mark.parametrize("kind", targets.TARGETS)
def test_damaged_input_is_read_or_refused(kind: str) -> None:
    work, begins = targets.TARGETS[kind]
    seeds, reached = begins(), Reached()
    for data in seeds[:40]:
        reached.run(work, data)
    for number in range(quantity(100, 5_000)):
        reached.run(work, damage(seeds[number % len(seeds)], seeds))


def test_what_reaches_something_new_is_seen() -> None:
    reached, (work, begins) = Reached(), targets.TARGETS["streams"]
    (first, *_) = begins()
    assert reached.look(work, first)
    assert not reached.look(work, first)
    assert reached.look(work, b"<!DOCTYPE a>")


def test_an_address_without_its_slash_is_a_page_that_is_not_there() -> None:
    targets.TARGETS["pages"][0](b"GET e\n\n")
