"""The game server: listens, hands connections to the lobby, stops in good order."""

import asyncio
import errno
import socket
import time
from collections.abc import Callable
from pathlib import Path

from schwarm.referee.archive import Archive
from schwarm.referee.connection import Connection
from schwarm.referee.listening import MAX_ACCEPTS_PER_TURN, let_queue, stop_listening, take_turns
from schwarm.referee.lobby import Lobby
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.room import Room
from schwarm.referee.settings import Settings
from schwarm.words import Message, SchwarmError, Sentence, excerpt, trouble

TIDY_EVERY = 5.0
TURNS_OF_AN_END = 3
"""At least as many as it takes from aborting a connection to closing its socket."""
PARTING = 1.0
"""Seconds in which a client may read what it was told last."""


class CannotListen(SchwarmError):
    """The server cannot have the port it was told to use."""


class Server:
    """One listening port and everything behind it. Runs inside an event loop; `LoopDelay` measures its delays."""

    def __init__(
        self,
        settings: Settings,
        *,
        loop_delay: LoopDelay | None = None,
        clock: Callable[[], float] = time.monotonic,
        replays: Path | None = None,
        began: Callable[[Room], None] = lambda room: None,
        recorded: Callable[[Room], None] = lambda room: None,
        finished: Callable[[Room], None] = lambda room: None,
        trouble: Callable[[Message], None] = lambda message: None,
    ) -> None:
        self.archive = Archive(replays) if replays else None
        self._recorded, self._trouble = recorded, trouble
        self.lobby = Lobby(
            settings,
            clock=clock,
            delay=loop_delay.delay if loop_delay else lambda now: 0.0,
            began=began,
            recorded=self._on_recorded,
            finished=finished,
        )
        self._server: asyncio.Server | None = None
        self._tidying: asyncio.TimerHandle | None = None

    async def listen(self, host: str = "127.0.0.1", port: int = 13050) -> int:
        """Begin to serve; gives the port, which port 0 leaves to the system."""
        loop = asyncio.get_running_loop()
        try:
            self._server = await loop.create_server(
                lambda: Connection(self.lobby), host, port, backlog=MAX_ACCEPTS_PER_TURN
            )
        except (OSError, UnicodeError) as error:
            raise CannotListen(_describe_error(error, host, port)) from error
        let_queue(self._server)
        self._tidy_regularly()
        found: int = self._server.sockets[0].getsockname()[1]
        return found

    async def stop(self) -> None:
        """End running games as cancelled and part with everybody."""
        if self._tidying:
            self._tidying.cancel()
        await stop_listening([self._server] if self._server else [])
        for room in list(self.lobby.rooms.values()):
            # Who still waits for an opponent has no game that could end.
            if room.running:
                room.cancel()
        while any(room.over for room in self.lobby.rooms.values()):
            # Somebody still keeps its record; whoever holds a result back does so for a limited time.
            await asyncio.sleep(0.02)
        for connection in list(self.lobby.connections):
            connection.close()
        until = time.monotonic() + PARTING
        while self.lobby.connections and time.monotonic() < until:
            await asyncio.sleep(0.02)
        for connection in list(self.lobby.connections):
            connection.abort()
        # The sockets of those who were cut off or turned away are closed in the loop's next turns.
        await take_turns(TURNS_OF_AN_END)

    def _tidy_regularly(self) -> None:
        self.lobby.drop_silent_clients(self.lobby.clock())
        self._tidying = asyncio.get_running_loop().call_later(TIDY_EVERY, self._tidy_regularly)

    def _on_recorded(self, room: Room) -> None:
        """A game is over; keep it before anybody hears about it."""
        if self.archive:
            try:
                self.archive.write(room.record, room.id, room.faults)
            except OSError as error:
                # A full disk must not end the games of others.
                self._trouble(NOT_KEPT(room=room.id[:8], error=trouble(error)))
        self._recorded(room)


def _describe_error(error: OSError | UnicodeError, host: str, port: int) -> Message:
    """Why the server cannot listen, and the way out. asyncio's own words for it are long and full of brackets."""
    if not isinstance(error, OSError) or isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return NOT_OUR_ADDRESS(host=excerpt(host))
    if error.errno == errno.EADDRINUSE:
        return PORT_TAKEN(host=host, port=port)
    if error.errno == errno.EACCES:
        return PORT_FORBIDDEN(port=port)
    return CANNOT_LISTEN(host=host, port=port, error=trouble(error))


NOT_KEPT = Sentence("The replay of game {room} could not be written: {error}.")
PORT_TAKEN = Sentence(
    "Another program, maybe another Schwarm, is already listening on {host} port {port}; stop it or choose "
    "another port with “schwarm serve --port NUMBER”."
)
PORT_FORBIDDEN = Sentence("You are not allowed to listen on port {port}; choose one above 1023 with --port.")
NOT_OUR_ADDRESS = Sentence(
    "“{host}” is not an address of this machine; choose one with --host, such as 127.0.0.1 or 0.0.0.0."
)
CANNOT_LISTEN = Sentence("Cannot listen on {host} port {port} ({error}); choose another port with --port.")
