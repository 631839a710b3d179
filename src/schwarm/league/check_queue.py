"""The queue of what was handed in: one check after the other, and teams take turns.

The queue is in the store: whatever waits there is checked, after any interruption, and nothing else is remembered.
"""

import logging
import threading
from collections.abc import Callable, Sequence

from schwarm.arena.pause import Pause
from schwarm.launch.errors import CannotLaunch
from schwarm.league.check_process import FAULT, CheckProcess, to_finding, write_findings
from schwarm.league.zip_folder import ZipFolder
from schwarm.store import versions
from schwarm.store.games import Store
from schwarm.store.league_rows import FAULTY, Version
from schwarm.store.leagues import list_leagues
from schwarm.store.versions import Waiting
from schwarm.words import Message, SchwarmError

log = logging.getLogger("schwarm.league")

LOOK = 2.0
"""Seconds between two looks, for what other processes of the page took in."""


def order_queue(waiting: Sequence[Waiting]) -> list[Version]:
    """Who is next: the team whose last check is longest ago. So a team that hands in again and again keeps nobody
    waiting but itself."""
    found: list[Version] = []
    left = list(waiting)
    last = {entry.version.team_id: entry.last_check for entry in waiting}
    while left:
        chosen = min(left, key=lambda entry: (last[entry.version.team_id], entry.version.id))
        left.remove(chosen)
        found.append(chosen.version)
        # Whoever had a turn goes behind all others.
        last[chosen.version.team_id] = max(last.values()) + 1.0
    return found


class CheckQueue:
    """Checks what waits, in a thread of its own."""

    def __init__(
        self,
        store: Store,
        zips: ZipFolder,
        *,
        no_programs: Message | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`no_programs` says why nothing is started here; then everything waits."""
        self._store, self._zips, self._no_programs, self._changed = store, zips, no_programs, changed
        self._wake, self._stopped = threading.Event(), threading.Event()
        self._current: CheckProcess | None = None
        self.checking: int | None = None
        """The id of the version that is being checked."""

    def wake(self) -> None:
        """Something new waits."""
        self._wake.set()

    def stop(self) -> None:
        """End at once; what is being checked is checked again at the next start."""
        self._stopped.set()
        self._wake.set()
        if current := self._current:
            current.stop()

    def place(self, version: Version) -> int | None:
        """Where a version stands in the queue, from 1; 0 while it is checked, None when it was and while its zip is not
        on the server."""
        if version.id == self.checking:
            return 0
        ids = [waiting.id for waiting in self._ordered()]
        return ids.index(version.id) + 1 if version.id in ids else None

    def _ordered(self) -> list[Version]:
        """What can be checked. Nobody is to blame for a zip that the server has lost: it waits until that is back."""
        waiting = [entry for entry in versions.list_waiting(self._store) if entry.version.id != self.checking]
        return order_queue([entry for entry in waiting if self._zips.holds(entry.version.zip)])

    def run(self) -> None:
        """Check until somebody says stop."""
        pause = Pause()
        while not self._stopped.is_set():
            self._wake.clear()
            try:
                busy = self._no_programs is None and self.check_next()
                pause.end()
            except SchwarmError as error:
                # A full disk, say; it waits, and may be better later.
                log.warning("%s", error)
                busy = False
                pause.lengthen()
            except Exception:
                log.exception("a check")
                busy = False
                pause.lengthen()
            if not busy:
                self._wake.wait(max(LOOK, pause.left))

    def check_next(self) -> bool:
        """Check what is next; False if nothing was checked."""
        queue = self._ordered()
        if not queue:
            return False
        version = queue[0]
        league_ids = {entry.version.id: entry.league_id for entry in versions.list_waiting(self._store)}
        known = {league.id: league for league in list_leagues(self._store)}
        league = known.get(league_ids.get(version.id, 0))
        if league is None:
            # Its league was deleted this very moment.
            return False
        self.checking = version.id
        try:
            self._changed()
            current = self._current = CheckProcess(
                self._zips.path(version.zip), version.file, league.game, time=league.time_control
            )
            if self._stopped.is_set():
                return False
            try:
                findings = current.run()
            except CannotLaunch as error:
                findings = [to_finding(FAULT, error.message)]
            if findings is None:
                return False
            ready = not any(finding.weight == FAULT for finding in findings)
            versions.record_check(self._store, version, write_findings(findings), ready=ready, faulty=FAULTY)
        finally:
            self.checking = self._current = None
        self._changed()
        return True
