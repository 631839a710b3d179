"""What the tests of learners share."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from schwarm.games import Game, all_games


@pytest.fixture(scope="module")
def elsewhere(root: Path) -> Iterator[list[Game]]:
    """Two games that are no part of Schwarm, read from their files without being announced to anybody else."""
    from schwarm.games import registry

    all_games()  # found by now, so that they are there afterwards
    before, path = dict(registry.registered), list(sys.path)
    sys.path[:0] = [str(root / "tests" / "fourth_game"), str(root / "tests" / "breakthrough" / "src")]
    try:
        yield [import_module(name).GAME for name in ("tictactoe", "breakthrough")]
    finally:
        sys.path[:] = path
        registry.registered.clear()
        registry.registered.update(before)
