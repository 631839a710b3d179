"""The wall around a bot: what it cannot reach, what it still can; and what is said where there is none."""

import os
import shutil
import sys
import tempfile
import zipfile
from ast import literal_eval
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import schwarm
from patience import PATIENCE
from schwarm import launch
from schwarm.launch import Sandbox, sandbox
from schwarm.launch.bot_copy import MAX_ENTRIES, MAX_LIGHT_BYTES
from schwarm.launch.sandbox import can_wall
from schwarm.referee.seat import Limits

pytestmark = pytest.mark.slow

NOSY = '''
import ctypes, os, socket
from pathlib import Path
from schwarm.player import Player

CONFIGURED = socket.AI_ADDRCONFIG

class Nosy(Player):
    """Tries what it must not, and says how that went."""

    def choose(self, state, clock):
        if state.turn == 0:
            self.attempt("folder", lambda: Path(__file__).with_name("x").write_text("x"))
            self.attempt("system", lambda: Path("/etc/x").write_text("x"))
            self.attempt("home", lambda: (Path.home() / "x").write_text("x"))
            self.attempt("tmp", lambda: Path("/tmp/x").write_text("x"))
            for folder in ("/dev", "/run", "/root", "/home"):
                self.attempt(folder, lambda: (Path(folder) / "x").write_text("x"))
            self.attempt("a little shared memory", lambda: Path("/dev/shm/x").write_text("x"))
            self.attempt("shared memory", lambda: self.fill("/dev/shm"))
            self.attempt("endless tmp", lambda: self.fill("/tmp"))
            self.attempt("large part of the folder", lambda: Path(__file__).with_name("large").write_text("x"))
            self.attempt("look at the large part", lambda: Path(__file__).with_name("large").read_bytes())
            self.attempt("socket to the host", lambda: socket.socket(socket.AF_VSOCK).close())
            self.attempt("address", lambda: socket.getaddrinfo("localhost", 80, socket.AF_INET, flags=CONFIGURED))
            self.attempt("own address", lambda: socket.getaddrinfo(socket.gethostname(), 80))
            self.attempt("another address", self.add_address)
            self.attempt("kill", lambda: os.kill(int(os.environ["SCHWARM_TEST_PROCESS"]), 0))
            self.attempt("neighbour", lambda: os.listdir(os.environ["SCHWARM_TEST_NEIGHBOUR"]))
            self.attempt("network", lambda: socket.create_connection(("192.0.2.1", 80), 2))
            port = int(os.environ["SCHWARM_TEST_OPEN"])
            self.attempt("other port", lambda: socket.create_connection(("127.0.0.1", port), 2))
            self.attempt("all cores", lambda: os.sched_setaffinity(0, range(os.cpu_count())))
            self.attempt("large file", lambda: (Path.home() / "large").open("wb").truncate(10**10))
            self.attempt("root", lambda: os.setuid(0))
            self.attempt("kernel settings", lambda: Path("/proc/sys/kernel/core_pattern").write_text("x"))
            self.attempt("passwords", lambda: Path("/etc/shadow").read_text())
            self.attempt("namespace", self.unshare)
            self.attempt("process group", self.leave_group)
            print("processes", sum(name.isdigit() for name in os.listdir("/proc")))
            print("variables", *os.environ)
            for number in os.listdir("/proc/self/fd"):
                try:
                    print("open", number, os.readlink(f"/proc/self/fd/{number}"))
                except OSError:
                    pass
        return state.legal_moves()[0]

    def unshare(self):
        library = ctypes.CDLL(None, use_errno=True)
        if library.unshare(0x10000000):
            raise OSError(ctypes.get_errno(), "unshare")

    def leave_group(self):
        before = os.getsid(0), os.getpgrp()
        os.setsid()
        os.setpgid(0, 0)
        if before == (os.getsid(0), os.getpgrp()):
            raise OSError

    def add_address(self):
        import fcntl, struct
        wanted = struct.pack("16sHH4s8s", b"lo:2", socket.AF_INET, 0, socket.inet_aton("10.0.0.2"), b"")
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            fcntl.ioctl(asking, 0x8916, wanted)

    def fill(self, folder):
        for number in range(300):
            (Path(folder) / str(number)).write_bytes(bytes(1_000_000))

    def attempt(self, name, deed):
        try:
            deed()
            print("can", name)
        except OSError:
            print("cannot", name)
'''


SPY = """
import os
from pathlib import Path
from schwarm.player import Player

class Spy(Player):
    def choose(self, state, clock):
        if state.turn < 2:
            files = [Path(place, name) for seen in PLACES for place, _, names in os.walk(seen) for name in names]
            files = [file for file in files if file.is_file() and os.access(file, os.R_OK)]
            # Neither this file nor what Python compiles it to holds the word.
            word = bytes(reversed(b"terces"))
            print({file.name for file in files if word in file.read_bytes()})
        return state.legal_moves()[0]
"""


def play(first: schwarm.State, red: str, blue: str, **options: Any) -> launch.PlayedGame:
    """A game in which nobody is in a hurry."""
    return launch.play(first, red, blue, limits=Limits(60.0, 90.0), patience=PATIENCE, **options)


@pytest.fixture
def walls() -> None:
    if not can_wall():
        assert os.environ.get("CI") != "true", "bubblewrap is missing"
        pytest.skip("bubblewrap is missing")


@pytest.mark.usefixtures("walls")
def test_behind_the_wall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    bot, neighbour = tmp_path / "mine" / "bot.py", tmp_path / "neighbour"
    bot.parent.mkdir()
    neighbour.mkdir()
    bot.write_text(NOSY)
    (bot.parent / "large").write_bytes(bytes(MAX_LIGHT_BYTES))
    listening = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setenv("SCHWARM_TEST_NEIGHBOUR", str(neighbour))
    monkeypatch.setenv("SCHWARM_TEST_OPEN", str(listening.getsockname()[1]))
    monkeypatch.setenv("SCHWARM_TEST_PROCESS", str(os.getpid()))
    for secret in ("DATABASE_URL", "SSH_AUTH_SOCK", "CLOUD_SECRET", "SCHWARM_ADMIN_PASSWORD", "SCHWARM_PAGE_TOKEN"):
        monkeypatch.setenv(secret, "secret")
    opened = (tmp_path / "ours").open("w")
    os.set_inheritable(opened.fileno(), True)
    hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Nosy", "random", seed=1, sandbox=Sandbox())
    listening.close()
    opened.close()
    assert hosted.record.outcome.reason.regular
    said = [line.text for line in hosted.printed[0]]
    able = {line.removeprefix("can ") for line in said if line.startswith("can ")}
    unable = {line.removeprefix("cannot ") for line in said if line.startswith("cannot ")}
    assert able - {"address"} == {
        "folder",
        "home",
        "tmp",
        "a little shared memory",
        *("own address", "look at the large part"),
    }
    assert "address" in able or os.geteuid() != 0
    assert {path.name for path in bot.parent.iterdir()} == {"bot.py", "large"}
    assert unable - {"address"} == {
        *("large part of the folder", "socket to the host", "another address"),
        *("/dev", "/run", "/root", "/home"),
        *("shared memory", "endless tmp", "kill"),
        "system",
        "neighbour",
        "network",
        "other port",
        "all cores",
        "large file",
        "root",
        *("kernel settings", "passwords", "namespace", "process group"),
    }
    (processes,) = [int(line.split()[1]) for line in said if line.startswith("processes")]
    assert processes <= 4  # bubblewrap's own, the relay and the bot
    (variables,) = [set(line.split()[1:]) for line in said if line.startswith("variables")]
    assert {"PATH", "HOME", "SCHWARM_TEST_OPEN"} <= variables
    assert not variables & {
        *("DATABASE_URL", "SSH_AUTH_SOCK", "CLOUD_SECRET", "SCHWARM_ADMIN_PASSWORD", "SCHWARM_PAGE_TOKEN")
    }
    files = [line.split(maxsplit=2)[2] for line in said if line.startswith("open")]
    assert all(file == "/dev/null" or file.startswith(("pipe:", "socket:")) for file in files), files


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize("mode", [0o700, 0o755], ids=["for its owner alone", "for everybody"])
def test_whoever_starts_a_bot_from_home_shows_no_hidden_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    (tmp_path / ".keys").mkdir()
    (tmp_path / ".keys" / "mine").write_text("secret")
    (tmp_path / ".password").write_text("secret")
    (tmp_path / "book").write_text("open")
    (tmp_path / "bot.py").write_text(READER)
    tmp_path.chmod(mode)
    monkeypatch.setenv("HOME", str(tmp_path))
    hosted = play(
        schwarm.game("piranhas-2026").start(1), f"{tmp_path}/bot.py:Reader", "random", seed=1, sandbox=Sandbox()
    )
    keys, password, book, writing = [line.text for line in hosted.printed[0] if line.stream == "out"]
    assert keys in ("[]", "cannot")
    assert password in ("", "cannot")
    assert (book, writing) == ("open", "cannot")


@pytest.mark.usefixtures("walls")
def test_a_private_folder_is_hidden_wherever_it_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The data of a page with the bots of all teams, in a place that bots could otherwise read."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name, tempfile.TemporaryDirectory(dir="/var/tmp") as other:
        data, bot = Path(name), Path(other) / "bot.py"
        for folder in (data, bot.parent):
            folder.chmod(0o755)
        (data / "zips").write_text("secret")
        bot.write_text(PEEPER.replace("DATA", name))
        for private, seen in ((False, "['zips']"), (True, "[]")):
            monkeypatch.setenv(sandbox.PRIVATE, "")
            if private:
                sandbox.keep_private(data)
                assert sandbox._private_paths().count(data) == 1
            hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Peeper", "random", seed=1, sandbox=Sandbox())
            assert next(line.text for line in hosted.printed[0] if line.stream == "out") == seen


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize("place", ["mine/key", "more/key"])
def test_a_private_file_is_hidden_wherever_it_lies(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    """The key of a page with https: what a bot prints is shown to its team."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        key, bot = Path(name) / place, Path(name) / "mine" / "bot.py"
        Path(name).chmod(0o755)
        for folder in {key.parent, bot.parent}:
            folder.mkdir()
        key.write_text("secret")
        (key.parent / "certificate").write_text("no secret")
        bot.write_text(SPY.replace("PLACES", f"({name!r}, os.environ['HOME'])"))
        monkeypatch.setenv(sandbox.PRIVATE, "")
        sandbox.keep_private(key)
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Spy", "random", seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        assert [line.text for line in hosted.printed[0] if line.stream == "out"] == ["{'certificate'}"]


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize("place", ["data", "more/data"])
def test_a_private_folder_is_hidden_also_beside_the_bot(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        data, bot = Path(name) / place, Path(name) / "bot.py"
        data.mkdir(parents=True)
        bot.parent.chmod(0o755)
        (data / "zips").write_text("secret")
        # Also in the copy of its folder that it gets.
        bot.write_text(SEEKER.replace("NAMES", "'zips'").replace("PLACES", f"{name!r}, os.environ['HOME']"))
        monkeypatch.setenv(sandbox.PRIVATE, "")
        sandbox.keep_private(data)
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Seeker", "random", seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        assert [line.text for line in hosted.printed[0] if line.stream == "out"] == ["[]"]


@pytest.mark.usefixtures("walls")
def test_no_bot_sees_the_files_of_others_wherever_temporary_files_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name, tempfile.TemporaryDirectory(dir="/var/tmp") as other:
        for folder in (name, other):
            Path(folder).chmod(0o755)
        bot = Path(other) / "bot.py"
        bot.write_text(PEEPER.replace("DATA", name))
        (Path(name) / "schwarm-run-neighbour").mkdir()
        monkeypatch.setattr(tempfile, "tempdir", name)
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Peeper", "random", seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        seen = next(line.text for line in hosted.printed[0] if line.stream == "out")
        # Its home, and the folder with its way to the referee.
        assert "neighbour" not in seen
        assert seen.count("schwarm-run-") == 2


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize("place", ["beta", "alpha/beta", "alpha/beta.zip"])
def test_no_bot_sees_the_files_of_its_opponent(place: str) -> None:
    """Who has them knows what the opponent will play."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        Path(name).chmod(0o755)
        spy = SPY.replace("PLACES", f"({name!r}, os.environ['HOME'])")
        bot, opponent = Path(name) / "alpha" / "bot.py", Path(name) / place
        bot.parent.mkdir()
        bot.write_text(spy)
        if opponent.suffix:
            with zipfile.ZipFile(opponent, "w") as archive:
                archive.writestr("start.sh", f'#!/bin/sh\nexec {sys.executable} -m schwarm.player random "$@"\n')
                archive.writestr("book", "secret")
        else:
            opponent.mkdir()
            (opponent / "book").write_text("secret")
            (opponent / "bot.py").write_text(spy)
        named = str(opponent) if opponent.suffix else f"{opponent}/bot.py:Spy"
        hosted = play(schwarm.game("piranhas-2026").start(1), f"{bot}:Spy", named, seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        assert [line.text for line in hosted.printed[0] if line.stream == "out"] == ["set()"]
        if not opponent.suffix:
            assert [line.text for line in hosted.printed[1] if line.stream == "out"] == ["{'book'}"]


@pytest.mark.usefixtures("walls")
def test_a_bot_in_everybodys_folder_sees_only_the_files_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets of other programs lie there, by which a bot could have them do what it may not."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder, bot = Path(name), Path(name) / "bot.py"
        folder.chmod(0o1777)
        bot.write_text(PEEPER.replace("DATA", name))
        (folder / "book").write_text("open")
        (folder / ".password").write_text("secret")
        for neighbour in ("schwarm-run-neighbour", "agent"):
            (folder / neighbour).mkdir()
        monkeypatch.setattr(tempfile, "tempdir", name)
        first = schwarm.game("piranhas-2026").start(1)
        hosted = play(first, f"{bot}:Peeper", "random", seed=1, sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular, hosted.troubles
        seen = literal_eval(next(line.text for line in hosted.printed[0] if line.stream == "out"))
        assert [entry for entry in sorted(seen) if not entry.startswith("schwarm-run-")] == ["book", "bot.py"]
        assert "schwarm-run-neighbour" not in seen
        for number in range(MAX_ENTRIES):
            (folder / f"file-{number}").touch()
        hosted = play(first, f"{bot}:Peeper", "random", seed=1, sandbox=Sandbox())
        assert str(hosted.troubles[0]) == (
            f"{name} is a folder for everybody's files, and more than 200 lie in it; move the bot to a folder of its "
            "own, and start it from there."
        )


SEEKER = """
import os
from schwarm.player import Player

class Seeker(Player):
    def choose(self, state, clock):
        if state.turn == 0:
            places = [where for place in (PLACES,) for where in os.walk(place)]
            print([folder for folder, _, files in places if {NAMES} & {*files}], flush=True)
        return state.legal_moves()[0]
"""

PEEPER = """
import os
from schwarm.player import Player

class Peeper(Player):
    def choose(self, state, clock):
        if state.turn == 0:
            print(os.listdir("DATA"), flush=True)
        return state.legal_moves()[0]
"""

READER = """
import os
from pathlib import Path
from schwarm.player import Player

class Reader(Player):
    def choose(self, state, clock):
        if state.turn == 0:
            home = Path(__file__).parent
            self.attempt(lambda: os.listdir(home / ".keys"))
            self.attempt(lambda: (home / ".password").read_text())
            self.attempt(lambda: (home / "book").read_text())
            self.attempt(lambda: (home / ".keys" / "mine").write_text("x"))
        return state.legal_moves()[0]

    def attempt(self, deed):
        try:
            print(deed())
        except OSError:
            print("cannot")
"""
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


@pytest.mark.usefixtures("walls")
@pytest.mark.parametrize("kind", ["Fills", "HidesInTheDeep", "HidesWithoutNames", "HidesInMemory", "OpensTooMany"])
def test_a_bot_that_fills_the_disk_is_ended_and_its_files_go(kind: str, dug: Dug) -> None:
    first = schwarm.game("piranhas-2026").start(1)
    hosted = play(first, f"{dug.bots}:{kind}", "random", sandbox=Sandbox(disk=20_000_000))
    assert hosted.record.outcome.reason is schwarm.Reason.CRASHED
    assert str(hosted.troubles[0]) == "It was stopped because it wrote more than 20 MB of files."
    assert not list(dug.folders.iterdir())


@pytest.mark.usefixtures("walls")
def test_nothing_is_left_of_a_bot_that_digs(dug: Dug) -> None:
    hosted = play(schwarm.game("piranhas-2026").start(1), f"{dug.bots}:Digs", "random", sandbox=Sandbox())
    assert hosted.record.outcome.reason.regular
    assert not list(dug.folders.iterdir())


@pytest.mark.usefixtures("walls")
def test_zips_and_scripts_play_behind_the_wall_too(tmp_path: Path) -> None:
    """In their own folder, as in the contest, even where nobody else could enter it."""
    folder = tmp_path / "team"
    folder.mkdir(0o700)
    start, settings = folder / "start.sh", folder / "settings.txt"
    settings.write_text("--game ostseeschach-2022\n")
    start.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m schwarm.player random $(cat settings.txt) "$@"\n')
    start.chmod(0o755)
    with zipfile.ZipFile(tmp_path / "team.zip", "w") as archive:
        archive.write(start, "start.sh")
        archive.write(settings, "settings.txt")
    first = schwarm.game("ostseeschach-2022").start(1)
    assert shutil.which("bwrap")
    hosted = play(first, str(start), str(tmp_path / "team.zip"), sandbox=Sandbox())
    assert hosted.record.outcome.reason.regular, [line.text for rest in hosted.other_output for line in rest]
    assert hosted.troubles == (None, None)


@pytest.mark.usefixtures("walls")
def test_what_cannot_be_started_behind_the_wall_never_comes(tmp_path: Path) -> None:
    script = tmp_path / "start.sh"
    script.write_text("#!/no/such/shell\n")
    script.chmod(0o755)
    hosted = play(schwarm.game("piranhas-2026").start(1), str(script), "random", sandbox=Sandbox())
    assert hosted.record.outcome.reason is schwarm.Reason.NEVER_CAME
    assert "exited with code 127" in str(hosted.troubles[0])


def test_without_bubblewrap_there_is_no_wall_and_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    sandbox.can_wall.cache_clear()
    sandbox.works.cache_clear()
    try:
        assert not Sandbox().has_wall
        hosted = play(schwarm.game("piranhas-2026").start(1), "random", "greedy", sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular
    finally:
        sandbox.can_wall.cache_clear()
        sandbox.works.cache_clear()


def test_a_wall_can_be_declined() -> None:
    assert not Sandbox(wall=False).has_wall


def test_without_a_wall_root_starts_no_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root could")
    monkeypatch.setattr(sandbox, "can_wall", lambda: False)
    script = tmp_path / "start.sh"
    script.write_text("#!/bin/sh\necho here\n")
    script.chmod(0o755)
    hosted = launch.play(schwarm.game("piranhas-2026").start(1), str(script), "random", sandbox=Sandbox())
    assert hosted.record.outcome.reason is schwarm.Reason.NEVER_CAME
    assert not hosted.other_output[0]
    assert str(hosted.troubles[0]) == str(sandbox.NOT_AS_ROOT())
    assert "bubblewrap" in str(hosted.troubles[0])
