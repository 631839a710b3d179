"""`schwarm serve` as a process of its own, the way a user starts it: what it prints, and clients that connect."""

import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from types import TracebackType
from typing import Self

from patience import PATIENCE
from referee.running import Client


class Serving:
    """A server on a port that the system chose. What it prints comes line by line; leaving the block ends it."""

    def __init__(
        self,
        *arguments: str,
        lang: str = "en",
        password: str | None = None,
        page: bool = False,
        open_files: int | None = None,
    ) -> None:
        arguments = arguments if page else ("--no-page", *arguments)
        limited = () if open_files is None else ("/bin/sh", "-c", f'ulimit -n {open_files}; exec "$@"', "sh")
        kept = {name: value for name, value in os.environ.items() if name != "SCHWARM_ADMIN_PASSWORD"}
        self.process = subprocess.Popen(
            [
                *(*limited, sys.executable, "-m", "schwarm", "serve"),
                *(*(() if "--port" in arguments else ("--port", "0")), *arguments),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**kept, "SCHWARM_LANG": lang} | ({} if password is None else {"SCHWARM_ADMIN_PASSWORD": password}),
        )
        self.lines: queue.Queue[str] = queue.Queue()
        self.sockets: list[socket.socket] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.first = self.line()
        found = re.search(r"[Pp]ort (\d+)", self.first)
        assert found, self.first
        self.port = int(found[1])

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def line(self, containing: str = "", seconds: float = PATIENCE) -> str:
        """The next line that contains a text; those before it are dropped."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no line with {containing!r}") from None
            if containing in line:
                return line

    def client(self, name: str = "", host: str = "127.0.0.1") -> Client:
        connected = socket.create_connection((host, self.port), timeout=PATIENCE)
        self.sockets.append(connected)
        return Client(connected, name)

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and give the exit code."""
        self.process.send_signal(how)
        code = self.process.wait(timeout=PATIENCE)
        self._reader.join(PATIENCE)
        return code

    def rest(self) -> list[str]:
        """The lines that nobody has looked at."""
        found = []
        while not self.lines.empty():
            found.append(self.lines.get())
        return found

    @property
    def errors(self) -> str:
        """What an ended server printed to the standard error."""
        assert self.process.stderr
        return self.process.stderr.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        for connected in self.sockets:
            connected.close()
        if self.process.poll() is None:
            self.end(signal.SIGKILL)
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe
            pipe.close()
