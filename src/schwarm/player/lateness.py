"""How late this machine has been lately, and so how much of a move's time is better left unused.

On a quiet machine that is nothing. A loaded one gives a process its turn late, and not only ours: the move must still
be sent, and the server must read it, each with its small share of a core. Knows no game and no clock of a game.
"""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

FORGETTING = 0.9
"""What remains of the worst that was seen, from move to move."""
WORK = 0.04
"""Seconds of computing between a search's end and the server's having read the move, at both ends."""
TOLERATED = 2.0
"""Up to so many times as long as on a quiet machine everything may take; the usual margin is enough for that."""
MIN_SAMPLE = 0.02
"""Seconds that a thread must have been running before its waiting says anything."""

CpuTimes = tuple[float, float]
"""Seconds that a thread was running, and seconds that it wanted to run but had to wait."""


def read_own_times() -> CpuTimes | None:
    """Of the thread that asks; None where the system does not tell."""
    return _read_times("/proc/thread-self/schedstat")


def read_first_times() -> CpuTimes | None:
    """Of the process's first thread: what it cost to start is known before the first move."""
    return _read_times("/proc/self/schedstat")


def _read_times(path: str) -> CpuTimes | None:
    try:
        running, waiting, _ = Path(path).read_text(encoding="ascii").split()
        return int(running) / 1e9, int(waiting) / 1e9
    except (OSError, ValueError):
        return None


def read_load() -> float:
    """How many want to run for each core, on average over the last minute; 1 where the system does not tell."""
    try:
        return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    except (AttributeError, OSError):
        return 1.0


class Lateness:
    """The worst that was seen lately. One for a whole process: games come and go, the machine stays the same."""

    def __init__(
        self,
        *,
        own_times: Callable[[], CpuTimes | None] = read_own_times,
        first_times: Callable[[], CpuTimes | None] = read_first_times,
        load: Callable[[], float] = read_load,
    ) -> None:
        self._own_times, self._first_times, self._load = own_times, first_times, load
        self._overrun = 0.0
        """Seconds by which searches ended later than they should."""
        self._stretch: float | None = None
        """How many times as long as on a quiet machine everything takes."""

    def reserve(self, left: float) -> float:
        """Seconds of those that are left that should stay unused; at most half of them, and 0 on a quiet machine."""
        if self._stretch is None:
            self._stretch = _stretch((0.0, 0.0), self._first_times()) or self._load()
        waiting = WORK * max(0.0, self._stretch - TOLERATED)
        return min(self._overrun + min(waiting, left / 4), left / 2)

    @contextmanager
    def watch(self, seconds: float | None) -> Iterator[None]:
        """Look on while somebody searches for so many seconds, or until they are done."""
        began, before = time.monotonic(), self._own_times()
        yield
        if seconds is not None:
            self._overrun = max(self._overrun * FORGETTING, time.monotonic() - began - seconds)
        stretch = _stretch(before, self._own_times())
        if stretch is not None:
            self._stretch = max((self._stretch or 1.0) * FORGETTING, stretch)
        elif before is None:
            self._stretch = self._load()


def _stretch(before: CpuTimes | None, after: CpuTimes | None) -> float | None:
    """How much longer everything took than it would have with a core of one's own; None if nobody knows."""
    if before is None or after is None:
        return None
    running, waiting = after[0] - before[0], after[1] - before[1]
    return (running + waiting) / running if running >= MIN_SAMPLE else None
