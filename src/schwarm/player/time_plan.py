"""How Hecht plans its time: a share of what is left for a game, less what a busy machine may take away."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from schwarm.engine.analysis import Analysis

SOLVED_MOVES = 3
"""Last moves of a game that take hardly any time, because a search then sees its end."""
USUAL_SHARE = 1.2
"""Of an even share, what a move takes that is neither easy nor hard: easy ones save more than hard ones cost."""
LONGEST = 2.5
"""How many times as long as usual a hard move takes at most."""
MOST_OF_ALL = 0.4
"""Of all that is left, what one move takes at most."""
BY_STEADINESS = (1.5, 1.2, 1.0, 0.85, 0.7)
"""How many times as long as usual to think, by the number of depths in a row with the same best move."""
BY_LOSS, WORST_LOSS = 4.0, 0.15
"""How much longer for a chance to win that fell since the depth before, and the fall that counts at most."""
NEXT_DEPTH = 0.5
"""Of its time, what a search has used after which the next depth would probably not be finished."""

MIN_SECONDS = 0.001


class TimePlan:
    """One move's time: asked after every depth whether that is enough."""

    def __init__(self, usable: float, increment: float, moves: int, late: float) -> None:
        """`usable` seconds for the remaining own `moves`, each of which adds an `increment`; this one has to end before
        it is `late`."""
        self.usable, self.increment, self.late = usable, increment, late
        share = usable / max(1, moves - SOLVED_MOVES) + increment
        most_of_all = max(MOST_OF_ALL * usable, min(increment, usable))
        self.usual = min(USUAL_SHARE * share, most_of_all)
        self.most = max(MIN_SECONDS, min(LONGEST * self.usual, most_of_all, late))
        self._steady = 0
        self._before: Analysis | None = None

    def is_enough(self, found: Analysis) -> bool:
        """Whether to play what was found at this depth."""
        best, before = found.best, self._before and self._before.best
        self._before = found
        if best is None:
            return False
        self._steady = self._steady + 1 if before and before.move == best.move else 0
        loss = min(WORST_LOSS, max(0.0, before.chance - best.chance)) if before else 0.0
        factor = BY_STEADINESS[min(self._steady, len(BY_STEADINESS) - 1)] * (1 + BY_LOSS * loss)
        return found.seconds >= NEXT_DEPTH * factor * self.usual


FORGETTING = 0.9
"""What remains of the worst that was seen, from move to move."""
WORK = 0.04
"""Seconds of computing between a search's end and the server's having read the move, at both ends."""
TOLERATED = 2.0
"""How many times as long as on a quiet machine work may take before the usual margin is not enough."""
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
        """Watch the load during a search of `seconds`, or until it is done."""
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
    """How much longer work took than it would have with a core of its own; None: unknown."""
    if before is None or after is None:
        return None
    running, waiting = after[0] - before[0], after[1] - before[1]
    return (running + waiting) / running if running >= MIN_SAMPLE else None
