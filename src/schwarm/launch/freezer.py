"""Holds a bot still while it is not its turn, with everything it has started, so that it cannot compute at the expense
of who thinks. The kernel does that for a control group; where there is none, every process of the tree is stopped.

Neither is perfect: who is inside a long system call goes on to its end, and a timer wakes who was stopped. So the
processor time that a bot uses while it is held is counted, and there is an end to it.
"""

import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Protocol

from schwarm.launch.control_group import ControlGroup

MAX_ROUNDS = 40
"""Looks at a tree that goes on growing while it is being stopped."""
MAX_SECONDS_WHILE_HELD = 1.0
"""Seconds of processor time that a bot may use in a game while it is held."""
MAX_GUESSED_SECONDS = 0.2
"""Seconds that are held against whoever is found awake; who looks may be late, and no single look decides."""
MAX_SETTLE_SECONDS = 0.02
HELD = (b"T", b"t", b"Z", b"X")
"""The states of processes that compute nothing: stopped, or dead."""
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
STOP_PENDING = 1 << (19 - 1)
READ_BYTES = 64 * 1024
PROC = os.path.isdir("/proc/self/task")
CHILDREN = os.path.exists(f"/proc/{os.getpid()}/task/{os.getpid()}/children")


class Freezer(Protocol):
    """Holds a tree of processes still, and lets it go on."""

    def freeze(self) -> None:
        """Hold everything still."""

    def thaw(self) -> None:
        """Let everything go on."""

    def watch(self) -> bool:
        """Look after what is held; False for a tree that does not hold still."""


class UseWhileHeld:
    """Processor time that a tree of processes has used while it was held, in the whole game."""

    def __init__(self, root: int) -> None:
        self._root, self._before, self._looked_at = root, 0, 0.0
        self.seconds = 0.0

    def begin(self) -> None:
        """From now on it is held."""
        self._before, self._looked_at = computed_ticks(self._root), time.monotonic()

    def count(self, *, awake: bool = False) -> None:
        """It has been held up to now. Whoever is `awake` all the same is taken to have computed since the last look:
        children that end at once take along what they have used, and nobody can count it any more."""
        before, self._before = self._before, computed_ticks(self._root)
        last, self._looked_at = self._looked_at, time.monotonic()
        used = max(0, self._before - before) / TICKS_PER_SECOND
        self.seconds += max(used, min(self._looked_at - last, MAX_GUESSED_SECONDS)) if awake else used

    @property
    def too_much(self) -> bool:
        return self.seconds > MAX_SECONDS_WHILE_HELD


class GroupFreezer:
    """A control group: the kernel holds whoever is in it, also who is born in it later."""

    def __init__(self, group: ControlGroup, root: int) -> None:
        self._group, self._use = group, UseWhileHeld(root)

    def freeze(self) -> None:
        self._group.freeze(True)
        self._use.begin()

    def thaw(self) -> None:
        self._use.count()
        self._group.freeze(False)

    def watch(self) -> bool:
        self._use.count()
        return not self._use.too_much


class SignalFreezer:
    """SIGSTOP for everything below a process. One signal for the whole process group reaches all who have not left it,
    and behind the wall nobody can; nobody is born meanwhile. Whoever else is there is found and stopped one by one:
    who is stopped cannot start another, so looking again until nobody new is there reaches all. A timer can wake a
    stopped process, which is why it must be watched."""

    def __init__(self, root: int, group: int) -> None:
        """Without /proc it is the process group that can be reached."""
        self._root, self._group = root, group
        self._held: set[int] = set()
        self._use = UseWhileHeld(root)

    def freeze(self) -> None:
        self._stop()
        self._use.begin()

    def _stop(self) -> None:
        self._signal_group(signal.SIGSTOP)
        for _ in range(MAX_ROUNDS):
            tree, awake = [], []
            for pid in descendants(self._root):
                tree.append(pid)
                if not _is_held(pid):
                    # At once: whoever is still awake slows down the search for the others.
                    self._signal(pid, signal.SIGSTOP)
                    awake.append(pid)
            if not awake:
                self._settle(tree)
                return
            self._held.update(awake)

    def _settle(self, tree: Sequence[int]) -> None:
        """Everybody must have a turn in order to stop, which would be the time of who thinks next: wait for it, not for
        long."""
        deadline = time.monotonic() + MAX_SETTLE_SECONDS
        for pid in tree:
            while not _is_held(pid, pending=False) and time.monotonic() < deadline:
                time.sleep(0.0005)

    def thaw(self) -> None:
        self._use.count()
        held, self._held = self._held, set()
        for pid in held and held.intersection(descendants(self._root)):
            self._signal(pid, signal.SIGCONT)
        self._signal_group(signal.SIGCONT)

    def watch(self) -> bool:
        awake = not all(map(_is_held, descendants(self._root)))
        self._use.count(awake=awake)
        if awake:
            self._stop()
        return not self._use.too_much

    def _signal(self, pid: int, number: int) -> None:
        with suppress(OSError):
            os.kill(pid, number)

    def _signal_group(self, number: int) -> None:
        with suppress(OSError):
            os.killpg(self._group, number)


class NoFreezer:
    """Where nobody can be held, nobody is (Windows)."""

    def freeze(self) -> None:
        """Nothing can be done."""

    def thaw(self) -> None:
        """Nothing was done."""

    def watch(self) -> bool:
        return True


def descendants(root: int) -> Iterator[int]:
    """Everybody below a process, the nearest first; of each the children are looked up after it was handed out.
    Without /proc nobody is found."""
    children = _children if CHILDREN else _all_children().get
    found = list(children(root, ()))
    for pid in found:
        yield pid
        found.extend(children(pid, ()))


def computed_ticks(root: int) -> int:
    """How much everybody below a process has computed, and whoever has ended and was waited for by them, in the
    kernel's own unit."""
    return sum(sum(map(int, _stat(pid)[11:15])) for pid in descendants(root))


def _children(pid: int, none: Sequence[int]) -> Sequence[int]:
    """As the kernel lists them, thread by thread."""
    children: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            children += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())
    return children or none


def _all_children() -> dict[int, Sequence[int]]:
    """The same where the kernel keeps no such list: everybody is asked for their parent."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for pid in filter(str.isdigit, os.listdir("/proc")):
            if fields := _stat(pid):
                children.setdefault(int(fields[1]), []).append(int(pid))
    return dict(children)


def _is_held(pid: int, *, pending: bool = True) -> bool:
    """Whether a process computes nothing, or (`pending`) will not as soon as it has its turn."""
    fields = _stat(pid)
    if not fields or fields[0] in HELD:
        return True
    if not pending:
        return False
    lines = _read(f"/proc/{pid}/status").splitlines()
    waiting = [line.split()[1] for line in lines if line.startswith((b"SigPnd", b"ShdPnd"))]
    return not lines or any(int(signals, 16) & STOP_PENDING for signals in waiting)


def _stat(pid: int | str) -> list[bytes]:
    """What the kernel says first about a process: its state, its parent. Nothing about one that is gone."""
    # PID (NAME) STATE PARENT …, where the name may contain anything.
    return _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()


def _read(path: str) -> bytes:
    """A file of /proc, with little effort: many are read while somebody else thinks."""
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
