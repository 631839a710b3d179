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

from schwarm.words import Sentence

RELAY = Path(__file__).with_name("relay.py")
SMALL = 256 * 1024 * 1024
"""Bytes of a bot's /tmp, and of the largest file it can write anywhere."""
WALL = (
    *("--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--uid", "1000", "--gid", "1000", "--cap-drop", "ALL", "--die-with-parent", "--hostname", "schwarm"),
    *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/run"),
)
SEALED = ("--disable-userns",)
"""Newer versions of bubblewrap can also forbid to build walls inside of the wall."""


@dataclass(frozen=True, slots=True)
class Sandbox:
    """How much a bot may use, all its processes together, and whether a wall is wanted where there can be one."""

    memory: int = 1_500_000_000
    processes: int = 256
    wall: bool = True

    @property
    def walled(self) -> bool:
        return self.wall and can_wall()


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
    options += ["--size", str(SMALL), "--tmpfs", "/tmp"]
    options += [part for folder in _private() for part in ("--tmpfs", str(folder))]
    for path in (*_python(), *needed):
        # What lies in a folder that was just hidden is shown again.
        if any(path.is_relative_to(hidden) for hidden in (Path("/tmp"), Path("/run"), *_private())):
            options += ["--ro-bind", str(path), str(path)]
    options += ["--ro-bind", str(socket), str(socket), "--bind", str(home), str(home)]
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


def _python() -> list[Path]:
    """What our own Python and package need to be seen."""
    found = {Path(sys.prefix), Path(sys.base_prefix), Path(sys.executable).resolve().parent, RELAY.parents[2]}
    return sorted(path for path in found if path.exists())


def _stay_on_core() -> bytes:
    """A filter for system calls, as the kernel reads it: everything but to leave the core one was put on."""
    machines = {"x86_64": (0xC000003E, 203), "aarch64": (0xC00000B7, 122)}
    arch, sched_setaffinity = machines.get(os.uname().machine, (0, 0))
    load, jump_if_equal, give_back = 0x20, 0x15, 0x06
    allow, refuse = 0x7FFF0000, 0x00050000 | 1  # not permitted
    steps = [
        (load, 0, 0, 4),
        (jump_if_equal, 0, 3, arch),
        (load, 0, 0, 0),
        (jump_if_equal, 0, 1, sched_setaffinity),
        (give_back, 0, 0, refuse),
        (give_back, 0, 0, allow),
    ]
    return b"".join(struct.pack("<HBBI", *step) for step in steps)


NO_WALL = Sentence(
    "Bots run without a sandbox, only with limits, because bubblewrap is not installed or may not work here; "
    "on Debian and Ubuntu: sudo apt-get install bubblewrap"
)
TOO_MUCH_MEMORY = Sentence("It was ended because it used more than {megabytes} MB of memory.")
TOO_MANY_PROCESSES = Sentence("It was ended because it ran more than {most} processes.")
