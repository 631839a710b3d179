"""What a worker of a cluster does: plays one game per core at a time, each in a process of its own."""

import os
import queue
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.game_processes import GameProcess, OnProgress, usable_cores
from schwarm.arena.game_progress import GameProgress
from schwarm.arena.zip_cache import MissingZips, ZipCache
from schwarm.store.location import data_folder


class CannotStart(Exception):
    """A worker lacks what a bot of its game needs: a file, perhaps, or Java. It is `doubtful` where only the bot says
    so."""

    def __init__(self, why: str, worker: str, doubtful: bool = False) -> None:
        super().__init__(why, worker, doubtful)
        self.why, self.worker, self.doubtful = why, worker, doubtful


_places: "queue.SimpleQueue[tuple[GameProcess, queue.SimpleQueue[GameReport]]] | None" = None
_preparing = threading.Lock()
"""The first games come at the same moment, and must not each make hands for all cores."""


def _prepare_processes() -> "queue.SimpleQueue[tuple[GameProcess, queue.SimpleQueue[GameReport]]]":
    """One hand per core, made when the first game comes."""
    global _places  # noqa: PLW0603 - a dask worker is one process, and these are its hands
    with _preparing:
        if _places is None:
            found: queue.SimpleQueue[tuple[GameProcess, queue.SimpleQueue[GameReport]]] = queue.SimpleQueue()
            cores = usable_cores()
            # Two workers on one machine shall not begin with the same core.
            first = os.getpid() % len(cores)
            for core in (*cores[first:], *cores[:first]):
                own: queue.SimpleQueue[GameReport] = queue.SimpleQueue()
                found.put((GameProcess(core, own, _hear_nothing), own))
            _places = found
        return _places


def play_here(
    data: dict[str, Any], zips: dict[str, bytes] | None = None, topic: str = "", ticket: str = ""
) -> dict[str, Any]:
    """What a worker does for one game; as many at once as it has cores. `zips` are those that it lacked before. With a
    `ticket` it tells the moves of the game under a `topic`. Raises `MissingZips` and `CannotStart`."""
    assignment = find_bots(Assignment.of(data), zips or {}, zip_cache())
    places = _prepare_processes()
    hand, news = places.get()
    try:
        hand.work_for(news, _teller(topic, ticket) if ticket else _hear_nothing)
        hand.begin(assignment)
        while True:
            hand.check()
            with suppress(queue.Empty):
                report = news.get(timeout=1.0)
                break
    finally:
        places.put((hand, news))
    if report.lacking:
        raise CannotStart(report.failure, _own_address(), report.doubtful)
    return report.data()


def _teller(topic: str, ticket: str) -> OnProgress:
    """Tells whoever handed out a game how far it is."""
    from distributed import get_worker

    worker = get_worker()

    def tell(progress: GameProgress) -> None:
        worker.log_event(topic, {"ticket": ticket, "progress": {"first": progress.first, "moves": progress.moves}})

    return tell


def _hear_nothing(progress: GameProgress) -> None:
    """Processes tell their moves only if somebody hears them when they start; which games are told is known later."""


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


def stop_processes() -> None:
    """End what was made for games."""
    while _places is not None and not _places.empty():
        hand, _ = _places.get()
        hand.stop()
        hand.on_exit()
