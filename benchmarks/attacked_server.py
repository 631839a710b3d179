"""The server that is attacked: `schwarm serve` in a process of its own, which notes how long its event loop is busy."""

import mmap
import os
import re
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import schwarm

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 20.0
"""Seconds after which a move counts as lost; the game begins anew."""
PASSWORD = "only for this benchmark"
MAX_TURNS = 2**20
SLOW_MS = 5.0
"""What takes the event loop longer is named."""


@dataclass(frozen=True)
class Target:
    """An arena, as clients and attackers see it."""

    port: int
    page_port: int
    pid: int

    def connect(self, *, page: bool = False) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.page_port if page else self.port), timeout=PATIENCE)

    def computed(self) -> float:
        """Seconds of processor time that all threads of the server have used (Linux: the clock of a process)."""
        return time.clock_gettime(~self.pid << 3 | 2)


class Arena:
    """`schwarm serve` on ports that the system chose, from a start that is known."""

    def __init__(self, folder: Path, start: schwarm.State) -> None:
        self._said, self._errors, turns = folder / "said", folder / "errors", folder / "turns"
        self._heard = 0
        turns.write_bytes(bytes(8 * MAX_TURNS))
        with turns.open("r+b") as file:
            self._turns = memoryview(mmap.mmap(file.fileno(), 0)).cast("d")
        command = [sys.executable, __file__, str(turns), "serve", "--lang", "en", "--port", "0", "--page-port", "0"]
        command += ["--public", "--host", "127.0.0.1", "--proxy", "127.0.0.1", "--replays", str(folder / "replays")]
        with self._said.open("wb") as said, self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [*command, "--data", str(folder / "data"), "--start", str(start)],
                stdout=said,
                stderr=errors,
                env={**os.environ, "SCHWARM_ADMIN_PASSWORD": PASSWORD},
            )
        port, page_port = self._number(r"port (\d+);"), self._number(r"http://[\d.]+:(\d+)/")
        self.target = Target(port, page_port, self._process.pid)

    def _number(self, pattern: str) -> int:
        while (found := re.search(pattern, self._said.read_text())) is None:
            if self._process.poll() is not None:
                raise SystemExit(self._errors.read_text())
            time.sleep(0.05)
        return int(found[1])

    @property
    def megabytes(self) -> float:
        """Memory of the server itself (Linux)."""
        return int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def log_bytes(self) -> int:
        return self._errors.stat().st_size

    def take_slow_callbacks(self) -> list[str]:
        """What took the event loop long since this was last asked, the longest first."""
        told = self._errors.read_bytes()[self._heard :]
        self._heard += len(told)
        found = re.findall(r"^SLOW (.*) ms: (.*)$", told.decode(errors="replace"), re.MULTILINE)
        return [f"{taken} ms: {what}" for taken, what in sorted(found, key=lambda each: -float(each[0]))]

    def take_turns(self) -> list[float]:
        """Milliseconds of processor time of the event loop's turns since this was last asked."""
        count, self._turns[0] = int(self._turns[0]), 0.0
        return [float(turn) for turn in self._turns[1 : count + 1]]

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


def serve(turns: Path) -> None:
    """The server's process: the command `schwarm`, with a look at every turn of its event loop."""
    import asyncio

    from schwarm.cli import main as command
    from schwarm.referee import loop_delay

    with turns.open("r+b") as file:
        noted = memoryview(mmap.mmap(file.fileno(), 0)).cast("d")

    class TimedLoop(loop_delay.LoopDelay):
        computed = 0.0

        def on_select(self, before: float, after: float, asked_last: float) -> None:
            super().on_select(before, after, asked_last)
            computed = time.thread_time()
            place = int(noted[0]) % (MAX_TURNS - 1) + 1
            noted[place], noted[0] = 1000 * (computed - self.computed), place
            self.computed = computed

    run: Callable[[asyncio.Handle], None] = asyncio.Handle._run

    def run_timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        if (taken := 1000 * (time.thread_time() - began)) > SLOW_MS:
            print(f"SLOW {taken:.1f} ms: {str(handle)[:200]}", file=sys.stderr)

    loop_delay.LoopDelay = TimedLoop  # type: ignore[misc]
    asyncio.Handle._run = run_timed  # type: ignore[assignment, method-assign]
    command()


if __name__ == "__main__":
    turns_file = Path(sys.argv.pop(1))
    serve(turns_file)
