"""The games of a contest on many machines, by dask.distributed. Only who runs the contest writes the store.

A worker has one place per core and plays one game at each, in a process of its own that stays on that core. dask's
queue is not durable and need not be: a game is handed out again if its worker dies, and counts once whoever delivers
it.
"""

import asyncio
import logging
import os
import queue
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.game_processes import GameProcess, usable_cores
from schwarm.words import Message, SchwarmError, Sentence, excerpt

if TYPE_CHECKING:
    from distributed import Client, Future

PLACE = "game"
"""dask's word is resource: what a worker has one of per core, and every game needs one of."""
AHEAD = 1.25
"""So many games per place are handed out, so that nobody waits for the next one."""
LOOK_EVERY = 1.0
MAX_CONNECT_SECONDS = 10.0


class NoCluster(SchwarmError):
    """There is no cluster to play on."""


class ClusterWorkers:
    """Plays on the workers of a scheduler; they may come and go, see `game_processes.GamePool`."""

    def __init__(self, address: str, at_once: int | None = None) -> None:
        self._client = connect(address)
        self._address, self._at_once = address, at_once
        self._news: queue.SimpleQueue[tuple[str, Future]] = queue.SimpleQueue()
        self._futures: dict[str, Future] = {}
        self._places, self._looked = 0, -LOOK_EVERY

    @property
    def capacity(self) -> int:
        """How many games all workers together can play at once, right now."""
        if time.monotonic() - self._looked > LOOK_EVERY:
            self._looked = time.monotonic()
            with self._while_it_answers():
                workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
                self._places = int(sum(worker.get("resources", {}).get(PLACE, 0) for worker in workers))
        return self._places

    def free(self) -> int:
        most = round(AHEAD * self.capacity)
        return max(0, min(most, self._at_once or most) - len(self._futures))

    def submit(self, assignment: Assignment) -> None:
        key = assignment.fixture.key
        with self._while_it_answers():
            future = self._client.submit(play_here, assignment.data(), pure=False, resources={PLACE: 1})
        self._futures[key] = future
        future.add_done_callback(lambda done: self._news.put((key, done)))

    def collect(self, timeout: float) -> GameReport | None:
        try:
            key, future = self._news.get(timeout=timeout)
        except queue.Empty:
            return None
        self._futures.pop(key, None)
        try:
            return GameReport.of(future.result())
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            # The worker died too often with this game, or the scheduler is gone.
            return GameReport(key, failure=excerpt(f"{type(error).__name__}: {error}", 300))

    def stop(self) -> None:
        with suppress(Exception):
            self._client.cancel(list(self._futures.values()))
        with suppress(Exception):
            self._client.close(timeout=5)

    @contextmanager
    def _while_it_answers(self) -> Iterator[None]:
        """dask waits a while for a scheduler that went away; after that its errors have many names."""
        try:
            yield
        except Exception as error:
            raise NoCluster(WENT_AWAY(address=excerpt(self._address))) from error


def connect(address: str) -> "Client":
    try:
        from distributed import Client
    except ImportError as error:
        raise NoCluster(NEEDS_DASK()) from error
    # What dask does is of no interest as long as it works; and if it does not, we say so.
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        _check_port(address)
        return Client(_address(address), timeout=MAX_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, OverflowError) as error:
        raise NoCluster(NOBODY_THERE(address=excerpt(address))) from error


def _check_port(address: str) -> None:
    """dask keeps trying for a long time where nobody listens; one try says it at once."""
    if "://" not in address:
        host, _, port = address.rpartition(":")
        socket.create_connection((host, int(port)), MAX_CONNECT_SECONDS).close()


def _address(address: str) -> str:
    return address if "://" in address else f"tcp://{address}"


# -- on the workers ------------------------------------------------------------------------------------

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
                found.put((GameProcess(core, own), own))
            _places = found
        return _places


def play_here(data: dict[str, Any]) -> dict[str, Any]:
    """What a worker does for one game; as many at once as it has cores."""
    places = _prepare_processes()
    hand, news = places.get()
    try:
        hand.begin(Assignment.of(data))
        while True:
            hand.check()
            with suppress(queue.Empty):
                return news.get(timeout=1.0).data()
    finally:
        places.put((hand, news))


def work(address: str, places: int | None = None, told: Callable[[Message], None] = lambda message: None) -> None:
    """Be a worker until somebody ends it or the scheduler goes away; raises `NoCluster`."""
    connect(address).close()
    from distributed import Worker

    number = places or len(usable_cores())
    told(READY(address=address, n=number))

    asked: list[asyncio.Task[object]] = []
    """Goodbyes that somebody wanted."""

    async def run() -> None:
        async with Worker(_address(address), nthreads=number, resources={PLACE: number}) as worker:
            loop = asyncio.get_running_loop()
            for kind in (signal.SIGINT, signal.SIGTERM):
                with suppress(NotImplementedError):
                    # Games that run are not waited for: they end with us, and others play them.
                    loop.add_signal_handler(
                        kind, lambda: asked.append(loop.create_task(worker.close(timeout=2, executor_wait=False)))
                    )
            await worker.finished()

    asyncio.run(run())
    while _places is not None and not _places.empty():
        hand, _ = _places.get()
        hand.stop()
        hand.on_exit()
    if not asked:
        raise NoCluster(WENT_AWAY(address=excerpt(address)))


NEEDS_DASK = Sentence("A cluster needs the package distributed; install it with: pip install 'schwarm[cluster]'")
NOBODY_THERE = Sentence("No dask scheduler answers at {address}; start one with: dask scheduler")
WENT_AWAY = Sentence("The dask scheduler at {address} went away; start it again, then resume the contest.")
READY = Sentence(
    "Playing for {address}, {n} game at a time; stop with Ctrl-C.",
    "Playing for {address}, {n} games at a time; stop with Ctrl-C.",
)
