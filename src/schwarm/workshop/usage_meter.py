"""How much memory and how many cores a bot uses, with everything it has started. Known on Linux; elsewhere nothing."""

import asyncio
import os
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

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
