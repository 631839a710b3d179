"""One fair queue over the slots of executors: processes of this machine, and workers elsewhere.

Each contest, and all leagues together, have a share. A free slot goes to the share with the fewest running games; on a
tie, to the one that was served least recently. So a contest of thousands of games does not delay a small one.
"""

import itertools
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from typing import Protocol

from schwarm.arena.game_job import Assignment, GameProgress, GameReport

log = logging.getLogger("schwarm.arena")

REQUEST_SECONDS = 3.0
"""How long a slot is kept for a share that asked for one and has not come back."""

Job = Future[GameReport]
"""A game in a slot. An executor that is lost sets an exception instead of a report."""
OnProgress = Callable[[GameProgress], None]


class Executor(Protocol):
    """Slots that play one game at a time each."""

    def slots(self) -> int:
        """The number of free slots; raises if the executor is lost for good."""

    def submit(self, assignment: Assignment, on_progress: OnProgress | None) -> Job:
        """Play a game; `on_progress` receives its moves meanwhile, in any thread."""

    def cancel(self, jobs: Iterable[Job]) -> None:
        """End these games with all their processes, if they are this executor's."""

    def release(self) -> None:
        """End idle processes; no share is left."""

    def close(self) -> None:
        """End for good."""


class Pool:
    """Executors in order of preference. The last one is home: it plays what the others could not."""

    def __init__(self, *executors: Executor) -> None:
        self._executors, self._home = executors, executors[-1]
        self._shares: dict[Share, None] = {}
        """Those that asked for a slot, in order, until they stop."""
        self._clock = itertools.count(1)
        self._lock = threading.RLock()

    def share(self, on_progress: OnProgress | None = None, *, travels: bool = True) -> "Share":
        """A share for one more contest. Games that do not travel are played at home only."""
        return Share(self, on_progress, self._executors if travels else (self._home,))

    def slots(self) -> int:
        """The number of free slots."""
        return sum(executor.slots() for executor in self._executors)

    def close(self) -> None:
        """End everything."""
        for share in list(self._shares):
            share.stop()
        for executor in self._executors:
            executor.close()

    # -- for shares ------------------------------------------------------------------------------------

    def find_slot(self, share: "Share", executors: "tuple[Executor, ...]") -> Executor | None:
        """The executor whose next free slot is this share's turn. A share that gets none is woken by the next one."""
        with self._lock:
            self._shares.setdefault(share)
            share.asked = time.monotonic()
            free = {executor: executor.slots() for executor in self._executors}
            for other in self._queue():
                usable = executors if other is share else other.executors
                found = next((executor for executor in usable if free[executor] > 0), None)
                if other is share:
                    return found
                if found is not None:
                    free[found] -= 1
            return None

    def submit(self, share: "Share", assignment: Assignment, executors: "tuple[Executor, ...]") -> bool:
        """Play a game in the share's next slot; False if it is another one's turn."""
        with self._lock:
            executor = self.find_slot(share, executors)
            if executor is None:
                return False
            share.served, share.asked = next(self._clock), 0.0
            self.play(share, assignment, executor)
        return True

    def play(self, share: "Share", assignment: Assignment, executor: Executor) -> None:
        """Play a game of a share at once."""
        with self._lock:
            self._shares.setdefault(share)
            job = executor.submit(assignment, share.on_progress)
            share.jobs[job] = assignment, executor
        job.add_done_callback(lambda done: self._on_done(share, done))

    def leave(self, share: "Share") -> None:
        with self._lock:
            if share not in self._shares:
                return
            del self._shares[share]
            jobs, share.jobs = share.jobs, {}
            unused = not self._shares
        for executor in dict.fromkeys([*self._executors, *(executor for _, executor in jobs.values())]):
            executor.cancel(jobs)
            if unused:
                executor.release()
        self._wake()

    def _on_done(self, share: "Share", job: Job) -> None:
        with self._lock:
            if (found := share.jobs.pop(job, None)) is None:
                return
        assignment, executor = found
        why = str(job.exception() or job.result().failure)
        if why and executor in share.executors and executor is not self._home:
            # Another machine that breaks or vanishes costs nothing, and only one of both reports is passed on.
            log.warning("%s was not played elsewhere and is played here: %s", assignment.fixture.key, why)
            share.retries.put(assignment)
            share.done.put(None)
        else:
            share.done.put(job)
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            for share in self._queue():
                share.done.put(None)

    def _queue(self) -> "list[Share]":
        """The shares that want a slot, in the order in which they get one."""
        since = time.monotonic() - REQUEST_SECONDS
        waiting = [share for share in self._shares if share.asked > since]
        return sorted(waiting, key=lambda share: (len(share.jobs), share.served))


class Share:
    """The part of a pool that one contest has, or all leagues. Two shares may give their games the same keys.

    It takes part from its first question on. After `stop` it can be used again."""

    def __init__(self, pool: Pool, on_progress: OnProgress | None, executors: tuple[Executor, ...]) -> None:
        self._pool, self.on_progress, self.executors = pool, on_progress, executors
        self.jobs: dict[Job, tuple[Assignment, Executor]] = {}
        self.done: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        """Games that are over; None wakes `collect`."""
        self.retries: queue.SimpleQueue[Assignment] = queue.SimpleQueue()
        """Games for the home executor."""
        self.served, self.asked = 0, 0.0
        """When it got a slot last, counted in slots; when it last asked for one without success, 0 if it wants none."""

    def free(self) -> bool:
        """Whether a slot is free and it is this share's turn. To be asked only with a game at hand."""
        self._retry()
        return self._pool.find_slot(self, self.executors) is not None

    def submit(self, assignment: Assignment) -> None:
        """Play a game as soon as there is a slot for it."""
        if not self._pool.submit(self, assignment, self.executors):
            self.retries.put(assignment)

    def play_on(self, executor: Executor, assignment: Assignment) -> None:
        """Play a game at once on an executor beside the pool."""
        self._pool.play(self, assignment, executor)

    def collect(self, timeout: float) -> GameReport | None:
        """The next report; None if there is none in time. Raises if the only executor is lost."""
        self._retry()
        with suppress(queue.Empty):
            if (job := self.done.get(timeout=timeout)) is not None:
                return job.result()
        return None

    def stop(self) -> None:
        """Cancel the running games and forget reports."""
        self._pool.leave(self)
        self.done, self.retries = queue.SimpleQueue(), queue.SimpleQueue()

    def _retry(self) -> None:
        home = self.executors[-1:]
        while not self.retries.empty() and self._pool.find_slot(self, home):
            assignment = self.retries.get()
            if not self._pool.submit(self, assignment, home):
                self.retries.put(assignment)
