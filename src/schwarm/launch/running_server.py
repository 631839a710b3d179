"""A game server that runs: what players need to know of it, and one of its own for a single game."""

import shutil
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from schwarm.referee.lobby import Lobby
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.server import Server
from schwarm.referee.settings import Settings

_folders: set[str] = set()
"""Where the servers of this process have their sockets."""
_changing_folders = threading.Lock()


@dataclass(frozen=True, slots=True)
class RunningServer:
    """Who gives seats, and where programs connect."""

    lobby: Lobby
    port: int
    socket: Path | None = None
    """The Unix socket for programs that have no network."""


@asynccontextmanager
async def run_server(settings: Settings, loop_delay: LoopDelay, *, has_socket: bool) -> AsyncIterator[RunningServer]:
    """A server on a port that the system chooses, until the end of the block."""
    server = Server(settings, pulse=loop_delay)
    with _new_folder() as folder:
        socket = Path(folder) / "referee" if has_socket else None
        try:
            port = await server.listen(port=0)
            if socket:
                await server.listen_at(socket)
            yield RunningServer(server.lobby, port, socket)
        finally:
            await server.stop()


@contextmanager
def _new_folder() -> Iterator[str]:
    with _changing_folders:
        made = TemporaryDirectory(prefix="schwarm-")
        _folders.add(made.name)
    try:
        with made as folder:
            yield folder
    finally:
        _folders.discard(made.name)


def remove_sockets() -> None:
    """For a process that ends now, in the middle of a game: nobody will come back to tidy up after it."""
    # Kept until the end: nothing new is made any more.
    _changing_folders.acquire()
    while _folders:
        shutil.rmtree(_folders.pop(), ignore_errors=True)
