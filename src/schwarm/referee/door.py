"""The ways in for bots behind a wall: each has a Unix socket of its own, which is closed once it sits.

A bot is held still while its opponent thinks, but what it has sent by then is not: the referee would read that in the
opponent's time, on the same core. So a bot has few connections until it sits, and then only the one with which it does.
"""

import asyncio
import itertools
from pathlib import Path

from schwarm.referee.connection import Connection, Reception
from schwarm.referee.listening import stop_listening
from schwarm.referee.seat import Occupant

MAX_CONNECTIONS = 8
"""Of one bot, until it sits."""


class Doors:
    """Opens doors to a lobby, in a folder of their own: whoever may see a socket reaches it."""

    def __init__(self, lobby: Reception, folder: Path) -> None:
        self._lobby, self._folder = lobby, folder
        self._numbers = itertools.count()

    async def open(self) -> "Door":
        door = Door(self._lobby, self._folder / str(next(self._numbers)))
        await door.open()
        return door


class Door:
    """The way in of one bot."""

    def __init__(self, lobby: Reception, path: Path) -> None:
        self.path = path
        self._lobby = lobby
        self._guests: list[Connection] = []
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_unix_server(self._admit, self.path, backlog=MAX_CONNECTIONS)
        # Bots may be other users than we are.
        self.path.chmod(0o666)

    def _admit(self) -> asyncio.BaseProtocol:
        if len(self._guests) >= MAX_CONNECTIONS:
            return _TurnedAway()
        self._guests.append(Connection(self._lobby))
        return self._guests[-1]

    async def close(self, seated: Occupant | None = None) -> None:
        """Part with everybody who came in here but the one who sits, and let nobody else in. Closing twice does no
        harm."""
        server, self._server = self._server, None
        if server is None:
            return
        await stop_listening([server])
        self.path.unlink(missing_ok=True)
        for guest in self._guests:
            if guest is not seated:
                guest.abort()


class _TurnedAway(asyncio.Protocol):
    """Somebody who was let in once too often."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.abort()
