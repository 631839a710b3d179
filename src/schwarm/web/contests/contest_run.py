"""A contest that is played at the page, and how any contest stands.

It is played in a thread of its own and by processes of its own; who shows it only hears that something changed.
"""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from schwarm.arena.contest import Contest
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.pool import OnProgress, Share
from schwarm.arena.results import Results
from schwarm.arena.runner import Ending, Event, Progress, Redact, Runner
from schwarm.web.contests.games_on import GamesOn
from schwarm.web.errors import WENT_WRONG, to_refusal
from schwarm.words import Message, SchwarmError

log = logging.getLogger("schwarm.web")

MAX_STOP_SECONDS = 20.0
"""Seconds that a contest has to end with everything it started."""


@dataclass(frozen=True, slots=True)
class ContestStatus:
    """How a contest stands."""

    event: str
    contest: Contest
    results: Results
    """More may come in while one reads them: hold `results.lock` for what must fit together."""
    progress: Progress | None = None
    """Only while it is played here, and after."""
    finished: bool = False
    trouble: Message | None = None
    elsewhere: bool = False
    """Whether somebody else plays it now, in a terminal say."""
    at: float = 0.0
    """When its last game came."""
    league: str = ""
    """The key of the league whose teams play it, if it is a league's."""
    pictures: Mapping[str, str] = field(default_factory=dict)
    """Of the teams of a league, by the names under which they play here."""

    @property
    def running(self) -> bool:
        return self.progress is not None and self.progress.ending is None and self.trouble is None


class ContestRun:
    """One contest that is played here."""

    def __init__(
        self,
        book: DatabaseResults,
        contest: Contest,
        join: Callable[[OnProgress], Share],
        changed: Callable[[], None],
        league: str = "",
        redact: Redact | None = None,
    ) -> None:
        """`join` gives its share of a pool."""
        self.event, self.contest, self.league = book.event, contest, league
        self.trouble: Message | None = None
        self.games_on = GamesOn(contest.conditions, f"{self.event}/")
        self.runner = Runner(contest, join(self.games_on.on_progress), book, tell=self._on_event, redact=redact)
        self._changed = changed
        self._thread = threading.Thread(target=self._run, name="contest", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def running(self) -> bool:
        return self.runner.ending is None and self.trouble is None

    def _on_event(self, event: Event) -> None:
        self.games_on.on_event(event)
        self._changed()

    def _run(self) -> None:
        try:
            self.runner.run()
        except SchwarmError as error:
            # A full disk, say. What was recorded is recorded, and it can go on.
            log.warning("%s: %s", self.event, error)
            self.trouble = to_refusal(error).message
        except Exception:
            log.exception("%s", self.event)
            self.trouble = WENT_WRONG()
        self._changed()

    def end(self) -> None:
        """Stop at once, and wait until nothing runs any more."""
        self.runner.stop()
        self.runner.stop()
        self._thread.join(MAX_STOP_SECONDS)

    def is_up_to_date(self) -> bool:
        """Whether it has not been continued elsewhere since it was played here. Reads the store."""
        played = len(self.runner.results)
        return len(self.runner.book.results()) == played

    def status(self) -> ContestStatus:
        progress = self.runner.progress
        done = progress.ending in (Ending.PLAYED, Ending.DECIDED)
        return ContestStatus(
            *(self.event, self.contest, self.runner.results, progress, done, self.trouble),
            at=time.time(),
            league=self.league,
        )
