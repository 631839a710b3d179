"""What bounds a bot, and holds it still while it is not its turn: the kernel's control groups, or signals.

A control group counts all that a bot and everything it starts uses, and can freeze it. Linux knows two versions, and a
machine may offer either, both (hybrid) or none: root in a virtual machine has them, others where they were delegated
(systemd: `Delegate=yes`), and most containers none. Without them every process of the tree is stopped.

Neither way of freezing is perfect: a long system call goes on to its end, and a timer wakes a stopped process. So the
processor time that a bot uses while it is frozen is counted and bounded.
"""

import itertools
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from schwarm.launch import process_tree
from schwarm.launch.process_tree import TICKS_PER_SECOND, descendants

OWN_LEAF = "schwarm"
"""Where Schwarm itself sits in a delegated group: one that hands out controllers may hold no processes (version 2)."""
ABILITIES = ("freezer", "memory", "pids", "cpu", "cpuacct")
"""Version 2 has the last one in every group."""
SWITCHES = {
    ("cpu", 1): ("cpu.shares", "1024", "2"),
    ("cpu", 2): ("cpu.weight", "100", "1"),
    ("freezer", 1): ("freezer.state", "THAWED", "FROZEN"),
    ("freezer", 2): ("cgroup.freeze", "0", "1"),
}
"""By ability and version, a file and what to write to it: the kernel's default, or while a bot is frozen."""
MAX_KILL_SECONDS = 5.0
MAX_OWN_TASKS = 4
"""Processes of the wall itself, which are not held against the bot behind it."""
MAX_ROUNDS = 40
"""Looks at a tree that goes on growing while it is being stopped."""
MAX_SECONDS_WHILE_HELD = 1.0
"""Seconds of processor time that a bot may use in a game while it is frozen."""
MAX_GUESSED_SECONDS = 0.2
"""Seconds that are held against a process that is found awake; a look may come late, and no single one decides."""
MAX_SETTLE_SECONDS = 0.02
RESERVED_FILES = 400
"""Files that are left for everything but connections: databases, bots, and connections that are just being accepted."""

_count = itertools.count()


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """Where groups for one ability can be made."""

    version: int
    base: Path


@cache
def find_hierarchies() -> dict[str, Hierarchy]:
    """By ability, where this process can make groups of its own; an ability that cannot be had is missing."""
    found = find_in_version(2)
    # The freezer of version 2 ends what it holds, that of version 1 must let go first; of all else there is only one.
    return {**find_in_version(1), **found}


def find_in_version(version: int) -> dict[str, Hierarchy]:
    """The same of one version, 1 or 2, whatever the other one offers."""
    try:
        own = [line.split(":", 2) for line in Path("/proc/self/cgroup").read_text().splitlines()]
        mounts = [line.split() for line in Path("/proc/self/mounts").read_text().splitlines()]
    except OSError:
        return {}
    return dict((_find_version_1 if version == 1 else _find_version_2)(own, mounts))


def _find_version_2(own: list[list[str]], mounts: list[list[str]]) -> Iterator[tuple[str, Hierarchy]]:
    place = next((path for number, controllers, path in own if number == "0" and not controllers), None)
    mounted = next((mount[1] for mount in mounts if mount[2] == "cgroup2"), None)
    if place is None or mounted is None:
        return
    base = _below(Path(mounted), place)
    if base.name == OWN_LEAF:
        base = base.parent
    offered = _hand_out_controllers(base)
    if can_make_groups(base):
        yield "freezer", Hierarchy(2, base)
        for ability in offered:
            yield ability, Hierarchy(2, base)


def _hand_out_controllers(base: Path) -> list[str]:
    """What groups below this one can count. Schwarm moves into a leaf of its own where that is all that is missing."""
    wanted = [ability for ability in ABILITIES if ability in _read_file(base / "cgroup.controllers").split()]
    missing = [ability for ability in wanted if ability not in _read_file(base / "cgroup.subtree_control").split()]
    if missing and not _write(base / "cgroup.subtree_control", " ".join(f"+{ability}" for ability in missing)):
        alone = _read_file(base / "cgroup.procs").split() == [str(os.getpid())]
        if alone:
            with suppress(OSError):
                (base / OWN_LEAF).mkdir(exist_ok=True)
            _write(base / OWN_LEAF / "cgroup.procs", "0")
            _write(base / "cgroup.subtree_control", " ".join(f"+{ability}" for ability in missing))
    handed_out = _read_file(base / "cgroup.subtree_control").split()
    return [ability for ability in wanted if ability in handed_out]


def _find_version_1(own: list[list[str]], mounts: list[list[str]]) -> Iterator[tuple[str, Hierarchy]]:
    for ability in ABILITIES:
        place = next((path for _, controllers, path in own if ability in controllers.split(",")), None)
        mounted = next((mount[1] for mount in mounts if mount[2] == "cgroup" and ability in mount[3].split(",")), None)
        if place is not None and mounted is not None:
            base = _below(Path(mounted), place)
            if can_make_groups(base):
                yield ability, Hierarchy(1, base)


def _below(mounted: Path, place: str) -> Path:
    """A container may see its group as the whole tree, whatever its place is called outside."""
    own = mounted / place.lstrip("/")
    return own if own.is_dir() else mounted


def can_make_groups(base: Path) -> bool:
    """Whether a group can be made here; tried, since being allowed to write says little in a container."""
    trial = base / f"schwarm-trial-{os.getpid()}"
    try:
        trial.mkdir()
    except OSError:
        return False
    joined = os.access(trial / "cgroup.procs", os.W_OK) and os.access(base / "cgroup.procs", os.W_OK)
    with suppress(OSError):
        trial.rmdir()
    return joined


class ControlGroup:
    """The groups of one bot, one for each ability that this machine has. They count what joins `folders`."""

    def __init__(self, *, memory: int = 0, tasks: int = 0) -> None:
        """`memory` in bytes; `tasks` are processes and threads; 0 for no limit."""
        hierarchies = find_hierarchies()
        wanted = ["freezer", "cpu", "cpuacct", *(["memory"] if memory else []), *(["pids"] if tasks else [])]
        name = f"schwarm-{os.getpid()}-{next(_count)}"
        self._folders: dict[str, Path] = {}
        self._versions: dict[str, int] = {}
        for ability in wanted:
            if place := hierarchies.get(ability):
                folder = place.base / name
                with suppress(OSError):
                    folder.mkdir(exist_ok=True)
                    self._folders[ability], self._versions[ability] = folder, place.version
        if "memory" in self._folders and not self._limit_memory(memory):
            self._drop("memory")
        if "pids" in self._folders and not _write(self._folders["pids"] / "pids.max", str(tasks + MAX_OWN_TASKS)):
            self._drop("pids")

    @property
    def folders(self) -> list[Path]:
        """What a process must join, each once."""
        return sorted(set(self._folders.values()))

    def computed_seconds(self) -> float | None:
        """Processor time of all that is or was in it; None where the kernel does not count that."""
        if self._versions.get("freezer") == 2:
            counted = process_tree.read(f"{self._folders['freezer']}/cpu.stat").split()[1:2]
            return int(counted[0]) / 1e6 if counted else None
        if folder := self._folders.get("cpuacct"):
            return int(process_tree.read(f"{folder}/cpuacct.usage") or b"0") / 1e9
        return None

    @property
    def can_freeze(self) -> bool:
        return "freezer" in self._folders

    def freeze(self, frozen: bool) -> None:
        """Hold all of it still, or let it go on."""
        for path, thawed, held in self._switches:
            _write(path, held if frozen else thawed)

    @cached_property
    def _switches(self) -> list[tuple[str, str, str]]:
        """Files with what is written to them to let go and to hold.

        A process inside a long system call goes on to its end, though frozen: it gets the lowest share of the
        processor."""
        switches = []
        for ability in ("cpu", "freezer"):
            if folder := self._folders.get(ability):
                file, thawed, held = SWITCHES[ability, self._versions[ability]]
                switches.append((f"{folder}/{file}", thawed, held))
        return switches

    def kill(self) -> None:
        """Kill all of its processes and remove it, when the supervisor that would do so is gone."""
        deadline = time.monotonic() + MAX_KILL_SECONDS
        while any(map(_members, self.folders)) and time.monotonic() < deadline:
            self.freeze(False)
            for pid in {pid for folder in self.folders for pid in _members(folder)}:
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(0.005)
        self.remove()

    def remove(self) -> None:
        """Remove it if it is empty; otherwise the supervisor still runs, and removes it later."""
        for folder in self.folders:
            with suppress(OSError):
                folder.rmdir()

    def _limit_memory(self, memory: int) -> bool:
        folder = self._folders["memory"]
        if self._versions["memory"] == 2:
            _write(folder / "memory.swap.max", "0")
            _write(folder / "memory.oom.group", "1")
            return _write(folder / "memory.max", str(memory))
        limited = _write(folder / "memory.limit_in_bytes", str(memory))
        _write(folder / "memory.memsw.limit_in_bytes", str(memory))
        return limited

    def _drop(self, ability: str) -> None:
        folder = self._folders.pop(ability)
        if folder not in self._folders.values():
            with suppress(OSError):
                folder.rmdir()


def remove_forgotten(age: float) -> None:
    """Remove empty groups, older than `age` seconds, whose maker was killed before it could."""
    for base in {place.base for place in find_hierarchies().values()}:
        for folder in base.glob("schwarm-*-*"):
            maker = folder.name.split("-")[1]
            with suppress(OSError):
                if not Path("/proc", maker).exists() and time.time() - folder.stat().st_mtime > age:
                    # Only empty groups can be removed.
                    folder.rmdir()


def _members(folder: Path) -> list[int]:
    return [int(pid) for pid in _read_file(folder / "cgroup.procs").split()]


def _read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return ""


def _write(path: Path | str, text: str) -> bool:
    try:
        file = os.open(path, os.O_WRONLY | os.O_TRUNC | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        os.write(file, text.encode())
    except OSError:
        return False
    finally:
        os.close(file)
    return True


class UseWhileHeld:
    """Processor time that a tree of processes has used while it was frozen, in the whole game."""

    def __init__(self, root: int, group: ControlGroup) -> None:
        self._root, self._group = root, group
        self._before = self._looked_at = 0.0
        self.seconds = 0.0

    def begin(self) -> None:
        """From now on it is frozen."""
        self._before, self._looked_at = self._computed_seconds(), time.monotonic()

    def count(self, *, awake: bool = False) -> None:
        """It has been frozen up to now. A tree that is `awake` is taken to have computed since the last look: children
        that end at once take along what they have used."""
        before, self._before = self._before, self._computed_seconds()
        last, self._looked_at = self._looked_at, time.monotonic()
        used = max(0.0, self._before - before)
        self.seconds += max(used, min(self._looked_at - last, MAX_GUESSED_SECONDS)) if awake else used

    def _computed_seconds(self) -> float:
        counted = self._group.computed_seconds()
        return process_tree.computed_ticks_below(self._root) / TICKS_PER_SECOND if counted is None else counted

    @property
    def too_much(self) -> bool:
        return self.seconds > MAX_SECONDS_WHILE_HELD


class Freezer:
    """Freezes all processes below one, and lets them go on: by their control group, or else by signals.

    SIGSTOP for the whole process group reaches all that have not left it, and behind the wall none can. Others are
    found and stopped one by one: a stopped process cannot start another, so looking until no new one is there reaches
    all. A timer can wake a stopped process, which is why a frozen tree is watched. Without /proc only the process group
    can be reached."""

    def __init__(self, root: int, leader: int, group: ControlGroup) -> None:
        """`leader`: the process group."""
        self._root, self._leader = root, leader
        self._group = group if group.can_freeze else None
        self._held: set[int] = set()
        self._use = UseWhileHeld(root, group)

    def freeze(self) -> None:
        if self._group:
            self._group.freeze(True)
        else:
            self._stop()
        self._use.begin()

    def thaw(self) -> None:
        self._use.count()
        if self._group:
            self._group.freeze(False)
            return
        held, self._held = self._held, set()
        for pid in held and held.intersection(descendants(self._root)):
            self._signal(pid, signal.SIGCONT)
        self._signal_group(signal.SIGCONT)

    def watch(self) -> bool:
        """Look after a frozen tree; False for one that does not hold still."""
        awake = not self._group and not all(map(process_tree.is_held, descendants(self._root)))
        self._use.count(awake=awake)
        if awake:
            self._stop()
        return not self._use.too_much

    def _stop(self) -> None:
        self._signal_group(signal.SIGSTOP)
        for _ in range(MAX_ROUNDS):
            tree, awake = [], []
            for pid in descendants(self._root):
                tree.append(pid)
                if not process_tree.is_held(pid):
                    # At once: a process that is awake slows down the search for the others.
                    self._signal(pid, signal.SIGSTOP)
                    awake.append(pid)
            if not awake:
                self._settle(tree)
                return
            self._held.update(awake)

    def _settle(self, tree: Sequence[int]) -> None:
        """A process stops only when it is next scheduled; wait briefly, so that it does not take the opponent's
        time."""
        deadline = time.monotonic() + MAX_SETTLE_SECONDS
        for pid in tree:
            while not process_tree.is_held(pid, pending=False) and time.monotonic() < deadline:
                time.sleep(0.0005)

    def _signal(self, pid: int, number: int) -> None:
        with suppress(OSError):
            os.kill(pid, number)

    def _signal_group(self, number: int) -> None:
        with suppress(OSError):
            os.killpg(self._leader, number)


# -- what the system allows this process (POSIX) ----------------------------------------------------------


def raise_open_files() -> int | None:
    """Raise the limit of open files as far as the system allows; the new limit, or None if it is unknown."""
    try:
        import resource
    except ImportError:
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    found = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if found == resource.RLIM_INFINITY else max(soft, found)


def share_open_files(limit: int | None, wanted: int) -> int:
    """How many connections each of two servers in this process may keep, so that neither takes the other's."""
    return wanted if limit is None else min(wanted, max(1, (limit - RESERVED_FILES) // 2))


def bound_memory(max_bytes: int) -> None:
    """From now on this process gets no more memory than that."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (max_bytes, max_bytes))
