"""The players that were started for one room: seats them, and tells what each said about which move.

Built-in players think in a thread of this process; all others are processes of their own that connect to the server.
"""

import asyncio
import logging
import math
import time
import uuid
from bisect import bisect
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from schwarm.games import Move, Outcome, Reason, Team
from schwarm.launch.last_words import last_words
from schwarm.launch.output import OutputLine
from schwarm.launch.played_game import PlayedGame, own_turn
from schwarm.launch.player_spec import Builtin, PlayerSpec, Present, Wait
from schwarm.launch.running_server import RunningServer
from schwarm.launch.sandbox import Sandbox
from schwarm.launch.start import start
from schwarm.player import Clock, Sparring
from schwarm.player.run import LIMIT_VARIABLE, RULES_VARIABLE
from schwarm.protocol.messages import Event, Leave, LeftRoom, MoveRequested, ResultShown, StateShown
from schwarm.referee import Room, Seat
from schwarm.referee.seat import Limits
from schwarm.words import Message, Sentence, excerpt

if TYPE_CHECKING:
    from schwarm.launch.process import Process

log = logging.getLogger("schwarm.launch")

MAX_SECONDS_TO_DIE = 4.0
"""Seconds in which a program that crashed is dead, also where the machine is busy with others."""


def seat_for(team: Team, player: PlayerSpec, limits: Limits, name: str | None = None) -> Seat:
    """A seat for a player: reserved, unless somebody is waited for."""
    return Seat(team, name or player.title, limits, None if isinstance(player, Wait) else str(uuid.uuid4()))


class LaunchedPlayers:
    """Everybody who was started for one room. Whoever makes one ends it with `stop`, however the game ends."""

    def __init__(
        self,
        server: RunningServer,
        room: Room,
        *,
        seed: int | None = None,
        sandbox: Sandbox | None = None,
    ) -> None:
        """With a sandbox its limits hold for every process; a wall needs also the Unix socket of the server."""
        self.room, self.seed = room, seed
        self._server, self._sandbox = server, sandbox
        self.processes: dict[Team, Process] = {}
        self.over = asyncio.Event()
        self._shown: dict[int, float] = {}
        self._notes: dict[int, list[str]] = {}
        self._crashed: set[Team] = set()
        self._troubles: dict[Team, Message] = {}
        self._absent: set[Team] = set()
        room.observe(self)

    # -- coming and going ------------------------------------------------------------------------------

    async def seat(self, team: Team, player: PlayerSpec | Present) -> None:
        """Let a player take its seat, or begin to; raises `CannotLaunch`."""
        seat = self.room.seats[team.index]
        if self.room.over:
            # Starting the other one takes a while, in which somebody may have closed the room.
            return
        if isinstance(player, Present):
            self._server.lobby.seat(self.room, seat, player.occupant)
        elif isinstance(player, Builtin):
            own_seed = None if self.seed is None else self.seed + team.index
            occupant = BuiltinOccupant(
                self.room,
                player.player(own_seed),
                seat.limits,
                self._server,
                lambda error: self._on_builtin_error(team, error),
            )
            self._server.lobby.seat(self.room, seat, occupant)
        elif not isinstance(player, Wait):
            assert seat.code is not None
            self._server.lobby.reserve(self.room, seat)
            game = self.room.state.game
            self.processes[team] = await asyncio.to_thread(
                start,
                player,
                host="127.0.0.1",
                port=self._server.port,
                reservation=seat.code,
                game=game.id,
                variables={LIMIT_VARIABLE: str(seat.limits.soft or 0), RULES_VARIABLE: game.rules},
                sandbox=self._sandbox,
                socket=self._server.socket,
            )

    def _on_builtin_error(self, team: Team, error: BaseException) -> None:
        log.error("A built-in player failed.", exc_info=error)
        self._crashed.add(team)
        self._troubles[team] = BUILTIN_FAILED(error=excerpt(f"{type(error).__name__}: {error}", 200))

    def mark_absent(self, team: Team, why: Message) -> None:
        """A player could not be started: its game is lost, and goes on without it."""
        self._absent.add(team)
        self._troubles[team] = why

    async def wait_until_begun(self, max_seconds: float) -> None:
        """Wait until both have taken their seats; who ended before, or takes too long, never comes.

        If one is known not to come, the other still gets the time it needs to show that it would have played."""
        if max_seconds == math.inf and not self.processes and not self._absent:
            # Nobody who is waited for can fail to come, so there is nothing to look after.
            return
        room = self.room
        deadline = time.monotonic() + max_seconds
        while not room.running and not room.over:
            missing = [seat.team for seat in room.seats if seat.free]
            if all(map(self._will_not_come, missing)) or time.monotonic() > deadline:
                room.step(self._server.lobby.clock(), forced=True)
            await asyncio.sleep(0.02)

    def _will_not_come(self, team: Team) -> bool:
        return team in self._absent or (team in self.processes and not self.processes[team].running)

    async def collect_last_output(self) -> None:
        """The game is over: find out who broke down, and hear the last notes."""
        outcome = self.room.record.outcome
        for team, process in self.processes.items():
            left = outcome is not None and outcome.reason is Reason.LEFT and outcome.winner is not team
            if left and await asyncio.to_thread(process.wait, MAX_SECONDS_TO_DIE) not in (None, 0):
                self._crashed.add(team)
            if process.trouble:
                self._troubles[team] = process.trouble
        self._read_notes()

    async def stop(self) -> None:
        """End everything that was started."""
        if self in self.room.observers:
            self.room.observers.remove(self)
        for process in self.processes.values():
            await asyncio.to_thread(process.stop)

    # -- watching --------------------------------------------------------------------------------------

    def notify(self, event: Event) -> None:
        if isinstance(event, StateShown):
            for process in self.processes.values():
                process.catch_up()
            self._shown[event.state.turn] = time.monotonic()
            self._read_notes()
        elif isinstance(event, ResultShown | LeftRoom):
            self.over.set()

    def disconnect(self) -> None:
        self.over.set()

    def _read_notes(self) -> None:
        for team, process in self.processes.items():
            for note in process.notes.read():
                if note.turn % 2 == team.index:
                    self._notes.setdefault(note.turn, []).append(note.text)

    # -- telling ---------------------------------------------------------------------------------------

    def note(self, turn: int) -> str:
        """What the mover of a turn noted about it, as far as is known by now."""
        self._read_notes()
        return "\n".join(self._notes.get(turn, ()))

    def output_of_turn(self, turn: int) -> list[OutputLine]:
        """What the mover of a turn printed about it, as far as is known by now."""
        process = self.processes.get(Team.TWO if turn % 2 else Team.ONE)
        if process is None:
            return []
        process.catch_up()
        return process.output_between(*self._time_of_turn(turn))

    def played_game(self) -> PlayedGame:
        """The whole game, once everybody has left."""
        record = self.room.record
        turns = {turn: self._time_of_turn(turn) for turn in range(record.start.turn, record.final.turn)}
        printed, remains = self._output_by_turn(turns)
        if record.outcome and record.outcome.winner and record.outcome.winner.opponent in self._crashed:
            # The kit leaves rather than send an illegal move, and says so: that is why the game is lost, not a crash.
            last = last_words(remains[record.outcome.winner.opponent])
            reason = Reason.ILLEGAL_MOVE if last and last.illegal_move else Reason.CRASHED
            record = record.ended(Outcome(record.outcome.winner, reason, record.outcome.points))
        moves = []
        for turn, played in enumerate(record.moves, record.start.turn):
            said = [played.note, *self._notes.get(turn, ())]
            moves.append(replace(played, note="\n".join(filter(None, said))))
        rest = tuple(remains[Team.ONE]), tuple(remains[Team.TWO])
        troubles = self._troubles.get(Team.ONE), self._troubles.get(Team.TWO)
        said_when = tuple(tuple(printed[turn]) for turn in turns)
        one, two = (self._shown.get(own_turn(record.start.turn, team), math.inf) for team in Team)
        return PlayedGame(replace(record, moves=tuple(moves)), said_when, rest, troubles, (one, two))

    def _time_of_turn(self, turn: int) -> tuple[float, float]:
        """From a player's request to its next one."""
        return self._shown.get(turn, 0.0), self._shown.get(turn + 2, math.inf)

    def _output_by_turn(
        self, turns: Mapping[int, tuple[float, float]]
    ) -> tuple[dict[int, list[OutputLine]], dict[Team, list[OutputLine]]]:
        """Every line at the move it belongs to, and what belongs to none."""
        printed: dict[int, list[OutputLine]] = {turn: [] for turn in turns}
        remains: dict[Team, list[OutputLine]] = {team: [] for team in Team}
        for team, process in self.processes.items():
            own = [turn for turn in turns if turn % 2 == team.index]
            begins = [turns[turn][0] for turn in own]
            for line in process.output.lines:
                place = bisect(begins, line.at) - 1
                belongs = place >= 0 and line.at < turns[own[place]][1]
                (printed[own[place]] if belongs else remains[team]).append(line)
        return printed, remains


# Players that think in Python think one after the other: more threads would not be faster, but each would take Python
# away from the event loop for a while.
_quick = ThreadPoolExecutor(1, "schwarm-quick")


class BuiltinOccupant:
    """A built-in player at its seat. It thinks in a thread, so that the server can go on meanwhile."""

    def __init__(
        self,
        room: Room,
        player: Sparring,
        limits: Limits,
        server: RunningServer,
        on_error: Callable[[BaseException], None],
    ) -> None:
        self.room, self.player, self.limits = room, player, limits
        self._threads = _quick if player.quick else server.threads
        self._clock, self._on_error = server.lobby.clock, on_error

    def notify(self, event: Event) -> None:
        if isinstance(event, MoveRequested):
            thinking = asyncio.get_running_loop().run_in_executor(
                self._threads, self.player.choose, self.room.state, Clock(self.limits.soft)
            )
            thinking.add_done_callback(self._answer)

    def _answer(self, thinking: "asyncio.Future[Move]") -> None:
        if error := thinking.exception():
            self._on_error(error)
            self.room.leave(self, Leave.LOST)
            return
        move, now = thinking.result(), self._clock()
        self.room.move(self, lambda state: move, at=now, now=now)

    def disconnect(self) -> None:
        """Built-in players break no rules."""


BUILTIN_FAILED = Sentence("The built-in player failed, which is Schwarm's fault: {error}")
