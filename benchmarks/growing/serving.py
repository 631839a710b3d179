"""A server whose processor time is measured while it answers."""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from socket import create_connection

from benchmarks.growing.scene import Measure, processor_seconds
from benchmarks.web import PATIENCE, Arena


class Serving(Arena):
    """`schwarm serve` with the store of a folder."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        super().__init__(str(folder))
        opened.callback(self._stop)

    def _stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def computed(self) -> float:
        return processor_seconds(self.process.pid)

    def cost(self, path: str) -> float:
        """Seconds of processor time that an answer costs."""
        before = self.computed()
        status, _, data = self.ask(path)
        if status != 200:
            raise SystemExit(f"{path}: {status} {data[:300]!r}")
        return self.computed() - before


class Follower:
    """A viewer of a page's events, who counts them."""

    def __init__(self, port: int, path: str, mark: bytes) -> None:
        """`mark` is in every event that counts."""
        self._socket, self._mark = create_connection(("127.0.0.1", port)), mark
        self._socket.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        self._told, self._news = 0, threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        rest = b""
        while piece := self._socket.recv(2**20):
            *whole, rest = (rest + piece).split(b"\n\n")
            with self._news:
                self._told += sum(self._mark in each for each in whole)
                self._news.notify()

    def hear(self, cause: Callable[[], object]) -> None:
        """Wait for the event that something causes."""
        with self._news:
            told = self._told
            cause()
            if not self._news.wait_for(lambda: self._told > told, PATIENCE):
                raise SystemExit("A viewer was told nothing.")

    def wait(self) -> None:
        """Until it was told something at all."""
        with self._news:
            self._news.wait_for(lambda: self._told, PATIENCE)


def by_size(
    sizes: Sequence[int], folder: Path, opened: ExitStack, fill: Callable[[int, Path], None]
) -> dict[int, Serving]:
    """A server for each size, each with a store of its own that `fill` fills."""
    servers = {}
    for size in sizes:
        fill(size, folder / str(size))
        servers[size] = Serving(folder / str(size), opened)
    return servers


def asking(servers: dict[int, Serving], path: Callable[[int], str]) -> Measure:
    """What it costs a server to answer, once what it remembers is warm."""
    return lambda size: servers[size].cost(path(size))
