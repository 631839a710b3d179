"""Those who play the games: here, processes of this machine, one game at a time each.

A pool knows neither contest nor store. Whoever runs one hands out assignments while somebody is free, and waits for
news.
"""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.game_progress import TELLS_MOVES, GameProgress
from schwarm.launch.temporary_folder import remove_leftovers
from schwarm.words import Sentence


class GamePool(Protocol):
    """Whoever can play games, here or elsewhere."""

    def free(self) -> int:
        """How many more assignments can be handed out now."""

    def submit(self, assignment: Assignment) -> None:
        """Have a game played; sooner or later there is a delivery with its key."""

    def collect(self, timeout: float) -> GameReport | None:
        """The next game that was played, or that failed; None if there is none in time."""

    def stop(self) -> None:
        """End everything at once. Games that run are forgotten."""


OnProgress = Callable[[GameProgress], None]


class News(Protocol):
    """Where a process puts what came back: some queue."""

    def put(self, item: GameReport, /) -> None: ...


class GameProcesses:
    """As many processes as games are played at once, each on a core of its own where there are enough."""

    def __init__(self, size: int | None = None, on_progress: OnProgress | None = None) -> None:
        """`on_progress` hears of moves while games are played, in a thread of each process."""
        remove_leftovers()
        cores = usable_cores()
        self.size = size or len(cores)
        self._news: queue.SimpleQueue[GameReport] = queue.SimpleQueue()
        self._hands = [GameProcess(cores[place % len(cores)], self._news, on_progress) for place in range(self.size)]

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that were started and not given up."""
        return [hand.pid for hand in self._hands if hand.pid is not None]

    def free(self) -> int:
        return sum(hand.assignment is None for hand in self._hands)

    def submit(self, assignment: Assignment) -> None:
        next(hand for hand in self._hands if hand.assignment is None).begin(assignment)

    def collect(self, timeout: float) -> GameReport | None:
        for hand in self._hands:
            hand.check()
        with suppress(queue.Empty):
            return self._news.get(timeout=timeout)
        return None

    def stop(self) -> None:
        for hand in self._hands:
            hand.stop()
        for hand in self._hands:
            hand.on_exit()


class GameProcess:
    """One process and the game it plays. Started when it is needed, and again if it dies."""

    def __init__(self, core: int, news: News, on_progress: OnProgress | None = None) -> None:
        self.core, self._on_progress = core, on_progress
        self.assignment: Assignment | None = None
        self._news = news
        self._process: subprocess.Popen[str] | None = None
        self._deadline = 0.0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def work_for(self, news: News, on_progress: OnProgress | None) -> None:
        """Tell somebody else from now on; only while there is nothing to tell."""
        assert self.assignment is None
        self._news, self._on_progress = news, on_progress

    def begin(self, assignment: Assignment) -> None:
        if self._process is not None and self._process.poll() is not None:
            self.stop()
            self.on_exit()
        if self._process is None:
            self._process = self._start()
        self._deadline = time.monotonic() + assignment.max_seconds
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
            self.deliver(GameReport(self.assignment.fixture.key, failure=str(DIED(code=self._process.poll()))))

    def stop(self) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()

    def on_exit(self) -> None:
        if self._process is None:
            return
        try:
            self._process.wait(5.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        # It has read all there is: what the process printed to ended with it.
        self.reader.join()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._process = None

    def _start(self) -> "subprocess.Popen[str]":
        tells = [TELLS_MOVES] if self._on_progress else []
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "schwarm.arena.game_process_main", str(self.core), *tells],
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
                told = json.loads(line)
                if "first" not in told:
                    self.deliver(GameReport.of(told))
                elif self._on_progress is not None:
                    self._on_progress(GameProgress.of(told))
        if self.assignment is not None:
            process.wait()
            self.deliver(GameReport(self.assignment.fixture.key, failure=str(DIED(code=process.returncode))))

    def deliver(self, delivery: GameReport) -> None:
        """Report the game that it played, and be free for the next one."""
        # As soon as it is free, somebody else may let it work.
        news, self.assignment = self._news, None
        news.put(delivery)


def usable_cores() -> list[int]:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


DIED = Sentence("the process that played the game exited with code {code}")
