"""Contests on a dask cluster: the same tables as at home, a worker that is killed costs only its running games, and
nobody gets in without the key."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest

from arena.leftovers import living, new_mark, nobody_is_left
from patience import LONG, PATIENCE, until
from quantity import quantity
from schwarm.arena.cluster import ClusterExecutor
from schwarm.arena.cluster_key import NoCluster, key_file, load_key, make_key, new_secret, secret_of
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.worker import work
from schwarm.launch.isolation import PRIVATE
from schwarm.store import open_store
from schwarm.store.contests import list_terms
from schwarm.store.location import data_folder

if TYPE_CHECKING:
    from distributed import Security


pytestmark = pytest.mark.slow
RARELY = pytest.mark.skipif(not quantity(0, 1), reason="starts many processes: make thorough")

BOTS = Path(__file__).with_name("bad_bots.py")
ENGLISH = {**os.environ, "SCHWARM_LANG": "en"}
QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def schwarm(*arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "schwarm", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=ENGLISH, timeout=LONG)


@dataclass(frozen=True)
class Cluster:
    """A scheduler that is running, and the key of its workers."""

    address: str
    key: Path

    @property
    def options(self) -> list[str]:
        return ["--cluster", self.address, "--cluster-key", str(self.key)]

    def worker(self, mark: str = "SCHWARM_TEST") -> "subprocess.Popen[bytes]":
        command = ["worker", self.address, "-j", "1", "--cluster-key", str(self.key)]
        return subprocess.Popen([sys.executable, "-m", "schwarm", *command], env={**ENGLISH, mark: "1"}, **QUIET)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One for all tests: workers come and go, and games of a contest that is over are forgotten."""
    key = tmp_path_factory.mktemp("cluster") / "key.pem"
    process, found = start_scheduler(key)
    try:
        yield found
    finally:
        process.send_signal(signal.SIGTERM)
        ended = process.wait(PATIENCE)
        said = process.stdout.read()
        process.stdout.close()
    assert ended == 0
    line = f"schwarm worker {found.address} --secret {secret_of(key)}"
    assert said.splitlines()[1:] == [f"Or, on a machine without the key: {line}"]


def start_scheduler(key: Path) -> "tuple[subprocess.Popen[str], Cluster]":
    command = [sys.executable, "-m", "schwarm", "scheduler", "--port", "0", "--cluster-key", str(key)]
    process = subprocess.Popen(command, env=ENGLISH, stdout=subprocess.PIPE, text=True)
    said = process.stdout.readline()
    assert said.startswith("Workers join with: schwarm worker 127.0.0.1:"), said
    return process, Cluster(said.split()[5].rstrip(";"), key)


SEASON = f"""
title = "Cup"
game = "piranhas-2026"
seed = 7
[games]
per_encounter = 2
[final_eight]
teams = 2
per_encounter = 2
most_games = 4
[[team]]
name = "plain"
bot = "{BOTS}:Plain"
[[team]]
name = "hecht"
bot = "hecht:nodes=300"
[[team]]
name = "crashes"
bot = "{BOTS}:Crashes"
"""
MISSING = """
[[team]]
name = "missing"
bot = "bots/missing.zip"
"""


@pytest.mark.thorough
def test_a_season_has_the_same_tables_at_home_and_on_a_cluster(tmp_path: Path, cluster: Cluster) -> None:
    folders = [tmp_path / "home", tmp_path / "away"]
    for folder in folders:
        folder.mkdir()
        (folder / "season.toml").write_text(SEASON + MISSING * quantity(0, 1))
    workers = [cluster.worker() for _ in range(2)]
    try:
        home = schwarm("season", "run", folders[0], "--data", folders[0])
        away = schwarm("season", "run", folders[1], "--data", folders[1], *cluster.options)
    finally:
        for each in workers:
            each.send_signal(signal.SIGTERM)
        for each in workers:
            each.wait(PATIENCE)
    assert home.returncode == away.returncode == 0, home.stderr + away.stderr
    # Where its pages would go is the only difference.
    assert home.stdout.replace(str(folders[0]), str(folders[1])) == away.stdout
    assert "Final" in home.stdout
    stores = [open_store(folder) for folder in folders]
    one, two = (DatabaseResults(store, "season Cup").results() for store in stores)
    assert one
    assert {key: (result.outcome, str(result.why)) for key, result in one.items()} == {
        key: (result.outcome, str(result.why)) for key, result in two.items()
    }
    for store in stores:
        store.close()


@pytest.mark.thorough
def test_a_killed_worker_costs_only_its_running_game(tmp_path: Path, cluster: Cluster) -> None:
    command = [sys.executable, "-m", "schwarm", "match", f"{BOTS}:Plain", "greedy", "-n", "10", "--data", str(tmp_path)]
    marks = [new_mark(), new_mark()]
    workers = [cluster.worker(mark) for mark in marks]
    runner = subprocess.Popen([*command, *cluster.options], env=ENGLISH, stdout=subprocess.PIPE, text=True)
    try:
        store = open_store(tmp_path)
        until(lambda: len(store.listing(limit=2)) == 2, what="the second game")
        assert len(living(marks[0])) > 1
        workers[0].kill()
        said, _ = runner.communicate(timeout=LONG)
        nobody_is_left(marks[0])  # nothing that a killed worker had started outlives it
    finally:
        runner.kill()
        for each in workers:
            each.kill()
            each.wait()
    assert runner.returncode == 0
    (event,) = list_terms(store)
    assert len(DatabaseResults(store, event).results()) == len(store.listing()) == 10
    assert "cancelled" not in said
    store.close()


@RARELY
def test_a_worker_that_plays_stops_at_once(tmp_path: Path, cluster: Cluster) -> None:
    mark = new_mark()
    playing = cluster.worker(mark)
    match = ["match", f"{BOTS}:Hangs", "random", "-n", "2", "--time", "50s/60s", *cluster.options]
    command = [sys.executable, "-m", "schwarm", *match, "--data", str(tmp_path)]
    running = subprocess.Popen(command, env=ENGLISH, **QUIET)
    try:
        until(lambda: any("Hangs" in each for each in living(mark)), what="the game")
        playing.send_signal(signal.SIGINT)
        assert playing.wait(PATIENCE) == 0
        nobody_is_left(mark)
    finally:
        for each in (playing, running):
            each.kill()
            each.wait()


@contextmanager
def scheduling(tmp_path: Path) -> "Iterator[tuple[str, subprocess.Popen[bytes]]]":
    """The address and the process of a scheduler as dask starts it, without a key."""
    file = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"]
    process = subprocess.Popen([*command, "--no-dashboard", "--scheduler-file", str(file)], env=ENGLISH, **QUIET)
    try:
        until(lambda: process.poll() is not None or (file.exists() and file.read_text()), what="the scheduler's start")
        assert process.poll() is None, "the scheduler does not start"
        yield json.loads(file.read_text())["address"].removeprefix("tcp://"), process
    finally:
        process.kill()
        process.wait()


@RARELY
def test_a_scheduler_that_goes_away_is_one_sentence_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENGLISH, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "2s")
    monkeypatch.setitem(ENGLISH, "XDG_DATA_HOME", str(tmp_path))  # no key there
    command = [sys.executable, "-m", "schwarm"]
    heard: dict[str, Any] = {"env": ENGLISH, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    with scheduling(tmp_path) as (address, process):
        playing = subprocess.Popen([*command, "worker", address], **heard)
        match = ["match", "greedy", "random", "-n", "400", "--data", str(tmp_path), "--cluster", address]
        running = subprocess.Popen([*command, *match], **heard)
        try:
            store = open_store(tmp_path)
            until(lambda: len(store.listing(limit=4)) == 4, what="the fourth game")
            process.kill()
            gone = f"Error: The dask scheduler at {address} went away; start it again, then resume the contest.\n"
            assert [each.communicate(timeout=PATIENCE)[1] for each in (running, playing)] == [gone, gone]
            assert (running.returncode, playing.returncode) == (1, 1)
            (event,) = list_terms(store)
            assert len(DatabaseResults(store, event).results()) == len(store.listing()) >= 4
            store.close()
        finally:
            running.kill()
            playing.kill()


def test_nobody_runs_code_without_the_key(tmp_path: Path, cluster: Cluster) -> None:
    from distributed import Client

    other = tmp_path / "other.pem"
    make_key(other)
    right, wrong = load_key(cluster.key), load_key(other)
    working = cluster.worker()
    try:
        with Client(f"tls://{cluster.address}", security=right, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=PATIENCE)
            ((worker, about),) = client.scheduler_info()["workers"].items()
        scheduler, worker = cluster.address, worker.removeprefix("tls://")
        ports = [*(each.rpartition(":")[2] for each in (scheduler, worker)), *about["services"].values()]
        for port in map(int, ports):
            # Whoever listens everywhere does so at this address, too.
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.2", port), PATIENCE)
        for where, verb in ((scheduler, "run_function"), (worker, "run")):
            ran = tmp_path / verb
            for way, security in (("tcp", None), ("tls", wrong)):
                with pytest.raises(OSError, match="before comm was established"):
                    asyncio.run(touch(ran, f"{way}://{where}", verb, security, 2))
            assert not ran.exists()
            # The same attempt with the key, so that it is the key on which they failed.
            asyncio.run(touch(ran, f"tls://{where}", verb, right, PATIENCE))
            assert ran.exists()
    finally:
        working.send_signal(signal.SIGTERM)
        ended = working.wait(PATIENCE)
    assert ended == 0


async def touch(path: Path, address: str, verb: str, security: "Security | None", timeout: float) -> None:
    """Have a scheduler or a worker create a file, the way dask's own clients run functions there."""
    from distributed.core import rpc
    from distributed.protocol.pickle import dumps

    access = security.get_connection_args("client") if security else {}
    async with rpc(address, connection_args=access, timeout=timeout) as there:
        await getattr(there, verb)(function=dumps(Path.touch), args=dumps((path,)), kwargs=dumps({}), wait=True)


def test_another_key_is_one_sentence(tmp_path: Path, cluster: Cluster) -> None:
    other = tmp_path / "other.pem"
    make_key(other)
    with pytest.raises(NoCluster, match=f"^The scheduler at {cluster.address} has another key; copy the key from"):
        ClusterExecutor(cluster.address, key=other)


@pytest.mark.thorough
def test_whoever_waits_for_games_hears_that_the_scheduler_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schwarm.arena.cluster_key.MAX_CONNECT_SECONDS", 2)
    process, cluster = start_scheduler(tmp_path / "key.pem")
    workers = ClusterExecutor(cluster.address, key=cluster.key)
    try:
        assert workers.slots() == 0
        process.kill()
        process.communicate()
        # Also with no game at all, so nothing that dask would say of one.
        with pytest.raises(NoCluster, match=f"The dask scheduler at {cluster.address} went away; start it again"):
            until(workers.slots, what="the sentence")
    finally:
        workers.close()
        process.kill()


def test_a_scheduler_that_goes_away_before_a_worker_has_joined(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PRIVATE, "")
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{line.getsockname()[1]}"
    # It was there a moment ago.
    monkeypatch.setattr("schwarm.arena.worker.connect", Mock())
    monkeypatch.setattr("schwarm.arena.worker.reach", lambda address: "127.0.0.1")
    monkeypatch.setattr("schwarm.arena.worker.MAX_JOIN_SECONDS", 0.5)
    with pytest.raises(NoCluster, match=f"The dask scheduler at {address} went away; start it again"):
        work(address)
    # No bot that plays there sees the zips of others, or the key.
    assert os.environ[PRIVATE].split(os.pathsep) == [str(path.resolve()) for path in (data_folder(), key_file())]


def test_no_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwarm.arena.worker.why_no_strangers", lambda: None)
    for try_it in (ClusterExecutor, work, partial(work, secret=new_secret())):
        with pytest.raises(NoCluster) as caught:
            try_it("tcp://127.0.0.1:9")
        assert str(caught.value) == (
            "No dask scheduler answers at tcp://127.0.0.1:9; start one with: schwarm scheduler"
        )
