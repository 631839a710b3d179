"""The processes of this machine for everybody who plays games here at the same time: several contests, and leagues.

Each gets a pool of its own. A core that becomes free goes to whoever of those that want one has the fewest games on;
among equals, to whoever had none for longest. So a contest of thousands of games keeps no small one waiting.
"""

import itertools
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Protocol, TypeVar

from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.game_processes import GameProcess, News, OnProgress, usable_cores
from schwarm.launch.temporary_folder import remove_leftovers

WISH_SECONDS = 3.0
"""How long a core is kept for somebody who asked for one and has not come again."""


class SharedProcesses:
    """One process per core, started when it is needed; they end when nobody has a pool any more."""

    def __init__(self, size: int | None = None, *, start: Callable[[int, News], GameProcess] | None = None) -> None:
        remove_leftovers()
        cores = usable_cores()
        self.size = size or len(cores)
        make = start or _start
        self._hands = [make(cores[place % len(cores)], queue.SimpleQueue()) for place in range(self.size)]
        self._owners: dict[int, PoolShare] = {}
        """Whose game a process plays, by the process's place."""
        self._shares: list[PoolShare] = []
        self._turns = itertools.count(1)
        self._lock = threading.RLock()

    def join(self, on_progress: OnProgress | None = None) -> "PoolShare":
        """A pool for one more; it leaves when that is stopped."""
        with self._lock:
            share = PoolShare(self, on_progress)
            self._shares.append(share)
            return share

    # -- what shares ask -------------------------------------------------------------------------------

    def may_begin(self, share: "PoolShare") -> bool:
        """Whether the next free core is this one's. Whoever asks in vain is remembered, and woken when it is."""
        with self._lock:
            free = self._count_free()
            share.wished = time.monotonic()
            return share in self._queue()[:free]

    def begin(self, share: "PoolShare", assignment: Assignment) -> None:
        with self._lock:
            self._settle()
            place = next(place for place in range(self.size) if place not in self._owners)
            self._owners[place] = share
            share.turn, share.wished = next(self._turns), 0.0
            hand = self._hands[place]
            hand.work_for(share.news, share.on_progress)
            hand.begin(assignment)

    def check(self, share: "PoolShare") -> None:
        with self._lock:
            own = [self._hands[place] for place, owner in self._owners.items() if owner is share]
        for hand in own:
            hand.check()

    def wake_next(self) -> None:
        """Somebody's game is over: wake those whose turn it is."""
        with self._lock:
            for share in self._queue()[: self._count_free()]:
                share.news.put(None)

    def leave(self, share: "PoolShare") -> None:
        with self._lock:
            if share not in self._shares:
                return
            self._shares.remove(share)
            # Games that are on are forgotten, with the processes that play them.
            ended = [self._hands[place] for place, owner in self._owners.items() if owner is share]
            if not self._shares:
                ended = self._hands
            for hand in ended:
                hand.stop()
            for hand in ended:
                hand.on_exit()
            self._owners = {place: owner for place, owner in self._owners.items() if owner is not share}
        self.wake_next()

    # -- inside ----------------------------------------------------------------------------------------

    def _settle(self) -> None:
        self._owners = {place: owner for place, owner in self._owners.items() if self._hands[place].assignment}

    def _count_free(self) -> int:
        self._settle()
        return self.size - len(self._owners)

    def _queue(self) -> "list[PoolShare]":
        """Those that want a core, in the order in which they get one."""
        return in_turn(self._shares, Counter(self._owners.values()))


class Wishing(Protocol):
    """Somebody who wants a place from time to time."""

    turn: int
    """When it got one last, counted in places."""
    wished: float
    """When it asked for one in vain last; 0 if it wants none."""


W = TypeVar("W", bound=Wishing)


def in_turn(shares: Iterable[W], on: Mapping[W, int]) -> list[W]:
    """Those that want a place, in the order in which they get one; `on` counts the games that they have."""
    since = time.monotonic() - WISH_SECONDS
    wanting = [share for share in shares if share.wished > since]
    return sorted(wanting, key=lambda share: (on.get(share, 0), share.turn))


class PoolShare:
    """The pool of one contest, or of the leagues; see `game_processes.GamePool`."""

    def __init__(self, processes: SharedProcesses, on_progress: OnProgress | None) -> None:
        self._processes, self.on_progress = processes, on_progress
        self.news: queue.SimpleQueue[GameReport | None] = queue.SimpleQueue()
        """What came back; None wakes whoever waits."""
        self.turn, self.wished = 0, 0.0

    def free(self) -> int:
        """One, or none if it is somebody else's turn; asked only by those who have something to play."""
        return int(self._processes.may_begin(self))

    def submit(self, assignment: Assignment) -> None:
        self._processes.begin(self, assignment)

    def collect(self, timeout: float) -> GameReport | None:
        self._processes.check(self)
        with suppress(queue.Empty):
            if (found := self.news.get(timeout=timeout)) is not None:
                self._processes.wake_next()
                return found
        return None

    def stop(self) -> None:
        self._processes.leave(self)


def _start(core: int, news: News) -> GameProcess:
    return GameProcess(core, news, _hear_nothing)


def _hear_nothing(progress: object) -> None:
    """Processes tell their moves only if somebody hears them when they start; these serve many."""
