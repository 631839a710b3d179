"""How much a bot uses, for its supervisor: as the kernel has counted it, or as /proc tells; and what it has written.

Imports nothing of Schwarm and little of Python, like the supervisor.
"""

import contextlib
import os
import time

LOOK_EVERY = 0.1
"""Seconds between two looks at how much a bot uses; more if looking takes long."""
MAX_LOOK_SHARE = 0.0035
"""How much of a core looking may take."""
READ_EVERY = 0.5
"""Seconds between two looks at what the kernel has counted; it holds the limits by itself."""
MAX_FILES = 100_000
PAGE = os.sysconf("SC_PAGE_SIZE")


class Meter:
    """How much a bot uses: as the kernel has counted it in the bot's groups, or as /proc tells where there are none."""

    def __init__(self, memory: int, processes: int, groups: list[str]) -> None:
        self._memory, self._processes = memory, processes
        self.pause = LOOK_EVERY
        self._look_at = 0.0
        self._counters: dict[tuple[str, bytes], list[int]] = {}
        for name, file, word in COUNTERS:
            for group in groups:
                with contextlib.suppress(OSError):
                    self._counters.setdefault((name, word), []).append(os.open(f"{group}/{file}", os.O_RDONLY))
        counted = {name for name, _ in self._counters}
        self._uncounted_memory = 0 if "memory" in counted else memory
        self._uncounted_processes = 0 if "processes" in counted else processes
        self._walks = bool(self._uncounted_memory or self._uncounted_processes)

    def look(self, *, ended: bool) -> str:
        """What the bot uses too much of, if anything. One that has ended is looked at once more: it may be why."""
        now = time.monotonic()
        if now < self._look_at and not ended:
            return ""
        self.pause = READ_EVERY
        excess = next((name for (name, word), files in self._counters.items() if _count_of(files, word)), "")
        if not excess and self._walks:
            began = time.thread_time()
            excess = _exceeded_limit(self._uncounted_memory, self._uncounted_processes)
            self.pause = max(LOOK_EVERY, (time.thread_time() - began) / MAX_LOOK_SHARE)
        self._look_at = now + self.pause
        return excess


COUNTERS = (
    ("memory", "memory.oom_control", b"oom_kill"),
    ("memory", "memory.events", b"oom_kill"),
    ("processes", "pids.events", b"max"),
)
"""Where the kernel tells how often it held a limit against a bot: what it is called here, the file, the word in it."""


def _count_of(files: list[int], word: bytes) -> int:
    count = 0
    for file in files:
        with contextlib.suppress(OSError, ValueError, IndexError):
            lines = os.pread(file, 4096, 0).splitlines()
            count += sum(int(line.split()[1]) for line in lines if line.split()[0] == word)
    return count


def _exceeded_limit(memory: int, processes: int) -> str:
    """What the bot uses too much of, if anything."""
    family = find_family()
    if processes and sum(family.values()) > processes:
        return "processes"
    for pid in family:
        # Only root can make this final; others must say it again to who took it back.
        with contextlib.suppress(OSError), open(f"/proc/{pid}/oom_score_adj", "r+", encoding="ascii") as file:
            if file.read().strip() != "1000":
                file.write("1000")
    if memory and sum(map(_resident_memory, family)) > memory and _proportional_memory(list(family)) > memory:
        return "memory"
    return ""


def _resident_memory(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * PAGE
    except (OSError, ValueError, IndexError):
        return 0


def _proportional_memory(family: list[int]) -> int:
    """Resident bytes, what is shared with others divided among them: a fork does not use everything twice."""
    return sum(map(_share_of, family))


def _share_of(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return _resident_memory(pid)


def measure_disk_use(home: str, most: int) -> int:
    """Bytes on disk of all that lies in a folder, counted until it is more than `most`; too many files are too much."""
    weight, files, folders = 0, 0, [home]
    while folders and weight <= most:
        with contextlib.suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                files += 1
                with contextlib.suppress(OSError):
                    weight += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                if weight > most or files > MAX_FILES:
                    return most + 1
    return weight


def find_family() -> dict[int, int]:
    """All descendants, the nearest first, with how many threads each has."""
    children: dict[int, list[int]] = {}
    threads: dict[int, int] = {}
    with contextlib.suppress(OSError):
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                with contextlib.suppress(OSError, ValueError, IndexError):
                    with open(f"/proc/{entry}/stat", "rb") as file:
                        # PID (NAME) STATE PARENT …, where the name may contain anything.
                        fields = file.read().rpartition(b")")[2].split()
                    children.setdefault(int(fields[1]), []).append(int(entry))
                    threads[int(entry)] = int(fields[17])
    found = list(children.get(os.getpid(), ()))
    for pid in found:
        found.extend(children.get(pid, ()))
    return {pid: threads[pid] for pid in found}
