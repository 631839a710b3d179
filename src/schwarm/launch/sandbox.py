"""What a bot may do while it plays: a wall around it where bubblewrap is installed, and limits everywhere.

Behind the wall there is no network but the way to the referee (a Unix socket, which `relay.py` offers as 127.0.0.1), a
home of its own and a small /tmp; everything else can only be read, and the user's own folders not even that. The limits
count what a bot really uses: the memory that is resident, never the address space, which Java and Go reserve by the
gigabyte and hardly use.
"""

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from schwarm.words import Message, Sentence

RELAY = Path(__file__).with_name("relay.py")
SMALL = 256 * 1024 * 1024
"""Bytes of a bot's /tmp, of what it shares between its processes, and of the largest file it can write anywhere."""
WALL = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--uid", "1000", "--gid", "1000", "--cap-drop", "ALL", "--die-with-parent", "--hostname", "schwarm"),
    *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"),
)
SEALED = ("--disable-userns",)
"""Newer versions of bubblewrap can also forbid to build walls inside of the wall."""

DIALECTS = {
    "x86_64": ((0xC000003E, 203), (0x40000003, 241)),
    "aarch64": ((0xC00000B7, 122), (0x40000028, 241)),
}
"""The kernel's number of a way of calling it, and the number of `sched_setaffinity` there."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How much a bot may use, all its processes together, and whether a wall is wanted where there can be one."""

    memory: int = 1_500_000_000
    processes: int = 256
    disk: int = 1_000_000_000
    """Bytes in its home, a zip's own files included."""
    wall: bool = True

    @property
    def walled(self) -> bool:
        return self.wall and can_wall()

    @property
    def limits(self) -> tuple[int, int, int]:
        """What the keeper watches, in its order."""
        return self.memory, self.processes, self.disk

    def excess(self, what: str) -> Message:
        """What a bot used too much of, as the keeper calls it, in words."""
        match what:
            case "memory":
                return TOO_MUCH_MEMORY(megabytes=self.memory // 1_000_000)
            case "disk":
                return TOO_MUCH_DISK(megabytes=self.disk // 1_000_000)
        return TOO_MANY_PROCESSES(most=self.processes)


@cache
def can_wall() -> bool:
    """Whether bubblewrap is there and works; in some containers it is installed and may do nothing."""
    return sys.platform.startswith("linux") and _works(WALL)


@cache
def _works(options: tuple[str, ...]) -> bool:
    program = shutil.which("bwrap")
    if program is None:
        return False
    try:
        done = subprocess.run([program, *options, "true"], capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def walled(command: Sequence[str], *, home: Path, needed: Iterable[Path], port: int, socket: Path) -> list[str]:
    """The command that runs a command behind the wall, where port `port` leads to the referee's socket."""
    program = shutil.which("bwrap")
    assert program is not None
    options = [*WALL, *(SEALED if _works((*WALL, *SEALED)) else ())]
    for folder in ("/tmp", "/dev/shm"):
        options += ["--size", str(SMALL), "--tmpfs", folder]
    hidden = _private()
    options += [part for folder in hidden for part in ("--tmpfs", str(folder))]
    # Memory that nobody counts: nothing shall be written there.
    closed = ["/dev", "/run", *map(str, hidden)]
    # What lies in a folder that was just hidden is shown again, and what lies deeper afterwards.
    for path in sorted({*_python(), *needed}, key=lambda path: len(path.parts)):
        if any(path.is_relative_to(folder) for folder in (Path("/tmp"), Path("/run"), *hidden)):
            options += ["--ro-bind", str(path), str(path)]
        for entry in _dotted(path) if path in hidden else ():
            options += ["--tmpfs", entry.path] if entry.is_dir() else ["--ro-bind", os.devnull, entry.path]
            closed += [entry.path] if entry.is_dir() else []
    options += ["--ro-bind", str(socket), str(socket), "--bind", str(home), str(home)]
    options += [part for folder in closed for part in ("--remount-ro", folder)]
    options += ["--setenv", "HOME", str(home), "--setenv", "TMPDIR", "/tmp"]
    filter = home / ".filter"
    filter.write_bytes(_stay_on_core())
    inside = [sys.executable, "-I", "-S", str(RELAY), str(port), str(socket), *command]
    # bubblewrap wants the filter as an open file.
    return ["/bin/sh", "-c", 'exec "$@" 9<"$0"', str(filter), program, "--seccomp", "9", *options, "--", *inside]


def _private() -> list[Path]:
    """Folders of people, where keys and other people's bots lie."""
    home = Path(os.path.expanduser("~"))
    found = {path.resolve() for path in (Path("/home"), Path("/root"), home) if path.is_dir() and path != Path("/")}
    return sorted(path for path in found if os.access(path, os.X_OK))


def _dotted(home: Path) -> list["os.DirEntry[str]"]:
    """Who starts a bot from his very home shows his files, but not what lies in hidden ones: keys, passwords, mail."""
    with os.scandir(home) as entries:
        return [entry for entry in entries if entry.name.startswith(".") and not entry.is_symlink()]


def _python() -> list[Path]:
    """What our own Python and package need to be seen."""
    found = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent, RELAY.parents[2]}
    return sorted(path for path in found if path.exists())


def _stay_on_core() -> bytes:
    """A filter for system calls, as the kernel reads it: everything but to leave the core one was put on.

    Processors speak several dialects: their own, and that of their 32-bit ancestors (on x86 in two ways)."""
    own, other = DIALECTS.get(os.uname().machine, ((0, 0), (0, 0)))
    load, jump_if_equal, give_back = 0x20, 0x15, 0x06
    allow, refuse = 0x7FFF0000, 0x00050000 | 1  # not permitted
    steps = [
        (load, 0, 0, 4),
        (jump_if_equal, 0, 3, own[0]),
        (load, 0, 0, 0),
        (jump_if_equal, 5, 0, own[1]),
        (jump_if_equal, 4, 3, own[1] | 0x40000000),
        (jump_if_equal, 0, 2, other[0]),
        (load, 0, 0, 0),
        (jump_if_equal, 1, 0, other[1]),
        (give_back, 0, 0, allow),
        (give_back, 0, 0, refuse),
    ]
    return b"".join(struct.pack("<HBBI", *step) for step in steps)


NO_WALL = Sentence(
    "Bots run without a sandbox, only with limits, because bubblewrap is not installed or not allowed to work "
    "here; on Debian and Ubuntu: sudo apt-get install bubblewrap"
)
TOO_MUCH_MEMORY = Sentence("It was stopped because it used more than {megabytes} MB of memory.")
TOO_MUCH_DISK = Sentence("It was stopped because it wrote more than {megabytes} MB of files.")
TOO_MANY_PROCESSES = Sentence("It was stopped because it ran more than {most} processes.")
