"""Starts a player for one game, as the contest does: `-h HOST -p PORT -r RESERVATION`."""

from collections.abc import Mapping
from pathlib import Path

from schwarm.launch.bot_game import check_game
from schwarm.launch.bot_user import give_to, new_bot_user, running_as_root
from schwarm.launch.bot_zip import unpack
from schwarm.launch.errors import CannotLaunch, blaming_machine
from schwarm.launch.player_spec import Builtin, Command, Jar, PlayerSpec, Present, PythonClass, Startable, Zip
from schwarm.launch.process import GRACE_SECONDS, Process
from schwarm.launch.python_class import PLAYER, class_command
from schwarm.launch.sandbox import NOT_AS_ROOT, Sandbox, wrap_command
from schwarm.launch.temporary_folder import TemporaryFolder


def start(
    player: Startable,
    *,
    host: str = "localhost",
    port: int = 13050,
    reservation: str | None = None,
    game: str | None = None,
    variables: Mapping[str, str] | None = None,
    grace: float = GRACE_SECONDS,
    sandbox: Sandbox | None = None,
    socket: Path | None = None,
    opponent: PlayerSpec | Present | None = None,
) -> Process:
    """Start a player, which will connect to a server and take its seat there.

    `game` is for the sparring partners and for classes that name none, which play every game; others know their own.
    Behind a sandbox's wall only the referee can be reached, through its Unix socket, and nobody sees the files of the
    `opponent`. Raises `CannotLaunch` and `MachineFault`."""
    if game:
        check_game(player, game)
    if sandbox and sandbox.lets_none_in:
        raise CannotLaunch(NOT_AS_ROOT())
    home = TemporaryFolder()
    try:
        with blaming_machine(player.title):
            command, folder = _command(player, Path(home.name), game)
            whole = [*command, "-h", host, "-p", str(port), *(("-r", reservation) if reservation is not None else ())]
            if sandbox and sandbox.has_wall and socket:
                user = new_bot_user() if running_as_root() else 0
                needed = [*_needed_folders(command, folder), *(player.needs if isinstance(player, Command) else ())]
                whole = wrap_command(
                    whole,
                    home=Path(home.name),
                    needed=needed,
                    own=folder.resolve() if folder else None,
                    apart=_find_files_of(opponent, command if folder is None else ()),
                    port=port,
                    socket=socket,
                    user=user,
                    tasks=sandbox.processes,
                )
                if user:
                    give_to(user, Path(home.name))
    except BaseException:
        home.cleanup()
        raise
    return Process(
        whole, title=player.title, folder=folder, home=home, variables=variables, grace=grace, sandbox=sandbox
    )


def _needed_folders(command: tuple[str, ...], folder: Path | None) -> list[Path]:
    """What a bot must be able to read to be started, wherever it lies."""
    program = Path(command[0]).resolve()
    return [path for path in (program.parent, (folder or Path.cwd()).resolve()) if path.is_dir()]


def _find_files_of(opponent: PlayerSpec | Present | None, used: tuple[str, ...]) -> Path | None:
    """Where an opponent lies, unless a command names (`used`) something of it: somebody plays against themselves."""
    match opponent:
        case Zip():
            place = opponent.path.resolve()
        case PythonClass() | Jar():
            place = opponent.path.resolve().parent
        case Command(folder=Path() as folder):
            place = folder.resolve()
        case _:
            return None
    return None if any(Path(word).resolve().is_relative_to(place) for word in used) else place


def _command(player: Startable, home: Path, game: str | None) -> tuple[tuple[str, ...], Path | None]:
    """The command without its options, and the folder it runs in."""
    match player:
        case Builtin():
            options = (f"--{name}={value}" for name, value in player.partner.options)
            return (*PLAYER, player.partner.name, *options, *(("--game", game) if game else ())), None
        case PythonClass():
            asked = ("--game", game) if game and player.game is None else ()
            return (*class_command(player.path, player.kind), *asked, *player.options), player.path.parent
        case Command():
            return player.argv, player.folder
        case Jar():
            return (player.java, "-jar", str(player.path)), player.path.parent
        case Zip():
            script = unpack(player.path, home / "bot")
            shell = () if script.read_bytes().startswith(b"#!") else ("/bin/sh",)
            return (*shell, str(script)), script.parent
