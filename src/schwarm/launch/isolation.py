"""What a bot may do while it plays: a wall around it where bubblewrap and libseccomp are installed, limits everywhere.

The wall denies by default. A bot behind it sees the system's programs and libraries, what its interpreter needs, our
own Python, a copy of its folder, and what its owner names; it has a home, a /tmp and a /dev/shm of its own, which are
small, and no network but a socket on which the referee accepts (see `entry.py`). Within what is shown, private places
and the bots of others are covered. `system_calls` says what it may ask of the kernel.

The limits count what a bot really uses: the memory that is resident, never the address space, which Java and Go reserve
by the gigabyte and hardly use.
"""

import itertools
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import gettempdir

from schwarm.games import all_games
from schwarm.launch.bot_files import MAX_ENTRIES, copy_folder, copy_lightly, readable_by_everybody
from schwarm.launch.errors import CannotLaunch
from schwarm.launch.limits import MAX_OWN_TASKS, find_hierarchies
from schwarm.launch.system_calls import can_filter, system_call_filter
from schwarm.words import Listing, Message, Sentence

ENTRY = Path(__file__).with_name("entry.py")
SOURCES = Path(__file__).parents[2]
WALL = (
    *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--die-with-parent", "--hostname", "schwarm", "--cap-drop", "ALL"),
)
AS_USER = ("--unshare-user", "--uid", "1000", "--gid", "1000")
"""An ordinary user can build a wall only in a namespace where they seem to be another one."""
AS_ROOT = ("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_NET_ADMIN")
"""There root would still be root to the files outside. So root builds without one, and the entry gives the network an
address and becomes the bot's own user before it becomes the bot; that is all it may do."""
SEALED = ("--disable-userns",)
"""Newer versions of bubblewrap can also forbid to build walls inside of the wall."""
FILTER = 3
"""The descriptor on which bubblewrap finds the filter of system calls; the next one is the entry's door."""

SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store")
"""Programs and libraries for every user."""
SETTINGS = (
    *("alternatives", "java-*", "python3*", "fonts", "terminfo", "ssl/openssl.cnf", "ssl/certs", "os-release"),
    *("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "timezone", "locale.alias", "mime.types"),
    *("nsswitch.conf", "host.conf", "gai.conf", "protocols", "services", "debian_version", "lsb-release"),
)
"""Files and folders of /etc that programs need."""
PROCESSORS = "/sys/devices/system/cpu"
KEYS = ("/proc/keys", "/proc/key-users")
"""Where the kernel lists the keys of all users."""
OWN_FOLDERS = ("/tmp", "/dev/shm")
"""Every bot has its own of these, in memory."""
MAX_TMP_BYTES = 256 * 1024 * 1024
"""Bytes in each of them."""
SHARED_FOLDERS = frozenset(
    map(
        Path,
        (
            *("/", "/bin", "/boot", "/dev", "/dev/shm", "/etc", "/home", "/lib", "/media", "/mnt", "/opt", "/proc"),
            *("/run", "/sbin", "/srv", "/sys", "/tmp", "/usr", "/usr/bin", "/usr/local", "/usr/local/bin", "/var"),
            *("/var/lib", "/var/tmp"),
        ),
    )
)
"""What lies in these belongs to many: of a bot that lies directly in one, the plain files beside it are shown."""
TOOL_FOLDERS = ("bin", "lib", "lib64", "libexec", "jre", "conf", "shims", "versions")
"""What belongs to a program in `bin` beside it; not `share`, where people's own data lies in `~/.local`."""
TOOL_FILES = ("pyvenv.cfg", "release", "version")
PRIVATE = "SCHWARM_PRIVATE"
"""The environment variable with folders and files that no bot may see, wherever they lie."""
SHOWN = "SCHWARM_SHOWN"
"""The environment variable with folders and files that every bot may see: what the owner of the machine names."""
WORD = re.compile(r"[\w./+-]+")
MAX_SCRIPT_CHARACTERS = 100_000

FIRST_USER = 700_000
"""Far above the users that systems hand out."""
USERS_AT_A_TIME = 256
"""Users per process of Schwarm; more bots than that do not run at the same time in one."""
_users = itertools.count()


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How much a bot may use, all its processes together, and whether a wall is wanted where there can be one."""

    memory: int = 1_500_000_000
    processes: int = 256
    disk: int = 1_000_000_000
    """Quota of its home in bytes, including the files of a zip."""
    wall: bool = True
    others: tuple[Path, ...] = ()
    """Where the bots of a contest lie, as far as is known; no other bot sees it."""

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


def running_as_root() -> bool:
    """Schwarm may run as root, in a container for example; a bot never does."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def new_bot_user() -> int:
    """The number of an unused user for one bot, which reads world-readable files and writes only into its own folder.
    Where Schwarm is an ordinary user, bots run as that user."""
    return FIRST_USER + os.getpid() * USERS_AT_A_TIME + next(_users) % USERS_AT_A_TIME


@cache
def can_wall() -> bool:
    """Whether bubblewrap and libseccomp are here and work."""
    return can_unshare() and can_filter()


def can_unshare() -> bool:
    """Whether bubblewrap is here and works; in some containers it is installed and not allowed to."""
    return sys.platform.startswith("linux") and works(_wall())


def missing_program() -> dict[str, str]:
    """What the wall lacks on this machine, and its Debian package, as facts of a sentence."""
    if can_unshare():
        return {"program": "libseccomp", "package": "libseccomp2"}
    return {"program": "bubblewrap", "package": "bubblewrap"}


def why_no_strangers() -> Message | None:
    """Why programs of unknown people are not started on this machine; None where they may be."""
    missing = [] if can_wall() else [SANDBOX(program=missing_program()["program"])]
    if not {"memory", "pids"} <= set(find_hierarchies()):
        missing.append(COUNTED())
    return NO_STRANGERS(walls=Listing(missing)) if missing else None


def _wall() -> tuple[str, ...]:
    return (*WALL, *(AS_ROOT if running_as_root() else AS_USER))


@cache
def works(options: tuple[str, ...]) -> bool:
    """Whether bubblewrap can do this here."""
    program = shutil.which("bwrap")
    if program is None:
        return False
    try:
        whole = [program, *options, "--ro-bind", "/", "/", "--proc", "/proc", "true"]
        done = subprocess.run(whole, capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def keep_private(path: Path) -> None:
    """Hide a folder or a file from all bots that this process and those it starts let play behind a wall."""
    os.environ[PRIVATE] = os.pathsep.join(dict.fromkeys([*_named_paths(PRIVATE), str(path.resolve())]))


def private_paths() -> list[Path]:
    """What stays hidden also within a folder that is shown: what was named, and the folder for temporary files with
    the programs and notes of all bots that play at the moment."""
    found = {Path(name).resolve() for name in (gettempdir(), *_named_paths(PRIVATE))}
    return sorted(path for path in found - SHARED_FOLDERS if path.exists())


def _named_paths(variable: str) -> list[str]:
    return [name for name in os.environ.get(variable, "").split(os.pathsep) if name]


# -- the wall ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WalledCommand:
    """A command behind a wall."""

    words: list[str]
    filter: bytes
    """For the descriptor `FILTER`."""


def wrap_command(
    command: Sequence[str],
    *,
    home: Path,
    own: Path | None,
    named: Iterable[Path] = (),
    apart: Iterable[Path] = (),
    script: Path | None = None,
    is_strangers: bool = False,
    port: int,
    tasks: int,
) -> WalledCommand:
    """Wrap a command so that it runs behind the wall, where the referee accepts on port `port`.

    The bot gets a copy of its `own` folder and sees the places in `named`, both without the places in `apart`: folders
    and files of other bots. Its `script` tells which interpreters it needs; paths in it count only if it is not
    `is_strangers`. Where Schwarm is root, the bot becomes an unused user, who owns its `home` from then on and may have
    at most `tasks` processes and threads."""
    program = shutil.which("bwrap")
    assert program is not None
    user = new_bot_user() if running_as_root() else 0
    view = View(home, apart, is_other_user=bool(user))
    view.show_system(user or 1000)
    for path in _interpreters(command, script, is_strangers=is_strangers):
        view.show_program(path)
    for folder in (*_python_folders(), *map(Path, _named_paths(SHOWN)), *named):
        view.show(folder)
    if own is not None:
        view.show_own(own)
    wall = _wall()
    options = [*wall, *(SEALED if works((*wall, *SEALED)) else ()), *view.options()]
    options += ["--setenv", "HOME", str(home), "--setenv", "TMPDIR", "/tmp", "--seccomp", str(FILTER)]
    settings = map(str, (port, user, tasks + MAX_OWN_TASKS if tasks else 0, own or Path.cwd()))
    inside = [sys.executable, "-I", "-S", str(ENTRY), *settings, *command]
    if user:
        _give_to(user, home)
    filter = system_call_filter(memory_is_counted="memory" in find_hierarchies())
    return WalledCommand([program, *options, "--", *inside], filter)


def _give_to(user: int, folder: Path) -> None:
    """Make a folder and all that lies in it a bot's own."""
    os.chown(folder, user, user)
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *files):
            os.chown(os.path.join(parent, name), user, user, follow_symlinks=False)


class View:
    """What one bot sees, as bubblewrap's options: nothing, until it is shown."""

    def __init__(self, home: Path, apart: Iterable[Path] = (), *, is_other_user: bool = False) -> None:
        """`is_other_user`: the bot reads only world-readable files."""
        self._home, self._is_other_user = home, is_other_user
        self.hidden = frozenset((*private_paths(), *apart)) - SHARED_FOLDERS
        self._shown: dict[Path, tuple[Path, bool]] = {}
        """By place, what is shown there, and whether it can be written."""
        self._links: dict[Path, str] = {}
        self._covered: set[Path] = set()
        """Hidden in what is shown, beside `hidden`."""
        self._bound: set[Path] = set()
        """Shown within a copy, as it is."""
        self._copies = itertools.count()
        self._shown[home] = home, True

    def show_system(self, user: int) -> None:
        """The programs and libraries of the system, and who the bot is."""
        settings = [path for name in SETTINGS for path in sorted(Path("/etc").glob(name))]
        for path in (*map(Path, SYSTEM), Path(PROCESSORS), *settings):
            self.show(path)
        # Java wants to know the address of its computer; some programs look up who they are.
        for name, text in (
            ("hosts", "127.0.0.1 localhost schwarm\n"),
            ("passwd", f"root:x:0:0::/:/bin/false\nbot:x:{user}:{user}::{self._home}:/bin/sh\n"),
            ("group", f"root:x:0:\nbot:x:{user}:\n"),
        ):
            made = self._home / f".{name}"
            made.write_text(text, encoding="utf-8")
            self._shown[Path("/etc", name)] = made, False

    def show(self, path: Path) -> None:
        """Show a file or a folder, which can only be read, and the links by which it is named."""
        real = self._follow(path)
        if not real.exists() or self._shows(real):
            return
        if self._is_other_user and real.is_dir() and not _is_system(real) and not readable_by_everybody(real):
            self._show_copy(real, copy_folder(real, self._new_folder(), self.hidden))
        else:
            self._shown[real] = real, False

    def show_program(self, path: Path) -> None:
        """Show a program, and what was installed with it: libraries, and the settings of a JDK."""
        real = path.resolve()
        for place in dict.fromkeys((Path(os.path.abspath(path)), real)):
            self.show(place)
            prefix = place.parent.parent
            if place.parent.name in TOOL_FOLDERS and not is_shared(prefix) and not is_home(prefix):
                for name in (*TOOL_FOLDERS, *TOOL_FILES):
                    self.show(prefix / name)

    def show_own(self, folder: Path) -> None:
        """Show a bot's own folder: a copy, where it may write, as far as that is small."""
        folder = self._follow(folder)
        if folder.is_relative_to(self._home):
            return
        if is_shared(folder):
            self._show_plain_files(folder)
            return
        dotted = not is_home(folder)
        if self._is_other_user and not _is_system(folder) and not readable_by_everybody(folder):
            self._show_copy(folder, copy_folder(folder, self._new_folder(), self.hidden), writable=True)
        elif copy := copy_lightly(folder, self._new_folder(), self.hidden, dotted=dotted):
            self._show_copy(folder, copy.path, writable=True)
            self._bound.update(copy.shown)
        else:
            self._shown[folder] = folder, False
            if not dotted:
                # One that starts a bot at home shows their files, but not what lies in hidden ones: keys, mail.
                self._covered.update(_dotted_entries(folder))

    def options(self) -> list[str]:
        """Everything. What lies deeper comes later, for otherwise what lies above would cover it."""
        memory = [Path("/"), Path("/dev")]
        own = ["--perms", "1777", "--size", str(MAX_TMP_BYTES), "--tmpfs"]
        made = [(Path(path), [*own, path]) for path in OWN_FOLDERS]
        for path, (source, writable) in self._shown.items():
            made.append((path, ["--bind" if writable else "--ro-bind", str(source), str(path)]))
        for path, target in self._links.items():
            if not self._shows(path):
                made.append((path, ["--symlink", target, str(path)]))
        made += [(path, ["--ro-bind", str(path), str(path)]) for path in self._bound]
        hidden = self.hidden | self._covered
        for path in hidden - self._shown.keys():
            if not self._shows(path) or not path.exists():
                continue
            if path.is_dir():
                made.append((path, ["--tmpfs", str(path)]))
                memory.append(path)
            else:
                made.append((path, ["--ro-bind", os.devnull, str(path)]))
        for parent in {parent for path, _ in made for parent in path.parents}:
            nearest = next((each for each in (parent, *parent.parents) if each in self._shown or each in hidden), None)
            if nearest not in self._shown and parent != Path("/"):
                # bubblewrap would make it for its own user alone.
                made.append((parent, ["--perms", "0755", "--dir", str(parent)]))
        kernel = ["--dev", "/dev", "--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dir", "/run"]
        kernel += [part for path in KEYS if os.path.exists(path) for part in ("--ro-bind", os.devnull, path)]
        ordered = [part for _, parts in sorted(made, key=lambda each: len(each[0].parts)) for part in parts]
        # What lies in none of the folders above would be memory that nothing counts.
        closed = [part for path in memory for part in ("--remount-ro", str(path))]
        return [*kernel, *ordered, *closed]

    def _shows(self, path: Path) -> bool:
        """Whether a place lies in a folder that is shown."""
        return any(parent in self._shown for parent in (path, *path.parents))

    def _show_copy(self, folder: Path, copy: Path, *, writable: bool = False) -> None:
        self._shown[folder] = copy, writable

    def _show_plain_files(self, folder: Path) -> None:
        """In a shared folder lie the sockets of other programs, and what plays just now."""
        with os.scandir(folder) as entries:
            found = [Path(entry.path) for entry in entries if entry.is_file(follow_symlinks=False)]
        files = [path for path in found if not path.name.startswith(".")]
        if len(files) > MAX_ENTRIES:
            raise CannotLaunch(EVERYBODYS(path=str(folder), most=MAX_ENTRIES))
        for path in files:
            if path not in self.hidden:
                self._shown[path] = path, False

    def _new_folder(self) -> Path:
        return self._home / f"copy-{next(self._copies)}"

    def _follow(self, path: Path) -> Path:
        """Where a path leads, with the links on the way shown as they are."""
        at, waiting = Path("/"), list(Path(os.path.abspath(path)).parts[:0:-1])
        links = 0
        while waiting:
            name = waiting.pop()
            if name == "..":
                at = at.parent
                continue
            here = at / name
            if links < 40 and here.is_symlink():
                links += 1
                target = os.readlink(here)
                self._links[here] = target
                waiting += [part for part in Path(target).parts[::-1] if part != "/"]
                at = Path("/") if target.startswith("/") else at
            else:
                at = here
        return at


def is_shared(folder: Path) -> bool:
    return folder in SHARED_FOLDERS or folder == Path(gettempdir()).resolve()


def is_home(folder: Path) -> bool:
    return folder.parent == Path("/home") or folder in (Path("/root"), Path(os.path.expanduser("~")).resolve())


def _is_system(folder: Path) -> bool:
    """Whether programs for every user lie there. While packages are installed, root alone can read single files."""
    return any(map(folder.is_relative_to, SYSTEM))


def _dotted_entries(folder: Path) -> list[Path]:
    with os.scandir(folder) as entries:
        return [Path(entry.path) for entry in entries if entry.name.startswith(".") and not entry.is_symlink()]


def _interpreters(command: Sequence[str], script: Path | None, *, is_strangers: bool) -> list[Path]:
    """The programs that a command needs beside the system's: its first word; those of the owner's PATH that its script
    names, and those in a folder `bin` that it names by a path, unless it is a stranger's; and the JDK of JAVA_HOME."""
    found, names = [Path(command[0])], {*command[1:]}
    if script is not None:
        with suppress(OSError), script.open(encoding="utf-8", errors="replace") as file:
            names.update(WORD.findall(file.read(MAX_SCRIPT_CHARACTERS)))
    if not is_strangers:
        found += [path for name in names if (path := Path(name)).is_absolute() and path.parent.name == "bin"]
    for folder in map(Path, os.get_exec_path()):
        if not folder.is_absolute() or _is_system(folder):
            continue
        with suppress(OSError):
            found += [folder / name for name in sorted(names.intersection(os.listdir(folder)))]
    if java := os.environ.get("JAVA_HOME"):
        found.append(Path(java, "bin", "java"))
    return [path for path in found if path.is_file() and not (_is_system(path) and _is_system(path.resolve()))]


def _python_folders() -> list[Path]:
    """What our own Python and package need to be seen, and the games of other packages, wherever those lie."""
    found = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent, SOURCES}
    return sorted(path for path in found | _games() if path.exists())


def _games() -> set[Path]:
    """The folders from which the games were imported."""
    packages = {type(game).__module__.partition(".")[0] for game in all_games()}
    files = [(name, sys.modules[name].__file__) for name in packages]
    # A package's file is its __init__.py, one folder deeper than that of a single module.
    return {Path(file).parents[1 if hasattr(sys.modules[name], "__path__") else 0] for name, file in files if file}


EVERYBODYS = Sentence(
    "{path} is a folder for everybody's files, and more than {most} lie in it; move the bot to a folder of its own, "
    "and start it from there."
)
NO_WALL = Sentence(
    "Bots run without a sandbox, only with limits, because {program} is not installed or not allowed to work "
    "here; on Debian and Ubuntu: sudo apt-get install {package}"
)
NOT_AS_ROOT = Sentence(
    "As root, bots run only in a sandbox, but {program} is not installed or not allowed to work here; install "
    "it (Debian and Ubuntu: apt-get install {package}), run Schwarm as another user, or trust the bots with "
    "--no-sandbox."
)
TOO_MUCH_MEMORY = Sentence("It was stopped because it used more than {megabytes} MB of memory.")
TOO_MUCH_DISK = Sentence("It was stopped because it wrote more than {megabytes} MB of files.")
TOO_MANY_PROCESSES = Sentence("It was stopped because it ran more than {most} processes and threads.")
NO_STRANGERS = Sentence(
    "A public page starts programs only behind walls, and this machine lacks {walls}; “schwarm doctor” says more."
)
SANDBOX = Sentence("a sandbox ({program})")
COUNTED = Sentence("control groups for memory and processes")
