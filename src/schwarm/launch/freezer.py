"""Holds a bot still while it is not its turn, with everything it has started, so that it cannot compute at the expense
of who thinks. The kernel does that for a control group; where there is none, every process of the tree is stopped.
"""

import os
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from schwarm.launch.control_group import ControlGroup

MAX_ROUNDS = 40
"""Looks at a tree that goes on growing while it is being stopped."""
MAX_AWAKENINGS = 5
"""How often in a game a bot that was stopped may be found awake: a signal of its own can wake it, once or twice."""
MAX_SETTLE_SECONDS = 0.02
HELD = b"TtZX"
"""The states of processes that compute nothing: stopped, or dead."""
STOP_PENDING = 1 << (19 - 1)
PROC = os.path.isdir("/proc/self/task")
CHILDREN = os.path.exists(f"/proc/{os.getpid()}/task/{os.getpid()}/children")


class Freezer(Protocol):
    """Holds a tree of processes still, and lets it go on."""

    def freeze(self) -> None:
        """Hold everything still."""

    def thaw(self) -> None:
        """Let everything go on."""

    def watch(self) -> bool:
        """Look after what is held; False for a tree that will not hold still."""


class GroupFreezer:
    """A control group: the kernel holds whoever is in it, also who is born in it later."""

    def __init__(self, group: ControlGroup) -> None:
        self._group = group

    def freeze(self) -> None:
        self._group.freeze(True)

    def thaw(self) -> None:
        self._group.freeze(False)

    def watch(self) -> bool:
        return True


class SignalFreezer:
    """SIGSTOP for everything below a process. Whoever is stopped cannot start another; so looking again until nobody
    new is there reaches all. A timer can wake a stopped process, which is why it must be watched."""

    def __init__(self, root: int, group: int) -> None:
        """Without /proc it is the process group that can be reached."""
        self._root, self._group = root, group
        self._held: set[int] = set()
        self._awakenings = 0

    def freeze(self) -> None:
        if not PROC:
            self._signal_group(signal.SIGSTOP)
        for _ in range(MAX_ROUNDS):
            tree = descendants(self._root)
            awake = [pid for pid in tree if not _is_held(pid)]
            if not awake:
                self._settle(tree)
                return
            for pid in awake:
                self._signal(pid, signal.SIGSTOP)
            self._held.update(awake)

    def _settle(self, tree: Sequence[int]) -> None:
        """Everybody must have a turn in order to stop, which would be the time of who thinks next: wait for it, not for
        long."""
        deadline = time.monotonic() + MAX_SETTLE_SECONDS
        for pid in tree:
            while not _is_held(pid, pending=False) and time.monotonic() < deadline:
                time.sleep(0.0005)

    def thaw(self) -> None:
        if not PROC:
            self._signal_group(signal.SIGCONT)
        held, self._held = self._held, set()
        for pid in held & set(descendants(self._root)):
            self._signal(pid, signal.SIGCONT)

    def watch(self) -> bool:
        if not all(map(_is_held, descendants(self._root))):
            self._awakenings += 1
            self.freeze()
        return self._awakenings <= MAX_AWAKENINGS

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


def descendants(root: int) -> list[int]:
    """Everybody below a process, the nearest first. Without /proc nobody is found."""
    children = _children if CHILDREN else _all_children().get
    found = list(children(root, ()))
    for pid in found:
        found.extend(children(pid, ()))
    return found


def _children(pid: int, none: Sequence[int]) -> Sequence[int]:
    """As the kernel lists them, thread by thread."""
    children: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                children += map(int, Path(f"/proc/{pid}/task/{thread}/children").read_bytes().split())
    return children or none


def _all_children() -> dict[int, Sequence[int]]:
    """The same where the kernel keeps no such list: everybody is asked for their parent."""
    children: dict[int, list[int]] = {}
    with suppress(OSError):
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with suppress(OSError, ValueError, IndexError):
                stat = Path(f"/proc/{pid}/stat").read_bytes()
                children.setdefault(int(stat.rpartition(b")")[2].split()[1]), []).append(int(pid))
    return dict(children)


def _is_held(pid: int, *, pending: bool = True) -> bool:
    """Whether a process computes nothing, or (`pending`) will not as soon as it has its turn."""
    try:
        lines = Path(f"/proc/{pid}/status").read_bytes().splitlines()
    except OSError:
        return True
    facts = {name: value.strip() for name, _, value in (line.partition(b":") for line in lines)}
    if facts.get(b"State", b"X")[:1] in HELD:
        return True
    return pending and any(int(facts.get(name, b"0"), 16) & STOP_PENDING for name in (b"SigPnd", b"ShdPnd"))
