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
from pathlib import Path
from types import TracebackType
from typing import Self

from cli.command import Process, start
from patience import PATIENCE
from referee.running import Client
from schwarm.games.record import Record
from schwarm.protocol import replay


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
        arguments = ("serve", *(() if "--port" in arguments else ("--port", "0")), *arguments)
        kept = {name: value for name, value in os.environ.items() if name != "SCHWARM_ADMIN_PASSWORD"}
        environment = kept | {"SCHWARM_LANG": lang}
        if password is not None:
            environment["SCHWARM_ADMIN_PASSWORD"] = password
        out, err = os.pipe(), os.pipe()
        self.process: Process
        with open(os.devnull, "rb") as nothing:
            if open_files is None:
                self.process = start(arguments, environment, (nothing.fileno(), out[1], err[1]))
            else:
                limited = ("/bin/sh", "-c", f'ulimit -n {open_files}; exec "$@"', "sh", sys.executable, "-m", "schwarm")
                self.process = subprocess.Popen(
                    [*limited, *arguments], stdin=nothing, stdout=out[1], stderr=err[1], env=environment
                )
        for theirs in (out[1], err[1]):
            os.close(theirs)
        self._out, self._err = (os.fdopen(ours, encoding="utf-8") for ours in (out[0], err[0]))
        self.lines: queue.Queue[str] = queue.Queue()
        self.sockets: list[socket.socket] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.first = self.line()
        found = re.search(r"[Pp]ort (\d+)", self.first)
        assert found, self.first
        self.port = int(found[1])

    def _read(self) -> None:
        for line in self._out:
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
        return self._err.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None):
        for connected in self.sockets:
            connected.close()
        if self.process.poll() is None:
            self.end(signal.SIGKILL)
        self._out.close()
        self._err.close()


def pair(server: Serving, join: str = "<join/>") -> tuple[Client, Client]:
    """Two clients in a game that waits for Red's move."""
    one, two = server.client("one"), server.client("two")
    for client in (one, two):
        client.say(f"<protocol>{join}")
        client.room = client.read("joined").get("roomId") or ""
    return one, two


def kept(folder: Path) -> list[Record]:
    return [replay.read(path.read_bytes()) for path in sorted(folder.glob("*.xml"))]
