"""What a bot writes is weighed while it plays, however it hides it, and goes with its game."""

import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

import schwarm
from launch.walled_game import play
from schwarm.launch import Sandbox

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("walls")]

DIGGER = """
import contextlib
import mmap
import os
import resource
import time
from pathlib import Path
from schwarm.player import Player

class Fills(Player):
    def choose(self, state, clock):
        for number in range(1000):
            (Path.home() / str(number)).write_bytes(bytes(1_000_000))
            time.sleep(0.01)
        return state.legal_moves()[0]

class HidesInTheDeep(Player):
    def choose(self, state, clock):
        os.chdir(Path.home())
        for _ in range(30):
            os.mkdir("d" * 200)
            os.chdir("d" * 200)
        Path("hoard").write_bytes(bytes(30_000_000))
        time.sleep(30)

class HidesWithoutNames(Player):
    def choose(self, state, clock):
        path = Path.home() / "hoard"
        with path.open("wb") as hoard:
            path.unlink()
            hoard.write(bytes(30_000_000))
            hoard.flush()
            time.sleep(30)

class HidesInMemory(Player):
    def choose(self, state, clock):
        path = Path.home() / "hoard"
        path.write_bytes(bytes(30_000_000))
        with path.open("r+b") as hoard:
            kept = mmap.mmap(hoard.fileno(), 0)
        path.unlink()
        for file in Path("/proc/self/fd").iterdir():
            if file.is_symlink() and "hoard" in os.readlink(file):
                os.close(int(file.name))
        time.sleep(30)

class OpensTooMany(Player):
    def choose(self, state, clock):
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        for _ in range(60):
            if not os.fork():
                with contextlib.suppress(OSError):
                    while True:
                        os.dup(0)
                time.sleep(30)
                os._exit(0)
        time.sleep(30)

class WritesNothing(Player):
    def choose(self, state, clock):
        for number in range(120_000):
            os.close(os.open(f"/tmp/{number}", os.O_CREAT))
        time.sleep(30)

class Digs(Player):
    def choose(self, state, clock):
        if state.turn == 0:
            os.chdir(Path.home())
            for _ in range(3000):
                os.mkdir("deeper")
                os.chdir("deeper")
        return state.legal_moves()[0]
"""


class Dug(NamedTuple):
    """Somebody's bots, and the folder where what they write lies while they play."""

    bots: Path
    folders: Path


@pytest.fixture
def dug(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Dug:
    folders = tmp_path / "tmp"
    folders.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folders))
    bots = tmp_path / "bot" / "bot.py"
    bots.parent.mkdir()
    bots.write_text(DIGGER)
    return Dug(bots, folders)


@pytest.mark.parametrize(
    "kind", ["Fills", "HidesInTheDeep", "HidesWithoutNames", "HidesInMemory", "OpensTooMany", "WritesNothing"]
)
def test_a_bot_that_fills_the_disk_is_ended_and_its_files_go(kind: str, dug: Dug) -> None:
    first = schwarm.game("piranhas-2026").start(1)
    hosted = play(first, f"{dug.bots}:{kind}", "random", sandbox=Sandbox(disk=20_000_000))
    assert hosted.record.outcome.reason is schwarm.Reason.CRASHED
    assert str(hosted.troubles[0]) == "It was stopped because it wrote more than 20 MB of files."
    assert not list(dug.folders.iterdir())


def test_nothing_is_left_of_a_bot_that_digs(dug: Dug) -> None:
    hosted = play(schwarm.game("piranhas-2026").start(1), f"{dug.bots}:Digs", "random", sandbox=Sandbox())
    assert hosted.record.outcome.reason.regular
    assert not list(dug.folders.iterdir())
