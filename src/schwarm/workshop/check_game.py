"""One game of a bot against `random`, started as the contest does, with all that a check-up wants to know about it."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from schwarm.games import State, Team
from schwarm.games.record import Record
from schwarm.launch import CannotLaunch, Command, LaunchedPlayers, OutputLine, Sandbox, parse_player, seat_for
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.seat import DEFAULT_LIMITS
from schwarm.referee.server import Server
from schwarm.referee.settings import Settings
from schwarm.words import Message
from schwarm.workshop.interpreter import Interpreter
from schwarm.workshop.usage_meter import Usage, UsageMeter

MAX_JOIN_SECONDS = 20.0
"""Seconds in which a bot must have taken its seat."""
MAX_EXIT_SECONDS = 5.0
"""Seconds in which it must have ended after its game."""
# The options come as `-h HOST -p PORT -r CODE`; the shell hands them on by their long names, in another order and from
# another folder than the bot's own.
OTHERWISE = 'cd / && exec "$0" --reservation "$6" --port "$4" --host "$2"'
SYSTEM = "/usr/local/bin:/usr/bin:/bin"
FORGOTTEN = ("SCHWARM_PYTHON", "PYTHONPATH", "VIRTUAL_ENV")


@dataclass(frozen=True, slots=True)
class BareComputer:
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


def with_python(found: Interpreter, folder: Path) -> BareComputer:
    """A computer on which `python3` is this Python; its programs are put into the folder."""
    for name in ("python3", "python", f"python{found.version}"):
        (folder / name).symlink_to(found.path)
    return BareComputer(folder, (found.prefix,))


@dataclass(frozen=True, slots=True)
class CheckGame:
    """A game that was played to find out about a bot."""

    record: Record
    team: Team
    """The bot's side."""
    lines: tuple[OutputLine, ...]
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


def as_the_contest_does(script: Path, bare: BareComputer | None = None) -> Command:
    """`start.sh -h HOST -p PORT -r CODE` in the bot's own folder; `bare` without anything that is installed here."""
    return Command((*_before(bare), str(script)), script.parent, script, _seen(bare))


def with_long_options(script: Path, bare: BareComputer | None = None) -> Command:
    """The same with long options in another order, from another folder."""
    return Command((*_before(bare), "/bin/sh", "-c", OTHERWISE, str(script)), script.parent, script, _seen(bare))


def _before(bare: BareComputer | None) -> tuple[str, ...]:
    return bare.words if bare else ()


def _seen(bare: BareComputer | None) -> tuple[Path, ...]:
    return bare.seen if bare else ()


def play_check_game(first: State, bot: Command, team: Team, sandbox: Sandbox, *, seed: int = 1) -> CheckGame:
    """Play one game and watch the bot until it has ended, or was."""
    pulse = LoopDelay()
    return pulse.run(_play(pulse, first, bot, team, sandbox, seed))


async def _play(pulse: LoopDelay, first: State, bot: Command, team: Team, sandbox: Sandbox, seed: int) -> CheckGame:
    server = Server(Settings(first.game, limits=DEFAULT_LIMITS), pulse=pulse)
    port = await server.listen(port=0)
    with TemporaryDirectory(prefix="schwarm-") as folder:
        socket = Path(folder) / "referee"
        if sandbox.has_wall:
            await server.listen_at(socket)
        try:
            players = {team: bot, team.opponent: parse_player("random")}
            seats = [seat_for(side, players[side], DEFAULT_LIMITS) for side in Team]
            room = server.lobby.open(first.game, (seats[0], seats[1]), start=first)
            launched = LaunchedPlayers(server.lobby, port, room, seed=seed, sandbox=sandbox, socket=socket)
            try:
                for side in Team:
                    try:
                        await launched.seat(side, players[side])
                    except CannotLaunch as error:
                        launched.mark_absent(side, error.message)
                return await _watch(launched, team)
            finally:
                room.cancel()
                await launched.stop()
        finally:
            await server.stop()


async def _watch(launched: LaunchedPlayers, team: Team) -> CheckGame:
    process = launched.processes.get(team)
    meter = UsageMeter(process.pid) if process else None
    watching = asyncio.create_task(meter.watch()) if meter else None
    try:
        await launched.wait_until_begun(MAX_JOIN_SECONDS)
        await launched.over.wait()
        await launched.collect_last_output()
        code = await asyncio.to_thread(process.wait, MAX_EXIT_SECONDS) if process else None
    finally:
        if watching:
            watching.cancel()
    if process:
        process.catch_up()
    played = launched.played_game()
    return CheckGame(
        played.record,
        team,
        tuple(process.output.lines) if process else (),
        process.output.size if process else 0,
        played.troubles[team.index],
        code,
        meter.usage if meter else Usage(),
    )
