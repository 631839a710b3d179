"""The scheduler of a cluster: dask's own, which hands the games of contests to workers that have the same key."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from schwarm.arena.cluster import require_dask
from schwarm.arena.cluster_key import NoCluster, key_file, load_key, make_key, secret_of
from schwarm.arena.worker import until_asked
from schwarm.words import Message, Sentence, excerpt


def schedule(
    host: str,
    port: int,
    key: Path | None = None,
    told: Callable[[Message], None] = lambda message: None,
    began: Callable[[str], None] = lambda address: None,
) -> None:
    """Be the scheduler until somebody ends it. The first one makes the key. `began` hears its address."""
    require_dask()
    from distributed import Scheduler

    path = key_file(key)
    if not path.exists():
        make_key(path)
    security = load_key(path)

    async def run() -> None:
        # Its page for browsers has no password, so it stays on this machine.
        scheduler = Scheduler(
            host=host, port=port, protocol="tls", security=security, dashboard=False, dashboard_address="127.0.0.1:0"
        )
        try:
            await scheduler
        except (OSError, ValueError) as error:
            raise NoCluster(CANNOT_LISTEN(host=excerpt(host), port=port)) from error
        address = scheduler.address.removeprefix("tls://")
        began(address)
        told(SCHEDULING(address=address))
        told(KEY(path=path))
        if secret := secret_of(path):
            told(JOIN(line=f"schwarm worker {address} --secret {secret}"))
        with until_asked(scheduler.close):
            await scheduler.finished()

    asyncio.run(run())


SCHEDULING = Sentence("Workers join with: schwarm worker {address}; stop with Ctrl-C.")
KEY = Sentence("Every machine needs the key {path}; whoever has it can run programs on the workers.")
JOIN = Sentence("Or, on a machine without the key: {line}")
CANNOT_LISTEN = Sentence("The scheduler cannot listen at {host}:{port}; is another one running?")
