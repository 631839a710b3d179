"""What `schwarm check` is asked to check: a folder, a zip or a single file, and what is seen without starting it."""

import shlex
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from schwarm.launch import CannotLaunch, Command, parse_player
from schwarm.launch.bot_files import START, check_zip, unpack
from schwarm.launch.player_spec import Jar, PlayerSpec
from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.words import Sentence
from schwarm.workshop.inspection import Finding, hint, inspect

LONE = (".py", ".jar")
"""Files that can play without a start.sh, if not in the contest."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot, and how it is started here."""

    spec: PlayerSpec
    """As it was named."""
    program: Command
    """As it is started."""
    seen: list[Finding]
    """Without starting it."""
    archive: Path | None = None
    """The zip it comes from."""

    @property
    def folder(self) -> Path:
        assert self.program.folder is not None
        return self.program.folder


def find_candidate(bot: Path, stack: ExitStack) -> Candidate:
    """A folder, a zip, which is unpacked for as long as `stack` stays, or a single file; raises `CannotLaunch` where it
    is none of them."""
    if bot.suffix.lower() in LONE and bot.is_file():
        return Candidate(*_lone_program(bot), [_about_lone_file(bot)])
    script = _script(bot, stack)
    program = Command((str(script),), script.parent, script)
    zipped = bot.suffix.lower() == ".zip" and bot.is_file()
    return Candidate(program, program, list(inspect(script)), bot if zipped else None)


def _script(bot: Path, stack: ExitStack) -> Path:
    if bot.is_dir():
        return bot / START
    if bot.suffix.lower() == ".zip" and bot.is_file():
        folder = stack.enter_context(TemporaryFolder())
        return unpack(check_zip(bot), Path(folder) / "bot")
    if bot.name == START and bot.is_file():
        return bot
    raise CannotLaunch(NO_BOT(path=bot))


def _lone_program(path: Path) -> tuple[Command | Jar, Command]:
    """A single file as it is named, and the command that starts it."""
    match parse_player(path):
        case Command() as command:
            return command, command
        case Jar() as jar:
            needs = (Path(jar.java).resolve().parent,)
            return jar, Command((jar.java, "-jar", str(jar.path)), jar.path.parent, needs=needs)
    raise AssertionError(path)


def _about_lone_file(path: Path) -> Finding:
    if (path.parent / START).is_file():
        return hint(ONE_OF_FOLDER(file=path.name, command=shlex.join(("schwarm", "check", str(path.parent)))))
    return hint(SINGLE_FILE(file=path.name))


NO_BOT = Sentence("{path} is not a bot; name a folder with a start.sh, a zip file, or a single .py or .jar file.")
SINGLE_FILE = Sentence(
    "{file} is a single file, which can play here; the contest wants a start.sh beside it, and “schwarm new” makes one "
    "you can copy."
)
ONE_OF_FOLDER = Sentence(
    "{file} is checked on its own, but the contest uses the start.sh beside it; check the folder, too: {command}"
)
