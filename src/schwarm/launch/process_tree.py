"""A process and everything below it, as Linux tells in /proc. Without /proc there is nothing below a process.

Imports nothing of Schwarm: the supervisor loads it, too.
"""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress

HELD = (b"T", b"t", b"Z", b"X")
"""The states of processes that compute nothing: stopped, or dead."""
STOP_PENDING = 1 << (19 - 1)
READ_BYTES = 64 * 1024
CHILDREN = os.path.exists(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
"""Whether the kernel lists the children of each thread."""
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def descendants(root: int) -> Iterator[int]:
    """All processes below a process, the nearest first; the children of each are looked up after it was yielded."""
    children = _children if CHILDREN else _all_children().get
    found = list(children(root, ()))
    for pid in found:
        yield pid
        found.extend(children(pid, ()))


def children(pid: int) -> Sequence[int]:
    return (_children if CHILDREN else _all_children().get)(pid, ())


def stat(pid: int | str) -> list[bytes]:
    """The fields of /proc/PID/stat from the state on; none for a process that is gone."""
    # PID (NAME) STATE PARENT …, where the name may contain anything.
    return read(f"/proc/{pid}/stat").rpartition(b")")[2].split()


def count_threads(pid: int) -> int:
    fields = stat(pid)
    return int(fields[17]) if fields else 0


def computed_ticks(pid: int) -> int:
    """Processor time of one process, in `TICKS_PER_SECOND`."""
    return sum(map(int, stat(pid)[11:13]))


def computed_ticks_below(root: int) -> int:
    """Processor time of all processes below one, and of their children that have ended."""
    return sum(sum(map(int, stat(pid)[11:15])) for pid in descendants(root))


def is_held(pid: int, *, pending: bool = True) -> bool:
    """Whether a process computes nothing, or (`pending`) will not from its next turn on."""
    fields = stat(pid)
    if not fields or fields[0] in HELD:
        return True
    if not pending:
        return False
    lines = read(f"/proc/{pid}/status").splitlines()
    waiting = [line.split()[1] for line in lines if line.startswith((b"SigPnd", b"ShdPnd"))]
    return not lines or any(int(signals, 16) & STOP_PENDING for signals in waiting)


def read(path: str) -> bytes:
    """A file of /proc with little effort, since many are read during a move; nothing where that fails."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return b""
    try:
        return b"".join(iter(lambda: os.read(file, READ_BYTES), b""))
    except OSError:
        return b""
    finally:
        os.close(file)


def _children(pid: int, none: Sequence[int]) -> Sequence[int]:
    """As the kernel lists them, thread by thread."""
    children: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            children += map(int, read(f"/proc/{pid}/task/{thread}/children").split())
    return children or none


def _all_children() -> dict[int, Sequence[int]]:
    """By parent, for kernels without such lists."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for pid in filter(str.isdigit, os.listdir("/proc")):
            if fields := stat(pid):
                children.setdefault(int(fields[1]), []).append(int(pid))
    return dict(children)
