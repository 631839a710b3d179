"""Processes that play games here: one game each, replaced when they die, gone when nobody needs them."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from arena.leftovers import living, new_mark, nobody_is_left
from patience import PATIENCE, until
from schwarm.arena.executors import LocalExecutor
from schwarm.arena.fixture import Fixture, GameKey
from schwarm.arena.game_job import Assignment, GameReport
from schwarm.arena.pool import Job

pytestmark = pytest.mark.slow

BOTS = Path(__file__).with_name("bad_bots.py")


def assignment(number: int, red: str = "random") -> Assignment:
    return Assignment(Fixture(GameKey(f"x/{number}"), "A", "B", number), (red, "random"), "piranhas-2026")


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Everything that is started from here carries it, and nothing of it may be left in the end."""
    mark = new_mark()
    monkeypatch.setenv(mark, "1")
    yield mark
    nobody_is_left(mark)


@pytest.fixture
def one(mark: str) -> Iterator[LocalExecutor]:
    executor = LocalExecutor(1)
    yield executor
    executor.close()


def play(executor: LocalExecutor, number: int) -> GameReport:
    return executor.submit(assignment(number)).result(PATIENCE)


def hangs(executor: LocalExecutor, mark: str) -> tuple[Job, int]:
    """A game that never ends has begun; the process that plays it."""
    job = executor.submit(assignment(1, f"{BOTS}:Hangs"))
    until(lambda: any("Hangs" in each for each in living(mark)), what="the game")
    (process,) = executor.processes
    return job, process


def test_as_many_games_at_once_as_there_are_slots() -> None:
    executor = LocalExecutor(2)
    try:
        assert executor.slots() == 2
        jobs = [executor.submit(assignment(number)) for number in range(2)]
        assert executor.slots() == 0
        assert [job.result(PATIENCE).key for job in jobs] == ["x/0", "x/1"]
        assert executor.slots() == 2
        assert len(executor.processes) == 2
        # Processes are used again, and end when there is no contest left.
        jobs[0] = executor.submit(assignment(2))
        assert len(executor.processes) == 2
        executor.release()
        assert len(executor.processes) == 1
        assert not jobs[0].result(PATIENCE).failure
    finally:
        executor.close()


def test_a_process_that_dies_is_said_and_replaced(one: LocalExecutor, mark: str) -> None:
    job, first = hangs(one, mark)
    os.kill(first, signal.SIGKILL)
    lost = job.result(PATIENCE)
    assert lost.key == "x/1"
    assert lost.failure == "the process that played the game exited with code -9"
    assert lost.to_result() is None
    # Also one that dies while it has nothing to do is replaced.
    assert play(one, 2).failure == ""
    (second,) = one.processes
    assert second != first
    os.kill(second, signal.SIGKILL)
    # The executor may have waited for it by now.
    with suppress(ChildProcessError):
        os.waitid(os.P_PID, second, os.WEXITED | os.WNOWAIT)
    assert play(one, 3).failure == ""


def test_a_game_that_exceeds_its_deadline_is_killed(one: LocalExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as short:
        short.setattr(Assignment, "max_seconds", 1.0)
        late = one.submit(assignment(1, f"{BOTS}:Hangs"))
    assert late.result(PATIENCE).failure == "the process that played the game exited with code -9"
    assert play(one, 2).failure == ""


def test_cancelling_ends_games_that_run(one: LocalExecutor, mark: str) -> None:
    job, process = hangs(one, mark)
    one.cancel([])
    assert one.slots() == 0
    one.cancel([job])
    assert one.slots() == 1
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_our_own_mistakes_are_delivered_as_such(one: LocalExecutor) -> None:
    wrong = Assignment(Fixture(GameKey("x/1"), "A", "B", 1), ("random", "random"), "piranhas-2026", rules="none such")
    assert "cannot be played by" in one.submit(wrong).result(PATIENCE).failure
