"""The scheduler of a cluster: dask's own, which hands the games of contests to workers that have the same key."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from schwarm.arena.cluster_key import NoCluster, key_file, load_key, make_key, require_dask, secret_of, split_address
from schwarm.arena.worker import until_asked
from schwarm.words import Message, Sentence, excerpt


def schedule(
    host: str,
    port: int,
    key: Path | None = None,
    told: Callable[[Message], None] = lambda message: None,
    began: Callable[[str], None] = lambda address: None,
) -> None:
    """Run the scheduler until it is ended. The first one makes the key. `began` receives its address."""
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


def main() -> int:
    """A process beside a server: prints its port, and ends with its standard input."""
    host, port, key = sys.argv[1:]
    # Ctrl-C is for the server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end_with_server() -> None:
        sys.stdin.read()
        os.kill(os.getpid(), signal.SIGTERM)

    def began(address: str) -> None:
        print(split_address(address)[1], flush=True)
        threading.Thread(target=end_with_server, daemon=True).start()

    try:
        schedule(host, int(port), Path(key), began=began)
    except NoCluster as error:
        print(error, file=sys.stderr)
        return 1
    return 0


SCHEDULING = Sentence("Workers join with: schwarm worker {address}; stop with Ctrl-C.")
KEY = Sentence("Every machine needs the key {path}; whoever has it can run programs on the workers.")
JOIN = Sentence("Or, on a machine without the key: {line}")
CANNOT_LISTEN = Sentence("The scheduler cannot listen at {host}:{port}; is another one running?")


if __name__ == "__main__":
    sys.exit(main())
