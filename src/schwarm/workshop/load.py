"""The load of this machine: measured before and while a bot plays, and made by busy processes."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from schwarm.words import Sentence

MAX_SECONDS = 300
"""Seconds after which the busy ones end by themselves."""
BUSY_PROGRAM = f"""
import os, time
parent, end = os.getppid(), time.monotonic() + {MAX_SECONDS}
while time.monotonic() < end and os.getppid() == parent:
    sum(range(100_000))
"""


@contextmanager
def load_machine(processes: int | None = None) -> Iterator[None]:
    """Keep every core busy, or as many as `processes`."""
    count = (os.cpu_count() or 1) if processes is None else processes
    busy = [subprocess.Popen([sys.executable, "-I", "-S", "-c", BUSY_PROGRAM]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
        for process in busy:
            process.wait()


MEASURED_SECONDS = 0.3
MAX_BUSY_SHARE = 0.25
"""What share of all cores may be at work before measuring says little."""


class BusyMeter:
    """Tells the share of this machine's cores that has been at work since it was made; 0 where the system does not
    say."""

    def __init__(self) -> None:
        self._before = _read_times()

    @property
    def share(self) -> float:
        before, after = self._before, _read_times()
        if before is None or after is None or after[1] <= before[1]:
            return 0.0
        return 1.0 - (after[0] - before[0]) / (after[1] - before[1])


def measure_busy_share() -> float:
    """The share of this machine's cores that is at work right now, which takes a moment; 0 where the system does not
    say."""
    meter = BusyMeter()
    time.sleep(MEASURED_SECONDS)
    return meter.share


def _read_times() -> tuple[int, int] | None:
    """How long the cores have been idle, and in all, since the machine was started."""
    try:
        with open("/proc/stat", encoding="ascii") as file:
            times = [int(field) for field in file.readline().split()[1:9]]
    except (OSError, ValueError):
        return None
    return times[3] + times[4], sum(times)


LOOK_EVERY = 0.2
"""Seconds between two looks."""
PROC = Path("/proc")


class Usage(NamedTuple):
    """What a bot used at most."""

    memory: int = 0
    """Bytes that were resident at once."""
    cores: float = 0.0
    """Seconds of computing for each second of the game."""


class UsageMeter:
    """Watches a process and its descendants until it is cancelled."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._memory = 0
        self._computed: dict[int, float] = {}
        self._began = self._looked = time.monotonic()

    async def watch(self) -> None:
        while True:
            self.look()
            await asyncio.sleep(LOOK_EVERY)

    def look(self) -> None:
        """One look; what ended since the last one is known by what it had computed then."""
        family = _family(self.pid)
        self._memory = max(self._memory, sum(resident for resident, _ in family.values()))
        self._computed.update({pid: computed for pid, (_, computed) in family.items()})
        if family:
            self._looked = time.monotonic()

    @property
    def usage(self) -> Usage:
        watched = self._looked - self._began
        return Usage(self._memory, sum(self._computed.values()) / watched if watched > 1.0 else 0.0)


def _family(pid: int) -> dict[int, tuple[int, float]]:
    """Resident bytes and seconds of computing, for a process and all its descendants."""
    children: dict[int, list[int]] = {}
    facts: dict[int, tuple[int, float]] = {}
    for folder in PROC.glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            # The name may contain blanks and brackets; what follows it does not.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            children.setdefault(int(fields[1]), []).append(int(folder.name))
            ticks = int(fields[11]) + int(fields[12])
            facts[int(folder.name)] = (
                int(fields[21]) * os.sysconf("SC_PAGE_SIZE"),
                ticks / os.sysconf("SC_CLK_TCK"),
            )
    found, waiting = {}, [pid]
    while waiting:
        one = waiting.pop()
        if one in facts:
            found[one] = facts[one]
        waiting += children.get(one, [])
    return found


BUSY = Sentence("This machine is already busy with other things ({percent} % of it), so times measured now say little.")
