"""Running `schwarm` as a user does: in a process of its own, with or without a terminal."""

import atexit
import json
import os
import pty
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Union

from patience import PATIENCE


def schwarm(
    *arguments: str, typed: str = "", lang: str = "en", cwd: Path | None = None, patience: float = PATIENCE
) -> subprocess.CompletedProcess:
    """Run the command with something on its standard input, no terminal."""
    environment = {**os.environ, "SCHWARM_LANG": lang, "COLUMNS": "120"}
    reading, writing = os.pipe()
    with TemporaryFile() as out, TemporaryFile() as err:
        process = start(arguments, environment, (reading, out.fileno(), err.fileno()), cwd)
        os.close(reading)
        with suppress(BrokenPipeError), open(writing, "w", encoding="utf-8") as typing:
            typing.write(typed)
        try:
            code = process.wait(timeout=patience)
        except BaseException:
            process.kill()
            raise
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(list(arguments), code, out.read().decode(), err.read().decode())


# -- a server for commands, see command_server.py ------------------------------------------------------------------

Process = Union["subprocess.Popen[bytes]", "Forked"]
STARTED_WITH = dict(os.environ)


def start(
    arguments: Sequence[str], environment: Mapping[str, str], files: tuple[int, int, int], cwd: Path | None = None
) -> Process:
    """Start the command with these as its standard input, output and error."""
    if decides_at_start(environment) == decides_at_start(STARTED_WITH):
        return command_server().start(arguments, environment, files, cwd or Path.cwd())
    stdin, stdout, stderr = files
    command = [sys.executable, "-m", "schwarm", *arguments]
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr, cwd=cwd, env=environment)


def decides_at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """What a process hears only when it starts or imports."""
    early = ("LANG", "LC_", "PYTHON", "SCHWARM_CORE")
    return {name: value for name, value in environment.items() if name.startswith(early)}


class Forked:
    """A command that was forked; it is asked like a process that was started."""

    def __init__(self, answers: int) -> None:
        self._answers = answers
        self.pid = int.from_bytes(os.read(answers, 4))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(timeout=0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        if self.returncode is None:
            ready, _, _ = select.select([self._answers], [], [], timeout)
            if not ready:
                raise subprocess.TimeoutExpired("schwarm", timeout or 0)
            self.returncode = int.from_bytes(os.read(self._answers, 4), signed=True)
            os.close(self._answers)
        return self.returncode

    def send_signal(self, how: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, how)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class CommandServer:
    """The process that forks them, for as long as this one lives."""

    def __init__(self) -> None:
        self._socket, theirs = socket.socketpair()
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("command_server.py")), str(theirs.fileno())],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            env=STARTED_WITH,
            pass_fds=[theirs.fileno()],
            start_new_session=True,  # Ctrl-C is for whoever waits for the tests
        )
        theirs.close()
        atexit.register(self._end)

    def _end(self) -> None:
        self._socket.close()
        self._process.wait()

    def start(
        self, arguments: Sequence[str], environment: Mapping[str, str], files: tuple[int, int, int], folder: Path
    ) -> Forked:
        told = {"arguments": arguments, "folder": str(folder), "environment": dict(environment)}
        answers, theirs = os.pipe()
        socket.send_fds(self._socket, [json.dumps(told).encode()], [*files, theirs])
        os.close(theirs)
        return Forked(answers)


@cache
def command_server() -> CommandServer:
    return CommandServer()


# -- at a terminal --------------------------------------------------------------------------------------------------

# Makes the terminal the controlling one, so that Ctrl-C reaches the process as a signal, and becomes `schwarm`.
# Tests that a shell runs in the background are told to ignore it; nobody at a terminal is.
AT_TERMINAL = (
    "import fcntl, os, signal, sys, termios; os.setsid(); fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "signal.signal(signal.SIGINT, signal.SIG_DFL);"
    "os.execv(sys.executable, [sys.executable, '-m', 'schwarm', *sys.argv[1:]])"
)


class Terminal:
    """`schwarm` at a pseudo terminal: type and read like a person."""

    def __init__(self, *arguments: str, home: Path) -> None:
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", AT_TERMINAL, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "SCHWARM_LANG": "en", "TERM": "xterm", "XDG_DATA_HOME": str(home)},
        )
        os.close(slave)
        self.seen = ""

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def read_until(self, text: str, seconds: float = PATIENCE) -> str:
        """Everything shown since the last call, up to a text that must come."""
        deadline = time.monotonic() + seconds
        while text not in self.seen:
            ready, _, _ = select.select([self.master], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"{text!r} was not shown; shown was:\n{self.seen}"
            try:
                self.seen += os.read(self.master, 65536).decode(errors="replace")
            except OSError:
                break
        assert text in self.seen, self.seen
        shown, _, self.seen = self.seen.partition(text)
        return shown + text

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until a text is shown: a single one may fall between a prompt and the waiting for input."""
        for _ in range(20):
            self.type("\x03")
            try:
                self.read_until(text, 1.0)
            except AssertionError:
                continue
            return
        raise AssertionError(f"{text!r} was not shown; shown was:\n{self.seen}")

    def leave(self) -> int:
        """Wait for the end and give the exit code."""
        while True:
            try:
                if not os.read(self.master, 65536):
                    break
            except OSError:
                break
        os.close(self.master)
        return self.process.wait(timeout=PATIENCE)
