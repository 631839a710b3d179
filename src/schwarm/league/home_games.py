"""An executor for the games of a league with clients of teams: on the page's game server, where those clients wait.

Other players are started as in any other game of the league, behind the same wall.
"""

import asyncio
import logging
import sys
import time
import uuid
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress

from schwarm.arena.assignment import Assignment, GameProgress, GameReport, ProgressTeller, to_failure, to_report
from schwarm.arena.pool import Job, OnProgress
from schwarm.games import Team, game
from schwarm.launch import CannotLaunch, GameHost, MachineFault, PlayerSpec, RunningServer, Sandbox, parse_player
from schwarm.launch.player_spec import Wait
from schwarm.league.home_seats import HomeClient, HomeSeats
from schwarm.league.league_schedule import HOME
from schwarm.protocol import codec_for
from schwarm.referee.room import Room, Seat

log = logging.getLogger("schwarm.league")

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
        """Progress is reported once all clients have their seats: until then they may leave at no cost."""
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
        """Let clients wait again whose game did not begin."""
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
