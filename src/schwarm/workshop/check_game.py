"""One game of a bot against `random`, started as the contest does, with all that a check-up wants to know about it."""

import asyncio
import math
import shlex
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from schwarm.games import State, Team, TimeControl
from schwarm.games.record import Record
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch import Command, GameHost, OutputLine, Sandbox, parse_player, play
from schwarm.launch.bot_files import START
from schwarm.words import Message
from schwarm.workshop.interpreter import Interpreter
from schwarm.workshop.load import Usage, UsageMeter

MAX_EXIT_SECONDS = 5.0
"""Seconds in which a bot must have ended after its game."""
# The options come as `-h HOST -p PORT -r CODE`; the shell hands them on by their long names, in another order and from
# another folder than the bot's own. Only a start.sh can find its way back from there.
OTHERWISE = 'cd {folder} && exec {program} --reservation "$6" --port "$4" --host "$2"'
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
    made_with_kit: bool = False

    @property
    def limit(self) -> float:
        """Seconds that every move could take."""
        record = self.record
        moves = (record.start.game.last_turn - record.start.turn) // len(Team)
        return record.time.of(self.team).usual(moves) or math.inf

    @property
    def seconds(self) -> list[float]:
        """How long it thought about each of its moves."""
        turns = enumerate(self.record.moves, self.record.start.turn)
        return [move.seconds for turn, move in turns if turn % 2 == self.team.index and move.seconds is not None]

    @property
    def text(self) -> str:
        """What it printed, in one piece."""
        return "\n".join(line.text for line in self.lines)


def as_the_contest_does(bot: Command, bare: BareComputer | None = None) -> Command:
    """`start.sh -h HOST -p PORT -r CODE` in the bot's own folder; `bare` without anything that is installed here."""
    return replace(bot, argv=(*_before(bare), *bot.argv), needs=(*bot.needs, *_seen(bare)))


def with_long_options(bot: Command, bare: BareComputer | None = None) -> Command:
    """The same with long options in another order, from another folder."""
    folder = "/" if bot.script and bot.script.name == START else "."
    otherwise = OTHERWISE.format(folder=folder, program=shlex.join(bot.argv))
    argv = (*_before(bare), "/bin/sh", "-c", otherwise, bot.argv[0])
    return replace(bot, argv=argv, needs=(*bot.needs, *_seen(bare)))


def _before(bare: BareComputer | None) -> tuple[str, ...]:
    return bare.words if bare else ()


def _seen(bare: BareComputer | None) -> tuple[Path, ...]:
    return bare.seen if bare else ()


def play_check_game(
    first: State, bot: Command, team: Team, sandbox: Sandbox, *, seed: int, time: TimeControl = CONTEST_TIME
) -> CheckGame:
    """Play one game and watch the bot until it has ended, or was."""
    partner = parse_player("random")
    players = (bot, partner) if team is Team.ONE else (partner, bot)
    watch = _BotWatch(team)
    played = play(first, *players, time=time, seed=seed, sandbox=sandbox, during=watch.follow)
    return CheckGame(
        played.record,
        team,
        watch.lines,
        watch.printed,
        played.troubles[team.index],
        watch.exit_code,
        watch.usage,
        played.made_with_kit[team.index],
    )


class _BotWatch:
    """Looks at the bot's process while its game is on, and until it has ended by itself or had the time to."""

    def __init__(self, team: Team) -> None:
        self.team = team
        self.lines: tuple[OutputLine, ...] = ()
        self.printed = 0
        self.exit_code: int | None = None
        self.usage = Usage()

    @asynccontextmanager
    async def follow(self, host: GameHost) -> AsyncIterator[None]:
        process = host.processes.get(self.team)
        if process is None:
            yield
            return
        meter = UsageMeter(process.pid)
        watching = asyncio.create_task(meter.watch())
        try:
            yield
            self.exit_code = await asyncio.to_thread(process.wait, MAX_EXIT_SECONDS)
        finally:
            watching.cancel()
        process.catch_up()
        self.lines, self.printed, self.usage = tuple(process.output.lines), process.output.size, meter.usage
