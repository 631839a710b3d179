"""Runs a contest: hands out due games, stores their results, and reports events.

Knows no terminal and no page; both follow a contest through `Event`s and `Runner.progress`. It may be run in any
thread and stopped from any other. Leagues are run by the same class, several of them in one thread.
"""

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Protocol

from schwarm.arena.backoff import Retries
from schwarm.arena.fixture import Fixture, Result
from schwarm.arena.game_job import GameReport, open_report
from schwarm.arena.pool import Share
from schwarm.arena.results import Results
from schwarm.games.record import Record

MAX_BACKOFFS = 6
"""Consecutive failures after which a contest is given up: a minute in which a full disk may be cleared."""
BREATH = 0.2
"""Seconds between two looks at whether to stop."""


class Playable(Protocol):
    """A contest, or a league, which is a contest that is never over."""

    endless: ClassVar[bool]
    """Whether other games may be due at any time, not only after a result; failures never end it."""

    @property
    def title(self) -> str: ...

    def due(self, results: Results) -> Iterator[Fixture]:
        """The games that can be played now, in order."""

    def over(self, results: Results) -> bool:
        """Whether it is decided before all games are played."""

    def total(self, results: Results) -> int:
        """The number of games, as far as is known."""

    def hand_out(self, fixture: Fixture, share: Share) -> bool:
        """Have a due game played; False while there is no slot for it."""


class ResultsStore(Protocol):
    """Durable results."""

    def results(self) -> Results:
        """All results so far: always the same object, brought up to date."""

    def add(self, report: GameReport, record: Record, result: Result) -> bool:
        """Store a game in one transaction; False if it was there already."""

    def hold_lease(self) -> AbstractContextManager[None]:
        """The lease of the contest; raises a `SchwarmError` if another process holds it."""


class MemoryResults:
    """Results that end with the process."""

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
    """On request; it can be continued."""
    STUCK = "stuck"
    """Some games failed again and again by no fault of their players."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a contest for its viewers."""

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
    """A game failed by no fault of its players; it is played again, or given up."""

    key: str
    failure: str
    given_up: bool


Event = Began | Ended | Failed
Redact = Callable[[GameReport, Record, Result], tuple[GameReport, Record, Result]]


class Runner:
    """One contest being run."""

    def __init__(
        self,
        contest: Playable,
        share: Share,
        book: ResultsStore,
        *,
        tell: Callable[[Event], None] = lambda event: None,
        redact: Redact | None = None,
        retries: Retries | None = None,
    ) -> None:
        """`redact` makes the public version of a game before it is stored."""
        self.contest, self.book = contest, book
        self.results = book.results()
        self.ending: Ending | None = None
        self.failure = ""
        """The last failure of a game by no fault of its players."""
        self._share, self._tell, self._redact = share, tell, redact
        self._running: dict[str, Fixture] = {}
        self._queue: deque[Fixture] = deque()
        self._looked_at = -1
        self._retries = retries or Retries()
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
        """Stop when the running games are over. A second call, or `within` seconds, cancels them."""
        if self._stop_soon.is_set():
            self._stop_now.set()
        self._stop_at = min(self._stop_at, time.monotonic() + within)
        self._stop_soon.set()

    def run(self) -> Ending:
        """Play until nothing is due, it is decided, or it is stopped. In any case no game runs on."""
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
            while not decided and not self._stop_soon.is_set() and self.hand_out():
                pass
            waiting = not decided and not self._stop_soon.is_set() and not self._nothing_works and bool(self._queue)
            if not self._running and not waiting:
                break
            if (report := self._share.collect(BREATH)) is not None:
                if not decided and not self._stop_soon.is_set() and not report.failure:
                    # The slot plays on while the result is stored.
                    while self.hand_out(look=False):
                        pass
                self.take(report)
                decided = decided or self.contest.over(self.results)
        if decided:
            return Ending.DECIDED
        if self._stop_soon.is_set() and (self._queue or self._due() or self._stop_now.is_set()):
            return Ending.STOPPED
        given_up = self._nothing_works or self._retries.any_given_up
        return Ending.STUCK if given_up else Ending.PLAYED

    @property
    def _nothing_works(self) -> bool:
        return not self.contest.endless and self._retries.backoff.number >= MAX_BACKOFFS

    def hand_out(self, *, look: bool = True) -> bool:
        """Have one more game played; False if none is due, or no slot is free.

        `look` for due games only while no game is between its end and being stored."""
        if self._nothing_works:
            return False
        stale = not self._queue and (self._retries.failing or self._looked_at != len(self.results))
        if look and (stale or self.contest.endless):
            self._looked_at, self._queue = len(self.results), deque(self._due())
        if not self._queue or self._retries.backoff.left:
            return False
        if not self.contest.hand_out(self._queue[0], self._share):
            return False
        fixture = self._queue.popleft()
        self._running[fixture.key] = fixture
        self._tell(Began(fixture))
        return True

    def _due(self) -> list[Fixture]:
        """Due games. Those that failed since one last succeeded come last: others show if the machine is the cause."""
        due = self.contest.due(self.results)
        found = [game for game in due if game.key not in self._running and not self._retries.is_given_up(game.key)]
        return sorted(found, key=lambda game: self._retries.is_charged(game.key))

    def take(self, report: GameReport) -> None:
        """Store a game, or have it played again if it failed."""
        if (fixture := self._running.pop(report.key, None)) is None:
            return
        report, played = open_report(report)
        if played is None:
            self.failure = report.failure
            given_up = not report.withdrawn and (self._retries.on_failed(fixture.key) or self._nothing_works)
            self._tell(Failed(fixture.key, self.failure, given_up))
            return
        if self._retries.failing:
            # The games that failed are due again, in their places.
            self._queue.clear()
            self._looked_at = -1
        self._retries.on_succeeded()
        # Stored first, told then: results that were shown are durable.
        record, result = played
        if self._redact is not None:
            report, record, result = self._redact(report, record, result)
        if not self.book.add(report, record, result):
            # Another process stored it first; that one counts.
            self.book.results()
        self._tell(Ended(self.results.get(result.key, result), report))
