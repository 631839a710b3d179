"""Nobody runs a contest beside somebody who runs it already; and who is gone keeps nobody from going on."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.fake_pool import FakePool, match
from patience import PATIENCE, until
from schwarm.arena import lease as leases
from schwarm.arena.contest_records import DatabaseResults, save_contest
from schwarm.arena.lease import AlreadyRunning, check_not_running, find_running, hold_lease, is_running
from schwarm.arena.runner import Ending, Runner
from schwarm.store import CannotStore, open_store
from schwarm.store.contests import load_terms
from schwarm.store.games import Store
from schwarm.store.leases import find_lease, take_lease

CUP = "season Cup"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def test_only_one_runs_a_contest(store: Store) -> None:
    with hold_lease(store, CUP):
        assert is_running(store, CUP)
        assert find_running(store) == {CUP}
        sentence = r"^This contest is being played elsewhere right now; wait .*\.$"
        with pytest.raises(AlreadyRunning, match=sentence), hold_lease(store, CUP):
            raise AssertionError("two at once")
        with pytest.raises(AlreadyRunning):
            check_not_running(store, CUP)
        with hold_lease(store, "season Bowl"):
            assert find_running(store) == {CUP, "season Bowl"}
    assert not find_running(store)
    check_not_running(store, CUP)


def test_a_contest_is_free_after_whatever_ended_it(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), hold_lease(store, CUP):
        raise ZeroDivisionError
    assert not is_running(store, CUP)


def test_of_many_who_come_at_once_one_runs_it(store: Store) -> None:
    together, over, came = threading.Barrier(8), threading.Event(), []

    def come() -> None:
        together.wait()
        try:
            with hold_lease(store, CUP):
                came.append(True)
                over.wait(PATIENCE)
        except AlreadyRunning:
            came.append(False)

    everybody = [threading.Thread(target=come) for _ in range(8)]
    for each in everybody:
        each.start()
    until(lambda: len(came) == 8)
    over.set()
    for each in everybody:
        each.join()
    assert sorted(came) == [False] * 7 + [True]


def renewed(store: Store) -> float:
    lease = find_lease(store, CUP)
    assert lease is not None
    return lease.at


def test_a_lease_is_renewed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "EVERY", 0.02)
    with hold_lease(store, CUP):
        first = renewed(store)
        until(lambda: renewed(store) > first)


def test_a_store_that_fails_for_a_while_ends_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "EVERY", 0.02)
    tries = []

    def full(*_: object) -> bool:
        tries.append(1)
        raise CannotStore(leases.RUNS_ALREADY())

    with hold_lease(store, CUP):
        at = renewed(store)
        with monkeypatch.context() as patch:
            patch.setattr(store.database, "alone", full)
            until(lambda: len(tries) > 1)
        until(lambda: renewed(store) > at)


@pytest.mark.parametrize(
    ("change", "counts"),
    [
        ({}, True),
        ({"at": -leases.STALE - 1}, False),
        ({"at": leases.STALE + 60}, False),
        ({"machine": "another", "pid": 2**22 + 1}, True),
        ({"machine": "another", "at": -leases.STALE - 1}, False),
    ],
)
def test_which_claims_count(store: Store, change: dict[str, Any], counts: bool) -> None:
    known = leases.new_lease(CUP, "another holder")._replace(**change)
    if "at" in change:
        known = known._replace(at=time.time() + change["at"])
    assert take_lease(store, known, lambda _: False)
    assert is_running(store, CUP) == counts
    if not counts:
        with hold_lease(store, CUP):
            assert is_running(store, CUP)


@pytest.mark.skipif(os.name != "posix", reason="only there it can be asked whether a process lives")
def test_a_dead_process_claims_nothing(store: Store, tmp_path: Path) -> None:
    program = (
        "import sys, time; from schwarm.arena.lease import hold_lease; from schwarm.store import open_store\n"
        f"with hold_lease(open_store(sys.argv[1]), '{CUP}'): print('mine', flush=True); time.sleep(60)"
    )
    other = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE)
    assert other.stdout is not None
    with other.stdout:
        assert other.stdout.readline() == b"mine\n"
        assert is_running(store, CUP)
        other.kill()
        if Path("/proc/self/stat").exists():
            # Nobody has buried it yet.
            until(lambda: not is_running(store, CUP))
        other.wait()
    assert not is_running(store, CUP)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells when a process began")
def test_a_number_that_was_given_again_is_another_process(store: Store) -> None:
    assert take_lease(store, leases.new_lease(CUP, "another holder")._replace(since="1"), lambda _: False)
    assert not is_running(store, CUP)


def test_the_runner_claims_its_contest(store: Store) -> None:
    event = save_contest(store, match())
    seen: list[bool] = []
    runner = Runner(
        match(), FakePool(), DatabaseResults(store, event), tell=lambda _: seen.append(is_running(store, event))
    )
    assert runner.run() is Ending.PLAYED
    assert set(seen) == {True}
    assert not is_running(store, event)


def test_who_is_refused_changes_and_leaves_nothing(store: Store) -> None:
    event, pool = save_contest(store, match(10)), FakePool()
    longer = match(400)
    with hold_lease(store, event):
        runner = Runner(longer, pool, DatabaseResults(store, event))
        with pytest.raises(AlreadyRunning):
            runner.run()
        with pytest.raises(AlreadyRunning):
            save_contest(store, longer, event)
    assert pool.stopped
    assert not pool.played
    known = load_terms(store, event)
    assert known
    assert known["games"] == 10
