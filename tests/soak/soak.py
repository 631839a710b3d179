"""Lets victims live and die until enough were killed or the time is up, some at the same time."""

import queue
import shutil
import threading
import traceback
from collections.abc import Callable, Collection
from importlib.util import find_spec
from pathlib import Path

from soak.cluster_victims import ClusterVictim, SchedulerVictim, WorkerVictim
from soak.contest_victims import MatchVictim, SeasonVictim, SwissVictim
from soak.league_victims import LeagueVictim, PostgresLeague
from soak.serve_victims import ServeVictim, SteadyServer
from soak.totals import Count, Totals
from soak.trouble_victims import FullDisk, HeldDatabase, LostPostgres, NeedsPostgres, PostgresMatch, can_mount
from soak.victim import Victim
from store import postgres

VICTIMS: tuple[type[Victim], ...] = (
    MatchVictim,
    SeasonVictim,
    SwissVictim,
    ServeVictim,
    LeagueVictim,
    PostgresLeague,
    SteadyServer,
    HeldDatabase,
    FullDisk,
    PostgresMatch,
    LostPostgres,
    ClusterVictim,
    WorkerVictim,
    SchedulerVictim,
)


def find_victims(folder: Path, kinds: Collection[str], say: Callable[[str], None]) -> list[type[Victim]]:
    """Those whose kind contains one of some words, or all of them; what this machine cannot have is said."""
    chosen = [each for each in VICTIMS if not kinds or any(word in each.kind for word in kinds)]
    if not can_mount(folder):
        chosen = _leave_out(chosen, FullDisk, "no right to mount a small disk", say)
    if postgres.find_programs() is None:
        chosen = _leave_out(chosen, NeedsPostgres, "no PostgreSQL", say)
    if not (find_spec("distributed") and find_spec("cryptography")):
        chosen = _leave_out(chosen, ClusterVictim, "no dask", say)
    return chosen


def _leave_out(chosen: list[type[Victim]], kind: type, why: str, say: Callable[[str], None]) -> list[type[Victim]]:
    for each in chosen:
        if issubclass(each, kind):
            say(f"left out: {each.kind} ({why})")
    return [each for each in chosen if not issubclass(each, kind)]


class Soak:
    """One run. A kind that lost something is not tried again, and its folder stays to be looked at."""

    def __init__(self, victims: Collection[Victim], totals: Totals, say: Callable[[str], None]) -> None:
        self.faults: list[str] = []
        self._totals, self._say = totals, say
        self._victims = list(victims)
        self._waiting: queue.SimpleQueue[Victim] = queue.SimpleQueue()
        for victim in victims:
            self._waiting.put(victim)

    def run(self, jobs: int) -> None:
        """So many victims at once."""
        threads = [threading.Thread(target=self._work) for _ in range(min(jobs, len(self._victims)))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for victim in self._victims:
            victim.close()

    def _work(self) -> None:
        while not self._totals.over:
            try:
                victim = self._waiting.get_nowait()
            except queue.Empty:
                return
            try:
                victim.live()
            except Exception as error:
                self._tell(victim, error)
            else:
                shutil.rmtree(victim.folder, ignore_errors=True)
                self._waiting.put(victim)

    def _tell(self, victim: Victim, error: Exception) -> None:
        self._totals.add(victim.kind, Count(faults=1))
        what = f"{victim.kind}, seed {victim.seed}, life {victim.lives}, {victim.folder}: {error!r}"
        self.faults.append(what)
        self._say("\n".join([f"FAULT {what}", *traceback.format_exception(error)]))
