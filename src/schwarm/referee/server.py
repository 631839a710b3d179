"""The game server: listens, hands connections to the lobby, stops in good order."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from schwarm.referee.archive import Archive
from schwarm.referee.connection import Connection
from schwarm.referee.lobby import Lobby
from schwarm.referee.pulse import Pulse
from schwarm.referee.room import Room
from schwarm.referee.settings import Settings
from schwarm.words import Message, SchwarmError, Sentence

TIDY_EVERY = 5.0


class CannotListen(SchwarmError):
    """The server cannot have the port it was told to use."""


class Server:
    """One listening port and everything behind it. Runs inside an event loop; `Pulse` measures its delays."""

    def __init__(
        self,
        settings: Settings,
        *,
        pulse: Pulse | None = None,
        replays: Path | None = None,
        began: Callable[[Room], None] = lambda room: None,
        finished: Callable[[Room], None] = lambda room: None,
        trouble: Callable[[Message], None] = lambda message: None,
    ) -> None:
        self.archive = Archive(replays) if replays else None
        self._finished, self._trouble = finished, trouble
        self.lobby = Lobby(
            settings, delay=pulse.delay if pulse else lambda now: 0.0, began=began, recorded=self._recorded
        )
        self._server: asyncio.Server | None = None
        self._tidying: asyncio.TimerHandle | None = None

    async def listen(self, host: str = "127.0.0.1", port: int = 13050) -> int:
        """Begin to serve; gives the port, which port 0 leaves to the system."""
        loop = asyncio.get_running_loop()
        try:
            self._server = await loop.create_server(lambda: Connection(self.lobby), host, port, backlog=1024)
        except OSError as error:
            raise CannotListen(PORT_TAKEN(host=host, port=port, error=error.strerror or str(error))) from error
        self._tidy()
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def stop(self) -> None:
        """End running games as cancelled and part with everybody."""
        if self._server:
            self._server.close()
        if self._tidying:
            self._tidying.cancel()
        for room in list(self.lobby.rooms.values()):
            room.cancel()
        for connection in list(self.lobby.connections):
            connection.goodbye()
        for _ in range(50):
            if not self.lobby.connections:
                break
            await asyncio.sleep(0.02)

    def _tidy(self) -> None:
        self.lobby.tidy(time.monotonic())
        self._tidying = asyncio.get_running_loop().call_later(TIDY_EVERY, self._tidy)

    def _recorded(self, room: Room) -> None:
        """A game is over; keep it before anybody hears about it."""
        if self.archive and room.record.moves:
            try:
                self.archive.keep(room.record, room.id, room.faults)
            except OSError as error:
                # A full disk must not end the games of others.
                self._trouble(NOT_KEPT(room=room.id[:8], error=error.strerror or str(error)))
        self._finished(room)


NOT_KEPT = Sentence("The replay of game {room} could not be written: {error}.")
PORT_TAKEN = Sentence("Cannot listen on {host} port {port} ({error}); choose another port with --port.")
