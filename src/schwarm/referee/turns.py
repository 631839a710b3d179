"""Who may do something next: clients take turns, one thing each, and the event loop never does this for long.

Without turns a client that sends a thousand requests at once keeps everybody else waiting until all are answered.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

MAX_SECONDS_PER_TURN = 0.001
"""Seconds of work before the event loop looks for news again. One thing more may be begun, and takes about a
millisecond at most."""


class Worker(Protocol):
    """Somebody with things to do."""

    def work(self) -> bool:
        """Do one thing; whether there is more to do."""


class Turns:
    """Everybody who waits, in a round."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._waiting: deque[Worker] = deque()
        self._due = False

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, worker: Worker) -> None:
        """Somebody has something to do. Nobody is added again before it said that there is no more."""
        self._waiting.append(worker)
        self._call_soon()

    def run(self) -> None:
        """Let one after the other do one thing, until the time is up."""
        self._due = False
        until = self._clock() + MAX_SECONDS_PER_TURN
        while self._waiting:
            worker = self._waiting.popleft()
            if worker.work():
                self._waiting.append(worker)
            if self._clock() >= until:
                break
        if self._waiting:
            self._call_soon()

    def _call_soon(self) -> None:
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self.run)
