"""What must not lose a result: Ctrl-C, a full disk; and bots that do their worst. For kill -9 see tests/soak."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.leftovers import new_mark, nobody_is_left
from patience import LONG, PATIENCE, until
from quantity import quantity
from schwarm.arena.contest_records import DatabaseResults
from schwarm.games import Reason
from schwarm.launch.isolation import can_wall
from schwarm.store import open_store
from schwarm.store.contests import list_terms

pytestmark = pytest.mark.slow

BOTS = Path(__file__).with_name("bad_bots.py")
ENGLISH = {**os.environ, "SCHWARM_LANG": "en"}
SILENT: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
HEARD: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


def schwarm(*arguments: object, **options: Any) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "schwarm", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, env=ENGLISH, timeout=LONG, **options)


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Everything that is started from here carries this mark in its environment."""
    mark = new_mark()
    monkeypatch.setitem(ENGLISH, mark, "1")
    yield mark
    nobody_is_left(mark)


def played(data: Path, games: int) -> None:
    """Wait until so many games are in the store."""
    store = open_store(data)
    until(lambda: len(store.listing(limit=games)) == games, what=f"game {games}")
    store.close()


def test_ctrl_c_stops_and_says_how_to_go_on(tmp_path: Path, marked: str) -> None:
    command = [sys.executable, "-m", "schwarm", "match", "greedy", "greedy", "-n", "2000", "--data", str(tmp_path)]
    runner = subprocess.Popen(command, env=ENGLISH, **HEARD)
    played(tmp_path, 2)
    runner.send_signal(signal.SIGINT)
    said, errors = runner.communicate(timeout=PATIENCE)
    assert runner.returncode == 0, errors
    assert "greedy against greedy 2:" in said
    assert "of 2000 games; continue with: --resume" in said
    assert "Traceback" not in errors


STUCK = """
from pathlib import Path
import time
from schwarm.player import Player

class Stuck(Player):
    def choose(self, state, clock):
        Path(__file__).with_name("thinking").touch()
        time.sleep(10_000)
"""


def test_a_game_that_is_stuck_keeps_nobody_from_stopping(tmp_path: Path, marked: str) -> None:
    (tmp_path / "bot.py").write_text(STUCK)
    command = [sys.executable, "-m", "schwarm", "match", f"{tmp_path}/bot.py:Stuck", "random", "-n", "2", "-j", "1"]
    command += ["--time", "none", "--no-sandbox", "--data", str(tmp_path / "data")]
    runner = subprocess.Popen(command, env=ENGLISH, **HEARD)
    until((tmp_path / "thinking").exists)
    runner.send_signal(signal.SIGTERM)
    said, errors = runner.communicate(timeout=PATIENCE)
    assert runner.returncode == 0, errors
    assert "Stopped after 0 of 2 games; continue with: --resume" in said
    assert "Traceback" not in errors


def test_a_full_disk_is_one_sentence_and_loses_nothing(tmp_path: Path, marked: str) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if os.getuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(disk)]).returncode:
        assert os.environ.get("CI") != "true", "this test needs the right to mount a small disk"
        pytest.skip("needs the right to mount a small disk")
    try:
        done = schwarm("match", "random", "random", "-n", 400, "--data", disk)
        assert done.returncode == 1
        assert "disk is full" in done.stderr
        assert "Traceback" not in done.stderr + done.stdout
        assert len(done.stderr.strip().splitlines()) == 1
        roomy = tmp_path / "roomy"
        shutil.copytree(disk, roomy)
    finally:
        subprocess.run(["umount", str(disk)], check=True)
    store = open_store(roomy)
    (event,) = list_terms(store)
    results = DatabaseResults(store, event).results()
    assert len(results) > 5
    for key in results:
        assert store.get(f"{event}/{key}") is not None
    store.close()
    done = schwarm("match", "random", "random", "-n", len(results) // 2 * 2 + 10, "--data", roomy, "--resume")
    assert done.returncode == 0, done.stderr


OUT_OF_IDEAS = 1 + BOTS.read_text().splitlines().index('            raise RuntimeError("out of ideas")')
CAUSES = {
    "NoStart": (Reason.NEVER_CAME, "never joined. It exited with code 3. Its last words: “no licence found”"),
    "Hangs": (Reason.NO_ANSWER, "sent no move in time."),
    "Forks": (Reason.CRASHED, "crashed. It was stopped because it ran more than 256 processes and threads."),
    "Eats": (Reason.CRASHED, "crashed. It was stopped because it used more than 1500 MB of memory."),
    "Crashes": (
        Reason.CRASHED,
        f"crashed. Its last words, from bad_bots.py, line {OUT_OF_IDEAS}: “RuntimeError: out of ideas”",
    ),
    "Segfaults": (Reason.CRASHED, "crashed. It was stopped by signal 11."),
}
"""Why a game was lost, and what the report says about the loser."""


HARMLESS = ("Orphans", "IgnoresTheEnd", "Shouts")
# Without a wall the same limits hold; the others do not touch it.
WITHOUT = ("IgnoresTheEnd", "Forks", "Eats", "Orphans")
# One of each kind, unless there is time for all: tests/launch has them without a contest around them.
CASES = [
    *((kind, True) for kind in [*CAUSES][:: quantity(2, 1)]),
    *((kind, True) for kind in HARMLESS[: quantity(1, 3)]),
    *((kind, False) for kind in WITHOUT[: quantity(1, 4)]),
]


@pytest.mark.parametrize(("kind", "wall"), CASES)
def test_a_bad_bot_hurts_only_itself(kind: str, wall: bool, tmp_path: Path, marked: str) -> None:
    if wall and not can_wall():
        assert os.environ.get("CI") != "true", "bubblewrap is missing"
        pytest.skip("bubblewrap is missing")
    # Only who hangs meets the limit.
    time = "1s/2s" if kind == "Hangs" else "60s/90s"
    options = ["-n", 2, "--data", tmp_path, "--time", time, "-j", 2]
    done = schwarm("match", f"{BOTS}:{kind}", "random", *options, *([] if wall else ["--no-sandbox"]))
    # Without a single game that was played to its end also a script shall notice.
    assert done.returncode == (1 if kind in CAUSES else 0), done.stderr
    assert "Traceback (most recent" not in done.stderr
    store = open_store(tmp_path)
    (event,) = list_terms(store)
    results = DatabaseResults(store, event).results()
    assert len(results) == 2
    for result in results.values():
        if kind in CAUSES:
            assert (result.outcome.reason, result.winner) == (CAUSES[kind][0], "random")
            assert f": random wins: {kind} {CAUSES[kind][1]}" in " ".join(done.stdout.split())
        else:
            assert result.outcome.reason.regular
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) < 2_000_000
    store.close()
