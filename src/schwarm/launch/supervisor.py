"""The process between Schwarm and the bots of one game: nothing that a bot starts outlives it. A program of its own,
for POSIX systems.

It starts bots in sessions of their own. On Linux it adopts what a bot leaves behind (a "subreaper"), so processes in
the background or in other sessions are found; elsewhere the bot's process group is what can be reached.

Standard input is a socket with requests: four bytes of length, then a dictionary in the format of `marshal`:

    command, folder, variables   how a bot is started
    grace      seconds between SIGTERM and SIGKILL
    home       its temporary folder, which is removed here if Schwarm is gone
    limits     bytes of memory, processes and threads, bytes of files in `home`; 0 for no limit
    groups     folders of its control groups: what the kernel counts there is not counted here; removed at the end
    contained  whether everything below the bot ends with it (a PID namespace); else it has a supervisor to itself

Each request brings descriptors: for what happens (`started PID`, `failed ERRNO`, `memory`, `processes`, `disk`, `exit
CODE`, a line each), a leash whose end is the bot's, its output, its errors, and what it inherits as 3, 4 and so on.
Imports nothing of Schwarm and little of Python, since it is started once for every game.
"""

import _socket  # `socket` would load ten other modules.
import contextlib
import marshal
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from schwarm.launch import process_tree
else:
    # Started by its path, and not as a part of the package, which would have to be loaded.
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import process_tree

    del sys.path[0]

LINUX = sys.platform.startswith("linux")
PR_SET_CHILD_SUBREAPER = 36
KEYCTL = {
    **{("x86_64", 64): 250, ("aarch64", 64): 219, ("riscv64", 64): 219},
    **{("x86_64", 32): 288, ("i686", 32): 288, ("aarch64", 32): 311, ("armv7l", 32): 311},
}
"""The number of this system call, by the kernel's name of the machine and the bits of our Python."""
JOIN_SESSION_KEYRING = 1
MAX_OPEN_FILES = 4096
MAX_FILE_BYTES = 256 * 1024 * 1024
MAX_PASSED = 16
"""Descriptors of a request."""
HIGH = 64
"""A number above those of all descriptors that a bot inherits."""
THAWED = (("cpu.weight", b"100"), ("cpu.shares", b"1024"), ("cgroup.freeze", b"0"), ("freezer.state", b"THAWED"))
"""What to write where, see `ControlGroup`."""
MAX_END_SECONDS = 5.0
"""Seconds after which even the most stubborn descendants are gone."""
KILL_EVERY = 0.005
LOOK_EVERY = 0.1
"""Seconds between two looks at how much a bot uses; more if looking takes long."""
MAX_LOOK_SHARE = 0.0035
"""How much of a core looking may take."""
READ_EVERY = 0.5
"""Seconds between two looks at what the kernel has counted; it enforces the limits by itself."""
WEIGH_EVERY = 1.0
"""Seconds between two looks at how much it has written; more if there is much to look at."""
MAX_FILES = 100_000
MAX_PATH_LENGTH = 3_000
"""Characters of a folder's path; the system takes none of more than 4096 bytes, so deeper ones need a shorter name."""
MAX_LONG_PATHS = 500
COUNTERS = (
    ("memory", "memory.oom_control", b"oom_kill"),
    ("memory", "memory.events", b"oom_kill"),
    ("processes", "pids.events", b"max"),
)
"""Where the kernel tells how often it enforced a limit: its name here, the file, the word in it."""


def main() -> None:
    parent = os.getppid()
    _adopt_orphans()
    requests: _socket.socket | None = _socket.socket(fileno=0)
    bell, bots = Bell(), list[Bot]()
    while requests is not None or bots:
        codes, alone = _reap()
        for bot in bots:
            bot.hear(codes)
        for bot in bots[:]:
            if bot.look(alone=alone or _is_only(bot, bots), stopping=bell.stopping):
                bots.remove(bot)
                bot.finish(orphaned=os.getppid() != parent)
        if bell.stopping:
            requests = None
        if requests is None and not bots:
            return
        ready = bell.wait([requests.fileno() if requests else -1, *(bot.leash for bot in bots)], _pause(bots))
        for bot in bots:
            # Nothing is ever written to a leash: it is readable at its end.
            bot.let_go = bot.let_go or bot.leash in ready
        if requests is not None and requests.fileno() in ready:
            request = _receive(requests)
            if request is None:
                requests = None
            elif started := Bot.start(*request):
                bots.append(started)


def _is_only(gone: "Bot", bots: "list[Bot]") -> bool:
    """Whether nothing is left of a bot that has ended: what bubblewrap leaves behind dies a moment after it, as a child
    of ours."""
    return gone.contained and gone.ended and {bot.pid for bot in bots} >= {*process_tree.children(os.getpid())}


def _pause(bots: "list[Bot]") -> float | None:
    pauses = [bot.pause for bot in bots if bot.pause is not None]
    return min(pauses) if pauses else None


def _receive(requests: _socket.socket) -> "tuple[dict[str, Any], list[int]] | None":
    """The next request and its descriptors; None at the end."""
    size, passed, _, _ = requests.recvmsg(4, _socket.CMSG_SPACE(4 * MAX_PASSED))
    if len(size) < 4:
        return None
    missing, data = int.from_bytes(size, sys.byteorder), b""
    while len(data) < missing:
        piece = requests.recv(missing - len(data))
        if not piece:
            return None
        data += piece
    found = b"".join(each[2] for each in passed)
    descriptors = [int.from_bytes(found[at : at + 4], sys.byteorder) for at in range(0, len(found), 4)]
    for descriptor in descriptors:
        os.set_inheritable(descriptor, False)
    return marshal.loads(data), descriptors


class Bell:
    """What wakes the supervisor: signals, requests, and the ends of leashes."""

    def __init__(self) -> None:
        self.stopping = False
        self._wakeup, alarm = os.pipe()
        for end in (self._wakeup, alarm):
            os.set_blocking(end, False)
        signal.set_wakeup_fd(alarm, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)

    def _stop(self, number: int, frame: object) -> None:
        self.stopping = True

    def wait(self, descriptors: "Sequence[int]", seconds: float | None) -> list[int]:
        """Wait until something happens or time is up; which of the descriptors are ready."""
        waiting = select.poll()
        for descriptor in (self._wakeup, *descriptors):
            if descriptor >= 0:
                waiting.register(descriptor, select.POLLIN)
        ready = [descriptor for descriptor, _ in waiting.poll(None if seconds is None else seconds * 1000)]
        if self._wakeup in ready:
            os.read(self._wakeup, 4096)
        return ready


def _adopt_orphans() -> None:
    if not LINUX:
        return
    import ctypes

    # Where the C library does not know it, the process group still gets most of what a bot starts.
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _reap() -> tuple[dict[int, int], bool]:
    """The exit codes of children that have ended, and whether none is left."""
    codes: dict[int, int] = {}
    while True:
        try:
            pid, how = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return codes, True
        if pid == 0:
            return codes, False
        codes[pid] = os.waitstatus_to_exitcode(how)


class Bot:
    """A bot that was started, until everything below it has ended."""

    def __init__(self, asked: "dict[str, Any]", pid: int, status: int, leash: int) -> None:
        self.pid, self.leash = pid, leash
        self.let_go = False
        """The game is over, or Schwarm is gone."""
        self._status, self._groups, self._home = status, asked["groups"], asked["home"]
        self._grace, self.contained = asked["grace"], asked["contained"]
        root = pid if self.contained else os.getpid()
        memory, processes, disk = asked["limits"]
        self._family = Family(root, self._groups)
        self._meter = Meter(memory, processes, self._family)
        self._scales = Scales(self._home, disk, self._family)
        self._code: int | None = None
        self._kill_at: float | None = None
        self._limited = bool(memory or processes or disk)

    @classmethod
    def start(cls, asked: "dict[str, Any]", descriptors: list[int]) -> "Bot | None":
        """None where the program cannot be started, which is told."""
        status, leash, *others = descriptors
        failure, report = os.pipe()
        pid = os.fork()
        if pid == 0:
            _exec_bot(asked, others, report)
        for descriptor in (report, *others):
            os.close(descriptor)
        error = os.read(failure, 16)
        os.close(failure)
        if error:
            os.waitpid(pid, 0)
            _tell(status, f"failed {error.decode()}")
            for descriptor in (status, leash):
                os.close(descriptor)
            return None
        _tell(status, f"started {pid}")
        return cls(asked, pid, status, leash)

    @property
    def ended(self) -> bool:
        """Whether its first process has."""
        return self._code is not None

    @property
    def pause(self) -> float | None:
        """Seconds until the next look; None: until something happens."""
        if self._kill_at is not None:
            return KILL_EVERY
        return self._meter.pause if self._limited else None

    def hear(self, codes: dict[int, int]) -> None:
        """These processes have ended."""
        self._code = codes.get(self.pid) if self._code is None else self._code

    def look(self, *, alone: bool, stopping: bool) -> bool:
        """See what has happened, and whether all of it has ended: it is `alone` if nothing is left."""
        ended = alone and self.ended
        if self._kill_at is not None:
            if ended or time.monotonic() >= self._kill_at + MAX_END_SECONDS:
                return True
            if time.monotonic() >= self._kill_at:
                self._signal(signal.SIGKILL)
            return False
        # One that has ended is looked at once more: a limit may be why.
        excess = self._meter.look(ended=self.ended) or ("" if ended else self._scales.look())
        if excess:
            _tell(self._status, excess)
        if excess or ended or stopping or self.let_go:
            self._end(0.0 if excess else self._grace)
        return ended

    def _end(self, grace: float) -> None:
        """SIGTERM now and SIGKILL later. A frozen process gets neither before it is thawed (version 1), and dying takes
        processor time."""
        self._kill_at = time.monotonic() + grace
        for group in self._groups:
            for file, word in THAWED:
                with contextlib.suppress(OSError):
                    _write(f"{group}/{file}", word)
        # In this order: a stopped process receives both when it goes on.
        self._signal(signal.SIGTERM)
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        """To each process once: a handler of SIGTERM is not interrupted by a second one."""
        family = self._family.pids()
        if self.contained and (number != signal.SIGTERM or len(family) < 2):
            # With bubblewrap itself everything inside would end at once.
            family = [] if self.ended else [self.pid, *family]
        for pid in family:
            with contextlib.suppress(OSError):
                os.kill(pid, number)
        if not family and not self.contained:
            with contextlib.suppress(OSError):
                os.killpg(self.pid, number)

    def finish(self, *, orphaned: bool) -> None:
        """All of it has ended. `orphaned`: Schwarm is gone, and cannot clean up."""
        if not LINUX:
            with contextlib.suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)
        self._meter.close()
        for group in self._groups:
            with contextlib.suppress(OSError):
                os.rmdir(group)
        _tell(self._status, f"exit {self._code if self._code is not None else -signal.SIGKILL}")
        for descriptor in (self._status, self.leash):
            os.close(descriptor)
        if orphaned:
            import shutil

            shutil.rmtree(self._home, ignore_errors=True)


def _exec_bot(asked: "dict[str, Any]", descriptors: list[int], report: int) -> None:
    """In the new process: be the bot. Does not return."""
    import fcntl

    try:
        os.setsid()
        report, *given = (fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, HIGH) for each in (report, *descriptors))
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number, descriptor in enumerate(given, 1):
            os.dup2(descriptor, number)
        # Python ignores these; a shell's pipes need the first.
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        _leave_keyring()
        for group in asked["groups"]:
            _write(f"{group}/cgroup.procs", b"0")
        if asked["limits"][0]:
            apply_limits()
        if asked["folder"]:
            os.chdir(asked["folder"])
        os.execvpe(asked["command"][0], asked["command"], asked["variables"])
    except OSError as error:
        os.write(report, str(error.errno).encode())
    finally:
        os._exit(127)


def _leave_keyring() -> None:
    """Join a new and empty session keyring: the inherited one holds the keys of a login and outlives the game. Where
    the kernel refuses, as in many containers, it refuses bots their keys, too."""
    number = KEYCTL.get((os.uname().machine, 64 if sys.maxsize > 2**32 else 32))
    if not LINUX or number is None:
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).syscall(ctypes.c_long(number), ctypes.c_long(JOIN_SESSION_KEYRING), None)


def apply_limits() -> None:
    """No endless files, no core dumps, no buffers by the thousand, no precedence; and if memory runs out, the bot goes
    first."""
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MAX_OPEN_FILES if most == resource.RLIM_INFINITY else min(most, MAX_OPEN_FILES)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], most), most))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
    # With 0 Linux would still hand every crash to a program of its own, such as systemd-coredump, at others' expense.
    for bytes_of_core in (1, 0):
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CORE, (bytes_of_core, bytes_of_core))
            break
    for precedence in ("RLIMIT_NICE", "RLIMIT_RTPRIO"):
        if hasattr(resource, precedence):
            resource.setrlimit(getattr(resource, precedence), (0, 0))
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


def _write(path: str, word: bytes) -> None:
    file = os.open(path, os.O_WRONLY)
    try:
        os.write(file, word)
    finally:
        os.close(file)


def _tell(status: int, text: str) -> None:
    # The other end may be gone.
    with contextlib.suppress(OSError):
        os.write(status, f"{text}\n".encode())


# -- what a bot uses ---------------------------------------------------------------------------------------------------


class Family:
    """The processes of one bot."""

    def __init__(self, root: int, groups: list[str]) -> None:
        self.root, self.groups = root, groups

    def pids(self) -> list[int]:
        """The nearest first."""
        return list(process_tree.descendants(self.root))

    def members(self) -> list[int]:
        """The same in any order; quicker where there are control groups."""
        found: set[int] = set()
        for group in self.groups:
            found.update(map(int, process_tree.read(f"{group}/cgroup.procs").split()))
        return list(found) or self.pids()


class Meter:
    """How much a bot uses: as the kernel has counted it in the bot's groups, or as /proc tells where there are none."""

    def __init__(self, memory: int, processes: int, family: Family) -> None:
        self.pause = LOOK_EVERY
        self._look_at = 0.0
        self._family = family
        self._counters: dict[tuple[str, bytes], list[int]] = {}
        for name, file, word in COUNTERS:
            for group in family.groups:
                with contextlib.suppress(OSError):
                    self._counters.setdefault((name, word), []).append(os.open(f"{group}/{file}", os.O_RDONLY))
        counted = {name for name, _ in self._counters}
        self._memory = 0 if "memory" in counted else memory
        self._processes = 0 if "processes" in counted else processes

    def look(self, *, ended: bool) -> str:
        """What the bot uses too much of, if anything."""
        now = time.monotonic()
        if now < self._look_at and not ended:
            return ""
        self.pause = READ_EVERY
        excess = next((name for (name, word), files in self._counters.items() if _count_of(files, word)), "")
        if not excess and (self._memory or self._processes):
            began = time.thread_time()
            excess = self._exceeded_limit()
            self.pause = max(LOOK_EVERY, (time.thread_time() - began) / MAX_LOOK_SHARE)
        self._look_at = now + self.pause
        return excess

    def close(self) -> None:
        for file in (file for files in self._counters.values() for file in files):
            os.close(file)

    def _exceeded_limit(self) -> str:
        family = self._family.pids()
        if self._processes and sum(map(process_tree.count_threads, family)) > self._processes:
            return "processes"
        for pid in family:
            # Only root can make this final; others must repeat it to a bot that took it back.
            with contextlib.suppress(OSError), open(f"/proc/{pid}/oom_score_adj", "r+", encoding="ascii") as file:
                if file.read().strip() != "1000":
                    file.write("1000")
        # Shared pages are divided among processes only where the quick sum says so: a fork does not use all twice.
        most = self._memory
        if most and sum(map(_resident_memory, family)) > most and sum(map(_proportional_memory, family)) > most:
            return "memory"
        return ""


def _count_of(files: list[int], word: bytes) -> int:
    count = 0
    for file in files:
        with contextlib.suppress(OSError, ValueError, IndexError):
            lines = os.pread(file, 4096, 0).splitlines()
            count += sum(int(line.split()[1]) for line in lines if line.split()[0] == word)
    return count


def _resident_memory(pid: int) -> int:
    fields = process_tree.read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE") if fields else 0


def _proportional_memory(pid: int) -> int:
    for line in process_tree.read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1]) * 1024
    return _resident_memory(pid)


class Scales:
    """How much a bot has written."""

    def __init__(self, home: str, disk: int, family: Family) -> None:
        """`disk` in bytes; 0 for no limit."""
        self._home, self._disk, self._family = home, disk, family
        self._look_at = time.monotonic() + WEIGH_EVERY

    def look(self) -> str:
        """Like `Meter.look`."""
        now = time.monotonic()
        if not self._disk or now <= self._look_at:
            return ""
        used = time.process_time()
        excess = "disk" if measure_disk_use(self._home, self._disk, self._family) > self._disk else ""
        # Looking at many files takes a processor's time, which is the bot's: never more than one part in fifty. Waiting
        # for a processor is not the bot's fault, and on a busy machine the next look would come half a minute later.
        self._look_at = now + max(WEIGH_EVERY, 50 * (time.process_time() - used))
        return excess


def measure_disk_use(home: str, most: int, family: Family) -> int:
    """Bytes on disk of all that lies in a folder, and of what the bot holds open that has no name there any more,
    counted until it is more than `most`. Too many files are too much, and so is what cannot be looked at."""
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
    nameless = _measure_nameless(devices, family)
    return most + 1 if nameless is None or _count_files_in_memory(family) > MAX_FILES else weight + nameless


def _measure_nameless(devices: set[int], family: Family) -> int | None:
    """Bytes on these devices of files that were removed and are still open, or part of a process's memory. None where
    there is too much to look at."""
    found: dict[tuple[int, int], int] = {}
    looked = 0
    for pid in family.members():
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


def _count_files_in_memory(family: Family) -> int:
    """Files in the memory that is a bot's /tmp and /dev/shm behind the wall. Its size is bounded, but an empty file
    takes a kilobyte of the kernel's own, which only control groups count."""
    for pid in family.members():
        with contextlib.suppress(OSError):
            if os.stat(f"/proc/{pid}/root/tmp").st_dev != os.stat("/tmp").st_dev:
                found = [os.statvfs(f"/proc/{pid}/root{folder}") for folder in ("/tmp", "/dev/shm")]
                return sum(folder.f_files - folder.f_ffree for folder in found)
    return 0


if __name__ == "__main__":
    main()
