"""A service for leagues with a store of its own, alone or beside a game server."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import schwarm
from league.house import House
from league.leagues import GAME, InstantPool, new_service
from referee.running import Running
from schwarm.league.league_service import LeagueService
from schwarm.referee.lobby import Settings


@pytest.fixture
def pool() -> InstantPool:
    return InstantPool()


@pytest.fixture
def service(tmp_path: Path, pool: InstantPool) -> Iterator[LeagueService]:
    service = new_service(tmp_path, pool=pool)
    yield service
    service.store.close()


@pytest.fixture
def server() -> Running:
    return Running(Settings(schwarm.game(GAME)), None, time.monotonic)


@pytest.fixture
def house(server: Running, tmp_path: Path) -> Iterator[House]:
    house = House(server, tmp_path)
    yield house
    house.close()
