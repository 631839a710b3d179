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
WEIGH_EVERY = 1.0
"""Seconds between two looks at how much it has written; more if there is much to look at."""
MAX_FILES = 100_000
MAX_PATH_LENGTH = 3_000
"""Characters of a folder's path; the system takes none of more than 4096 bytes, so deeper ones need a shorter name."""
MAX_LONG_PATHS = 500
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


class Scales:
    """How much a bot has written."""

    def __init__(self, home: str, disk: int, groups: list[str]) -> None:
        """`disk` in bytes; 0 for no limit."""
        self._home, self._disk, self._groups = home, disk, groups
        self._look_at = time.monotonic() + WEIGH_EVERY

    def look(self) -> str:
        """Like `Meter.look`."""
        now = time.monotonic()
        if not self._disk or now <= self._look_at:
            return ""
        used = time.process_time()
        excess = "disk" if measure_disk_use(self._home, self._disk, self._groups) > self._disk else ""
        # Looking at many files takes a processor's time, which is the bot's: never more than one part in fifty. Waiting
        # for a processor is not the bot's fault, and on a busy machine nobody would look for half a minute.
        self._look_at = now + max(WEIGH_EVERY, 50 * (time.process_time() - used))
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


def measure_disk_use(home: str, most: int, groups: list[str]) -> int:
    """Bytes on disk of all that lies in a folder, and of what descendants hold open that has no name there any more,
    counted until it is more than `most`. Too many files are too much, and so is what nobody can look at."""
    weight, files, folders, devices = 0, 0, [home], set()
    opened: list[int] = []
    try:
        while folders:
            folder = folders.pop()
            if len(folder) > MAX_PATH_LENGTH:
                opened.append(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW))
                folder = f"/proc/self/fd/{opened[-1]}"
            with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(folder) as entries:
                for entry in entries:
                    files += 1
                    with contextlib.suppress(FileNotFoundError):
                        found = entry.stat(follow_symlinks=False)
                        weight += found.st_blocks * 512
                        devices.add(found.st_dev)
                        if entry.is_dir(follow_symlinks=False):
                            folders.append(entry.path)
                    if weight > most or files > MAX_FILES or len(opened) > MAX_LONG_PATHS:
                        return most + 1
    except OSError:
        return most + 1
    finally:
        for file in opened:
            os.close(file)
    nameless = _measure_nameless(devices, groups)
    return most + 1 if nameless is None or _count_files_in_memory(groups) > MAX_FILES else weight + nameless


def _measure_nameless(devices: set[int], groups: list[str]) -> int | None:
    """Bytes on these devices of files that were removed and are still open, or part of a process's memory. None where
    there is more to look at than others have time to wait for."""
    found: dict[tuple[int, int], int] = {}
    looked = 0
    for pid in _list_members(groups) or find_family():
        with contextlib.suppress(OSError):
            for number in os.listdir(f"/proc/{pid}/fd"):
                looked += 1
                with contextlib.suppress(OSError):
                    file = os.stat(f"/proc/{pid}/fd/{number}")
                    if file.st_nlink == 0 and file.st_dev in devices:
                        found[file.st_dev, file.st_ino] = file.st_blocks * 512
        with contextlib.suppress(OSError, ValueError), open(f"/proc/{pid}/maps", "rb") as maps:
            for line in maps:
                looked += 1
                if line.endswith(b" (deleted)\n"):
                    # BEGIN-END RIGHTS OFFSET MAJOR:MINOR INODE PATH
                    place, _, offset, device, inode = line.split(maxsplit=5)[:5]
                    begin, end = (int(number, 16) for number in place.split(b"-"))
                    major, minor = (int(number, 16) for number in device.split(b":"))
                    key = os.makedev(major, minor), int(inode)
                    if key[0] in devices:
                        found[key] = max(found.get(key, 0), int(offset, 16) + end - begin)
        if looked > MAX_FILES:
            return None
    return sum(found.values())


def _count_files_in_memory(groups: list[str]) -> int:
    """Files in the memory that is a bot's /tmp and /dev/shm behind the wall. Its size is bounded, but an empty file
    takes a kilobyte of the kernel's own, which only control groups count."""
    for pid in _list_members(groups) or find_family():
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{pid}/root/tmp").st_dev != os.stat("/tmp").st_dev:
                found = [os.statvfs(f"/proc/{pid}/root{folder}") for folder in ("/tmp", "/dev/shm")]
                return sum(folder.f_files - folder.f_ffree for folder in found)
    return 0


def _list_members(groups: list[str]) -> set[int]:
    """All processes in control groups: that is quicker than asking everybody on the machine for their parents."""
    found: set[int] = set()
    for group in groups:
        with contextlib.suppress(OSError), open(f"{group}/cgroup.procs", "rb") as file:
            found.update(map(int, file))
    return found


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
