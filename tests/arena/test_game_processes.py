"""Processes that play games here: one game each, replaced when they die, gone when nobody needs them."""

import os
import signal
import time
from pathlib import Path

from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.fixture import Fixture
from schwarm.arena.game_processes import GameProcesses

BOTS = Path(__file__).with_name("bad_bots.py")


def assignment(number: int, red: str = "random") -> Assignment:
    return Assignment(Fixture(f"x/{number}", "A", "B", number), (red, "random"), "piranhas-2026")


def news(pool: GameProcesses, seconds: float = 60) -> GameReport:
    deadline = time.monotonic() + seconds
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


def test_a_process_that_dies_is_said_and_replaced() -> None:
    pool = GameProcesses(1)
    try:
        pool.submit(assignment(1, f"{BOTS}:Hangs"))
        time.sleep(1.5)
        (hand,) = pool._hands
        first = hand._process
        assert first is not None
        os.kill(first.pid, signal.SIGKILL)
        lost = news(pool)
        assert lost.key == "x/1"
        assert lost.failure == "the process that played the game exited with code -9"
        assert lost.to_result() is None
        # Also one that dies while it has nothing to do is replaced.
        pool.submit(assignment(2))
        assert news(pool).failure == ""
        second = hand._process
        assert second is not None
        assert second.pid != first.pid
        os.kill(second.pid, signal.SIGKILL)
        second.wait()
        pool.submit(assignment(3))
        assert news(pool).failure == ""
    finally:
        pool.stop()


def test_stopping_ends_games_that_run() -> None:
    pool = GameProcesses(1)
    pool.submit(assignment(1, f"{BOTS}:Hangs"))
    time.sleep(1.5)
    (hand,) = pool._hands
    process = hand._process
    assert process is not None
    began = time.monotonic()
    pool.stop()
    assert process.returncode is not None
    assert time.monotonic() - began < 10


def test_our_own_mistakes_are_delivered_as_such() -> None:
    pool = GameProcesses(1)
    try:
        wrong = Assignment(Fixture("x/1", "A", "B", 1), ("random", "random"), "piranhas-2026", rules="none such")
        pool.submit(wrong)
        assert "cannot be played by" in news(pool).failure
    finally:
        pool.stop()
