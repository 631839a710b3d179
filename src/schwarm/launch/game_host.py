"""One game between two players of any kind, from taking their seats to the last word: the same everywhere.

`GameHost` starts and seats the players at a room, watches them, and collects what they said; `play` gives a game a
server of its own. Built-in players think in this process; all others are processes that connect to the server. Those
are frozen unless they are asked: before their first move, while their opponent thinks, and while their opponent is
still starting. So no player's time depends on what the other computes.
"""

import asyncio
import logging
import math
import random
import time
import uuid
from bisect import bisect
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass, replace
from os import PathLike
from typing import TYPE_CHECKING

from schwarm.games import Move, Outcome, Reason, State, Team, TimeControl
from schwarm.games.base import read_state
from schwarm.games.record import Record
from schwarm.games.splitmix import whole_seed
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch.bot_facts import find_forgotten_run
from schwarm.launch.crash_output import LOGGED
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.isolation import Sandbox
from schwarm.launch.output import OutputLine
from schwarm.launch.player_spec import Builtin, Command, PlayerSpec, Wait, parse_player
from schwarm.launch.process import Process, Supervisor, start
from schwarm.player import Clock, Sparring
from schwarm.player.clock import moves_to_go
from schwarm.player.run import LIMIT_VARIABLE, RULES_VARIABLE
from schwarm.protocol.messages import Event, Leave, LeftRoom, MoveRequested, ResultShown, StateShown
from schwarm.referee import Occupant, Room, Seat
from schwarm.referee.lobby import Lobby, Settings
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.server import Door, Server
from schwarm.words import Message, Sentence, excerpt

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger("schwarm.launch")

MAX_WAIT_SECONDS = 20.0
"""Seconds in which a player must have taken its seat."""
SEATED_EVERY = 0.02
"""Seconds between two looks at whether a player has taken its seat."""
WATCH_EVERY = 0.05, 0.15
"""Seconds between two looks at frozen bots, so that none is foreseen; more where looking takes long."""
MAX_WATCH_SHARE = 0.01
MAX_SECONDS_TO_DIE = 4.0
"""Seconds in which a program that crashed is dead, also where the machine is busy with others."""
BEFORE_FIRST_MOVE = -1
"""The turn of what a player printed before it was asked for a move."""
CANNOT_RUN = (126, 127)
"""What shells exit with where a program is made for other machines, and where there is none."""


@dataclass(frozen=True, slots=True)
class Present:
    """A player that is here already and only sits down, such as a person at a page. No name stands for it."""

    occupant: Occupant


Player = PlayerSpec | Present | None
"""Who takes a seat; None: a player that is known not to come."""


@dataclass(frozen=True, slots=True)
class RunningServer:
    """Where seats are given and programs connect."""

    lobby: Lobby
    port: int
    threads: Executor | None = None
    """Where built-in players think long; None: in the threads of the event loop."""
    alone: bool = False
    """Whether it is there for one game, which need not share the event loop."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played here: its record, and what each player printed before each of its moves and at the end."""

    record: Record
    printed: tuple[tuple[OutputLine, ...], ...]
    """As many as there are moves: the lines of the mover, from its request to its next one."""
    other_output: tuple[tuple[OutputLine, ...], tuple[OutputLine, ...]]
    """What else Red and Blue printed, before the first request or when no move came: how it began, why it crashed."""
    troubles: tuple[Message | None, Message | None] = (None, None)
    """Why Red or Blue could not be started, or how it ended before its game did."""
    first_asked_at: tuple[float, float] = (math.inf, math.inf)
    """When Red and Blue were asked for their first move, on the scale of the lines' times."""
    made_with_kit: tuple[bool, bool] = (False, False)
    """Whether Red and Blue are known to use the kit, so that advice about it helps."""

    def output_by_turn(self, team: Team) -> list[tuple[int, str]]:
        """Everything that a player printed, in order, by the turn it belongs to: `BEFORE_FIRST_MOVE` for what came
        before its first request, and the turn whose move never came for how it ended. Without the times that the kit's
        log has: moves have times of their own."""
        rest, first = self.other_output[team.index], self.first_asked_at[team.index]
        moved = enumerate(self.printed, self.record.start.turn)
        said = [(BEFORE_FIRST_MOVE, [line for line in rest if line.at < first])]
        said += [(turn, list(lines)) for turn, lines in moved if turn % 2 == team.index]
        said += [(_own_turn(self.record.final.turn, team), [line for line in rest if line.at >= first])]
        return [(turn, "\n".join(LOGGED.sub("", line.text) for line in lines)) for turn, lines in said if lines]


def _own_turn(turn: int, team: Team) -> int:
    """The first turn from this one on that is the team's."""
    return turn + (turn - team.index) % 2


def seat_for(team: Team, player: PlayerSpec, name: str | None = None) -> Seat:
    """A seat for a player: reserved, unless a client is waited for."""
    return Seat(team, name or player.title, None if isinstance(player, Wait) else str(uuid.uuid4()))


def play(
    first: State,
    red: PlayerSpec | str | PathLike[str],
    blue: PlayerSpec | str | PathLike[str],
    *,
    time: TimeControl | str = CONTEST_TIME,
    patience: float = MAX_WAIT_SECONDS,
    seed: int | None = None,
    names: tuple[str, str] | None = None,
    sandbox: Sandbox | None = None,
    during: "During" = lambda host: nullcontext(),
    on_absent: Callable[[Team, Message], None] = lambda team, why: None,
) -> PlayedGame:
    """Play one game on a server of its own and wait for its end. Raises `CannotLaunch` and `MachineFault`.

    Players are named as everywhere: built-in ones, classes, folders, commands, archives, as text or as a path, see
    `parse_player`. `time` is a time control or its text, such as "5m+3s"; `patience` are the seconds in which both must
    have taken their seats. With a seed, built-in players choose the same again. `names` are what the record calls the
    players. A `sandbox` is put around every player that is a process. For the others, see `GameHost.play`."""
    first = read_state(first)
    one, two = (given if isinstance(given, PlayerSpec) else parse_player(given) for given in (red, blue))
    seed = None if seed is None else whole_seed(seed)
    limits = TimeControl.parse(time) if isinstance(time, str) else time
    name_one, name_two = names or (one.title, two.title)
    loop_delay = LoopDelay()

    async def game() -> PlayedGame:
        async with run_server(Settings(first.game, time=limits), loop_delay) as server:
            seats = seat_for(Team.ONE, one, name_one), seat_for(Team.TWO, two, name_two)
            room = server.lobby.open(first.game, seats, start=first, time=limits)
            host = GameHost(server, room, seed=seed, sandbox=sandbox)
            try:
                return await host.play((one, two), max_wait_seconds=patience, on_absent=on_absent, during=during)
            finally:
                room.cancel()

    # Everything that was started is ended before Ctrl-C is passed on.
    return loop_delay.run(game())


@asynccontextmanager
async def run_server(settings: Settings, loop_delay: LoopDelay) -> AsyncIterator[RunningServer]:
    """A server on a port that the system chooses, until the end of the block."""
    server = Server(settings, loop_delay=loop_delay)
    try:
        yield RunningServer(server.lobby, await server.listen(port=0), alone=True)
    finally:
        await server.stop()


class BuiltinOccupant:
    """A built-in player at its seat in a room, where it is asked like any other."""

    def __init__(
        self,
        room: Room,
        player: Sparring,
        server: RunningServer,
        on_error: Callable[[BaseException], None],
    ) -> None:
        self.room, self.player = room, player
        self._server, self._on_error = server, on_error
        self._thinking: asyncio.Future[Move] | None = None

    def notify(self, event: Event) -> None:
        if isinstance(event, MoveRequested):
            left = event.left
            late = self.room.record.time_to_move().late
            self.think(Clock.for_game(self.room.state, *left) if left else Clock(late))
        elif isinstance(event, LeftRoom) and self._thinking is not None:
            # Others need the processor; and a player that waits for a thread need not begin.
            self._thinking.cancel()
            self.player.stop()

    def think(self, clock: Clock) -> None:
        loop = asyncio.get_running_loop()
        if self.player.quick and self._server.alone:
            # A thread for every move would cost more than the move.
            loop.call_soon(self._think_here, self.room.state, clock)
            return
        threads = _quick if self.player.quick else self._server.threads
        self._thinking = loop.run_in_executor(threads, self.player.choose, self.room.state, clock)
        self._thinking.add_done_callback(self._answer)

    def _think_here(self, state: State, clock: Clock) -> None:
        if self.room.over:
            return
        try:
            move = self.player.choose(state, clock)
        except Exception as error:
            self._give_up(error)
        else:
            self._play(move)

    def _answer(self, thinking: "asyncio.Future[Move]") -> None:
        if thinking.cancelled():
            return
        if error := thinking.exception():
            self._give_up(error)
        else:
            self._play(thinking.result())

    def _give_up(self, error: BaseException) -> None:
        self._on_error(error)
        self.room.leave(self, Leave.LOST)

    def _play(self, move: Move) -> None:
        now = self._server.lobby.clock()
        self.room.move(self, lambda state: move, at=now, now=now)

    def disconnect(self) -> None:
        """Built-in players break no rules."""


_quick = ThreadPoolExecutor(1, "schwarm-quick")
"""Players that think in Python think one after the other: more threads would not be faster, but each would take Python
away from the event loop for a while."""


class GameHost:
    """Starts, seats and watches two players of any kind at one room; what it has started ends with the game."""

    def __init__(
        self,
        server: RunningServer,
        room: Room,
        *,
        seed: int | None = None,
        sandbox: Sandbox | None = None,
    ) -> None:
        """The sandbox's limits hold for every process."""
        self.room, self.seed = room, seed
        self._server, self._sandbox = server, sandbox
        self._supervisor: Supervisor | None = None
        self.processes: dict[Team, Process] = {}
        self._starting: dict[Team, asyncio.Task[Process]] = {}
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

    async def play(
        self,
        players: tuple[Player, Player],
        *,
        max_wait_seconds: float,
        on_absent: Callable[[Team, Message], None] = lambda team, why: None,
        during: "During" = lambda host: nullcontext(),
    ) -> PlayedGame:
        """Let both take their seats in a room that is open, and wait for the end of their game.

        However it ends, everything that was started ends with it. A player that cannot be started never comes to its
        game: `on_absent` hears why, and may raise what ends the game. Where that is this machine's fault, no side has
        lost: raises `MachineFault`."""
        try:
            for team, player, opponent in zip(Team, players, reversed(players), strict=True):
                if isinstance(player, Wait):
                    continue
                try:
                    await self.seat(team, player, opponent)
                    await self.settle(team, max_wait_seconds)
                except CannotLaunch as error:
                    self.mark_absent(team, error.message)
                    on_absent(team, error.message)
            async with during(self):
                await self._wait_until_begun(max_wait_seconds)
                await self.over.wait()
                await self._collect_last_output()
        finally:
            await self._stop()
        return self._played_game()

    # -- coming and going ------------------------------------------------------------------------------

    async def seat(self, team: Team, player: Player, against: Player = None) -> None:
        """Let a player take its seat, or begin to; raises `CannotLaunch`."""
        seat = self.room.seats[team.index]
        if self.room.over:
            # Starting the other one takes a while, in which the room may have been closed.
            return
        if player is None:
            self._absent.add(team)
        elif isinstance(player, Present):
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
            starting = self._starting[team] = asyncio.create_task(
                asyncio.to_thread(
                    start,
                    player,
                    host="127.0.0.1",
                    port=self._server.port,
                    reservation=seat.code,
                    game=game.id,
                    variables={LIMIT_VARIABLE: self._usual_limit(team), RULES_VARIABLE: game.rules},
                    sandbox=self._sandbox,
                    opponent=None if isinstance(against, Present) else against,
                    supervisor=self._find_supervisor,
                )
            )
            # If the game is called off meanwhile, `_stop` finds what was started.
            process = self.processes[team] = await asyncio.shield(starting)
            if process.door is not None:
                self._doors[team] = await Door.open(self._server.lobby, process.door)

    def _find_supervisor(self) -> Supervisor:
        """The supervisor shared by all sandboxed bots of this game, started on first use."""
        self._supervisor = self._supervisor or Supervisor()
        return self._supervisor

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
        """A player could not be started. It forfeits the game, which carries on without it."""
        self._absent.add(team)
        self._troubles[team] = why

    async def settle(self, team: Team, max_seconds: float) -> None:
        """Wait until a program has taken its seat, and freeze it: the next one may start as if it were alone.

        One that ended before, or takes too long, never comes."""
        process = self.processes.get(team)
        if process is None:
            return
        self._watching = self._watching or asyncio.create_task(self._watch_frozen())
        deadline = time.monotonic() + max_seconds
        while self.room.seats[team.index].free and not self.room.over and process.running:
            if time.monotonic() > deadline:
                self._absent.add(team)
                break
            await asyncio.sleep(SEATED_EVERY)
        if not self.room.running and not self.room.over:
            self._freeze(team)
        if door := self._doors.get(team):
            await door.close(self.room.seats[team.index].occupant)

    async def _wait_until_begun(self, max_seconds: float) -> None:
        """Wait until both have taken their seats; one that ended before, or takes too long, never comes.

        If one is known not to come, the other still gets the time it needs to show that it would have played."""
        if max_seconds == math.inf and not self.processes and not self._absent:
            # No player that is waited for can fail to come.
            return
        room = self.room
        deadline = time.monotonic() + max_seconds
        while not room.running and not room.over:
            missing = [seat.team for seat in room.seats if seat.free]
            if all(map(self._will_not_come, missing)) or time.monotonic() > deadline:
                room.step(self._server.lobby.clock(), forced=True)
            await asyncio.sleep(SEATED_EVERY)

    def _will_not_come(self, team: Team) -> bool:
        return team in self._absent or (team in self.processes and not self.processes[team].running)

    def find_missing_program(self) -> Message | None:
        """Whether a bot ended because this machine lacks a program that it calls (Java, which its start.sh wants): it
        ended before it took its seat, with the code of a shell that cannot start a program. Only a hint, for a bot can
        exit with any code."""
        for team, process in self.processes.items():
            never_came = self.room.seats[team.index].free and not self.room.over
            if never_came and (code := process.exit_code) in CANNOT_RUN:
                return MISSING_PROGRAM(player=excerpt(process.title), code=code)
        return None

    async def _collect_last_output(self) -> None:
        """The game is over: find out which bot broke down, and read the last notes."""
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

    def _ended_at_once(self, team: Team, process: Process) -> bool:
        """Whether its author's own program, not one that strangers handed in, ended well and never took its seat."""
        outcome = self.room.record.outcome
        absent = outcome is not None and outcome.reason is Reason.NEVER_CAME and outcome.winner is not team
        return absent and team in self._scripts and process.exit_code == 0

    async def _stop(self) -> None:
        """End everything that was started."""
        if self._watching:
            self._watching.cancel()
        if self in self.room.observers:
            self.room.observers.remove(self)
        started = await asyncio.gather(*self._starting.values(), return_exceptions=True)
        processes = [each for each in started if isinstance(each, Process)]
        await asyncio.gather(*(asyncio.to_thread(process.stop) for process in processes))
        for door in self._doors.values():
            await door.close()
        if self._supervisor is not None:
            await asyncio.to_thread(self._supervisor.close)

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

    def _played_game(self) -> PlayedGame:
        """The whole game, after both players have left."""
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
        one, two = (self._shown.get(_own_turn(record.start.turn, team), math.inf) for team in Team)
        kit = Team.ONE in self._made_with_kit, Team.TWO in self._made_with_kit
        return PlayedGame(replace(record, moves=tuple(moves)), said_when, rest, troubles, (one, two), kit)

    def _time_of_turn(self, turn: int) -> tuple[float, float]:
        """From a player's request to its next one."""
        return self._shown.get(turn, 0.0), self._shown.get(turn + 2, math.inf)

    def _output_by_turn(
        self, turns: Mapping[int, tuple[float, float]]
    ) -> tuple[dict[int, list[OutputLine]], dict[Team, list[OutputLine]]]:
        """Output lines by move, and those that belong to no move."""
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


During = Callable[[GameHost], AbstractAsyncContextManager[None]]
"""Begins when all have been started, and ends when the game is over and before they are stopped."""

BUILTIN_FAILED = Sentence("The built-in player failed, which is Schwarm's fault: {error}")
MISSING_PROGRAM = Sentence(
    "“{player}” exited with code {code} before its first message; a program that it needs may be missing."
)
