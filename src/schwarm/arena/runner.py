"""Runs a contest: hands out what is due, writes down what comes back, and tells whoever wants to know.

Knows no terminal and no page; both follow a contest through `Event`s and `Runner.progress`. It may be run in any
thread and stopped from any other.
"""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from schwarm.arena.assignment import GameReport, open_report
from schwarm.arena.backoff import Retries
from schwarm.arena.contest import Contest, assignment
from schwarm.arena.fixture import Fixture, Result
from schwarm.arena.pool import Share
from schwarm.arena.results import Results
from schwarm.games.record import Record
from schwarm.launch.bot_facts import find_all_places

MAX_BACKOFFS = 6
"""Consecutive failures after which a contest is given up: a minute in which a full disk may be cleared."""
BREATH = 0.2
"""Seconds between two looks at whether to stop."""


class ResultsStore(Protocol):
    """Where results are written down for good."""

    def results(self) -> Results:
        """What was played so far: always the same object, brought up to date."""

    def add(self, report: GameReport, record: Record, result: Result) -> bool:
        """Write down a game for good, in one piece; False if it was there already."""

    def hold_lease(self) -> AbstractContextManager[None]:
        """While somebody is inside, nobody else runs the same contest; raises a `SchwarmError` if somebody does."""


class MemoryResults:
    """Results that are gone with the process."""

    def __init__(self) -> None:
        self._results = Results()

    def results(self) -> Results:
        return self._results

    def add(self, report: GameReport, record: Record, result: Result) -> bool:
        return self._results.add(result)

    def hold_lease(self) -> AbstractContextManager[None]:
        return nullcontext()


class Ending(Enum):
    """Why a contest does not go on."""

    PLAYED = "played"
    """Everything was played."""
    DECIDED = "decided"
    """It is decided early."""
    STOPPED = "stopped"
    """Somebody wanted so; it can go on later."""
    STUCK = "stuck"
    """Some games failed again and again by no fault of their players."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a contest is, for whoever follows it."""

    done: int
    total: int
    running: tuple[Fixture, ...]
    stopping: bool
    failing: bool = False
    """Whether games failed just now by no fault of their players, and nothing has gone well since."""
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Began:
    fixture: Fixture


@dataclass(frozen=True, slots=True)
class Ended:
    """A game is over and written down."""

    result: Result
    report: GameReport


@dataclass(frozen=True, slots=True)
class Failed:
    """A game failed by no fault of its players; it is tried again, or given up."""

    key: str
    failure: str
    given_up: bool


Event = Began | Ended | Failed
Redact = Callable[[GameReport, Record, Result], tuple[GameReport, Record, Result]]


class Runner:
    """One contest being run."""

    def __init__(
        self,
        contest: Contest,
        share: Share,
        book: ResultsStore,
        *,
        tell: Callable[[Event], None] = lambda event: None,
        redact: Redact | None = None,
    ) -> None:
        """`redact` gives what everybody may read of a game, before it is written down."""
        self.contest, self.book = contest, book
        self.results = book.results()
        self.ending: Ending | None = None
        self.failure = ""
        """Why a game failed last by no fault of its players."""
        self._share, self._tell, self._redact = share, tell, redact
        self._places = tuple(map(str, find_all_places(contest.bots.values())))
        self._running: dict[str, Fixture] = {}
        self._queue: deque[Fixture] = deque()
        self._looked_at = -1
        self._retries = Retries()
        self._set_aside: list[Fixture] = []
        """Games that failed since one last succeeded. Others come first: they tell whether the machine is the cause."""
        self._stop_soon = threading.Event()
        self._stop_now = threading.Event()
        self._stop_at = math.inf

    @property
    def progress(self) -> Progress:
        return Progress(
            len(self.results),
            self.contest.total(self.results),
            tuple(self._running.values()),
            self._stop_soon.is_set(),
            self._retries.failing,
            self.ending,
        )

    def stop(self, within: float = math.inf) -> None:
        """Stop when the running games are over; asked again, or after so many seconds, stop at once and forget them."""
        if self._stop_soon.is_set():
            self._stop_now.set()
        self._stop_at = min(self._stop_at, time.monotonic() + within)
        self._stop_soon.set()

    def run(self) -> Ending:
        """Play until nothing is due, it is decided, or somebody stops it. Whatever happens, nothing runs on."""
        try:
            with self.book.hold_lease():
                ending = self._run()
        finally:
            self._share.stop()
        self.ending = ending
        return ending

    def _run(self) -> Ending:
        decided = self.contest.over(self.results)
        while not self._stop_now.is_set():
            if time.monotonic() > self._stop_at:
                self._stop_now.set()
                break
            waiting = not decided and not self._stop_soon.is_set() and self._submit_due()
            if not self._running and not waiting:
                break
            report = self._share.collect(BREATH)
            if report is not None and (fixture := self._running.pop(report.key, None)):
                if not decided and not self._stop_soon.is_set() and not report.failure:
                    # Whoever delivered plays on while we write.
                    self._submit_due(look=False)
                self._record(fixture, report)
                decided = decided or self.contest.over(self.results)
        if decided:
            return Ending.DECIDED
        if self._stop_soon.is_set() and (self._queue or self._due() or self._stop_now.is_set()):
            return Ending.STOPPED
        given_up = self._nothing_works or self._retries.any_given_up
        return Ending.STUCK if given_up else Ending.PLAYED

    @property
    def _nothing_works(self) -> bool:
        return self._retries.backoff.number >= MAX_BACKOFFS

    def _submit_due(self, *, look: bool = True) -> bool:
        """Give games to whoever is free; True if some are left that nobody is free for.

        `look` at what is due only when nothing is between being played and being written down."""
        while not self._nothing_works:
            if look and not self._queue and (self._set_aside or self._looked_at != len(self.results)):
                self._looked_at = len(self.results)
                self._set_aside.clear()
                self._queue.extend(self._due())
            if not self._queue or self._retries.backoff.left or not self._share.free():
                return bool(self._queue)
            fixture = self._queue.popleft()
            self._running[fixture.key] = fixture
            self._share.submit(assignment(self.contest, fixture, self._places))
            self._tell(Began(fixture))
        return False

    def _due(self) -> list[Fixture]:
        return [
            fixture
            for fixture in self.contest.due(self.results)
            if fixture.key not in self._running and not self._retries.is_given_up(fixture.key)
        ]

    def _record(self, fixture: Fixture, report: GameReport) -> None:
        report, played = open_report(report)
        if played is None:
            self.failure = report.failure
            self._tell(Failed(fixture.key, self.failure, self._set_back(fixture)))
            return
        self._retries.on_succeeded()
        self._queue.extendleft(reversed(self._set_aside))
        self._set_aside.clear()
        # Written down first, told then: what was shown is durable.
        record, result = played
        if self._redact is not None:
            report, record, result = self._redact(report, record, result)
        if not self.book.add(report, record, result):
            # Another process has written it down first; that one counts.
            self.book.results()
        self._tell(Ended(self.results[result.key], report))

    def _set_back(self, fixture: Fixture) -> bool:
        """Let a game wait that failed; True if it is given up."""
        if self._retries.on_failed(fixture.key) or self._nothing_works:
            return True
        self._set_aside.append(fixture)
        return False
