"""Games played here and on other machines that joined: those first, since nobody else needs their cores.

A game that comes back from elsewhere without a result is played again here: a machine that vanishes or is broken costs
nothing, and a game counts once, because only one of its deliveries is passed on.
"""

import logging
import time
from dataclasses import replace
from typing import Protocol

from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.cluster_key import NoCluster
from schwarm.arena.game_processes import GamePool

log = logging.getLogger("schwarm.arena")

MAX_ALONE_SECONDS = 10.0
"""Seconds for which games wait for a worker where none is left; then they are played here."""


class OtherMachines(GamePool, Protocol):
    """Workers that come and go."""

    @property
    def capacity(self) -> int:
        """How many games all of them can play at once, right now."""

    def give_up(self) -> list[str]:
        """Forget all games that are handed out; their keys."""


class JoinedPool:
    """This machine's processes and those of others, see `game_processes.GamePool`."""

    def __init__(self, here: GamePool, there: OtherMachines) -> None:
        self._here, self._there = here, there
        self._away: dict[str, Assignment] = {}
        """The games that others play."""
        self._again: list[Assignment] = []
        """Those that are to be played here after all."""
        self._alone_since: float | None = None

    def free(self) -> int:
        return max(0, self._here.free() - len(self._again)) + self._free_there()

    def _free_there(self) -> int:
        try:
            return self._there.free()
        except NoCluster as error:
            self._take_back(error)
            return 0

    def submit(self, assignment: Assignment) -> None:
        if self._free_there():
            try:
                self._there.submit(assignment)
            except NoCluster as error:
                self._take_back(error)
            else:
                self._away[assignment.fixture.key] = assignment
                return
        self._again.append(assignment)
        self._play_again()

    def collect(self, timeout: float) -> GameReport | None:
        self._check_alone()
        if self._away and (report := self._collect_there()) is not None:
            return report
        self._play_again()
        return self._here.collect(timeout)

    def stop(self) -> None:
        self._there.stop()
        self._here.stop()

    def _collect_there(self) -> GameReport | None:
        try:
            report = self._there.collect(0.0)
        except NoCluster as error:
            self._take_back(error)
            return None
        assignment = self._away.pop(report.key, None) if report is not None else None
        if report is None or assignment is None:
            return None
        if not report.failure:
            return replace(report, elsewhere=True)
        log.warning("%s was not played elsewhere and is played here: %s", report.key, report.failure)
        self._again.append(assignment)
        return None

    def _check_alone(self) -> None:
        """Where no worker is left, nobody waits for one for long."""
        if not self._away:
            self._alone_since = None
            return
        try:
            there = self._there.capacity > 0
        except NoCluster as error:
            self._take_back(error)
            return
        now = time.monotonic()
        self._alone_since = None if there else self._alone_since or now
        if self._alone_since is not None and now - self._alone_since > MAX_ALONE_SECONDS:
            self._take_back(None)

    def _take_back(self, error: NoCluster | None) -> None:
        """Play here what others do not play any more."""
        if error is not None and self._away:
            log.warning("%s", error)
        self._there.give_up()
        self._again += self._away.values()
        self._away.clear()

    def _play_again(self) -> None:
        while self._again and self._here.free():
            self._here.submit(self._again.pop(0))
