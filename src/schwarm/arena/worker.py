"""A worker of a cluster, from joining a scheduler until somebody ends it. What it plays is up to `worker_games`."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from schwarm.arena.cluster import SLOT, WENT_AWAY, connect, reach, require_dask
from schwarm.arena.cluster_key import FILE, NO_KEY, NoCluster, is_loopback, key_file, make_key, secure
from schwarm.arena.executors import usable_cores
from schwarm.arena.worker_games import executor
from schwarm.launch.isolation import keep_private, why_no_strangers
from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.store.location import data_folder
from schwarm.words import Message, Sentence, excerpt

MAX_JOIN_SECONDS = 30.0


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
    # The zips of all teams lie there; and whoever has the key can run programs on every worker.
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
    executor().close()
    if not was_asked:
        raise NoCluster(WENT_AWAY(address=excerpt(address)))


READY = Sentence(
    "Playing for {address}, {n} game at a time; stop with Ctrl-C.",
    "Playing for {address}, {n} games at a time; stop with Ctrl-C.",
)
