"""Clients that teams run on their own computers: they wait here under a standing reservation, and play in the league.

A reservation names a team, never a game. So a client needs only host, port and code, as the official clients of all
seasons do. Whether a client is picked for a game is invisible until it has a seat: otherwise it would learn about the
opponent, and could leave at no cost. Other players are started as in any other game of the league.
"""

import asyncio
import logging
import socket
import sys
import threading
import time
import uuid
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from schwarm.arena.game_job import Assignment, GameProgress, GameReport, ProgressTeller, to_failure, to_report
from schwarm.arena.pool import Job, OnProgress
from schwarm.games import Team, game
from schwarm.launch import CannotLaunch, GameHost, MachineFault, PlayerSpec, RunningServer, Sandbox, parse_player
from schwarm.launch.player_spec import Wait
from schwarm.league.codes import hash_reservation
from schwarm.league.league_schedule import HOME
from schwarm.protocol import codec_for
from schwarm.protocol.messages import JoinPrepared, Refusal
from schwarm.referee.connection import Connection
from schwarm.referee.lobby import Lobby
from schwarm.referee.room import Room, Seat
from schwarm.store.games import Store
from schwarm.store.leagues import find_reservation
from schwarm.words import SchwarmError

if TYPE_CHECKING:
    from collections.abc import Callable

log = logging.getLogger("schwarm.league")
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


Clients = Sequence[HomeClient | None]
"""The clients that play Red and Blue."""


class HomeGames:
    """Games in the event loop of the referee. They take no slots of a pool."""

    def __init__(self, seats: HomeSeats, server: RunningServer) -> None:
        self.seats, self._server = seats, server
        self._loop = asyncio.get_running_loop()
        self._tasks: dict[Job, asyncio.Task[bool]] = {}

    def slots(self) -> int:
        return sys.maxsize

    def submit(self, assignment: Assignment, on_progress: OnProgress | None = None) -> Job:
        """Start a game. Progress is reported once all clients are seated; until then they may leave without penalty."""
        job = Job()
        job.set_running_or_notify_cancel()
        wanted = [bot.startswith(HOME) for bot in assignment.bots]
        clients = [
            self.seats.pick(int(bot.removeprefix(HOME))) if home else None
            for bot, home in zip(assignment.bots, wanted, strict=True)
        ]
        if [client is not None for client in clients] != wanted:
            self._put_back(clients)
            job.set_result(_withdraw(assignment))
            return job
        self._loop.call_soon_threadsafe(self._begin, job, assignment, clients, on_progress)
        return job

    def cancel(self, jobs: Iterable[Job]) -> None:
        # Without the event loop nothing is played any more.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._cancel, list(jobs))

    def release(self) -> None:
        """There are no idle processes."""

    def close(self) -> None:
        self.cancel(self._tasks)

    def _cancel(self, jobs: Iterable[Job]) -> None:
        for job in jobs:
            if task := self._tasks.get(job):
                task.cancel()

    def _put_back(self, clients: Clients) -> None:
        """Return clients whose game did not start to the waiting list."""
        for client in clients:
            if client is not None and not client.connection.rooms:
                self.seats.put_back(client)

    def _begin(self, job: Job, assignment: Assignment, clients: Clients, on_progress: OnProgress | None) -> None:
        task = self._tasks[job] = self._loop.create_task(self._play(job, assignment, clients, on_progress))

        def end(done: "asyncio.Task[bool]") -> None:
            del self._tasks[job]
            # Also if it was cancelled before it began.
            if done.cancelled() or done.result():
                self._dismiss(clients)

        task.add_done_callback(end)

    def _dismiss(self, clients: Clients) -> None:
        """Disconnect clients that never got a seat: their game is over, and they may come again."""
        for client in clients:
            if client is not None and self.seats.release(client):
                client.connection.close()

    async def _play(self, job: Job, assignment: Assignment, clients: Clients, on_progress: OnProgress | None) -> bool:
        """Whether clients without a seat must leave. After a fault of our own they wait again."""
        failed = False
        try:
            report = await self._host(assignment, clients, on_progress)
        except Exception as error:
            if isinstance(error, MachineFault):
                log.warning("%s: %s", assignment.fixture.key, error)
            else:
                log.exception("%s", assignment.fixture.key)
            failed = True
            self._put_back(clients)
            report = to_failure(assignment.fixture.key, error)
        # The pool may be busy starting a process.
        await asyncio.to_thread(job.set_result, report)
        return not failed

    async def _host(self, assignment: Assignment, clients: Clients, on_progress: OnProgress | None) -> GameReport:
        began = time.monotonic()
        room = self._open(assignment)
        host = GameHost(self._server, room, seed=assignment.fixture.seed, sandbox=Sandbox(wall=assignment.sandboxed))

        def tell(progress: GameProgress) -> bool:
            if on_progress is not None:
                on_progress(progress)
            return True

        @asynccontextmanager
        async def during(host: GameHost) -> AsyncIterator[None]:
            # Starting the other player took a while.
            if not self._seat(room, clients):
                raise _Vanished
            async with ProgressTeller(assignment.fixture.key, tell).during(host):
                yield

        try:
            red, blue = [await _parse(host, team, bot) for team, bot in zip(Team, assignment.bots, strict=True)]
            played = await host.play((red, blue), max_wait_seconds=assignment.patience, during=during)
        except _Vanished:
            return _withdraw(assignment)
        finally:
            if room.running:
                room.cancel()
            else:
                room.suspend()
        for client in clients:
            if client is not None:
                self.seats.on_played(client.team)
        return to_report(assignment, played, time.monotonic() - began)

    def _open(self, assignment: Assignment) -> Room:
        start = game(assignment.game, assignment.rules).start(assignment.fixture.seed)
        # These codes stay here: clients are brought to their seats.
        red, blue = (
            Seat(team, name, str(uuid.uuid4())) for team, name in zip(Team, assignment.fixture.players, strict=True)
        )
        room = self._server.lobby.open(start.game, (red, blue), start=start, time=assignment.time_control)
        room.kept_by_opener = True
        return room

    def _seat(self, room: Room, clients: Clients) -> bool:
        """Give the clients their seats; False if one of them is gone."""
        lobby = self._server.lobby
        found = [client for client in clients if client is not None]
        lobby.expected.difference_update(client.connection for client in found)
        gone = [each for each in found if each.connection not in lobby.connections or each.connection.rooms]
        for each in gone:
            self.seats.on_vanished(each.team)
        if gone:
            return False
        for seat, client in zip(room.seats, clients, strict=True):
            if client is not None and not room.over:
                client.connection.codec = codec_for(room.record.start.game)
                self.seats.release(client)
                lobby.seat_client(room, seat, client.connection)
        return True


class _Vanished(Exception):
    """A client is gone."""


def _withdraw(assignment: Assignment) -> GameReport:
    return GameReport(assignment.fixture.key, failure="a client left before its game began", withdrawn=True)


async def _parse(host: GameHost, team: Team, bot: str) -> PlayerSpec | None:
    """The player of this name; None for a bot that cannot be started, which loses its game."""
    if bot.startswith(HOME):
        return Wait()
    try:
        return await asyncio.to_thread(parse_player, bot)
    except CannotLaunch as error:
        host.mark_absent(team, error.message)
        return None
