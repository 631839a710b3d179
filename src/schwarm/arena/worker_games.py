"""What a worker of a cluster does: plays one game per slot at a time, each in a process of its own."""

import os
import threading
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from schwarm.arena.assignment import Assignment
from schwarm.arena.executors import LocalExecutor
from schwarm.arena.game_progress import GameProgress
from schwarm.arena.pool import OnProgress
from schwarm.arena.zip_cache import MissingZips, ZipCache
from schwarm.store.location import data_folder


class CannotStart(Exception):
    """A worker lacks what a bot of its game needs: a file, perhaps, or Java. It is `doubtful` where only the bot says
    so."""

    def __init__(self, why: str, worker: str, doubtful: bool = False) -> None:
        super().__init__(why, worker, doubtful)
        self.why, self.worker, self.doubtful = why, worker, doubtful


_starting = threading.Lock()


@cache
def _start() -> LocalExecutor:
    # Two workers on one machine begin with different cores.
    return LocalExecutor(first=os.getpid())


def executor() -> LocalExecutor:
    """The processes of this worker, for all its games; the first ones come at the same moment."""
    with _starting:
        return _start()


def play_here(
    data: dict[str, Any], zips: dict[str, bytes] | None = None, topic: str = "", ticket: str = ""
) -> dict[str, Any]:
    """What a worker does for one game; dask runs as many at once as it has slots. `zips` are those that it lacked
    before. With a `ticket` it reports the game's progress under a `topic`. Raises `MissingZips` and `CannotStart`."""
    assignment = find_bots(Assignment.of(data), zips or {}, zip_cache())
    report = executor().submit(assignment, _teller(topic, ticket) if ticket else None).result()
    if report.lacking:
        raise CannotStart(report.failure, _own_address(), report.doubtful)
    return report.data()


def _teller(topic: str, ticket: str) -> OnProgress:
    """Reports progress to the process that handed out the game."""
    from distributed import get_worker

    worker = get_worker()

    def tell(progress: GameProgress) -> None:
        worker.log_event(topic, {"ticket": ticket, "progress": {"first": progress.first, "moves": progress.moves}})

    return tell


def zip_cache() -> ZipCache:
    return ZipCache(data_folder() / "worker-zips")


def find_bots(assignment: Assignment, zips: Mapping[str, bytes], cache: ZipCache) -> Assignment:
    """A game for this machine, whose bots are files of it; raises `MissingZips`."""
    cache.add(zips)
    there, missing = cache.find(assignment.bots)
    if missing:
        raise MissingZips(missing, _own_address())
    red, blue = (there.get(bot, bot) for bot in assignment.bots)
    return replace(assignment, bots=(red, blue), away=True)


def _own_address() -> str:
    """How dask calls this worker; nothing where there is none, as in a test."""
    from distributed import get_worker

    try:
        return str(get_worker().address)
    except ValueError:
        return ""
