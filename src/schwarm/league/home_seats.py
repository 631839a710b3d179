"""Clients that teams run on their own computers: they come by a standing reservation and wait here for a game.

A reservation says which team it is, never which game. So a client needs to know nothing but host, port and code, as the
official clients of all seasons do. From outside nobody can tell who is picked for a game before they have a seat: who
could see that would learn about the opponent, and leave for nothing. `welcome` belongs into the referee's event loop.
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
"""Of one team that wait at the same time."""
MAX_LOOKUPS = 4
"""Codes that are looked up at the same time; others wait, one of each connection. Nobody is locked out: a code is too
long to be guessed, and whoever has a wrong one may share an address with many who have a right one."""
FIRST_REST, LONGEST_REST = 60.0, 3600.0
"""Seconds for which a team is not paired whose client left before its game began: twice as long every time."""
KEEPALIVE_SECONDS = 15
"""Between two questions of the system whether a client that waits is still there."""


class HomeClient(NamedTuple):
    """A client that waits, its team, and the hash of the reservation by which it came."""

    connection: Connection
    team: int
    code: str


class HomeSeats:
    """Who waits, by the ids of their teams."""

    def __init__(self, store: Store, lobby: Lobby) -> None:
        self._store, self._lobby = store, lobby
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[int, list[HomeClient]] = {}
        self._picked: set[HomeClient] = set()
        """Those for whom a game is being prepared."""
        self._rests: dict[int, tuple[float, float]] = {}
        """Until when teams rest whose clients left, and for how long."""
        self._lock = threading.Lock()
        self._lookups: dict[Connection, asyncio.Task[None]] = {}
        self._places = asyncio.Semaphore(MAX_LOOKUPS)
        self.arrived: Callable[[], None] = lambda: None
        """Somebody new waits."""
        lobby.standing = self.welcome

    def welcome(self, connection: Connection, request: JoinPrepared) -> bool:
        """Let a client wait if its team is found by its code; False where that cannot be such a code."""
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
        """How many clients of a team wait that came by its present code, as anybody may know it. Others came by an old
        one and have to go."""
        waiting = self._keep(team, code)
        with self._lock:
            return waiting + sum(client.code == code for client in self._picked_of(team))

    def is_ready(self, team: int, code: str | None) -> bool:
        """Whether a client of a team can be picked."""
        return self._keep(team, code) > 0 and not self.rest_of(team)

    def rest_of(self, team: int) -> float:
        """For how many more seconds a team is not paired, because a client of it left before its game began."""
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
        """Let those go who came by an old code; how many are left."""
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
        """The client of a team that came last: it is most likely to be there. It waits no longer."""
        with self._lock:
            known = self._waiting.get(team, [])
            while known:
                client = known.pop()
                if not _is_gone(client.connection) and not client.connection.rooms:
                    self._picked.add(client)
                    return client
        return None

    def put_back(self, client: HomeClient) -> None:
        """It was picked for nothing."""
        if self.release(client):
            with self._lock:
                self._waiting.setdefault(client.team, []).append(client)

    def release(self, client: HomeClient) -> bool:
        """No game is prepared for it any more: it plays, or goes. False if that was known."""
        with self._lock:
            known = client in self._picked
            self._picked.discard(client)
        return known


def _is_gone(connection: Connection) -> bool:
    return connection.transport is None or connection.transport.is_closing()


def _keep_alive(connection: Connection) -> None:
    """A computer that was switched off says no goodbye; the system asks for it."""
    if connection.transport is None:
        return
    own = connection.transport.get_extra_info("socket")
    # Not every system and not every kind of socket has all of these.
    with suppress(OSError, AttributeError):
        own.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, KEEPALIVE_SECONDS)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, KEEPALIVE_SECONDS)
        own.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3)
