"""The process between Schwarm and a bot, which lets nothing outlive the game. A program of its own, for POSIX systems.

It starts the bot in a session of its own and waits. When its standard input ends, because the game is over or because
whoever started it died, it ends everything the bot has started: first kindly, then not. On Linux it adopts whatever the
bot left behind (a "subreaper"), so also processes that went into the background or into another session are found.
Elsewhere the bot's process group is what can be reached.

    supervisor.py STATUS GRACE HOME MEMORY PROCESSES DISK GROUPS COMMAND...

STATUS is a descriptor for what happens: `started PID`, `failed ERRNO`, `memory`, `processes`, `disk`, `exit CODE`.
GRACE is how many seconds are kind. HOME is the bot's temporary folder, which goes with it if nobody else is there any
more to remove it. MEMORY (bytes), PROCESSES (and threads) and DISK (bytes in HOME) are what the bot may use, all its
descendants together; 0 for no limit. GROUPS are the folders of the bot's control groups, with colons between them: what
the kernel counts there is not counted here. They may hold the bot still, and go with it.
Imports nothing of Schwarm and little of Python, since it is started once for every game.
"""

import contextlib
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from schwarm.launch.bot_meter import Meter, Scales, find_family
else:
    # Started by its path, and not as a part of the package, which would have to be loaded.
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    from bot_meter import Meter, Scales, find_family

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
THAWED = (("cpu.weight", b"100"), ("cpu.shares", b"1024"), ("cgroup.freeze", b"0"), ("freezer.state", b"THAWED"))
"""What to write where, see `schwarm.launch.control_group`."""
MAX_END_SECONDS = 5.0
"""Seconds in which even the most stubborn descendants are gone."""


def main() -> None:
    status, grace, home, command = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[8:]
    memory, processes, disk = map(int, sys.argv[4:7])
    groups = [group for group in sys.argv[7].split(":") if group]
    parent = os.getppid()
    os.set_inheritable(status, False)
    _adopt_orphans()
    bell = Bell()
    bot = _start(command, status, groups, limited=memory > 0)
    if bot is None:
        _remove(groups)
        return
    meter, scales = Meter(memory, processes, groups), Scales(home, disk, groups)
    code: int | None = None
    while True:
        found, alone = _reap(bot)
        code = found if code is None else code
        excess = meter.look(ended=alone or found is not None) or ("" if alone else scales.look())
        if alone or excess or bell.stopping or bell.wait(meter.pause if memory or processes else None):
            break
    if excess:
        _tell(status, excess)
    _thaw(groups)
    if not alone:
        ended = _end_all(bot, 0.0 if excess else grace)
        code = ended if code is None else code
    if not LINUX:
        with contextlib.suppress(OSError):
            os.killpg(bot, signal.SIGKILL)
    _remove(groups)
    _tell(status, f"exit {code if code is not None else -signal.SIGKILL}")
    if os.getppid() != parent:
        import shutil

        shutil.rmtree(home, ignore_errors=True)


class Bell:
    """What wakes the supervisor: signals, and the end of its standard input, which is the end of the game."""

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

    def wait(self, seconds: float | None) -> bool:
        """Wait until something happens or time is up; whether the game is over."""
        ready, _, _ = select.select([0, self._wakeup], [], [], seconds)
        if self._wakeup in ready:
            os.read(self._wakeup, 4096)
        return 0 in ready and not os.read(0, 4096)


def _adopt_orphans() -> None:
    if not LINUX:
        return
    import ctypes

    # Where the C library does not know it, the process group still gets most of what a bot starts.
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _thaw(groups: list[str]) -> None:
    """Nobody can be ended who is held by version 1, and nobody says goodbye who is held at all. Dying takes time, too:
    who has next to none of the processor does not get to it."""
    for group in groups:
        for file, word in THAWED:
            with contextlib.suppress(OSError):
                descriptor = os.open(f"{group}/{file}", os.O_WRONLY)
                try:
                    os.write(descriptor, word)
                finally:
                    os.close(descriptor)


def _remove(groups: list[str]) -> None:
    for group in groups:
        with contextlib.suppress(OSError):
            os.rmdir(group)


def _start(command: list[str], status: int, groups: list[str], *, limited: bool) -> int | None:
    """The bot's process, or None where it cannot be started."""
    failure, report = os.pipe()
    bot = os.fork()
    if bot == 0:
        _exec_bot(command, report, groups, limited=limited)
    os.close(report)
    error = os.read(failure, 16)
    os.close(failure)
    if error:
        os.waitpid(bot, 0)
        _tell(status, f"failed {error.decode()}")
        return None
    _tell(status, f"started {bot}")
    return bot


def _exec_bot(command: list[str], report: int, groups: list[str], *, limited: bool) -> None:
    """In the new process: be the bot. Does not come back."""
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        # Python ignores these; a shell's pipes need the first.
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        _leave_keyring()
        for group in groups:
            _join(group)
        if limited:
            apply_limits()
        os.execvp(command[0], command)
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


def _join(group: str) -> None:
    file = os.open(f"{group}/cgroup.procs", os.O_WRONLY)
    os.write(file, b"0")
    os.close(file)


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
    # In this order: who is stopped hears both when it goes on.
    _signal_all(bot, signal.SIGTERM)
    _signal_all(bot, signal.SIGCONT)
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
    return list(find_family())


def _tell(status: int, text: str) -> None:
    # Whoever wanted to know may be gone.
    with contextlib.suppress(OSError):
        os.write(status, f"{text}\n".encode())


if __name__ == "__main__":
    main()
