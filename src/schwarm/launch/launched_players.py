"""The players that were started for one room: seats them, and tells what each said about which move.

Built-in players think in a thread of this process; all others are processes of their own that connect to the server.
Those are held still unless they are asked: before their first move, while their opponent thinks, and while their
opponent is still starting. So nobody's time depends on what the opponent computes.
"""

import asyncio
import logging
import math
import random
import time
import uuid
from bisect import bisect
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from schwarm.games import Outcome, Reason, Team
from schwarm.launch.builtin_occupant import BuiltinOccupant
from schwarm.launch.forgotten_run import find_forgotten_run
from schwarm.launch.output import OutputLine
from schwarm.launch.played_game import PlayedGame, own_turn
from schwarm.launch.player_spec import Builtin, Command, PlayerSpec, Present, Wait
from schwarm.launch.running_server import RunningServer
from schwarm.launch.sandbox import Sandbox
from schwarm.launch.start import start
from schwarm.player.clock import moves_to_go
from schwarm.player.run import LIMIT_VARIABLE, RULES_VARIABLE
from schwarm.protocol.messages import Event, LeftRoom, ResultShown, StateShown
from schwarm.referee import Room, Seat
from schwarm.words import Message, Sentence, excerpt

if TYPE_CHECKING:
    from pathlib import Path

    from schwarm.launch.process import Process
    from schwarm.referee.server import Door

log = logging.getLogger("schwarm.launch")

WATCH_EVERY = 0.05, 0.15
"""Seconds between two looks at whoever is held still, so that none is foreseen; more where looking takes long."""
MAX_WATCH_SHARE = 0.01
MAX_SECONDS_TO_DIE = 4.0
"""Seconds in which a program that crashed is dead, also where the machine is busy with others."""


def seat_for(team: Team, player: PlayerSpec, name: str | None = None) -> Seat:
    """A seat for a player: reserved, unless somebody is waited for."""
    return Seat(team, name or player.title, None if isinstance(player, Wait) else str(uuid.uuid4()))


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
        """With a sandbox its limits hold for every process; a wall needs also the doors of the server."""
        self.room, self.seed = room, seed
        self._server, self._sandbox = server, sandbox
        self.processes: dict[Team, Process] = {}
        self._doors: dict[Team, Door] = {}
        self.over = asyncio.Event()
        self._shown: dict[int, float] = {}
        self._notes: dict[int, list[str]] = {}
        self._crashed: set[Team] = set()
        self._troubles: dict[Team, Message] = {}
        self._absent: set[Team] = set()
        self._made_with_kit: set[Team] = set()
        self._scripts: dict[Team, Path] = {}
        self._frozen: set[Team] = set()
        self._watching: asyncio.Task[None] | None = None
        room.observe(self)

    # -- coming and going ------------------------------------------------------------------------------

    async def seat(self, team: Team, player: PlayerSpec | Present, against: PlayerSpec | Present | None = None) -> None:
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
                self._server,
                lambda error: self._on_builtin_error(team, error),
            )
            self._server.lobby.seat(self.room, seat, occupant)
        elif not isinstance(player, Wait):
            assert seat.code is not None
            if isinstance(player, Command) and player.script is not None:
                self._scripts[team] = player.script
            self._server.lobby.reserve(self.room, seat)
            game = self.room.state.game
            if self._server.doors is not None:
                self._doors[team] = await self._server.doors.open()
            self.processes[team] = await asyncio.to_thread(
                start,
                player,
                host="127.0.0.1",
                port=self._server.port,
                reservation=seat.code,
                game=game.id,
                variables={LIMIT_VARIABLE: self._usual_limit(team), RULES_VARIABLE: game.rules},
                sandbox=self._sandbox,
                opponent=against,
                socket=self._doors[team].path if team in self._doors else None,
            )

    def _usual_limit(self, team: Team) -> str:
        """Seconds per move as a program is told them at its start: what it can always take, or 0 for no limit."""
        record = self.room.record
        usual = record.time.of(team).usual(moves_to_go(record.final))
        return str(round(usual, 3) if usual else 0)

    def _on_builtin_error(self, team: Team, error: BaseException) -> None:
        log.error("A built-in player failed.", exc_info=error)
        self._crashed.add(team)
        self._troubles[team] = BUILTIN_FAILED(error=excerpt(f"{type(error).__name__}: {error}", 200))

    def mark_absent(self, team: Team, why: Message) -> None:
        """A player could not be started: its game is lost, and goes on without it."""
        self._absent.add(team)
        self._troubles[team] = why

    async def settle(self, team: Team, max_seconds: float) -> None:
        """Wait until a program has taken its seat, and hold it still: the next one may start as if it were alone.

        Who ended before, or takes too long, never comes."""
        process = self.processes.get(team)
        if process is None:
            return
        self._watching = self._watching or asyncio.create_task(self._watch_frozen())
        deadline = time.monotonic() + max_seconds
        while self.room.seats[team.index].free and not self.room.over and process.running:
            if time.monotonic() > deadline:
                self._absent.add(team)
                break
            await asyncio.sleep(0.01)
        if not self.room.running and not self.room.over:
            self._freeze(team)
        if door := self._doors.get(team):
            await door.close(self.room.seats[team.index].occupant)

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
            elif self._ended_at_once(team, process) and (why := find_forgotten_run(self._scripts[team])):
                self._troubles[team] = why
            if process.notes.made_with_kit:
                self._made_with_kit.add(team)
        self._read_notes()

    def _ended_at_once(self, team: Team, process: "Process") -> bool:
        """Whether somebody's own program, not one that strangers handed in, ended well and never took its seat."""
        outcome = self.room.record.outcome
        absent = outcome is not None and outcome.reason is Reason.NEVER_CAME and outcome.winner is not team
        return absent and team in self._scripts and process.exit_code == 0

    async def stop(self) -> None:
        """End everything that was started."""
        if self._watching:
            self._watching.cancel()
        if self in self.room.observers:
            self.room.observers.remove(self)
        for process in self.processes.values():
            await asyncio.to_thread(process.stop)
        for door in self._doors.values():
            await door.close()

    # -- watching --------------------------------------------------------------------------------------

    def notify(self, event: Event) -> None:
        if isinstance(event, StateShown):
            for process in self.processes.values():
                process.catch_up()
            self._freeze(event.state.to_move.opponent)
            self._thaw(event.state.to_move)
            self._shown[event.state.turn] = time.monotonic()
            self._read_notes()
        elif isinstance(event, ResultShown | LeftRoom):
            for team in Team:
                self._thaw(team)
            self.over.set()

    def disconnect(self) -> None:
        self.over.set()

    def _freeze(self, team: Team) -> None:
        if team in self.processes and team not in self._frozen:
            self._frozen.add(team)
            self.processes[team].freeze()

    def _thaw(self, team: Team) -> None:
        if team in self._frozen:
            self._frozen.remove(team)
            self.processes[team].thaw()

    async def _watch_frozen(self) -> None:
        while True:
            began = time.thread_time()
            for team in self._frozen:
                self.processes[team].watch_frozen()
            await asyncio.sleep(max(random.uniform(*WATCH_EVERY), (time.thread_time() - began) / MAX_WATCH_SHARE))

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
            # The kit notes an illegal move instead of sending it, and leaves. What a bot prints proves nothing.
            process = self.processes.get(record.outcome.winner.opponent)
            illegal = process is not None and process.notes.has_illegal_move(record.final)
            reason = Reason.ILLEGAL_MOVE if illegal else Reason.CRASHED
            record = record.ended(Outcome(record.outcome.winner, reason, record.outcome.points))
        moves = []
        for turn, played in enumerate(record.moves, record.start.turn):
            said = [played.note, *self._notes.get(turn, ())]
            moves.append(replace(played, note="\n".join(filter(None, said))))
        rest = tuple(remains[Team.ONE]), tuple(remains[Team.TWO])
        troubles = self._troubles.get(Team.ONE), self._troubles.get(Team.TWO)
        said_when = tuple(tuple(printed[turn]) for turn in turns)
        one, two = (self._shown.get(own_turn(record.start.turn, team), math.inf) for team in Team)
        kit = Team.ONE in self._made_with_kit, Team.TWO in self._made_with_kit
        return PlayedGame(replace(record, moves=tuple(moves)), said_when, rest, troubles, (one, two), kit)

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


BUILTIN_FAILED = Sentence("The built-in player failed, which is Schwarm's fault: {error}")
