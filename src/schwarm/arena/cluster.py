"""The games of a contest on many machines, by dask.distributed. Only who runs the contest writes the store.

A worker has one place per core and plays one game at each, in a process of its own that stays on that core. dask's
queue is not durable and need not be: a game is handed out again if its worker dies, and counts once whoever delivers
it. Who may take part is up to `cluster_key`.
"""

import asyncio
import logging
import queue
import signal
import socket
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from schwarm.arena.assignment import Assignment, GameReport, to_failure
from schwarm.arena.cluster_key import (
    FILE,
    NO_KEY,
    NoCluster,
    is_loopback,
    key_file,
    make_key,
    secure,
    split_address,
)
from schwarm.arena.game_processes import OnProgress, usable_cores
from schwarm.arena.worker_games import play_here, stop_processes
from schwarm.arena.worker_words import ProgressTickets, read_report
from schwarm.arena.zip_cache import MissingZips, ZipNames
from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.launch.walls import why_no_strangers
from schwarm.words import Message, Sentence, excerpt

if TYPE_CHECKING:
    from distributed import Client, Future, Security

PLACE = "game"
"""dask's word is resource: what a worker has one of per core, and every game needs one of."""
AHEAD = 1.25
"""So many games per place are handed out, so that nobody waits for the next one."""
LOOK_EVERY = 1.0
MAX_CONNECT_SECONDS = 10.0
MAX_JOIN_SECONDS = 30.0
MAX_ANSWER_SECONDS = 60.0


class _GameElsewhere(NamedTuple):
    """A game that is handed out, with zips named by their content."""

    assignment: Assignment
    ticket: str
    """By which its moves are told, if anybody wants to hear them."""
    future: "Future"


class ClusterWorkers:
    """Plays on the workers of a scheduler; they may come and go, see `game_processes.GamePool`."""

    def __init__(
        self,
        address: str,
        at_once: int | None = None,
        key: Path | None = None,
        on_progress: OnProgress | None = None,
    ) -> None:
        """`on_progress` hears of moves while games are played, in a thread of dask's."""
        require_dask()
        self._client = connect(address, *secure(address, key))
        self._address, self._at_once = address, at_once
        self._news: queue.SimpleQueue[tuple[str, Future]] = queue.SimpleQueue()
        self._games: dict[str, _GameElsewhere] = {}
        self._zips = ZipNames()
        self._tickets = ProgressTickets(on_progress) if on_progress else None
        if self._tickets:
            self._client.subscribe_topic(self._tickets.topic, self._tickets.hear)
        self._places, self._looked = 0, -LOOK_EVERY

    @property
    def capacity(self) -> int:
        """How many games all workers together can play at once, right now."""
        self._look()
        return self._places

    def _look(self) -> None:
        """Ask the scheduler itself: dask hides that it is gone, says nothing of games that were handed out meanwhile,
        and goes on telling what it knew of the workers."""
        if time.monotonic() - self._looked <= LOOK_EVERY:
            return
        self._looked = time.monotonic()
        with self._while_it_answers():
            client = self._client
            if client.status in ("closing", "closed"):
                raise ConnectionError(client.status)
            found = client.sync(client.scheduler.identity, n_workers=-1, callback_timeout=MAX_ANSWER_SECONDS)
            self._places = int(sum(worker.get("resources", {}).get(PLACE, 0) for worker in found["workers"].values()))
        self._looked = time.monotonic()

    def free(self) -> int:
        most = round(AHEAD * self.capacity)
        return max(0, min(most, self._at_once or most) - len(self._games))

    def submit(self, assignment: Assignment) -> None:
        red, blue = map(self._zips.to_name, assignment.bots)
        ticket = self._tickets.issue(assignment) if self._tickets else ""
        self._submit(replace(assignment, bots=(red, blue)), ticket, {})

    def _submit(self, assignment: Assignment, ticket: str, zips: dict[str, bytes], worker: str | None = None) -> None:
        """Hand out a game; with zips that a worker lacks, to that one, as long as it is there."""
        key = assignment.fixture.key
        where = {"workers": [worker], "allow_other_workers": True} if worker else {}
        topic = self._tickets.topic if self._tickets else ""
        with self._while_it_answers():
            future = self._client.submit(
                play_here, assignment.data(), zips, topic, ticket, pure=False, resources={PLACE: 1}, retries=0, **where
            )
        self._games[key] = _GameElsewhere(assignment, ticket, future)
        future.add_done_callback(lambda done: self._news.put((key, done)))

    def collect(self, timeout: float) -> GameReport | None:
        try:
            key, future = self._news.get(timeout=timeout)
        except queue.Empty:
            self._look()
            return None
        game = self._games.get(key)
        if game is None or game.future is not future:
            # It was given up, or handed out anew.
            return None
        del self._games[key]
        try:
            report = read_report(game.assignment, future.result())
        except MissingZips as missing:
            return self._send_zips(game, missing)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            # The worker died too often with this game, or the scheduler is gone.
            report = to_failure(key, error)
        self._end_ticket(game)
        return report

    def _send_zips(self, game: "_GameElsewhere", missing: MissingZips) -> GameReport | None:
        try:
            self._submit(game.assignment, game.ticket, self._zips.load(missing.digests), missing.worker)
        except (OSError, KeyError) as error:
            self._end_ticket(game)
            return to_failure(game.assignment.fixture.key, error)
        return None

    def _end_ticket(self, game: "_GameElsewhere") -> None:
        if self._tickets:
            self._tickets.end(game.ticket)

    def forget(self, keys: Iterable[str]) -> None:
        """Give up these games. Whatever comes of them is not told any more."""
        games = [self._games.pop(key) for key in keys if key in self._games]
        for game in games:
            self._end_ticket(game)
        with suppress(Exception):
            self._client.cancel([game.future for game in games])

    def stop(self) -> None:
        self.forget(list(self._games))
        with suppress(Exception):
            self._client.close(timeout=5)

    @contextmanager
    def _while_it_answers(self) -> Iterator[None]:
        """dask waits a while for a scheduler that went away; after that its errors have many names."""
        try:
            yield
        except Exception as error:
            raise NoCluster(WENT_AWAY(address=excerpt(self._address))) from error


def require_dask() -> None:
    try:
        import cryptography  # noqa: F401
        import distributed  # noqa: F401
    except ImportError as error:
        raise NoCluster(NEEDS_DASK()) from error
    # What dask does is of no interest as long as it works; and if it does not, we say so.
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def connect(address: str, place: str, security: "Security | None") -> "Client":
    from distributed import Client

    reach(address)
    try:
        return Client(place, security=security, timeout=MAX_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster((WRONG_KEY if security else NOBODY_THERE)(address=excerpt(address))) from error


def reach(address: str) -> str:
    """Which of our own addresses leads to the scheduler. dask keeps trying for a long time where nobody listens; one
    try says it at once."""
    host, port = split_address(address.rpartition("://")[2])
    try:
        with socket.create_connection((host, int(port)), MAX_CONNECT_SECONDS) as line:
            return str(line.getsockname()[0])
    except (OSError, ValueError, OverflowError) as error:
        raise NoCluster(NOBODY_THERE(address=excerpt(address))) from error


@contextmanager
def until_asked(goodbye: Callable[[], Coroutine[Any, Any, object]]) -> "Iterator[list[asyncio.Task[object]]]":
    """Inside, Ctrl-C and SIGTERM say goodbye. Gives the goodbyes that somebody wanted."""
    loop = asyncio.get_running_loop()
    asked: list[asyncio.Task[object]] = []
    for kind in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            loop.add_signal_handler(kind, lambda: asked.append(loop.create_task(goodbye())))
    yield asked


def work(
    address: str,
    places: int | None = None,
    host: str | None = None,
    key: Path | None = None,
    secret: str | None = None,
    told: Callable[[Message], None] = lambda message: None,
) -> None:
    """Be a worker until somebody ends it or the scheduler goes away; raises `NoCluster`.

    Without a `host` it listens only where the scheduler is: on this machine, or in the network that leads there. Who
    joins by a `secret` plays what strangers handed in, and so needs a wall."""
    require_dask()
    if secret is not None:
        if why := why_no_strangers():
            raise NoCluster(why)
        with TemporaryFolder() as folder:
            make_key(Path(folder) / FILE, secret)
            work(address, places, host, Path(folder) / FILE, None, told)
        return
    place, security = secure(address, key)
    if host and security is None and not is_loopback(host):
        raise NoCluster(NO_KEY(path=key_file(key)))
    connect(address, place, security).close()
    import dask
    from distributed import Worker

    number = places or len(usable_cores())
    told(READY(address=address, n=number))

    async def run() -> bool:
        # Looking at what a worker does a hundred times a second costs the games time.
        with dask.config.set({"distributed.worker.profile.enabled": False}):
            worker = Worker(
                place,
                nthreads=number,
                resources={PLACE: number},
                host=host or reach(address),
                security=security,
                # Its page for browsers has no password, so it stays on this machine.
                dashboard_address="127.0.0.1:0",
                # Without it a worker would wait for ever for a scheduler that went away before it had joined.
                death_timeout=MAX_JOIN_SECONDS,
            )
            try:
                await worker
            except (TimeoutError, RuntimeError):
                return False
            async with worker:
                # Games that run are not waited for: they end with us, and others play them.
                with until_asked(lambda: worker.close(timeout=2, executor_wait=False)) as asked:
                    await worker.finished()
                return bool(asked)

    was_asked = asyncio.run(run())
    stop_processes()
    if not was_asked:
        raise NoCluster(WENT_AWAY(address=excerpt(address)))


NEEDS_DASK = Sentence("A cluster needs the package distributed; install it with: pip install 'schwarm[cluster]'")
NOBODY_THERE = Sentence("No dask scheduler answers at {address}; start one with: schwarm scheduler")
WRONG_KEY = Sentence("The scheduler at {address} has another key; copy the key from its machine again.")
WENT_AWAY = Sentence("The dask scheduler at {address} went away; start it again, then resume the contest.")
READY = Sentence(
    "Playing for {address}, {n} game at a time; stop with Ctrl-C.",
    "Playing for {address}, {n} games at a time; stop with Ctrl-C.",
)
