"""Processes that play games here: one game each, replaced when they die, gone when nobody needs them."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.leftovers import living, new_mark, nobody_is_left
from patience import PATIENCE, until
from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.fixture import Fixture, GameKey
from schwarm.arena.game_processes import GameProcesses

pytestmark = pytest.mark.slow

BOTS = Path(__file__).with_name("bad_bots.py")


def assignment(number: int, red: str = "random") -> Assignment:
    return Assignment(Fixture(GameKey(f"x/{number}"), "A", "B", number), (red, "random"), "piranhas-2026")


def news(pool: GameProcesses) -> GameReport:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if (delivery := pool.collect(0.2)) is not None:
            return delivery
    raise AssertionError("nothing was delivered")


def test_as_many_games_at_once_as_there_are_places() -> None:
    pool = GameProcesses(2)
    try:
        assert pool.free() == 2
        for number in range(2):
            pool.submit(assignment(number))
        assert pool.free() == 0
        assert {news(pool).key, news(pool).key} == {"x/0", "x/1"}
        assert pool.free() == 2
    finally:
        pool.stop()


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Everything that is started from here carries it, and nothing of it may be left in the end."""
    mark = new_mark()
    monkeypatch.setenv(mark, "1")
    yield mark
    nobody_is_left(mark)


def hangs(pool: GameProcesses, mark: str) -> int:
    """A game that never ends has begun; the process that plays it."""
    pool.submit(assignment(1, f"{BOTS}:Hangs"))
    until(lambda: any("Hangs" in each for each in living(mark)), what="the game")
    (process,) = pool.processes
    return process


def test_a_process_that_dies_is_said_and_replaced(mark: str) -> None:
    pool = GameProcesses(1)
    try:
        first = hangs(pool, mark)
        os.kill(first, signal.SIGKILL)
        lost = news(pool)
        assert lost.key == "x/1"
        assert lost.failure == "the process that played the game exited with code -9"
        assert lost.to_result() is None
        # Also one that dies while it has nothing to do is replaced.
        pool.submit(assignment(2))
        assert news(pool).failure == ""
        (second,) = pool.processes
        assert second != first
        os.kill(second, signal.SIGKILL)
        os.waitid(os.P_PID, second, os.WEXITED | os.WNOWAIT)
        pool.submit(assignment(3))
        assert news(pool).failure == ""
    finally:
        pool.stop()


def test_stopping_ends_games_that_run(mark: str) -> None:
    pool = GameProcesses(1)
    process = hangs(pool, mark)
    pool.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_our_own_mistakes_are_delivered_as_such() -> None:
    pool = GameProcesses(1)
    try:
        wrong = Assignment(
            Fixture(GameKey("x/1"), "A", "B", 1), ("random", "random"), "piranhas-2026", rules="none such"
        )
        pool.submit(wrong)
        assert "cannot be played by" in news(pool).failure
    finally:
        pool.stop()
