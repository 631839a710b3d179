"""Running `schwarm` as a user does: in a process of its own, with or without a terminal."""

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

from patience import PATIENCE


def schwarm(
    *arguments: str, typed: str = "", lang: str = "en", cwd: Path | None = None, patience: float = PATIENCE
) -> subprocess.CompletedProcess:
    """Run the command with something on its standard input, no terminal."""
    return subprocess.run(
        [sys.executable, "-m", "schwarm", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        timeout=patience,
        cwd=cwd,
        env={**os.environ, "SCHWARM_LANG": lang, "COLUMNS": "120"},
    )


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
