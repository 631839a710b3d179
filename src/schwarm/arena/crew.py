"""Those who play the games: here, processes of this machine, one game at a time each.

A crew knows neither contest nor store. Whoever runs one hands out assignments while somebody is free, and waits for
news.
"""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Protocol

from schwarm.arena.assignment import Assignment, Delivery
from schwarm.words import Sentence


class Crew(Protocol):
    """Whoever can play games, here or elsewhere."""

    def free(self) -> int:
        """How many more assignments can be handed out now."""

    def hand_out(self, assignment: Assignment) -> None:
        """Have a game played; sooner or later there is a delivery with its key."""

    def news(self, timeout: float) -> Delivery | None:
        """The next game that was played, or that failed; None if there is none in time."""

    def stop(self) -> None:
        """End everything at once. Games that run are forgotten."""


class LocalCrew:
    """As many processes as games are played at once, each on a core of its own where there are enough."""

    def __init__(self, size: int | None = None) -> None:
        cores = usable_cores()
        self.size = size or len(cores)
        self._news: queue.SimpleQueue[Delivery] = queue.SimpleQueue()
        self._hands = [Hand(cores[place % len(cores)], self._news) for place in range(self.size)]

    def free(self) -> int:
        return sum(hand.assignment is None for hand in self._hands)

    def hand_out(self, assignment: Assignment) -> None:
        next(hand for hand in self._hands if hand.assignment is None).begin(assignment)

    def news(self, timeout: float) -> Delivery | None:
        for hand in self._hands:
            hand.check()
        with suppress(queue.Empty):
            return self._news.get(timeout=timeout)
        return None

    def stop(self) -> None:
        for hand in self._hands:
            hand.dismiss()
        for hand in self._hands:
            hand.gone()


class Hand:
    """One process and the game it plays. Started when it is needed, and again if it dies."""

    def __init__(self, core: int, news: "queue.SimpleQueue[Delivery]") -> None:
        self.core = core
        self.assignment: Assignment | None = None
        self._news = news
        self._process: subprocess.Popen[str] | None = None
        self._deadline = 0.0

    def begin(self, assignment: Assignment) -> None:
        if self._process is not None and self._process.poll() is not None:
            self.dismiss()
            self.gone()
        if self._process is None:
            self._process = self._started()
        self._deadline = time.monotonic() + assignment.longest
        self.assignment = assignment
        assert self._process.stdin is not None
        # If it died this very moment, its reader says so.
        with suppress(OSError):
            self._process.stdin.write(json.dumps(assignment.data()) + "\n")
            self._process.stdin.flush()

    def check(self) -> None:
        """Nobody waits for ever, also not for a mistake of our own."""
        if self.assignment is None or self._process is None:
            return
        if time.monotonic() > self._deadline:
            self._process.kill()
        if not self.reader.is_alive() and self.assignment is not None:
            # It died just before it was asked.
            self._deliver(Delivery(self.assignment.fixture.key, failure=str(DIED(code=self._process.poll()))))

    def dismiss(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def gone(self) -> None:
        if self._process is None:
            return
        try:
            self._process.wait(5.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self.reader.join(1.0)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None

    def _started(self) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-m", "schwarm.arena.hand", str(self.core)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            # Ctrl-C is for who runs the contest; games that run may end.
            start_new_session=True,
        )
        self.reader = threading.Thread(target=self._read, args=(process,), daemon=True)
        self.reader.start()
        return process

    def _read(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        with suppress(OSError, ValueError):
            for line in process.stdout:
                self._deliver(Delivery.of(json.loads(line)))
        if self.assignment is not None:
            process.wait()
            self._deliver(Delivery(self.assignment.fixture.key, failure=str(DIED(code=process.returncode))))

    def _deliver(self, delivery: Delivery) -> None:
        self.assignment = None
        self._news.put(delivery)


def usable_cores() -> list[int]:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


DIED = Sentence("the process that played the game exited with code {code}")
