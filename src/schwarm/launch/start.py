"""Starts a player for one game, as the contest does: `-h HOST -p PORT -r RESERVATION`."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from schwarm.launch.bot_game import check_game
from schwarm.launch.bot_place import find_places
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
    `opponent`, nor of the sandbox's `others`. Raises `CannotLaunch` and `MachineFault`."""
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
                whole = wrap_command(
                    whole,
                    home=Path(home.name),
                    needed=[*_needed_folders(command, folder), *(player.needs if isinstance(player, Command) else ())],
                    own=folder.resolve() if folder else None,
                    apart=_find_others([*find_places(opponent), *sandbox.others], command, folder),
                    port=port,
                    socket=socket,
                    tasks=sandbox.processes,
                )
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


def _find_others(places: Iterable[Path], command: tuple[str, ...], folder: Path | None) -> list[Path]:
    """Those of some places that are not the bot's: it is started from none of them. One without a folder may be started
    from anything that its command names."""
    words = [Path(word).resolve() for word in command]
    named = {parent for word in words for parent in (() if folder else word.parents)}.union(words)
    return [place for place in places if place not in named]


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
