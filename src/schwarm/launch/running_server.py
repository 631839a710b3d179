"""A game server that runs: what players need to know of it, and one of its own for a single game."""

from collections.abc import AsyncIterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.referee.lobby import Lobby, Settings
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.server import Doors, Server


@dataclass(frozen=True, slots=True)
class RunningServer:
    """Who gives seats, and where programs connect."""

    lobby: Lobby
    port: int
    doors: Doors | None = None
    """Ways in for programs that have no network."""
    threads: Executor | None = None
    """Where built-in players think long; None: in the threads of the event loop."""


@asynccontextmanager
async def run_server(settings: Settings, loop_delay: LoopDelay, *, has_doors: bool) -> AsyncIterator[RunningServer]:
    """A server on a port that the system chooses, until the end of the block."""
    server = Server(settings, loop_delay=loop_delay)
    with TemporaryFolder(for_sockets=True) as folder:
        try:
            port = await server.listen(port=0)
            yield RunningServer(server.lobby, port, Doors(server.lobby, Path(folder)) if has_doors else None)
        finally:
            await server.stop()
