"""The wall around a bot: what it cannot reach, what it still can; and what is said where there is none."""

import os
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

import schwarm
from launch.walled_game import play
from schwarm import launch
from schwarm.launch import Sandbox, isolation
from schwarm.launch.bot_files import MAX_LIGHT_BYTES
from schwarm.launch.entry import MAX_PENDING

pytestmark = pytest.mark.slow

SECRETS = {
    *("DATABASE_URL", "SSH_AUTH_SOCK", "CLOUD_SECRET", "SCHWARM_ADMIN_PASSWORD", "SCHWARM_PAGE_TOKEN"),
    *("SCHWARM_LEAGUE_CODE", "SCHWARM_PRIVATE"),
}
"""Environment variables that no bot may know."""

NOSY = '''
import ctypes, os, resource, socket
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
            self.attempt("lease", self.lease)
            self.attempt("groups of other bots", lambda: self.list("/sys/fs/cgroup"))
            self.attempt("list of keys", lambda: self.list("/proc/keys"))
            self.attempt("larger core dumps", lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
            print("core dumps", *resource.getrlimit(resource.RLIMIT_CORE))
            print("timers", *resource.getrlimit(resource.RLIMIT_SIGPENDING))
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

    def lease(self):
        import fcntl
        path = Path.home() / "leased"
        path.touch()
        with path.open() as file:
            fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)

    def list(self, path):
        if not (os.listdir(path) if os.path.isdir(path) else Path(path).read_text()):
            raise OSError

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
    for secret in SECRETS:
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
        "larger core dumps",
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
        *("lease", "groups of other bots", "list of keys"),
    }
    # It is told that it changed the limit of core dumps, which no longer keeps other programs out of a crash at 0.
    assert "core dumps 1 1" in said
    (timers,) = [int(line.split()[1]) for line in said if line.startswith("timers")]
    assert timers <= MAX_PENDING
    (processes,) = [int(line.split()[1]) for line in said if line.startswith("processes")]
    assert processes <= 4  # bubblewrap's own, the relay and the bot
    (variables,) = [set(line.split()[1:]) for line in said if line.startswith("variables")]
    assert {"PATH", "HOME", "SCHWARM_TEST_OPEN"} <= variables
    assert not variables & SECRETS
    files = [line.split(maxsplit=2)[2] for line in said if line.startswith("open")]
    assert all(file == "/dev/null" or file.startswith(("pipe:", "socket:")) for file in files), files


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
    isolation.can_wall.cache_clear()
    isolation.works.cache_clear()
    try:
        assert not Sandbox().has_wall
        hosted = play(schwarm.game("piranhas-2026").start(1), "random", "greedy", sandbox=Sandbox())
        assert hosted.record.outcome.reason.regular
    finally:
        isolation.can_wall.cache_clear()
        isolation.works.cache_clear()


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    isolation.can_wall.cache_clear()
    monkeypatch.setattr(isolation, "can_unshare", lambda: True)
    monkeypatch.setattr(isolation, "can_filter", lambda: False)
    try:
        assert not Sandbox().has_wall
        assert str(isolation.NO_WALL(**isolation.missing_program())).endswith("sudo apt-get install libseccomp2")
        assert "a sandbox (libseccomp)" in str(isolation.why_no_strangers())
    finally:
        isolation.can_wall.cache_clear()


def test_a_wall_can_be_declined() -> None:
    assert not Sandbox(wall=False).has_wall


def test_without_a_wall_root_starts_no_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root could")
    monkeypatch.setattr(isolation, "can_wall", lambda: False)
    monkeypatch.setattr(isolation, "can_unshare", lambda: False)
    script = tmp_path / "start.sh"
    script.write_text("#!/bin/sh\necho here\n")
    script.chmod(0o755)
    hosted = launch.play(schwarm.game("piranhas-2026").start(1), str(script), "random", sandbox=Sandbox())
    assert hosted.record.outcome.reason is schwarm.Reason.NEVER_CAME
    assert not hosted.other_output[0]
    assert "bots run only in a sandbox, but bubblewrap is not installed" in str(hosted.troubles[0])
