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

from schwarm.launch.bot_user import give_to, new_bot_user, running_as_root
from schwarm.launch.control_group import MAX_OWN_TASKS, find_hierarchies
from schwarm.launch.seccomp import system_call_filter
from schwarm.launch.sight import restrict_sight
from schwarm.words import Message, Sentence

RELAY = Path(__file__).with_name("relay.py")
HOSTS = "/etc/hosts"
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
    apart: Sequence[Path] = (),
    port: int,
    socket: Path,
    tasks: int,
) -> list[str]:
    """The command that runs a command behind the wall, where port `port` leads to the referee's socket.

    `needed`, `own` and `apart` say what it sees, see `sight`. Where Schwarm is root, the bot becomes a user of its own,
    to whom its `home` belongs from now on, and who may have so many `tasks`, processes and threads."""
    program = shutil.which("bwrap")
    assert program is not None
    user = new_bot_user() if running_as_root() else 0
    wall = _wall()
    options = [*wall, *(SEALED if works((*wall, *SEALED)) else ())]
    options += restrict_sight(home=home, socket=socket, needed=needed, own=own, apart=apart, private=bool(user))
    options += [*_name_host(home), "--setenv", "HOME", str(home), "--setenv", "TMPDIR", "/tmp"]
    most = tasks + MAX_OWN_TASKS if tasks else 0
    settings = map(str, (port, socket, user, most, own or Path.cwd()))
    inside = [sys.executable, "-I", "-S", str(RELAY), *settings, *command]
    filter = home / ".filter"
    filter.write_bytes(system_call_filter(memory_is_counted="memory" in find_hierarchies()))
    if user:
        give_to(user, home)
    # bubblewrap wants the filter as an open file.
    return ["/bin/sh", "-c", 'exec "$@" 9<"$0"', str(filter), program, "--seccomp", "9", *options, "--", *inside]


def _name_host(home: Path) -> list[str]:
    """The computer behind the wall has a name of its own, and Java wants to know its address."""
    if not os.path.isfile(HOSTS) or os.path.islink(HOSTS):
        return []
    names = home / ".hosts"
    names.write_text("127.0.0.1 localhost schwarm\n", encoding="ascii")
    return ["--ro-bind", str(names), HOSTS]


NO_WALL = Sentence(
    "Bots run without a sandbox, only with limits, because bubblewrap is not installed or not allowed to work "
    "here; on Debian and Ubuntu: sudo apt-get install bubblewrap"
)
NOT_AS_ROOT = Sentence(
    "As root, bots run only in a sandbox, but bubblewrap is not installed or not allowed to work here; install "
    "it (Debian and Ubuntu: apt-get install bubblewrap), run Schwarm as another user, or trust the bots with "
    "--no-sandbox."
)
TOO_MUCH_MEMORY = Sentence("It was stopped because it used more than {megabytes} MB of memory.")
TOO_MUCH_DISK = Sentence("It was stopped because it wrote more than {megabytes} MB of files.")
TOO_MANY_PROCESSES = Sentence("It was stopped because it ran more than {most} processes and threads.")
