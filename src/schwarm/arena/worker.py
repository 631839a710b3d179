"""A worker of a cluster: plays one game per slot at a time, each in a process of its own, with bots sent as zips.

Each zip travels once to each worker, by its content. A game names it by its hash; a worker that lacks it says so, and
is sent it with the game. It keeps zips within bounds, and checks their hash again before every game.
"""

import asyncio
import hashlib
import os
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from schwarm.arena.cluster_key import (
    FILE,
    NO_KEY,
    SLOT,
    WENT_AWAY,
    NoCluster,
    connect,
    is_loopback,
    key_file,
    make_key,
    reach,
    require_dask,
    secure,
)
from schwarm.arena.executors import LocalExecutor, usable_cores
from schwarm.arena.game_job import Assignment, GameProgress, is_zip
from schwarm.arena.pool import OnProgress
from schwarm.launch.isolation import keep_private, why_no_strangers
from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.store.draft import drafting
from schwarm.store.location import data_folder
from schwarm.words import Message, Sentence, excerpt

MAX_JOIN_SECONDS = 30.0
PREFIX = "zip:"
MAX_CACHE_BYTES = 4_000_000_000
"""What a worker keeps; the zips that were used longest ago go first."""


@contextmanager
def until_asked(goodbye: Callable[[], Coroutine[Any, Any, object]]) -> "Iterator[list[asyncio.Task[object]]]":
    """Inside, Ctrl-C and SIGTERM call `goodbye`. Gives the tasks of these calls."""
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
    """Be a worker until it is ended or the scheduler goes away; raises `NoCluster`.

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
    # They hold the zips of all teams, and the key allows running programs on every worker.
    for path in (data_folder(), key_file(key)):
        keep_private(path)
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
                resources={SLOT: number},
                host=host or reach(address),
                security=security,
                # Its page for browsers has no password, so it stays on this machine.
                dashboard_address="127.0.0.1:0",
                # Without it a worker would never give up waiting for a scheduler that went away before it had joined.
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
    executor().close()
    if not was_asked:
        raise NoCluster(WENT_AWAY(address=excerpt(address)))


# -- zips --------------------------------------------------------------------------------------------------------------


_keeping = threading.Lock()


class MissingZips(Exception):
    """A worker cannot play a game yet: it needs these zips."""

    def __init__(self, digests: tuple[str, ...], worker: str) -> None:
        super().__init__(digests, worker)
        self.digests, self.worker = digests, worker


class ZipNames:
    """The other end: the files of these hashes."""

    def __init__(self) -> None:
        self._paths: dict[str, Path] = {}
        self._known: dict[tuple[str, int, int], str] = {}

    def to_name(self, bot: str) -> str:
        """A bot as it is named to other machines: zips by their content, everything else as it is."""
        if not is_zip(bot):
            return bot
        path = Path(bot)
        found = path.stat()
        mark = (bot, found.st_size, found.st_mtime_ns)
        if mark not in self._known:
            self._known[mark] = hash_zip(path)
        self._paths[self._known[mark]] = path
        return PREFIX + self._known[mark]

    def load(self, digests: tuple[str, ...]) -> dict[str, bytes]:
        """What a worker lacks; raises `OSError` for what is gone here, too."""
        return {digest: self._paths[digest].read_bytes() for digest in digests}


class ZipCache:
    """The zips that a worker has."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, zips: Mapping[str, bytes]) -> None:
        """Keep zips whose hashes match."""
        if not zips:
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Several games come at once, perhaps with the same zip.
        with _keeping:
            for digest, data in zips.items():
                if hashlib.sha256(data).hexdigest() == digest:
                    with drafting(self._path(digest)) as draft:
                        draft.write_bytes(data)
            self._clear(keep=set(zips))

    def find(self, bots: tuple[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
        """Where the zips of a game lie, by their names, and the hashes of those that are missing."""
        there: dict[str, str] = {}
        missing = []
        for bot in bots:
            if bot.startswith(PREFIX):
                path = self._path(bot.removeprefix(PREFIX))
                if path.is_file() and hash_zip(path) == path.stem:
                    with suppress(OSError):
                        os.utime(path)
                    there[bot] = str(path)
                else:
                    missing.append(bot.removeprefix(PREFIX))
        return there, tuple(missing)

    def _path(self, digest: str) -> Path:
        # A name that came from elsewhere never leads out of the folder.
        return self._folder / f"{Path(digest).name}.zip"

    def _clear(self, keep: set[str]) -> None:
        found = [(path.stat().st_mtime, path.stat().st_size, path) for path in self._folder.glob("*.zip")]
        total = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if total > MAX_CACHE_BYTES and path.stem not in keep:
                path.unlink(missing_ok=True)
                total -= size


def hash_zip(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# -- a game ------------------------------------------------------------------------------------------------------------


class CannotStart(Exception):
    """A worker lacks something that a bot of its game needs: a file, perhaps, or Java. It is `doubtful` on the word of
    the bot alone."""

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


READY = Sentence(
    "Playing for {address}, {n} game at a time; stop with Ctrl-C.",
    "Playing for {address}, {n} games at a time; stop with Ctrl-C.",
)
