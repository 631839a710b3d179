"""Plays the games of a league in which somebody plays from home: on the page's game server, where those clients are.

Everybody else is started as in any other game of the league, behind the same wall. What comes back is a report like
that of any other game.
"""

import asyncio
import logging
import queue
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from schwarm.arena.assignment import Assignment, GameProgress, GameReport, ProgressTeller, to_failure, to_report
from schwarm.games import Team, game
from schwarm.launch import CannotLaunch, GameHost, MachineFault, PlayerSpec, RunningServer, Sandbox, parse_player
from schwarm.league.home_seats import HomeClient, HomeSeats
from schwarm.protocol import codec_for
from schwarm.referee.room import Room, Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from schwarm.arena.pool import OnProgress

log = logging.getLogger("schwarm.league")

VANISHED = "a client was gone before its game began"
"""Why a game was not played that says nothing about anybody."""


class HomeGames:
    """Games in the referee's event loop, for whoever runs a league in a thread."""

    def __init__(self, seats: HomeSeats, server: RunningServer) -> None:
        self.seats, self._server = seats, server
        self._loop = asyncio.get_running_loop()
        self._reports: queue.SimpleQueue[tuple[int, GameReport]] = queue.SimpleQueue()
        self._stops = 0
        """How often all games were ended: what comes of a game from before is not told, for another game may have its
        key by now."""
        self._tasks: set[asyncio.Task[bool]] = set()
        self.ended: Callable[[], None] = lambda: None
        """A report waits to be collected."""
        self.on_begun: Callable[[str], None] = lambda key: None
        """Everybody has a seat in the game of this key: from now on whoever leaves has lost it."""
        self.on_progress: OnProgress = lambda progress: None
        """Hears of moves while games are played."""

    def submit(self, assignment: Assignment, teams: tuple[int | None, int | None]) -> bool:
        """Have a game played; `teams` are the ids of those that play from home, Red's and Blue's. False if a client is
        gone meanwhile."""
        clients: list[HomeClient | None] = []
        for team in teams:
            clients.append(self.seats.pick(team) if team is not None else None)
            if team is not None and clients[-1] is None:
                self._put_back(clients)
                return False
        red, blue = clients
        self._loop.call_soon_threadsafe(self._begin, assignment, (red, blue), self._stops)
        return True

    def _put_back(self, clients: Sequence[HomeClient | None]) -> None:
        """Let those wait again who were picked for nothing."""
        for client in clients:
            if client is not None and not client.connection.rooms:
                self.seats.put_back(client)

    def collect(self) -> GameReport | None:
        """The next game that is over, if there is one."""
        with suppress(queue.Empty):
            while True:
                stops, report = self._reports.get_nowait()
                if stops == self._stops:
                    return report
        return None

    def stop(self) -> None:
        """End all games; they are forgotten."""
        self._stops += 1
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._cancel)

    def _cancel(self) -> None:
        for task in self._tasks:
            task.cancel()

    def _begin(self, assignment: Assignment, clients: tuple[HomeClient | None, HomeClient | None], stops: int) -> None:
        task = self._loop.create_task(self._play(assignment, clients, stops))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        # Also where it was cancelled before it began.
        task.add_done_callback(lambda done: self._dismiss(clients) if done.cancelled() or done.result() else None)

    def _dismiss(self, clients: tuple[HomeClient | None, HomeClient | None]) -> None:
        """Let those go who never got a seat: they wait for a game that is over, and may come again."""
        for client in clients:
            if client is not None and self.seats.release(client):
                client.connection.close()

    async def _play(
        self, assignment: Assignment, clients: tuple[HomeClient | None, HomeClient | None], stops: int
    ) -> bool:
        """Whether those who got no seat have to go. Where we failed they wait again, perhaps for their next game."""
        failed = False
        try:
            report = await self._host(assignment, clients)
        except Exception as error:
            if isinstance(error, MachineFault):
                log.warning("%s: %s", assignment.fixture.key, error)
            else:
                log.exception("%s", assignment.fixture.key)
            failed = True
            self._put_back(clients)
            report = to_failure(assignment.fixture.key, error)
        self._reports.put((stops, report))
        self.ended()
        return not failed

    async def _host(self, assignment: Assignment, clients: tuple[HomeClient | None, HomeClient | None]) -> GameReport:
        began = time.monotonic()
        room = self._open(assignment)
        host = GameHost(self._server, room, seed=assignment.fixture.seed, sandbox=Sandbox(wall=assignment.sandboxed))

        @asynccontextmanager
        async def during(host: GameHost) -> AsyncIterator[None]:
            # Starting the others took a while.
            if not self._seat(room, clients):
                raise _Vanished
            self.on_begun(assignment.fixture.key)
            async with ProgressTeller(assignment.fixture.key, self._tell).during(host):
                yield

        try:
            red, blue = [await _parse(host, team, bot) for team, bot in zip(Team, assignment.bots, strict=True)]
            played = await host.play((red, blue), max_wait_seconds=assignment.patience, during=during)
        except _Vanished:
            return GameReport(assignment.fixture.key, failure=VANISHED)
        finally:
            if room.running:
                room.cancel()
            else:
                room.suspend()
        for client in clients:
            if client is not None:
                self.seats.on_played(client.team)
        return to_report(assignment, played, time.monotonic() - began)

    def _tell(self, progress: GameProgress) -> bool:
        self.on_progress(progress)
        return True

    def _open(self, assignment: Assignment) -> Room:
        start = game(assignment.game, assignment.rules).start(assignment.fixture.seed)
        # Nobody is told these codes: whoever plays here is brought to their seat.
        red, blue = (
            Seat(team, name, str(uuid.uuid4())) for team, name in zip(Team, assignment.fixture.players, strict=True)
        )
        room = self._server.lobby.open(start.game, (red, blue), start=start, time=assignment.time_control)
        room.kept_by_opener = True
        return room

    def _seat(self, room: Room, clients: tuple[HomeClient | None, HomeClient | None]) -> bool:
        """Bring those to their seats who came by themselves; False if one of them is gone."""
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


async def _parse(host: GameHost, team: Team, bot: str) -> PlayerSpec | None:
    """Whom a name means; None for a bot that cannot be started, which loses its game."""
    try:
        return await asyncio.to_thread(parse_player, bot)
    except CannotLaunch as error:
        host.mark_absent(team, error.message)
        return None
