"""A bot's process: what it prints, how it ends, and that nothing of it is left behind."""

import errno
import io
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE, until
from schwarm.launch import CannotLaunch, MachineFault, Process, supervisor
from schwarm.words import SchwarmError

pytestmark = pytest.mark.slow

posix = pytest.mark.skipif(os.name == "nt", reason="about POSIX processes")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux adopts orphans")


class Watch:
    """Sees whether processes live: each holds a connection, which ends with it."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._listening.settimeout(PATIENCE)
        self.port = self._listening.getsockname()[1]
        self.living: dict[str, socket.socket] = {}

    def expect(self, *names: str) -> None:
        """Wait until processes of these names are there."""
        while set(self.living) != set(names):
            connection, _ = self._listening.accept()
            connection.settimeout(PATIENCE)
            self.living[connection.recv(100).decode()] = connection

    def all_ended(self) -> bool:
        return all(connection.recv(1) == b"" for connection in self.living.values())

    def close(self) -> None:
        for connection in (self._listening, *self.living.values()):
            connection.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    watch = Watch()
    yield watch
    watch.close()


HELLO = """
import os, signal, socket, sys, time
def hello(name):
    global connection
    connection = socket.create_connection(("127.0.0.1", {port}))
    connection.sendall(name.encode())
"""


def python(program: str, *, port: int = 0, **options: Any) -> Process:
    return Process([sys.executable, "-c", HELLO.format(port=port) + program], title="bot", **options)


def texts(process: Process) -> list[str]:
    return [line.text for line in process.output.lines]


def printed(process: Process, lines: int) -> bool:
    return len(process.output.lines) == lines


# -- living --------------------------------------------------------------------------------------------------


def test_output_and_exit_code() -> None:
    with python("print('out'); print('err', file=sys.stderr); sys.exit(3)") as process:
        assert process.wait(PATIENCE) == 3
        assert process.crashed
        assert not process.running
    assert sorted((line.stream, line.text) for line in process.output.lines) == [("err", "err"), ("out", "out")]
    assert process.exit_code == 3


def test_a_regular_end_is_no_crash() -> None:
    with python("pass") as process:
        assert process.wait(PATIENCE) == 0
    assert not process.crashed


@posix
def test_ended_by_a_signal() -> None:
    with python("os.kill(os.getpid(), signal.SIGSEGV)") as process:
        assert process.wait(PATIENCE) == -signal.SIGSEGV
    assert process.crashed


def test_output_is_tied_to_moves(watch: Watch) -> None:
    with python("hello('bot')\nwhile connection.recv(1): print('thinking')", port=watch.port) as process:
        watch.expect("bot")
        moments = [time.monotonic()]
        for count in (1, 2):
            watch.living["bot"].sendall(b"?")
            until(partial(printed, process, count))
            moments.append(time.monotonic())
        assert [line.text for line in process.output_between(*moments[:2])] == ["thinking"]
        assert [line.text for line in process.output_between(*moments[1:])] == ["thinking"]


def test_standard_input_is_closed() -> None:
    with python("print(repr(sys.stdin.read()))") as process:
        assert process.wait(PATIENCE) == 0
    assert texts(process) == ["''"]


@posix
def test_pipes_end_as_in_a_shell() -> None:
    with Process(["sh", "-c", "yes | head -1"]) as process:
        assert process.wait(PATIENCE) == 0
    assert texts(process) == ["y"]


def test_where_notes_go() -> None:
    note = """open(os.environ["SCHWARM_NOTES"], "w").write('{"turn": 3, "note": "hm"}\\n')"""
    with python(note) as process:
        assert process.wait(PATIENCE) == 0
        assert [(note.turn, note.text) for note in process.notes.read()] == [(3, "hm")]
    assert not process.notes.path.parent.exists()


def test_a_flood_of_50_megabytes() -> None:
    program = "for _ in range(500): os.write(1, (b'x' * 99 + b'\\n') * 1000)\nprint('the end')"
    with python(program) as process:
        assert process.wait(PATIENCE) == 0
    kept = sum(line.size for line in process.output.lines)
    assert kept < 600_000
    assert process.output.dropped > 49_000_000
    assert texts(process)[0] == "x" * 99
    assert texts(process)[-1] == "the end"


@linux
def test_a_bot_has_no_precedence_that_its_user_may_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """Musicians may run programs in real time, before everything else; only root could allow it to a test."""
    import builtins
    import resource

    limits: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", limits.__setitem__)
    monkeypatch.setattr(builtins, "open", lambda *arguments, **options: io.StringIO())
    supervisor.apply_limits()
    assert limits[resource.RLIMIT_RTPRIO] == limits[resource.RLIMIT_NICE] == (0, 0)


# -- not even starting ---------------------------------------------------------------------------------------


def test_no_such_program() -> None:
    with pytest.raises(CannotLaunch) as caught:
        Process(["/nowhere/bot"])
    assert str(caught.value) == "“bot” cannot be started: No such file or directory."


@posix
def test_no_program_at_all(tmp_path: Path) -> None:
    (tmp_path / "bot").write_bytes(b"\0\1\2")
    (tmp_path / "bot").chmod(0o755)
    with pytest.raises(CannotLaunch) as caught:
        Process([str(tmp_path / "bot")])
    assert str(caught.value) == "“bot” cannot be started: Exec format error."


def test_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(CannotLaunch) as caught:
        Process([sys.executable], title="mine", folder=tmp_path / "gone")
    assert str(caught.value) == "“mine” cannot be started: No such file or directory."


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EAGAIN, errno.ENOMEM])
def test_a_machine_that_can_start_nothing_is_no_fault_of_the_bot(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **more: object) -> None:
        raise OSError(number, os.strerror(number))

    for name in ("subprocess.Popen", "os.pipe"):
        with monkeypatch.context() as patch:
            patch.setattr(f"schwarm.launch.process.{name}", fail)
            with pytest.raises(MachineFault, match=f"“mine” cannot be started now.*{os.strerror(number)}"):
                Process([sys.executable], title="mine")


@posix
@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("os.write(status, b'failed %d\\n' % errno.EAGAIN)", MachineFault),
        ("raise OSError(errno.EAGAIN, 'no more processes')", MachineFault),
        # These are up to the bot: one has made its program so, the other has ended its keeper.
        ("os.write(status, b'failed %d\\n' % errno.EIO)", CannotLaunch),
        ("os.kill(os.getpid(), 9)", CannotLaunch),
    ],
)
def test_what_a_keeper_says_about_the_start(
    code: str, kind: type[SchwarmError], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = tmp_path / "keeper.py"
    heard = "status, *_ = socket.recv_fds(socket.socket(fileno=0), 4, 16)[1]"
    keeper.write_text(f"import errno, os, socket\n{heard}\n{code}\n")
    monkeypatch.setattr("schwarm.launch.process.SUPERVISOR", keeper)
    with pytest.raises(kind, match="“mine” cannot be started"):
        Process([sys.executable], title="mine")


# -- ending --------------------------------------------------------------------------------------------------


def test_a_bot_that_never_ends(watch: Watch) -> None:
    process = python("hello('bot')\nwhile True: pass", port=watch.port)
    watch.expect("bot")
    process.stop()
    assert watch.all_ended()
    assert not process.running
    assert not process.crashed
    process.stop()


@posix
def test_it_may_say_goodbye_when_asked_to_end(watch: Watch) -> None:
    program = "signal.signal(15, lambda *_: (print('goodbye'), sys.exit(7)))\nhello('bot')\nwhile True: signal.pause()"
    process = python(program, port=watch.port, grace=10)
    watch.expect("bot")
    process.stop()
    assert texts(process) == ["goodbye"]
    assert process.exit_code == 7
    assert not process.crashed


STUBBORN = """
if not os.fork():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if not os.fork():
        hello("grandchild")
        time.sleep(1000)
    hello("child")
    time.sleep(1000)
hello("bot")
time.sleep(1000)
"""


@posix
def test_children_that_do_not_listen(watch: Watch) -> None:
    process = python(STUBBORN, port=watch.port, grace=0.1)
    watch.expect("bot", "child", "grandchild")
    process.stop()
    assert watch.all_ended()


@posix
def test_children_whose_parent_has_ended(watch: Watch) -> None:
    process = python(STUBBORN.replace("time.sleep(1000)\n", "os._exit(5)\n", 1), port=watch.port, grace=0.1)
    watch.expect("bot", "child", "grandchild")
    process.stop()
    assert watch.all_ended()


DAEMON = """
if not os.fork():
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if not os.fork():
        os.setsid()
        for number in range(3): os.close(number)
        hello("daemon")
        time.sleep(1000)
    os._exit(0)
hello("bot")
connection.recv(1)
os._exit(4)
"""


@linux
@pytest.mark.parametrize("leaves_first", [False, True])
def test_a_daemon_in_a_session_of_its_own(watch: Watch, leaves_first: bool) -> None:
    process = python(DAEMON, port=watch.port, grace=0.1)
    watch.expect("bot", "daemon")
    if leaves_first:
        watch.living["bot"].sendall(b"!")
        assert watch.living["bot"].recv(1) == b""
        # Whoever is still there may be the one that plays: the bot counts as running.
        assert process.running
    process.stop()
    assert watch.all_ended()
    if leaves_first:
        assert process.exit_code == 4


@posix
def test_a_bot_that_kills_its_keeper(watch: Watch) -> None:
    program = "hello('bot')\nos.kill(os.getppid(), 9)\ntime.sleep(1000)"
    process = python(program, port=watch.port)
    watch.expect("bot")
    assert process.wait(PATIENCE) == -signal.SIGKILL
    assert watch.all_ended()
    process.stop()


@posix
def test_bots_do_not_outlive_whoever_started_them(watch: Watch) -> None:
    program = STUBBORN.join(['"""', '"""'])
    script = (
        "import os, sys\n"
        "from schwarm.launch import Process\n"
        f"program = {HELLO.format(port=watch.port)!r} + {program}\n"
        "bot = Process([sys.executable, '-c', program], grace=0.1)\n"
        "print(bot.notes.path.parent, flush=True)\n"
        "sys.stdin.readline()\n"
        "os.kill(os.getpid(), 9)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        home = Path(referee.stdout.readline().decode().strip())
        assert home.is_dir()
        watch.expect("bot", "child", "grandchild")
        referee.stdin.write(b"\n")
    assert referee.returncode == -signal.SIGKILL
    assert watch.all_ended()
    until(lambda: not home.exists())


@posix
def test_a_home_that_a_bot_locked() -> None:
    program = "home = os.path.dirname(os.environ['SCHWARM_NOTES'])\nos.mkdir(home + '/x')\nos.mkdir(home + '/x/y')"
    with python(f"{program}\nos.chmod(home + '/x', 0)") as process:
        assert process.wait(PATIENCE) == 0
    assert not process.notes.path.parent.exists()
