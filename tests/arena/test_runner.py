"""The runner with a pool that plays nothing: what is handed out, what is written down, how it stops, what fails."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.fake_pool import FakePool, delivered, match
from schwarm.arena.backoff import TRIES
from schwarm.arena.contest_records import DatabaseResults, begin, latest
from schwarm.arena.game_job import Assignment, GameReport
from schwarm.arena.runner import BREATH, MAX_BACKOFFS, Began, Ended, Ending, Event, Failed, MemoryResults, Runner
from schwarm.arena.sprt import Sprt
from schwarm.cli.live_progress import MAX_SECONDS_TO_END
from schwarm.games import Reason
from schwarm.store import open_store


class Endless(FakePool):
    """A pool whose games never end, on a clock of its own."""

    now = 0.0

    def collect(self, timeout: float) -> GameReport | None:
        self.now += timeout
        return None


def test_every_game_is_played_once() -> None:
    pool, told = FakePool(newest=True), list[Any]()
    runner = Runner(match(), pool, MemoryResults(), tell=told.append)
    assert runner.run() is Ending.PLAYED
    assert sorted(pool.played) == sorted(f"match/{number}" for number in range(1, 11))
    assert set(runner.results) == set(pool.played)
    assert pool.stopped
    assert sum(isinstance(event, Began) for event in told) == sum(isinstance(event, Ended) for event in told) == 10
    assert (runner.progress.done, runner.progress.total, runner.progress.running) == (10, 10, ())


def test_stopping_lets_running_games_end() -> None:
    pool = FakePool(size=3)

    def tell(event: Event) -> None:
        if isinstance(event, Ended) and len(runner.results) == 2:
            runner.stop()

    runner = Runner(match(), pool, MemoryResults(), tell=tell)
    assert runner.run() is Ending.STOPPED
    assert len(runner.results) == 5  # three were running


def test_stopping_twice_forgets_them() -> None:
    pool = FakePool(size=3)

    def tell(event: Event) -> None:
        if isinstance(event, Ended) and len(runner.results) == 2:
            runner.stop()
            runner.stop()

    runner = Runner(match(), pool, MemoryResults(), tell=tell)
    assert runner.run() is Ending.STOPPED
    assert len(runner.results) == 2
    assert pool.stopped


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock of its own, on which every look takes a tenth of a second; the time is its only entry."""
    now = [0.0]

    def look() -> float:
        now[0] += 0.1
        return now[0]

    monkeypatch.setattr("schwarm.arena.backoff.monotonic", look)
    return now


@pytest.mark.parametrize(("games", "size"), [(30, 2), (2, 2), (2, 1)])
def test_a_fault_of_the_machine_that_lasts_half_a_minute_costs_no_game(
    games: int, size: int, clock: list[float]
) -> None:
    def full_disk(assignment: Assignment) -> GameReport:
        if 1.0 < clock[0] < 31.0:
            return GameReport(assignment.fixture.key, failure="OSError: [Errno 28] No space left on device")
        return delivered(assignment)

    clock[0] = 1.0
    told: list[Event] = []

    def tell(event: Event) -> None:
        told.append(event)
        # Who follows the contest is told so while it lasts.
        assert runner.progress.failing is isinstance(event, Failed) or isinstance(event, Began)

    runner = Runner(match(games), FakePool(size, full_disk), MemoryResults(), tell=tell)
    assert runner.run() is Ending.PLAYED
    assert len(runner.results) == games
    failed = [event for event in told if isinstance(event, Failed)]
    assert len(failed) <= 5 * size
    assert not any(event.given_up for event in failed)


@pytest.mark.parametrize("games", [2, 500])
def test_where_nothing_works_a_contest_gives_up_after_a_minute(games: int, clock: list[float]) -> None:
    pool = FakePool(2, lambda assignment: GameReport(assignment.fixture.key, failure="no memory"))
    runner = Runner(match(games), pool, MemoryResults())
    assert runner.run() is Ending.STUCK
    assert 60 < clock[0] < 75
    assert runner.failure == "no memory"
    assert len(pool.played) <= 2 * MAX_BACKOFFS


@pytest.mark.usefixtures("clock")
def test_what_fails_by_our_fault_is_tried_again() -> None:
    tries: dict[str, int] = {}

    def shaky(assignment: Assignment) -> GameReport:
        key = assignment.fixture.key
        tries[key] = tries.get(key, 0) + 1
        if tries[key] == 1:
            return GameReport(key, failure="the worker died")
        if tries[key] == 2:
            return delivered(assignment, Reason.CANCELLED)  # only we cancel games
        return delivered(assignment)

    runner = Runner(match(), FakePool(answer=shaky), MemoryResults())
    assert runner.run() is Ending.PLAYED
    assert set(tries.values()) == {3}
    assert all(result.outcome.reason is Reason.HEAVIER_SWARM for result in runner.results.values())


@pytest.mark.usefixtures("clock")
def test_what_fails_for_ever_is_given_up_and_said() -> None:
    told: list[Event] = []

    def broken(assignment: Assignment) -> GameReport:
        key = assignment.fixture.key
        return GameReport(key, failure="always") if key == "match/4" else delivered(assignment)

    runner = Runner(match(), FakePool(answer=broken), MemoryResults(), tell=told.append)
    assert runner.run() is Ending.STUCK
    assert len(runner.results) == 9
    failed = [event for event in told if isinstance(event, Failed)]
    assert [event.given_up for event in failed] == [False] * (TRIES - 1) + [True]


@pytest.mark.usefixtures("clock")
def test_a_report_that_cannot_be_read_concerns_its_own_game_alone() -> None:
    def broken(assignment: Assignment) -> GameReport:
        key = assignment.fixture.key
        return GameReport(key, "nonsense") if key == "match/4" else delivered(assignment)

    runner = Runner(match(), FakePool(answer=broken), MemoryResults())
    assert runner.run() is Ending.STUCK
    assert len(runner.results) == 9
    assert "“nonsense” is not a header" in runner.failure


def test_a_decided_test_ends_the_match() -> None:
    runner = Runner(match(1000, Sprt(0, 100)), FakePool(), MemoryResults())
    assert runner.run() is Ending.DECIDED
    assert 10 < len(runner.results) < 100


def test_a_crew_without_anybody_is_waited_for() -> None:
    class Late(FakePool):
        asked = 0

        def free(self) -> bool:
            self.asked += 1
            return self.asked > 5 and super().free()

    runner = Runner(match(), Late(), MemoryResults())
    assert runner.run() is Ending.PLAYED
    assert len(runner.results) == 10


def test_an_error_ends_everything_that_runs() -> None:
    class Full(MemoryResults):
        def add(self, delivery: GameReport, record: object, result: object) -> bool:
            raise OSError("disk full")

    pool = FakePool()
    with pytest.raises(OSError, match="disk full"):
        Runner(match(), pool, Full()).run()
    assert pool.stopped


def test_a_ledger_keeps_results_and_goes_on(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    event = begin(store, "match", {"bots": {"A": "greedy"}})
    first = Runner(match(6), FakePool(), DatabaseResults(store, event))
    first.run()
    store.close()
    store = open_store(tmp_path)
    assert latest(store, "match", {"bots": {"A": "greedy"}}) == event
    assert latest(store, "match", {"bots": {"A": "random"}}) is None
    pool = FakePool()
    again = Runner(match(10), pool, DatabaseResults(store, event))
    assert again.results == first.results
    assert again.run() is Ending.PLAYED
    assert sorted(pool.played) == ["match/10", "match/7", "match/8", "match/9"]
    kept = store.get(f"{event}/match/7")
    assert kept is not None
    assert kept.record.players == ("A", "B")
    store.close()


def test_two_who_run_the_same_contest_count_every_game_once(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    event = begin(store, "match", {})
    one, two = DatabaseResults(store, event), DatabaseResults(store, event)
    slow = Runner(match(6), FakePool(), two)  # has looked before the other began
    fast = Runner(match(6), FakePool(), one)
    fast.run()
    slow.run()
    assert slow.results == fast.results == one.results()
    assert len(store.keys(event=event)) == 6
    store.close()


def test_games_that_go_on_keep_nobody_waiting_for_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = Endless()
    monkeypatch.setattr("schwarm.arena.runner.time", SimpleNamespace(monotonic=lambda: pool.now))

    def stop_at_once(event: Event) -> None:
        if isinstance(event, Began):
            runner.stop(within=MAX_SECONDS_TO_END)

    # Each further wish would end it at once; one is enough.
    runner = Runner(match(), pool, MemoryResults(), tell=stop_at_once)
    pool.size = 1
    assert runner.run() is Ending.STOPPED
    assert pool.stopped
    assert MAX_SECONDS_TO_END <= pool.now < MAX_SECONDS_TO_END + 2 * BREATH < 2.0
