"""What a bot may do while it plays: a wall around it where bubblewrap is installed, and limits everywhere.

Behind the wall there is no network but the way to the referee (a Unix socket, which `relay.py` offers as 127.0.0.1), a
home of its own, a copy of its folder and a small /tmp; everything else can only be read, and the user's own folders not
even that. The limits count what a bot really uses: the memory that is resident, never the address space, which Java and
Go reserve by the gigabyte and hardly use.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import gettempdir

from schwarm.games import all_games
from schwarm.launch.bot_copy import MAX_ENTRIES, BotCopy, copy_folder, copy_lightly, readable_by_everybody
from schwarm.launch.bot_user import running_as_root
from schwarm.launch.control_group import MAX_OWN_TASKS, find_hierarchies
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.seccomp import system_call_filter
from schwarm.words import Message, Sentence

RELAY = Path(__file__).with_name("relay.py")
MAX_TMP_BYTES = 256 * 1024 * 1024
"""Bytes of a bot's /tmp, of what it shares between its processes, and of the largest file it can write anywhere."""
HOSTS = "/etc/hosts"
PRIVATE = "SCHWARM_PRIVATE"
"""The environment variable with folders and files that no bot may see, wherever they lie."""
REPLACED = (Path("/tmp"), Path("/run"), Path("/dev/shm"))
"""Of these every bot has its own."""
NOT_HIDDEN = (Path("/"), *REPLACED)
WALL = (
    *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--die-with-parent", "--hostname", "schwarm", "--cap-drop", "ALL"),
    *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys"),
    *("--tmpfs", "/run"),
)
AS_USER = ("--unshare-user", "--uid", "1000", "--gid", "1000")
"""An ordinary user can build a wall only in a namespace where they seem to be somebody else."""
AS_ROOT = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_NET_ADMIN")
"""There root would still be root to the files outside. So root builds without one, and the relay gives the network an
address and becomes the bot's own user before it starts the bot; that is all it may do."""
SEALED = ("--disable-userns",)
"""Newer versions of bubblewrap can also forbid to build walls inside of the wall."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How much a bot may use, all its processes together, and whether a wall is wanted where there can be one."""

    memory: int = 1_500_000_000
    processes: int = 256
    disk: int = 1_000_000_000
    """Bytes in its home, a zip's own files included."""
    wall: bool = True

    @property
    def has_wall(self) -> bool:
        return self.wall and can_wall()

    @property
    def lets_none_in(self) -> bool:
        """As root nothing runs without the wall that was wanted."""
        return self.wall and running_as_root() and not can_wall()

    @property
    def limits(self) -> tuple[int, int, int]:
        """What the supervisor watches, in its order."""
        return self.memory, self.processes, self.disk

    def describe_excess(self, what: str) -> Message:
        """What a bot used too much of, as the supervisor calls it, in words."""
        match what:
            case "memory":
                return TOO_MUCH_MEMORY(megabytes=self.memory // 1_000_000)
            case "disk":
                return TOO_MUCH_DISK(megabytes=self.disk // 1_000_000)
        return TOO_MANY_PROCESSES(most=self.processes)


@cache
def can_wall() -> bool:
    """Whether bubblewrap is there and works; in some containers it is installed and may do nothing."""
    return sys.platform.startswith("linux") and works(_wall())


def _wall() -> tuple[str, ...]:
    return (*WALL, *(AS_ROOT if running_as_root() else AS_USER))


@cache
def works(options: tuple[str, ...]) -> bool:
    """Whether bubblewrap can do this here."""
    program = shutil.which("bwrap")
    if program is None:
        return False
    try:
        done = subprocess.run([program, *options, "true"], capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def wrap_command(
    command: Sequence[str],
    *,
    home: Path,
    needed: Sequence[Path],
    own: Path | None = None,
    apart: Path | None = None,
    port: int,
    socket: Path,
    user: int = 0,
    tasks: int = 0,
) -> list[str]:
    """The command that runs a command behind the wall, where port `port` leads to the referee's socket.

    `needed` are folders that it must be able to read, `own` that among them which is the bot's: it gets a copy of it.
    `apart` is what it must not see: its opponent's folder or zip. `user` is the bot's own where Schwarm is root, and
    may have so many `tasks`, processes and threads."""
    program = shutil.which("bwrap")
    assert program is not None
    wall = _wall()
    options = [*wall, *(SEALED if works((*wall, *SEALED)) else ())]
    for folder in ("/tmp", "/dev/shm"):
        options += ["--perms", "1777", "--size", str(MAX_TMP_BYTES), "--tmpfs", folder]
    hidden = _private_paths()
    if apart and apart not in (own, *NOT_HIDDEN) and not any(map(apart.is_relative_to, _python_folders())):
        hidden = sorted({*hidden, apart})
    # In a folder that is hidden itself there is nothing to hide.
    bare = [path for path in hidden if _find_cover(path.parent, hidden) is None]
    options += [part for path in bare for part in _hide(path)]
    # Memory that nobody counts: nothing shall be written there.
    closed = ["/dev", "/run", *(str(path) for path in bare if path.is_dir())]
    shared = {*REPLACED, Path(gettempdir()).resolve()}.intersection(needed)
    copies = _copy_folders(home, [path for path in needed if path not in shared], own, hidden, private=bool(user))
    # Everybody's folder is not the bot's: in it lie the sockets of other programs, and what plays at the moment.
    for file in (file for folder in shared for file in _plain_files(folder) if file not in hidden):
        options += ["--ro-bind", str(file), str(file)]
    # What lies in a folder that was just hidden is shown again, and what lies deeper afterwards.
    for path in sorted({*_python_folders(), *needed} - shared, key=lambda path: len(path.parts)):
        copy = copies.get(path)
        if shown := copy is not None or _find_cover(path, hidden) is not None:
            bind = "--bind" if copy and path == own else "--ro-bind"
            options += [*_parent_folders(path, hidden), bind, str(copy.path if copy else path), str(path)]
        for large in copy.shown if copy else ():
            options += ["--ro-bind", str(large), str(large)]
        for entry in _hidden_entries(path) if path in hidden and not copy else ():
            options += _hide(Path(entry.path))
            closed += [entry.path] if entry.is_dir() else []
        # With a folder everything in it is shown, also what was hidden.
        within = [folder for folder in hidden if shown and folder != path and folder.is_relative_to(path)]
        options += [part for folder in within for part in _hide(folder)]
        closed += [str(folder) for folder in within if folder.is_dir()]
    for path, bind in ((socket, "--ro-bind"), (home, "--bind")):
        options += [*_parent_folders(path, hidden), bind, str(path), str(path)]
    options += [part for folder in dict.fromkeys(closed) for part in ("--remount-ro", folder)]
    if os.path.isfile(HOSTS) and not os.path.islink(HOSTS):
        # The computer behind the wall has a name of its own, and Java wants to know its address.
        names = home / ".hosts"
        names.write_text("127.0.0.1 localhost schwarm\n", encoding="ascii")
        options += ["--ro-bind", str(names), HOSTS]
    options += ["--setenv", "HOME", str(home), "--setenv", "TMPDIR", "/tmp"]
    filter = home / ".filter"
    filter.write_bytes(system_call_filter(memory_is_counted="memory" in find_hierarchies()))
    most = tasks + MAX_OWN_TASKS if tasks else 0
    settings = map(str, (port, socket, user, most, own or Path.cwd()))
    inside = [sys.executable, "-I", "-S", str(RELAY), *settings, *command]
    # bubblewrap wants the filter as an open file.
    return ["/bin/sh", "-c", 'exec "$@" 9<"$0"', str(filter), program, "--seccomp", "9", *options, "--", *inside]


def _copy_folders(
    home: Path, needed: Sequence[Path], own: Path | None, hidden: Sequence[Path], *, private: bool
) -> dict[Path, BotCopy]:
    """Copies for this game: of the bot's own folder, where it may write, and where the bot is another user (`private`)
    of those that it could not read."""
    copies = {}
    for number, folder in enumerate(dict.fromkeys(needed)):
        target = home / f"copy-{number}"
        if folder.is_relative_to(home):
            continue
        if private and not readable_by_everybody(folder):
            copies[folder] = BotCopy(copy_folder(folder, target, hidden))
        elif folder == own and (copy := copy_lightly(folder, target, hidden, dotted=folder not in hidden)):
            copies[folder] = copy
    return copies


def _hide(path: Path) -> list[str]:
    return ["--tmpfs", str(path)] if path.is_dir() else ["--ro-bind", os.devnull, str(path)]


def _find_cover(path: Path, hidden: Sequence[Path]) -> Path | None:
    """The folder that hides a path, if one does."""
    return next((folder for folder in (*REPLACED, *hidden) if path.is_relative_to(folder)), None)


def _parent_folders(path: Path, hidden: Sequence[Path]) -> list[str]:
    """The folders between a hidden one and what is shown in it, open to everybody: a bot may be another user."""
    cover = _find_cover(path, hidden)
    if cover is None:
        return []
    between = [parent for parent in reversed(path.parents) if parent != cover and parent.is_relative_to(cover)]
    return [part for parent in between for part in ("--perms", "0755", "--dir", str(parent))]


def _plain_files(folder: Path) -> list[Path]:
    """What a bot that lies in everybody's folder is shown of it; raises `CannotLaunch` where that is too much."""
    with os.scandir(folder) as entries:
        found = [Path(entry.path) for entry in entries if entry.is_file(follow_symlinks=False)]
    files = [path for path in found if not path.name.startswith(".")]
    if len(files) > MAX_ENTRIES:
        raise CannotLaunch(EVERYBODYS(path=str(folder), most=MAX_ENTRIES))
    return files


def keep_private(path: Path) -> None:
    """Hide a folder or a file from all bots that this process and those it starts let play behind a wall."""
    known = [name for name in os.environ.get(PRIVATE, "").split(os.pathsep) if name]
    os.environ[PRIVATE] = os.pathsep.join(dict.fromkeys([*known, str(path.resolve())]))


def _private_paths() -> list[Path]:
    """Folders of people, where keys and other people's bots lie, and whatever else is private."""
    home = Path(os.path.expanduser("~"))
    known = (Path("/home"), Path("/root"), home)
    found = {path.resolve() for path in known if path.is_dir() and path != Path("/")}
    # In the folder for temporary files lie the programs and notes of all bots that play at the moment.
    named = [gettempdir(), *(name for name in os.environ.get(PRIVATE, "").split(os.pathsep) if name)]
    found |= {path for path in (Path(name).resolve() for name in named) if path.exists() and path not in NOT_HIDDEN}
    return sorted(path for path in found if os.access(path, os.X_OK) or path.is_file())


def _hidden_entries(home: Path) -> list["os.DirEntry[str]"]:
    """Who starts a bot at home shows their files, but not what lies in hidden ones: keys, passwords, mail."""
    with os.scandir(home) as entries:
        return [entry for entry in entries if entry.name.startswith(".") and not entry.is_symlink()]


def _python_folders() -> list[Path]:
    """What our own Python and package need to be seen, and the games of other packages, wherever those lie."""
    found = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent, RELAY.parents[2]}
    return sorted(path for path in found | _games() if path.exists())


def _games() -> set[Path]:
    """The folders from which the games were imported."""
    packages = {type(game).__module__.partition(".")[0] for game in all_games()}
    files = [(name, sys.modules[name].__file__) for name in packages]
    # A package's file is its __init__.py, one folder deeper than that of a single module.
    return {Path(file).parents[1 if hasattr(sys.modules[name], "__path__") else 0] for name, file in files if file}


NO_WALL = Sentence(
    "Bots run without a sandbox, only with limits, because bubblewrap is not installed or not allowed to work "
    "here; on Debian and Ubuntu: sudo apt-get install bubblewrap"
)
NOT_AS_ROOT = Sentence(
    "As root, bots run only in a sandbox, but bubblewrap is not installed or not allowed to work here; install "
    "it (Debian and Ubuntu: apt-get install bubblewrap), run Schwarm as another user, or trust the bots with "
    "--no-sandbox."
)
EVERYBODYS = Sentence(
    "{path} is a folder for everybody's files, and more than {most} lie in it; move the bot to a folder of its own, "
    "and start it from there."
)
TOO_MUCH_MEMORY = Sentence("It was stopped because it used more than {megabytes} MB of memory.")
TOO_MUCH_DISK = Sentence("It was stopped because it wrote more than {megabytes} MB of files.")
TOO_MANY_PROCESSES = Sentence("It was stopped because it ran more than {most} processes and threads.")
