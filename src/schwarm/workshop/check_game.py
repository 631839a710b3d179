"""One game of a bot against `random`, started as the contest does, with all that a check-up wants to know about it."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from schwarm.games import State, Team
from schwarm.games.record import Record
from schwarm.launch import CannotLaunch, Command, Line, Sandbox, Troupe, recipe, seat_for
from schwarm.referee.loop_delay import Pulse
from schwarm.referee.seat import USUAL_LIMITS
from schwarm.referee.server import Server
from schwarm.referee.settings import Settings
from schwarm.words import Message
from schwarm.workshop.interpreter import Interpreter
from schwarm.workshop.usage_meter import Meter, Usage

COMING = 20.0
"""Seconds in which a bot must have taken its seat."""
GOING = 5.0
"""Seconds in which it must have ended after its game."""
# The options come as `-h HOST -p PORT -r CODE`; the shell hands them on by their long names, in another order and from
# another folder than the bot's own.
OTHERWISE = 'cd / && exec "$0" --reservation "$6" --port "$4" --host "$2"'
SYSTEM = "/usr/local/bin:/usr/bin:/bin"
FORGOTTEN = ("SCHWARM_PYTHON", "PYTHONPATH", "VIRTUAL_ENV")


@dataclass(frozen=True, slots=True)
class Bare:
    """The bare computer of the contest: the system's programs and nothing of the environment in which Schwarm runs.

    `programs` is a folder whose programs come first, with what they need."""

    programs: Path | None = None
    needs: tuple[Path, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """What stands in front of a command."""
        path = f"{self.programs}:{SYSTEM}" if self.programs else SYSTEM
        forgotten = (word for name in FORGOTTEN for word in ("-u", name))
        return "/usr/bin/env", *forgotten, "PYTHONNOUSERSITE=1", f"PATH={path}"

    @property
    def seen(self) -> tuple[Path, ...]:
        return (*((self.programs,) if self.programs else ()), *self.needs)


def with_python(found: Interpreter, folder: Path) -> Bare:
    """A computer on which `python3` is this Python; its programs are put into the folder."""
    for name in ("python3", "python", f"python{found.version}"):
        (folder / name).symlink_to(found.path)
    return Bare(folder, (found.prefix,))


@dataclass(frozen=True, slots=True)
class Trial:
    """A game that was played to find out about a bot."""

    record: Record
    team: Team
    """The bot's side."""
    lines: tuple[Line, ...]
    """What it printed, as far as that was kept."""
    printed: int
    """How many bytes it printed in all."""
    trouble: Message | None
    """Why it could not be started, or how it broke down."""
    exit_code: int | None
    """None: it did not end by itself."""
    usage: Usage

    @property
    def seconds(self) -> list[float]:
        """How long it thought about each of its moves."""
        turns = enumerate(self.record.moves, self.record.start.turn)
        return [move.seconds for turn, move in turns if turn % 2 == self.team.index and move.seconds is not None]

    @property
    def text(self) -> str:
        """What it printed, in one piece."""
        return "\n".join(line.text for line in self.lines)


def as_the_contest_does(script: Path, bare: Bare | None = None) -> Command:
    """`start.sh -h HOST -p PORT -r CODE` in the bot's own folder; `bare` without anything that is installed here."""
    return Command((*_before(bare), str(script)), script.parent, script, _seen(bare))


def otherwise(script: Path, bare: Bare | None = None) -> Command:
    """The same with long options in another order, from another folder."""
    return Command((*_before(bare), "/bin/sh", "-c", OTHERWISE, str(script)), script.parent, script, _seen(bare))


def _before(bare: Bare | None) -> tuple[str, ...]:
    return bare.words if bare else ()


def _seen(bare: Bare | None) -> tuple[Path, ...]:
    return bare.seen if bare else ()


def trial(first: State, bot: Command, team: Team, sandbox: Sandbox, *, seed: int = 1) -> Trial:
    """Play one game and watch the bot until it has ended, or was."""
    pulse = Pulse()
    return pulse.run(_trial(pulse, first, bot, team, sandbox, seed))


async def _trial(pulse: Pulse, first: State, bot: Command, team: Team, sandbox: Sandbox, seed: int) -> Trial:
    server = Server(Settings(first.game, limits=USUAL_LIMITS), pulse=pulse)
    port = await server.listen(port=0)
    with TemporaryDirectory(prefix="schwarm-") as folder:
        socket = Path(folder) / "referee"
        if sandbox.walled:
            await server.listen_at(socket)
        try:
            players = {team: bot, team.opponent: recipe("random")}
            seats = [seat_for(side, players[side], USUAL_LIMITS) for side in Team]
            room = server.lobby.open(first.game, (seats[0], seats[1]), start=first)
            troupe = Troupe(server.lobby, port, room, seed=seed, sandbox=sandbox, socket=socket)
            try:
                for side in Team:
                    try:
                        await troupe.seat(side, players[side])
                    except CannotLaunch as error:
                        troupe.will_not_come(side, error.message)
                return await _watched(troupe, team)
            finally:
                room.cancel()
                await troupe.leave()
        finally:
            await server.stop()


async def _watched(troupe: Troupe, team: Team) -> Trial:
    process = troupe.processes.get(team)
    meter = Meter(process.pid) if process else None
    watching = asyncio.create_task(meter.watch()) if meter else None
    try:
        await troupe.begun(COMING)
        await troupe.over.wait()
        await troupe.listen_to_the_end()
        code = await asyncio.to_thread(process.wait, GOING) if process else None
    finally:
        if watching:
            watching.cancel()
    if process:
        process.catch_up()
    story = troupe.story()
    return Trial(
        story.record,
        team,
        tuple(process.output.lines) if process else (),
        process.output.size if process else 0,
        story.troubles[team.index],
        code,
        meter.usage if meter else Usage(),
    )
