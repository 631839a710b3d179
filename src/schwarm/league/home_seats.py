"""Clients that teams run on their own computers: they join with a standing reservation and wait here for a game.

A reservation names a team, never a game. So a client needs only host, port and code, as the official clients of all
seasons do. Whether a client is picked for a game is invisible until it has a seat: otherwise it would learn about the
opponent, and could leave at no cost. Call `welcome` in the referee's event loop.
"""

import asyncio
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from schwarm.league.codes import hash_reservation
from schwarm.protocol.messages import JoinPrepared, Refusal
from schwarm.referee.connection import Connection
from schwarm.referee.lobby import Lobby
from schwarm.store.games import Store
from schwarm.store.leagues import find_reservation
from schwarm.words import SchwarmError

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_CLIENTS = 4
"""Waiting clients of one team."""
MAX_LOOKUPS = 4
"""Codes that are looked up at the same time; others wait, one per connection. Wrong codes lock no address out: a code
is too long to be guessed, and many clients may share an address."""
FIRST_REST, LONGEST_REST = 60.0, 3600.0
"""Backoff in seconds of a team whose client left before its game began: twice as long every time."""
KEEPALIVE_SECONDS = 15
"""Between two TCP keepalive probes of a waiting client."""


class HomeClient(NamedTuple):
    """A client that waits, its team, and the hash of the reservation by which it came."""

    connection: Connection
    team: int
    code: str


class HomeSeats:
    """Waiting clients, by the IDs of their teams."""

    def __init__(self, store: Store, lobby: Lobby) -> None:
        self._store, self._lobby = store, lobby
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[int, list[HomeClient]] = {}
        self._picked: set[HomeClient] = set()
        """Clients whose game is being prepared."""
        self._rests: dict[int, tuple[float, float]] = {}
        """The backoffs of teams whose clients left: until when, and for how long."""
        self._lock = threading.Lock()
        self._lookups: dict[Connection, asyncio.Task[None]] = {}
        self._places = asyncio.Semaphore(MAX_LOOKUPS)
        self.arrived: Callable[[], None] = lambda: None
        """A new client waits."""
        lobby.standing = self.welcome

    def welcome(self, connection: Connection, request: JoinPrepared) -> bool:
        """Let a client wait if its code is the reservation of a team; False if it cannot be one."""
        code = hash_reservation(request.code or "")
        if code is None or connection.rooms or connection in self._lookups:
            return False
        task = self._lookups[connection] = self._loop.create_task(self._look_up(connection, request, code))
        task.add_done_callback(lambda done: self._lookups.pop(connection, None))
        return True

    async def _look_up(self, connection: Connection, request: JoinPrepared, code: str) -> None:
        async with self._places:
            if _is_gone(connection):
                return
            try:
                team = await asyncio.to_thread(find_reservation, self._store, code)
            except SchwarmError:
                team = None
        if _is_gone(connection) or connection.rooms:
            return
        if team is None:
            self._lobby.refuse(connection, Refusal.NO_RESERVATION, request)
        elif not self._add(HomeClient(connection, team, code)):
            self._lobby.refuse(connection, Refusal.SERVER_FULL, request)

    def _add(self, client: HomeClient) -> bool:
        with self._lock:
            here = self._waiting[client.team] = [
                other
                for other in self._waiting.get(client.team, ())
                if not _is_gone(other.connection) and other.connection is not client.connection
            ]
            picked = self._picked_of(client.team)
            if any(other.connection is client.connection for other in picked):
                return True
            if len(here) + len(picked) >= MAX_CLIENTS:
                return False
            here.append(client)
        self._lobby.expected.add(client.connection)
        _keep_alive(client.connection)
        self.arrived()
        return True

    def present(self, team: int, code: str | None) -> int:
        """The number of a team's waiting clients as it is shown, picked ones included. Clients with an old code are
        disconnected."""
        waiting = self._keep(team, code)
        with self._lock:
            return waiting + sum(client.code == code for client in self._picked_of(team))

    def is_ready(self, team: int, code: str | None) -> bool:
        """Whether a client of a team can be picked."""
        return self._keep(team, code) > 0 and not self.rest_of(team)

    def rest_of(self, team: int) -> float:
        """Seconds left of a team's backoff."""
        until, _ = self._rests.get(team, (0.0, 0.0))
        return max(0.0, until - self._lobby.clock())

    def on_vanished(self, team: int) -> None:
        """A client of a team left before its game began. Several that leave together do so once."""
        if self.rest_of(team):
            return
        _, rest = self._rests.get(team, (0.0, FIRST_REST / 2))
        rest = min(2 * rest, LONGEST_REST)
        self._rests[team] = self._lobby.clock() + rest, rest

    def on_played(self, team: int) -> None:
        self._rests.pop(team, None)

    def _picked_of(self, team: int) -> list[HomeClient]:
        return [client for client in self._picked if client.team == team and not _is_gone(client.connection)]

    def _keep(self, team: int, code: str | None) -> int:
        """Disconnect clients with an old code; the number of those that are left."""
        with self._lock:
            known = self._waiting.get(team, [])
            kept = [client for client in known if not _is_gone(client.connection) and client.code == code]
            self._waiting[team] = kept
            if not kept:
                del self._waiting[team]
        for client in known:
            if client.code != code:
                self._loop.call_soon_threadsafe(client.connection.close)
        return len(kept)

    def pick(self, team: int) -> HomeClient | None:
        """Pick the client of a team that came last: it is most likely to be connected still."""
        with self._lock:
            known = self._waiting.get(team, [])
            while known:
                client = known.pop()
                if not _is_gone(client.connection) and not client.connection.rooms:
                    self._picked.add(client)
                    return client
        return None

    def put_back(self, client: HomeClient) -> None:
        """Let a picked client wait again."""
        if self.release(client):
            with self._lock:
                self._waiting.setdefault(client.team, []).append(client)

    def release(self, client: HomeClient) -> bool:
        """Forget that a client was picked: it plays, or leaves. False if it was not."""
        with self._lock:
            known = client in self._picked
            self._picked.discard(client)
        return known


def _is_gone(connection: Connection) -> bool:
    return connection.transport is None or connection.transport.is_closing()


def _keep_alive(connection: Connection) -> None:
    """TCP keepalive detects computers that were switched off."""
    if connection.transport is None:
        return
    own = connection.transport.get_extra_info("socket")
    # Some systems and sockets lack some of these.
    with suppress(OSError, AttributeError):
        own.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, KEEPALIVE_SECONDS)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, KEEPALIVE_SECONDS)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3)
