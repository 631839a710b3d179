"""The process between Schwarm and a bot, which lets nothing outlive the game. A program of its own, for POSIX systems.

It starts the bot in a session of its own and waits. When its standard input ends, because the game is over or because
whoever started it died, it ends everything the bot has started: first kindly, then not. On Linux it adopts whatever the
bot left behind (a "subreaper"), so also processes that went into the background or into another session are found.
Elsewhere the bot's process group is what can be reached.

    supervisor.py STATUS GRACE HOME MEMORY PROCESSES DISK COMMAND...

STATUS is a descriptor for what happens: `started PID`, `failed ERRNO`, `memory`, `processes`, `disk`, `exit CODE`.
GRACE is how many seconds are kind. HOME is the bot's temporary folder, which goes with it if nobody else is there any
more to remove it. MEMORY (resident bytes), PROCESSES and DISK (bytes in HOME) are what the bot may use, all its
descendants together; 0 for no limit.
Imports nothing of Schwarm and little of Python, since it is started once for every game.
"""

import contextlib
import os
import select
import signal
import sys
import time

LINUX = sys.platform.startswith("linux")
PR_SET_CHILD_SUBREAPER = 36
LOOK_EVERY = 0.1
"""Seconds between two looks at how much a bot uses."""
WEIGH_EVERY = 1.0
"""Seconds between two looks at how much it has written; more if there is much to look at."""
MAX_FILES = 100_000
MAX_FILE_BYTES = 256 * 1024 * 1024
PAGE = os.sysconf("SC_PAGE_SIZE")
MAX_END_SECONDS = 5.0
"""Seconds in which even the most stubborn descendants are gone."""


def main() -> None:
    status, grace, home, command = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[7:]
    memory, processes, disk = map(int, sys.argv[4:7])
    parent = os.getppid()
    os.set_inheritable(status, False)
    _adopt_orphans()
    wakeup, alarm = os.pipe()
    for end in (wakeup, alarm):
        os.set_blocking(end, False)
    signal.set_wakeup_fd(alarm, warn_on_full_buffer=False)
    stopping = False

    def stop(number: int, frame: object) -> None:
        nonlocal stopping
        stopping = True

    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, stop)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    bot = _start(command, status, limited=memory > 0)
    if bot is None:
        return
    code: int | None = None
    weigh_at = time.monotonic() + WEIGH_EVERY
    while True:
        found, alone = _reap(bot)
        code = found if code is None else code
        if alone or stopping:
            break
        ready, _, _ = select.select([0, wakeup], [], [], LOOK_EVERY if memory or processes else None)
        excess = _exceeded_limit(memory, processes)
        if disk and not excess and (now := time.monotonic()) > weigh_at:
            excess = "disk" if _disk_use(home, disk) > disk else ""
            # Looking at many files takes time, which is the bot's: never more than one part in fifty.
            weigh_at = now + max(WEIGH_EVERY, 50 * (time.monotonic() - now))
        if excess:
            _tell(status, excess)
            grace = 0.0
            break
        if wakeup in ready:
            os.read(wakeup, 4096)
        if 0 in ready and not os.read(0, 4096):
            break
    if not alone:
        ended = _end_all(bot, grace)
        code = ended if code is None else code
    if not LINUX:
        with contextlib.suppress(OSError):
            os.killpg(bot, signal.SIGKILL)
    _tell(status, f"exit {code if code is not None else -signal.SIGKILL}")
    if os.getppid() != parent:
        import shutil

        shutil.rmtree(home, ignore_errors=True)


def _adopt_orphans() -> None:
    if not LINUX:
        return
    import ctypes

    # Where the C library does not know it, the process group still gets most of what a bot starts.
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _exceeded_limit(memory: int, processes: int) -> str:
    """What the bot uses too much of, if anything."""
    if not memory and not processes:
        return ""
    descendants = _descendants()
    if processes and len(descendants) > processes:
        return "processes"
    if (
        memory
        and sum(map(_resident_memory, descendants)) > memory
        and sum(map(_proportional_memory, descendants)) > memory
    ):
        return "memory"
    return ""


def _resident_memory(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * PAGE
    except (OSError, ValueError, IndexError):
        return 0


def _proportional_memory(pid: int) -> int:
    """Resident bytes, what is shared with others divided among them: a fork does not use everything twice."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
            for line in file:
                if line.startswith(b"Pss:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return _resident_memory(pid)


def _disk_use(home: str, most: int) -> int:
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


def _start(command: list[str], status: int, *, limited: bool) -> int | None:
    """The bot's process, or None where it cannot be started."""
    failure, report = os.pipe()
    bot = os.fork()
    if bot == 0:
        _exec_bot(command, report, limited=limited)
    os.close(report)
    error = os.read(failure, 16)
    os.close(failure)
    if error:
        os.waitpid(bot, 0)
        _tell(status, f"failed {error.decode()}")
        return None
    _tell(status, f"started {bot}")
    return bot


def _exec_bot(command: list[str], report: int, *, limited: bool) -> None:
    """In the new process: be the bot. Does not come back."""
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        # Python ignores these; a shell's pipes need the first.
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        if limited:
            _limit()
        os.execvp(command[0], command)
    except OSError as error:
        os.write(report, str(error.errno).encode())
    finally:
        os._exit(127)


def _limit() -> None:
    """No endless files, no core dumps; and if memory runs out, the bot goes first."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_FILE_BYTES, MAX_FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


def _reap(bot: int) -> tuple[int | None, bool]:
    """Bury the dead: the bot's exit code if it was among them, and whether nobody is left."""
    code = None
    while True:
        try:
            pid, how = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return code, True
        if pid == 0:
            return code, False
        if pid == bot:
            code = os.waitstatus_to_exitcode(how)


def _end_all(bot: int, grace: float) -> int | None:
    """End every descendant: ask, wait, and kill until nobody is left. Gives the bot's exit code."""
    code: int | None = None
    begin = time.monotonic()
    _signal_all(bot, signal.SIGTERM)
    while (now := time.monotonic()) < begin + grace + MAX_END_SECONDS:
        found, alone = _reap(bot)
        code = found if code is None else code
        if alone:
            break
        if now >= begin + grace:
            _signal_all(bot, signal.SIGKILL)
        select.select([], [], [], 0.005)
    return code


def _signal_all(bot: int, number: int) -> None:
    """Each once: a bot that says goodbye shall not be interrupted."""
    descendants = _descendants()
    for pid in descendants:
        with contextlib.suppress(OSError):
            os.kill(pid, number)
    if not descendants:
        with contextlib.suppress(OSError):
            os.killpg(bot, number)


def _descendants() -> list[int]:
    """Children, their children and so on. Without /proc none are found."""
    children: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for entry in os.listdir("/proc"):
            if entry.isdigit():
                with contextlib.suppress(OSError, ValueError, IndexError):
                    with open(f"/proc/{entry}/stat", "rb") as file:
                        # PID (NAME) STATE PARENT …, where the name may contain anything.
                        parent = int(file.read().rpartition(b")")[2].split()[1])
                    children.setdefault(parent, []).append(int(entry))
    found = list(children.get(os.getpid(), ()))
    for pid in found:
        found.extend(children.get(pid, ()))
    return found


def _tell(status: int, text: str) -> None:
    # Whoever wanted to know may be gone.
    with contextlib.suppress(OSError):
        os.write(status, f"{text}\n".encode())


if __name__ == "__main__":
    main()
