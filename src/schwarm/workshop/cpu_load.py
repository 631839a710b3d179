"""Other work for this machine while a bot plays: one busy process per core, which never outlives its time or us."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

MAX_SECONDS = 300
"""Seconds after which the busy ones end by themselves."""
BUSY = f"""
import os, time
parent, end = os.getppid(), time.monotonic() + {MAX_SECONDS}
while time.monotonic() < end and os.getppid() == parent:
    sum(range(100_000))
"""


@contextmanager
def load(processes: int | None = None) -> Iterator[None]:
    """Keep every core busy, or so many as are asked for."""
    count = (os.cpu_count() or 1) if processes is None else processes
    busy = [subprocess.Popen([sys.executable, "-I", "-S", "-c", BUSY]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
        for process in busy:
            process.wait()
