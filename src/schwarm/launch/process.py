"""A bot that runs: its output, its notes, its end. Starting and ending block for some hundredths of a second.

On POSIX systems a supervisor stands between (see `supervisor.py`), so that nothing the bot starts outlives `stop`, nor
this process. On Windows the tree of processes is ended, as far as Windows still knows it.
"""

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from schwarm.launch.control_group import ControlGroup
from schwarm.launch.environment import filter_environment
from schwarm.launch.errors import CannotLaunch, blaming_machine, is_machine_fault, machine_fault
from schwarm.launch.freezer import Freezer, GroupFreezer, NoFreezer, SignalFreezer
from schwarm.launch.notes import NoteReader
from schwarm.launch.output import Output, OutputLine
from schwarm.launch.reader import Reader
from schwarm.launch.sandbox import Sandbox
from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.player.notes import VARIABLE
from schwarm.words import Message, Sentence, excerpt

GRACE_SECONDS = 0.5
"""Seconds between asking a bot to end and ending it."""
MAX_STOP_SECONDS = 10.0
SIGNALS = 128
"""What shells and bubblewrap add to the number of the signal that ended a program."""
PYTHON_VARIABLE = "SCHWARM_PYTHON"
"""Tells a start.sh which Python has Schwarm, also where no virtual environment is active."""
RESTLESS = "restless"
SUPERVISOR = Path(__file__).with_name("supervisor.py")
WINDOWS = sys.platform == "win32"


class Process:
    """A program that was started, until `stop`. Everything it needs on disk is in `home`, which goes with it."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        title: str = "",
        folder: Path | None = None,
        home: TemporaryFolder | None = None,
        variables: Mapping[str, str] | None = None,
        grace: float = GRACE_SECONDS,
        sandbox: Sandbox | None = None,
    ) -> None:
        self.title = title or Path(command[0]).name
        self.command = tuple(command)
        self.output = Output()
        self._home = home or TemporaryFolder()
        notes = Path(self._home.name) / "notes.jsonl"
        self.notes = NoteReader(notes)
        # Python's own buffer would hand out its lines long after the moves they belong to.
        ours = {"PYTHONUNBUFFERED": "1", PYTHON_VARIABLE: sys.executable, **(variables or {}), VARIABLE: str(notes)}
        self._variables = filter_environment(os.environ, sandboxed=sandbox is not None) | ours
        self._folder, self._grace, self._sandbox = folder, grace, sandbox
        self._exceeded: str | None = None
        self._code: int | None = None
        self._status: IO[bytes] | None = None
        self._stopped = False
        self._freezer: Freezer = NoFreezer()
        self._group: ControlGroup | None = None
        self._lock = threading.Lock()
        try:
            with blaming_machine(self.title):
                self._process = self._start_in_windows() if WINDOWS else self._start_supervised()
        except BaseException:
            self._home.cleanup()
            raise
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._reader = Reader(self.output, self._process.stdout, self._process.stderr, f"{self.title} prints")

    # -- how it stands ---------------------------------------------------------------------------------

    @property
    def exit_code(self) -> int | None:
        """None while it runs; negative where a signal ended it."""
        return self.wait(0)

    @property
    def running(self) -> bool:
        return self.exit_code is None

    @property
    def crashed(self) -> bool:
        """It ended by itself, and not well."""
        return not self._stopped and self.exit_code not in (None, 0)

    @property
    def trouble(self) -> Message | None:
        """How it broke down, in words, if it did."""
        code = self.exit_code
        if self._exceeded == RESTLESS:
            return NOT_STILL()
        if self._exceeded and self._sandbox:
            return self._sandbox.describe_excess(self._exceeded)
        if not self.crashed or code is None:
            return None
        if code > SIGNALS and self._sandbox and self._sandbox.has_wall:
            code = SIGNALS - code
        return ENDED_BY_SIGNAL(number=-code) if code < 0 else ENDED_WITH(code=code)

    def wait(self, timeout: float | None = None) -> int | None:
        """Wait until the bot and everything it started has ended; its exit code, or None if that takes longer."""
        try:
            code = self._process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        with self._lock:
            if self._code is None:
                self._code = code if WINDOWS else self._read_exit_code(code)
            return self._code

    def output_between(self, begin: float, end: float) -> list[OutputLine]:
        """What it printed between two moments of `time.monotonic()`, such as a move request and the move."""
        return self.output.between(begin, end)

    def catch_up(self) -> None:
        """Read what has been printed up to now (see `Reader`)."""
        self._reader.catch_up()

    # -- held still ------------------------------------------------------------------------------------

    def freeze(self) -> None:
        """Hold it still, with everything it has started, until `thaw` or its end."""
        if self.running:
            self._freezer.freeze()

    def thaw(self) -> None:
        """Let it go on."""
        self._freezer.thaw()

    def watch_frozen(self) -> None:
        """Look after one that is held still; who will not hold still is ended."""
        if not self._freezer.watch():
            self._exceeded = RESTLESS
            self._process.terminate()

    # -- its end ---------------------------------------------------------------------------------------

    def stop(self) -> None:
        """End it, with everything it has started, and clean up. Stopping twice does no harm."""
        if self.running:
            self._stopped = True
            self._end()
        self._reader.finish()
        self._close()
        self._home.cleanup()

    def _end(self) -> None:
        if WINDOWS:
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(self._process.pid)], capture_output=True, check=False)
            self.wait(MAX_STOP_SECONDS)
            return
        # The end of its standard input tells the supervisor.
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        if self.wait(MAX_STOP_SECONDS + self._grace) is None:
            # What the supervisor watched is reached without it.
            self._process.kill()
            self.wait()

    def _close(self) -> None:
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        with self._lock:
            if self._status is not None:
                self._status.close()
                self._status = None

    def __enter__(self) -> "Process":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    # -- its beginning ---------------------------------------------------------------------------------

    def _start_supervised(self) -> "subprocess.Popen[bytes]":
        heard, told = os.pipe()
        self._status = status = os.fdopen(heard, "rb")
        limits = self._sandbox.limits if self._sandbox else (0, 0, 0)
        group = self._group = ControlGroup(memory=limits[0], tasks=limits[1])
        supervisor = [sys.executable, "-I", "-S", str(SUPERVISOR), str(told), str(self._grace), self._home.name]
        supervisor += [*map(str, limits), ":".join(map(str, group.folders))]
        try:
            try:
                process = self._spawn(
                    [*supervisor, *self.command], stdin=subprocess.PIPE, pass_fds=[told], start_new_session=True
                )
            finally:
                os.close(told)
            self.pid = self._hear_start(process, status)
        except BaseException:
            status.close()
            group.remove()
            raise
        root = process.pid
        self._freezer = GroupFreezer(group, root) if group.can_freeze else SignalFreezer(root, self.pid)
        return process

    def _hear_start(self, supervisor: "subprocess.Popen[bytes]", status: IO[bytes]) -> int:
        """The bot's process, as soon as its supervisor has started it; raises `CannotLaunch`, `MachineFault` and what
        the system lacked."""
        word, _, number = status.readline().decode().strip().partition(" ")
        if word == "started":
            return int(number)
        _, said = supervisor.communicate()
        if word == "failed":
            why = os.strerror(int(number))
            failure = OSError(int(number), why)
            # A program can be made so that the system cannot read it to its end.
            if is_machine_fault(failure) and failure.errno != errno.EIO:
                raise failure
            raise self._launch_error(why)
        last = said.decode(errors="replace").strip().rpartition("\n")[2]
        if supervisor.returncode > 0:
            # The supervisor broke down by itself; a bot could only have killed it.
            raise machine_fault(self.title, OSError(last))
        raise self._launch_error(last)

    def _start_in_windows(self) -> "subprocess.Popen[bytes]":
        flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        process = self._spawn(self.command, stdin=subprocess.DEVNULL, creationflags=flags)
        self.pid = process.pid
        return process

    def _spawn(self, command: Sequence[str], **how: Any) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        try:
            return subprocess.Popen(
                command, stdout=pipe, stderr=pipe, bufsize=0, cwd=self._folder, env=self._variables, **how
            )
        except OSError as error:
            if is_machine_fault(error):
                raise
            raise self._launch_error(error.strerror or str(error)) from error

    def _launch_error(self, why: str) -> CannotLaunch:
        return CannotLaunch(NOT_STARTED(player=excerpt(self.title), why=excerpt(why, 100)))

    def _read_exit_code(self, supervisor_code: int) -> int:
        """The bot's exit code, which the supervisor told before it ended."""
        for line in self._status or ():
            word, _, code = line.decode().strip().partition(" ")
            if word == "exit":
                return int(code)
            self._exceeded = word
        # Somebody killed the supervisor. What it watched is a group of its own, and that can still be reached.
        self.thaw()
        with suppress(OSError):
            os.killpg(self.pid, 9)
        if self._group:
            self._group.kill()
        return supervisor_code


NOT_STARTED = Sentence("“{player}” cannot be started: {why}.")
NOT_STILL = Sentence("It was stopped because it kept computing while its opponent was thinking.")
ENDED_WITH = Sentence("It exited with code {code}.")
ENDED_BY_SIGNAL = Sentence("It was stopped by signal {number}.")
