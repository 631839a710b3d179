"""Processes that play games here: one game each, replaced when they die, gone when nobody needs them."""

import os
import signal
import time
from pathlib import Path

from schwarm.arena.assignment import Assignment, Delivery
from schwarm.arena.crew import LocalCrew
from schwarm.arena.fixture import Fixture

BOTS = Path(__file__).with_name("bad_bots.py")


def assignment(number: int, red: str = "random") -> Assignment:
    return Assignment(Fixture(f"x/{number}", "A", "B", number), (red, "random"), "piranhas-2026")


def news(crew: LocalCrew, seconds: float = 60) -> Delivery:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if (delivery := crew.news(0.2)) is not None:
            return delivery
    raise AssertionError("nothing was delivered")


def test_as_many_games_at_once_as_there_are_places() -> None:
    crew = LocalCrew(2)
    try:
        assert crew.free() == 2
        for number in range(2):
            crew.hand_out(assignment(number))
        assert crew.free() == 0
        assert {news(crew).key, news(crew).key} == {"x/0", "x/1"}
        assert crew.free() == 2
    finally:
        crew.stop()


def test_a_process_that_dies_is_said_and_replaced() -> None:
    crew = LocalCrew(1)
    try:
        crew.hand_out(assignment(1, f"{BOTS}:Hangs"))
        time.sleep(1.5)
        (hand,) = crew._hands
        first = hand._process
        assert first is not None
        os.kill(first.pid, signal.SIGKILL)
        lost = news(crew)
        assert lost.key == "x/1"
        assert lost.failure == "the process that played the game exited with code -9"
        assert lost.played() is None
        # Also one that dies while it has nothing to do is replaced.
        crew.hand_out(assignment(2))
        assert news(crew).failure == ""
        second = hand._process
        assert second is not None
        assert second.pid != first.pid
        os.kill(second.pid, signal.SIGKILL)
        second.wait()
        crew.hand_out(assignment(3))
        assert news(crew).failure == ""
    finally:
        crew.stop()


def test_stopping_ends_games_that_run() -> None:
    crew = LocalCrew(1)
    crew.hand_out(assignment(1, f"{BOTS}:Hangs"))
    time.sleep(1.5)
    (hand,) = crew._hands
    process = hand._process
    assert process is not None
    began = time.monotonic()
    crew.stop()
    assert process.returncode is not None
    assert time.monotonic() - began < 10


def test_our_own_mistakes_are_delivered_as_such() -> None:
    crew = LocalCrew(1)
    try:
        wrong = Assignment(Fixture("x/1", "A", "B", 1), ("random", "random"), "piranhas-2026", rules="none such")
        crew.hand_out(wrong)
        assert "cannot be played by" in news(crew).failure
    finally:
        crew.stop()
