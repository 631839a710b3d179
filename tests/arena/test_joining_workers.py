"""Machines that join a server by one line, and what becomes of their games."""

import os
import signal
import subprocess
import sys
import threading
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arena.leftovers import find_living, new_mark
from patience import PATIENCE, until
from schwarm.arena import cluster
from schwarm.arena.cluster import JoiningWorkers
from schwarm.arena.contest import Conditions
from schwarm.arena.executors import LocalExecutor
from schwarm.arena.fixture import Fixture, GameKey
from schwarm.arena.game_job import Assignment, GameReport
from schwarm.arena.match import Match
from schwarm.arena.pool import Pool, Share
from schwarm.arena.runner import Ended, Ending, MemoryResults, Runner
from schwarm.games.record import Record
from schwarm.launch.isolation import why_no_strangers

if TYPE_CHECKING:
    from schwarm.arena.game_job import GameProgress

pytestmark = pytest.mark.slow
BOTS = Path(__file__).with_name("bad_bots.py")
ENGLISH = {**os.environ, "SCHWARM_LANG": "en"}
QUIET: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def pack(path: Path, start: str) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("start.sh", f"#!/bin/sh\n{start}\n")
    return path


def test_machines_join_by_one_line_and_bots_travel_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A zip is sent once, by its content; its games are told move by move; what it calls and only the server has makes
    nobody lose; a league and a contest share the worker, and when it is killed that costs neither of them a game."""
    monkeypatch.setattr(cluster, "MAX_ALONE_SECONDS", 0.5)
    start = f'exec {sys.executable} -m schwarm.player random --game piranhas-2026 "$@"'
    bot = pack(tmp_path / "bot.zip", start)
    calling = pack(tmp_path / "calls.zip", f'case "$PATH" in *:/only-here) {start};; esac\nno-such-program')
    workers = JoiningWorkers("127.0.0.1", 0, tmp_path / "cluster.pem")
    line = workers.line("127.0.0.1").split()[1:]
    there = subprocess.Popen(
        [sys.executable, "-m", "schwarm", *line, "-j", "1"],
        env={**ENGLISH, "XDG_DATA_HOME": str(tmp_path / "there")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:/only-here")
    told: list[GameProgress] = []
    seen: list[GameProgress] = []
    pool = Pool(workers, LocalExecutor(1))
    share = pool.share(told.append)
    ended: list[str] = []
    contest = Runner(
        Match({"A": f"{BOTS}:Plain", "B": "greedy"}, Conditions("piranhas-2026"), 4, 1),
        pool.share(seen.append),
        MemoryResults(),
        tell=lambda event: ended.append(event.result.key) if isinstance(event, Ended) else None,
    )
    playing = threading.Thread(target=contest.run)
    try:
        if why := why_no_strangers():
            # Nobody starts what strangers handed in without a wall, here or there.
            assert there.communicate(timeout=PATIENCE)[1] == f"Error: {why}\n"
            return
        until(lambda: workers.capacity == 1, what="a worker")
        for key in ("1", "2"):
            share.submit(Assignment(Fixture(GameKey(key), "A", "B", 7), (str(bot), "greedy"), "piranhas-2026"))
            record = play_until_told(share, key)
            assert record.players == ("A", "B")
            moves = [text for progress in told if progress.key == key for text, _ in progress.moves]
            assert moves == [str(each.move) for each in record.moves][: len(moves)]
            assert key in {progress.key for progress in told}
        found = list((tmp_path / "there").rglob("*.zip"))
        assert [path.read_bytes() for path in found] == [bot.read_bytes()]
        share.submit(Assignment(Fixture(GameKey("lacks"), "A", "B", 7), (str(calling), "greedy"), "piranhas-2026"))
        assert play_until_told(share, "lacks").moves
        assert len(list((tmp_path / "there").rglob("*.zip"))) == 2
        last = Assignment(Fixture(GameKey("3"), "A", "B", 7), (f"{BOTS}:Plain", "greedy"), "piranhas-2026")
        playing.start()
        until(lambda: seen, what="a game of the contest there")
        share.submit(last)
        there.kill()
        assert play_until_told(share, "3").players == ("A", "B")
        playing.join(PATIENCE)
        assert contest.ending is Ending.PLAYED
        assert len(ended) == len(set(ended)) == len(contest.results) == 4
        assert not contest.failure
        assert all(result.outcome.reason.regular for result in contest.results.values())
    finally:
        contest.stop()
        contest.stop()
        there.kill()
        there.communicate()
        pool.close()


@pytest.mark.thorough
def test_the_line_to_join_holds_when_the_scheduler_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if why := why_no_strangers():
        assert os.environ.get("CI") != "true", "bubblewrap is missing"
        pytest.skip(str(why))
    monkeypatch.setattr(cluster, "RECONNECT_SECONDS", 0.1)
    mark = new_mark()
    monkeypatch.setenv(mark, "1")
    workers = JoiningWorkers("127.0.0.1", 0, tmp_path / "cluster.pem")
    line = workers.line("127.0.0.1").split()[1:]
    there = None
    try:
        assert workers.capacity == 0
        (scheduler,) = find_living(mark)
        os.kill(scheduler, signal.SIGKILL)
        until(lambda: workers.capacity == 0 and find_living(mark).keys() - {scheduler}, what="another scheduler")
        there = subprocess.Popen([sys.executable, "-m", "schwarm", *line, "-j", "1"], env=ENGLISH, **QUIET)
        until(lambda: workers.capacity == 1, what="a worker")
    finally:
        if there is not None:
            there.kill()
            there.wait()
        workers.close()


def play_until_told(share: Share, key: str) -> Record:
    """A game that was played as the rules want it."""
    found: dict[str, GameReport] = {}

    def look() -> bool:
        if (report := share.collect(0.1)) is not None:
            found[report.key] = report
        return key in found

    until(look, what="a game")
    assert not found[key].failure
    record = Record.parse(found[key].record)
    assert record.outcome is not None
    assert record.outcome.reason.regular, found[key].why
    return record
