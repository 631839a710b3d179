"""One game between two players, whoever they are: starts them, seats them, and tells what each said about which move.

Built-in players think in a thread of this process; all others are processes of their own that connect to the server.
"""

import asyncio
import math
import time
import uuid
from bisect import bisect
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from schwarm.games import Move, Outcome, Reason, State, Team
from schwarm.games.record import Record
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.notes import Note
from schwarm.launch.output import Line
from schwarm.launch.process import Process
from schwarm.launch.recipe import Builtin, Recipe, Wait, recipe
from schwarm.launch.start import start
from schwarm.player import Clock, Sparring
from schwarm.player.run import LIMIT_VARIABLE, RULES_VARIABLE
from schwarm.protocol.messages import Event, LeftRoom, MoveRequested, ResultShown, StateShown
from schwarm.referee import Room, Seat
from schwarm.referee.lobby import Lobby
from schwarm.referee.pulse import Pulse
from schwarm.referee.seat import USUAL_LIMITS, Limits
from schwarm.referee.server import Server
from schwarm.referee.settings import Settings
from schwarm.words import Message

PATIENCE = 20.0
"""Seconds in which a player must have taken its seat."""


@dataclass(frozen=True, slots=True)
class Hosted:
    """A game that was played here: its record, and what each player printed before each of its moves and at the end."""

    record: Record
    printed: tuple[tuple[Line, ...], ...]
    """As many as there are moves: the lines of the mover, from its request to its next one."""
    remains: tuple[tuple[Line, ...], tuple[Line, ...]]
    """What else Red and Blue printed, before the first request or when no move came: how it began, why it crashed."""
    troubles: tuple[Message | None, Message | None] = (None, None)
    """Why Red or Blue could not be started, or how it ended before its game did."""


def play(
    first: State,
    red: str,
    blue: str,
    *,
    limits: Limits = USUAL_LIMITS,
    patience: float = PATIENCE,
    seed: int | None = None,
    names: tuple[str, str] | None = None,
) -> Hosted:
    """Play one game and wait for its end. Players are named as everywhere, see `recipe`; raises `CannotLaunch`.

    With a seed, built-in players choose the same again. `names` are what the record calls them."""
    players = recipe(red), recipe(blue)
    pulse = Pulse()

    async def game() -> Hosted:
        server = Server(Settings(first.game, limits=limits), pulse=pulse)
        port = await server.listen(port=0)
        try:
            return await host(
                server.lobby, port, first, players, limits=limits, patience=patience, seed=seed, names=names
            )
        finally:
            await server.stop()

    task = pulse.loop.create_task(game())
    try:
        return pulse.loop.run_until_complete(task)
    except KeyboardInterrupt:
        # Everything that was started is ended before this is passed on.
        task.cancel()
        with suppress(asyncio.CancelledError):
            pulse.loop.run_until_complete(task)
        raise
    finally:
        pulse.loop.run_until_complete(pulse.loop.shutdown_default_executor())
        pulse.loop.close()


async def host(
    lobby: Lobby,
    port: int,
    first: State,
    players: tuple[Recipe, Recipe],
    *,
    limits: Limits = USUAL_LIMITS,
    patience: float = PATIENCE,
    seed: int | None = None,
    names: tuple[str, str] | None = None,
) -> Hosted:
    """The same on a server that runs already. However the game ends, everything that was started ends with it.

    A player that cannot be started never comes to its game, and why is told in `troubles`."""
    one, two = names or (players[0].title, players[1].title)
    seats = [
        Seat(team, name, limits, None if isinstance(player, Wait) else str(uuid.uuid4()))
        for team, name, player in zip(Team, (one, two), players, strict=True)
    ]
    room = lobby.open(first.game, (seats[0], seats[1]), start=first)
    processes: dict[Team, Process] = {}
    troubles: dict[Team, Message] = {}
    witness = Witness(processes)
    room.observe(witness)
    try:
        for seat, player in zip(seats, players, strict=True):
            if isinstance(player, Builtin):
                own_seed = None if seed is None else seed + seat.team.index
                lobby.seat(room, seat, Thinker(lobby, room, player.player(own_seed), limits))
            elif not isinstance(player, Wait):
                assert seat.code is not None
                lobby.reserve(room, seat)
                try:
                    processes[seat.team] = await asyncio.to_thread(
                        start,
                        player,
                        host="127.0.0.1",
                        port=port,
                        reservation=seat.code,
                        game=first.game.id,
                        variables={LIMIT_VARIABLE: str(limits.soft or 0), RULES_VARIABLE: first.game.rules},
                    )
                except CannotLaunch as error:
                    troubles[seat.team] = error.message
        await _begun(room, processes, set(troubles), patience)
        await witness.over.wait()
        # Who crashed needs a moment to be dead.
        crashed = {team for team, process in processes.items() if await asyncio.to_thread(_crashed, process, room)}
        heard = {team: process.notes.read() for team, process in processes.items()}
        troubles |= {team: process.trouble for team, process in processes.items() if process.trouble}
    finally:
        room.cancel()
        for process in processes.values():
            await asyncio.to_thread(process.stop)
    told = _told(room, witness, processes, heard, crashed)
    return replace(told, troubles=(troubles.get(Team.ONE), troubles.get(Team.TWO)))


async def _begun(room: Room, processes: dict[Team, Process], failed: set[Team], patience: float) -> None:
    """Wait until both have taken their seats; who ended before, or takes too long, never comes.

    If one is known not to come, the other still gets the time it needs to show that it would have played."""
    deadline = time.monotonic() + patience
    while not room.running and not room.over:
        missing = [seat.team for seat in room.seats if seat.free]
        gone = [team for team in missing if team in failed or (team in processes and not processes[team].running)]
        if gone == missing or time.monotonic() > deadline:
            room.step(time.monotonic(), forced=True)
        await asyncio.sleep(0.02)


def _crashed(process: Process, room: Room) -> bool:
    """Whether a player that left did so by breaking down."""
    left = room.record.outcome is not None and room.record.outcome.reason is Reason.LEFT
    return left and process.wait(1.0) not in (None, 0)


def _told(room: Room, witness: "Witness", processes: dict[Team, Process], heard: "Heard", crashed: set[Team]) -> Hosted:
    record = room.record
    if record.outcome and record.outcome.winner and record.outcome.winner.opponent in crashed:
        record = record.ended(Outcome(record.outcome.winner, Reason.CRASHED, record.outcome.points))
    turns = {turn: witness.between_requests(turn) for turn in range(record.start.turn, record.final.turn)}
    printed: dict[int, list[Line]] = {turn: [] for turn in turns}
    remains: dict[Team, list[Line]] = {team: [] for team in Team}
    for team, process in processes.items():
        own = [turn for turn in turns if turn % 2 == team.index]
        begins = [turns[turn][0] for turn in own]
        for line in process.output.lines:
            place = bisect(begins, line.at) - 1
            belongs = place >= 0 and line.at < turns[own[place]][1]
            (printed[own[place]] if belongs else remains[team]).append(line)
    moves = []
    for turn, played in enumerate(record.moves, record.start.turn):
        notes = heard.get(Team.TWO if turn % 2 else Team.ONE, ())
        said = [played.note, *(note.text for note in notes if note.turn == turn)]
        moves.append(replace(played, note="\n".join(filter(None, said))))
    rest = tuple(remains[Team.ONE]), tuple(remains[Team.TWO])
    return Hosted(replace(record, moves=tuple(moves)), tuple(tuple(printed[turn]) for turn in turns), rest)


Heard = Mapping[Team, Sequence[Note]]


class Witness:
    """Watches a room: when each position was shown, and when all is over."""

    def __init__(self, processes: Mapping[Team, Process]) -> None:
        self.shown: dict[int, float] = {}
        self.over = asyncio.Event()
        self._processes = processes

    def between_requests(self, turn: int) -> tuple[float, float]:
        """From a player's request to its next one."""
        return self.shown.get(turn, 0.0), self.shown.get(turn + 2, math.inf)

    def hear(self, event: Event) -> None:
        if isinstance(event, StateShown):
            for process in self._processes.values():
                process.catch_up()
            self.shown[event.state.turn] = time.monotonic()
        elif isinstance(event, ResultShown | LeftRoom):
            self.over.set()

    def dismissed(self) -> None:
        self.over.set()


class Thinker:
    """A built-in player at its seat. It thinks in a thread, so that the server can go on meanwhile."""

    def __init__(self, lobby: Lobby, room: Room, player: Sparring, limits: Limits) -> None:
        self.lobby, self.room, self.player, self.limits = lobby, room, player, limits

    def hear(self, event: Event) -> None:
        if isinstance(event, MoveRequested):
            thinking = asyncio.get_running_loop().run_in_executor(
                None, self.player.choose, self.room.state, Clock(self.limits.soft)
            )
            thinking.add_done_callback(self._answer)

    def _answer(self, thinking: "asyncio.Future[Move]") -> None:
        move, now = thinking.result(), time.monotonic()
        self.room.move(self, lambda state: move, at=now, now=now)
        self.lobby.keep_time(self.room)

    def dismissed(self) -> None:
        """Built-in players break no rules."""
