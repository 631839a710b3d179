"""A service for leagues with a store of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from league.leagues import new_service
from schwarm.league.league_service import LeagueService


@pytest.fixture
def service(tmp_path: Path) -> Iterator[LeagueService]:
    service = new_service(tmp_path)
    yield service
    service.store.close()
