"""Stores for tests: in SQLite, in PostgreSQL, and for what every store promises in both."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from schwarm.store import open_store
from schwarm.store.games import Store
from store import postgres


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of a PostgreSQL server."""
    with postgres.server() as url:
        yield url


@pytest.fixture
def url(server: str) -> Iterator[str]:
    """An empty database there."""
    with postgres.database(server) as made:
        yield made


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def postgresql(url: str) -> Iterator[Store]:
    opened = open_store(url)
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def store(request: pytest.FixtureRequest) -> Store:
    found: Store = request.getfixturevalue(request.param)
    return found
