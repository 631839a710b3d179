"""Other machines for everybody who plays games on a server at the same time: leagues and contests.

Each gets a share of its own. A place that becomes free there goes to whoever has the fewest games there, see
`shared_processes`. Nobody hears of another's games, and two may give their games the same keys.
"""

import itertools
import logging
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.cluster_key import NoCluster
from schwarm.arena.fixture import GameKey
from schwarm.arena.game_processes import GamePool, OnProgress
from schwarm.arena.game_progress import GameProgress
from schwarm.arena.shared_processes import in_turn
from schwarm.words import Sentence

log = logging.getLogger("schwarm.arena")

TRY_EVERY = 30.0
"""Seconds between two tries to reach machines that went away."""


class Machines(GamePool, Protocol):
    """All other machines together."""

    @property
    def capacity(self) -> int:
        """How many games they can play at once, right now."""

    def forget(self, keys: Iterable[str]) -> None:
        """Give up these games."""


class SharedWorkers:
    """The machines that `connect` reaches; who hears of all moves there is passed to it. It may raise `NoCluster`, now
    or later: then there are none until somebody tries again."""

    def __init__(self, connect: Callable[[OnProgress], Machines]) -> None:
        self._connect = connect
        self._machines: Machines | None = None
        self._tried = -TRY_EVERY
        self._shares: dict[int, WorkerShare] = {}
        self._owners: dict[str, WorkerShare] = {}
        """Whose games are played there, by their keys there."""
        self._numbers, self._turns = itertools.count(1), itertools.count(1)
        self._lock = threading.RLock()

    def join(self, on_progress: OnProgress | None = None) -> "WorkerShare":
        """A pool for one more; it leaves when that is stopped."""
        with self._lock:
            share = WorkerShare(self, next(self._numbers), on_progress)
            self._shares[share.number] = share
            return share

    @property
    def capacity(self) -> int:
        """How many games all machines can play at once, right now."""
        with self._lock:
            try:
                machines = self._reach()
                return machines.capacity if machines else 0
            except NoCluster as error:
                self._lose(error)
                return 0

    def close(self) -> None:
        with self._lock:
            self._owners.clear()
            if self._machines is not None:
                self._machines.stop()
            self._machines, self._tried = None, float("inf")

    # -- what shares ask -------------------------------------------------------------------------------

    def may_begin(self, share: "WorkerShare") -> bool:
        """Whether the next free place is this one's."""
        with self._lock:
            try:
                machines = self._reach()
                free = machines.free() if machines else 0
            except NoCluster as error:
                self._lose(error)
                free = 0
            share.wished = time.monotonic()
            return share in in_turn(self._shares.values(), Counter(self._owners.values()))[:free]

    def begin(self, share: "WorkerShare", assignment: Assignment) -> None:
        with self._lock:
            machines = self._reach()
            if machines is None:
                raise NoCluster(NOBODY())
            key = GameKey(f"{share.number}/{assignment.fixture.key}")
            self._owners[key] = share
            try:
                machines.submit(replace(assignment, fixture=replace(assignment.fixture, key=key)))
            except NoCluster as error:
                self._lose(error)
                raise
            share.turn, share.wished = next(self._turns), 0.0

    def collect(self) -> None:
        """Give everybody what came back."""
        with self._lock, suppress(NoCluster):
            while self._machines is not None:
                try:
                    report = self._machines.collect(0.0)
                except NoCluster as error:
                    self._lose(error)
                    raise
                if report is None:
                    return
                if share := self._owners.pop(report.key, None):
                    share.news.put(replace(report, key=_own_key(report.key)))

    def forget(self, share: "WorkerShare") -> list[str]:
        """Give up all games of one; their keys."""
        with self._lock:
            keys = [key for key, owner in self._owners.items() if owner is share]
            for key in keys:
                del self._owners[key]
            if keys and self._machines is not None:
                self._machines.forget(keys)
            return [_own_key(key) for key in keys]

    def leave(self, share: "WorkerShare") -> None:
        self.forget(share)
        with self._lock:
            self._shares.pop(share.number, None)

    # -- inside ----------------------------------------------------------------------------------------

    def _reach(self) -> Machines | None:
        if self._machines is None and time.monotonic() - self._tried > TRY_EVERY:
            self._tried = time.monotonic()
            try:
                self._machines = self._connect(self._on_progress)
            except NoCluster as error:
                log.warning("%s", error)
        return self._machines

    def _lose(self, error: NoCluster) -> None:
        """They are gone: whoever has games there is told so."""
        log.warning("%s", error)
        for share in set(self._owners.values()):
            share.trouble = error
        self._owners.clear()
        machines, self._machines = self._machines, None
        if machines is not None:
            machines.stop()

    def _on_progress(self, progress: GameProgress) -> None:
        # Not under the lock: whoever holds it may wait for the machines.
        share = self._owners.get(progress.key)
        if share is not None and share.on_progress is not None:
            share.on_progress(replace(progress, key=_own_key(progress.key)))


class WorkerShare:
    """The other machines as one contest, or the leagues, see them; see `joined_pool.OtherMachines`."""

    def __init__(self, workers: SharedWorkers, number: int, on_progress: OnProgress | None) -> None:
        self._workers, self.number, self.on_progress = workers, number, on_progress
        self.news: queue.SimpleQueue[GameReport] = queue.SimpleQueue()
        self.trouble: NoCluster | None = None
        """Why games that were handed out do not come back."""
        self.turn, self.wished = 0, 0.0

    @property
    def capacity(self) -> int:
        return self._workers.capacity

    def free(self) -> int:
        """One, or none if it is somebody else's turn; asked only by those who have something to play."""
        return int(self._workers.may_begin(self))

    def submit(self, assignment: Assignment) -> None:
        self._workers.begin(self, assignment)

    def collect(self, timeout: float) -> GameReport | None:
        self._workers.collect()
        with suppress(queue.Empty):
            return self.news.get(timeout=timeout) if timeout else self.news.get_nowait()
        if trouble := self.trouble:
            self.trouble = None
            raise trouble
        return None

    def give_up(self) -> list[str]:
        self.trouble = None
        return self._workers.forget(self)

    def stop(self) -> None:
        self._workers.leave(self)


def _own_key(key: str) -> str:
    """A game's key as its share knows it."""
    return key.partition("/")[2]


NOBODY = Sentence("No other machine can be reached at the moment.")
