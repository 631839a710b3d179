"""Contests on a dask cluster: the same tables as at home, and a worker that is killed costs only its running games."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arena.leftovers import living, new_mark, nobody_is_left
from patience import LONG, PATIENCE, until
from schwarm.arena.database_results import DatabaseResults, load_contests
from schwarm.store import open_store

pytestmark = pytest.mark.slow

BOTS = Path(__file__).with_name("bad_bots.py")
ENGLISH = {**os.environ, "SCHWARM_LANG": "en"}
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def schwarm(*arguments: object) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "schwarm", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=ENGLISH, timeout=LONG)


def worker(address: str, mark: str = "SCHWARM_TEST") -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "schwarm", "worker", address, "-j", "1"]
    return subprocess.Popen(command, env={**ENGLISH, mark: "1"}, **QUIET)


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    with scheduling(tmp_path) as (address, _):
        yield address


@contextmanager
def scheduling(tmp_path: Path) -> "Iterator[tuple[str, subprocess.Popen[bytes]]]":
    """A scheduler's address, and its process."""
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


SEASON = f"""
title = "Cup"
game = "piranhas-2026"
seed = 7
[games]
per_encounter = 2
[final_eight]
teams = 2
most_games = 4
[[team]]
name = "plain"
bot = "{BOTS}:Plain"
[[team]]
name = "greedy"
bot = "greedy"
[[team]]
name = "hecht"
bot = "hecht:nodes=300"
[[team]]
name = "crashes"
bot = "{BOTS}:Crashes"
[[team]]
name = "missing"
bot = "bots/missing.zip"
"""


def test_a_season_has_the_same_tables_at_home_and_on_a_cluster(tmp_path: Path, scheduler: str) -> None:
    folders = [tmp_path / "home", tmp_path / "cluster"]
    for folder in folders:
        folder.mkdir()
        (folder / "season.toml").write_text(SEASON)
    workers = [worker(scheduler) for _ in range(2)]
    try:
        home = schwarm("season", "run", folders[0])
        away = schwarm("season", "run", folders[1], "--cluster", scheduler)
    finally:
        for each in workers:
            each.send_signal(signal.SIGTERM)
        for each in workers:
            each.wait(PATIENCE)
    assert home.returncode == away.returncode == 0, home.stderr + away.stderr
    assert home.stdout == away.stdout
    assert "Final" in home.stdout
    stores = [open_store(folder) for folder in folders]
    one, two = (DatabaseResults(store, "season Cup").results() for store in stores)
    assert {key: (result.outcome, str(result.why)) for key, result in one.items()} == {
        key: (result.outcome, str(result.why)) for key, result in two.items()
    }
    for store in stores:
        store.close()


def test_a_killed_worker_costs_only_its_running_game(tmp_path: Path, scheduler: str) -> None:
    command = [sys.executable, "-m", "schwarm", "match", f"{BOTS}:Plain", "greedy", "-n", "24", "--data", str(tmp_path)]
    marks = [new_mark(), new_mark()]
    workers = [worker(scheduler, mark) for mark in marks]
    runner = subprocess.Popen([*command, "--cluster", scheduler], env=ENGLISH, stdout=subprocess.PIPE, text=True)
    try:
        store = open_store(tmp_path)
        until(lambda: len(store.listing(limit=4)) == 4, what="the fourth game")
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
    (event,) = load_contests(store)
    assert len(DatabaseResults(store, event).results()) == len(store.listing()) == 24
    assert "cancelled" not in said
    store.close()


def test_a_worker_that_plays_stops_at_once(tmp_path: Path, scheduler: str) -> None:
    mark = new_mark()
    playing = worker(scheduler, mark)
    match = ["match", f"{BOTS}:Hangs", "random", "-n", "2", "--soft", "50", "--hard", "60", "--cluster", scheduler]
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


def test_a_scheduler_that_goes_away_is_one_sentence_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ENGLISH, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT", "2s")
    command = [sys.executable, "-m", "schwarm"]
    heard = {"env": ENGLISH, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
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
            (event,) = load_contests(store)
            assert len(DatabaseResults(store, event).results()) == len(store.listing()) >= 4
            store.close()
        finally:
            running.kill()
            playing.kill()


def test_no_scheduler_is_one_sentence(tmp_path: Path) -> None:
    for done in (
        schwarm("match", "greedy", "random", "--cluster", "127.0.0.1:9", "--data", tmp_path),
        schwarm("worker", "127.0.0.1:9"),
    ):
        assert done.returncode == 1
        assert done.stderr == "Error: No dask scheduler answers at 127.0.0.1:9; start one with: dask scheduler\n"
