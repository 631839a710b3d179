"""The game server: its port, a door for each bot behind a wall, connections for the lobby, an orderly stop."""

import asyncio
import errno
import os
import socket
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from schwarm.referee.archive import Archive
from schwarm.referee.connection import Connection
from schwarm.referee.lobby import Lobby, Settings
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.room import Occupant, Room
from schwarm.words import Message, SchwarmError, Sentence, excerpt, trouble

MAX_ACCEPTS_PER_TURN = 2
"""Connections that are accepted before anybody else gets their turn."""
MAX_QUEUE = 1024
"""Connections that may wait for being accepted."""
TURNS_OF_AN_ACCEPT = 5
"""At least as many turns of the event loop as asyncio takes from accepting a socket to `connection_made`."""
MAX_GUESTS = 8
"""Connections of one bot behind a wall, until it sits."""


def let_queue(server: asyncio.Server) -> None:
    """Let many wait for being accepted: to asyncio that is the same number as how many are accepted at once."""
    for listening in server.sockets:
        with socket.socket(fileno=os.dup(listening.fileno())) as same:
            same.listen(MAX_QUEUE)


async def stop_listening(servers: Iterable[asyncio.Server]) -> None:
    """Stop accepting. Wait for clients that were just accepted: asyncio would forget them, with their sockets open, if
    the server were closed before `connection_made`."""
    known = list(servers)
    loop = asyncio.get_running_loop()
    for listening in [listening for server in known for listening in server.sockets]:
        loop.remove_reader(listening.fileno())
    await take_turns(TURNS_OF_AN_ACCEPT if known else 0)
    for server in known:
        server.close()


async def take_turns(number: int) -> None:
    """Let the event loop do what is due."""
    for _ in range(number):
        await asyncio.sleep(0)


AGAIN_SECONDS = 600.0
"""Seconds after which it may be said again."""
ACCEPT = "socket.accept() out of system resource"
"""How asyncio names this trouble."""


def tell_accept_errors_once(
    loop: asyncio.AbstractEventLoop,
    trouble: Callable[[Message], None],
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Say in one sentence that no new connection can be accepted. Other errors are reported as usual."""
    said: float | None = None

    def on_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal said
        if context.get("message") != ACCEPT:
            loop.default_exception_handler(context)
        elif said is None or clock() - said > AGAIN_SECONDS:
            said = clock()
            trouble(NO_MORE_FILES())

    loop.set_exception_handler(on_error)


# -- doors -----------------------------------------------------------------------------------------------------

# A bot behind a wall comes in by a socket that was opened inside, which is closed once it sits: it is frozen while its
# opponent thinks, but what it has sent by then is not, and the referee would read that in the opponent's time, on the
# same core. So a bot has few connections until it sits, and then only the one with which it does.


class Door:
    """The way in of one bot."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._guests: list[Connection] = []
        self._server: asyncio.Server | None = None

    @classmethod
    async def open(cls, lobby: Lobby, listening: socket.socket) -> "Door":
        """Accept the connections to a socket, which is the door's from now on."""
        door = cls(lobby)
        loop = asyncio.get_running_loop()
        door._server = await loop.create_server(door._admit, sock=listening, backlog=MAX_GUESTS)
        return door

    def _admit(self) -> asyncio.BaseProtocol:
        if len(self._guests) >= MAX_GUESTS:
            return _TurnedAway()
        self._guests.append(Connection(self._lobby))
        return self._guests[-1]

    async def close(self, seated: Occupant | None = None) -> None:
        """Disconnect all guests but the seated one, and accept no others. Closing twice does no harm."""
        server, self._server = self._server, None
        if server is None:
            return
        await stop_listening([server])
        for guest in self._guests:
            if guest is not seated:
                guest.abort()


class _TurnedAway(asyncio.Protocol):
    """A connection beyond the limit."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.abort()


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
        self._writing: set[asyncio.Task[None]] = set()
        """Replays being written; the event loop itself keeps no reference to its tasks."""

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
        """End running games as cancelled and disconnect all clients."""
        if self._tidying:
            self._tidying.cancel()
        await stop_listening([self._server] if self._server else [])
        for room in list(self.lobby.rooms.values()):
            # Who still waits for an opponent has no game that could end.
            if room.running:
                room.cancel()
        while any(room.over for room in self.lobby.rooms.values()):
            # Its record is still being kept; results are held for a limited time.
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
        """A game is over; keep it before its result is told."""
        if self.archive:
            writing = asyncio.get_running_loop().create_task(self._write(self.archive, room))
            self._writing.add(writing)
            writing.add_done_callback(self._writing.discard)
            room.hold_result()
        self._recorded(room)

    async def _write(self, archive: Archive, room: Room) -> None:
        try:
            await archive.write(room.record, room.id, room.faults)
        except OSError as error:
            # A full disk must not end other games.
            self._trouble(NOT_KEPT(room=room.id[:8], error=trouble(error)))
        finally:
            room.tell_result()


def _describe_error(error: OSError | UnicodeError, host: str, port: int) -> Message:
    """Why the server cannot listen, and the way out. asyncio's own words for it are long and full of brackets."""
    if not isinstance(error, OSError) or isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return NOT_OUR_ADDRESS(host=excerpt(host))
    if error.errno == errno.EADDRINUSE:
        return PORT_TAKEN(host=host, port=port)
    if error.errno == errno.EACCES:
        return PORT_FORBIDDEN(port=port)
    return CANNOT_LISTEN(host=host, port=port, error=trouble(error))


NO_MORE_FILES = Sentence(
    "Schwarm may open no more files here, so new connections have to wait; allow more with “ulimit -n NUMBER”."
)
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
