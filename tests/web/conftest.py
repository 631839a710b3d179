"""One arena for many tests, and a browser for those that look at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from web.arena import Arena, Visitor


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    with Arena(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture
def visitor(arena: Arena) -> Iterator[Visitor]:
    guest = Visitor(arena.page_port)
    yield guest
    guest.close()


@pytest.fixture(scope="session")
def replays(data: Path) -> Path:
    return data / "protocol" / "replays"
