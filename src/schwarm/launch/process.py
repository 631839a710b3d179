"""A bot that runs: how it is started, as the contest does; its output, its notes, its end. Starting and ending block
for some hundredths of a second.

On POSIX systems a supervisor stands between (see `supervisor.py`), so that nothing the bot starts outlives `stop`, nor
this process. On Windows the tree of processes is ended, as far as Windows still knows it.
"""

import errno
import marshal
import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from schwarm.launch.bot_facts import check_game, find_places
from schwarm.launch.bot_files import unpack
from schwarm.launch.crash_output import ENDED_WITH
from schwarm.launch.errors import CannotLaunch, blaming_machine, is_machine_fault, machine_fault
from schwarm.launch.isolation import (
    NOT_AS_ROOT,
    Sandbox,
    WalledCommand,
    is_home,
    is_shared,
    missing_program,
    wrap_command,
)
from schwarm.launch.limits import ControlGroup, Freezer
from schwarm.launch.output import NoteReader, Output, OutputLine, Reader
from schwarm.launch.player_spec import (
    PLAYER,
    Builtin,
    Command,
    Jar,
    PlayerSpec,
    PythonClass,
    Startable,
    Zip,
    class_command,
)
from schwarm.launch.temporary_folder import TemporaryFolder
from schwarm.player.notes import VARIABLE
from schwarm.words import Message, Sentence, excerpt

GRACE_SECONDS = 0.5
"""Seconds between asking a bot to end and ending it."""
MAX_STOP_SECONDS = 10.0
MAX_ENTRY_SECONDS = 10.0
"""Seconds in which bubblewrap has built a wall."""
SIGNALS = 128
"""What shells and bubblewrap add to the number of the signal that ended a program."""
PYTHON_VARIABLE = "SCHWARM_PYTHON"
"""Tells a start.sh which Python has Schwarm, also where no virtual environment is active."""
RESTLESS = "restless"
SUPERVISOR = Path(__file__).with_name("supervisor.py")
WINDOWS = sys.platform == "win32"

NEEDED_VARIABLES = {
    *("PATH", "LANG", "LANGUAGE", "TZ", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "TEMP", "TMP"),
    *("SYSTEMROOT", "COMSPEC", "PATHEXT", "VIRTUAL_ENV", "LD_LIBRARY_PATH"),
}
FAMILIES = ("LC_", "SCHWARM_", "PYTHON", "JAVA", "JDK", "DOTNET", "NODE_", "OMP_")
"""Beginnings of names: our own, and those of languages that bots are written in."""
SECRETS = ("PASSWORD", "PASSWD", "TOKEN", "SECRET", "KEY", "CREDENTIAL", "AUTH", "_CODE", "PRIVATE", "SCHWARM_SHOWN")


def start(
    player: Startable,
    *,
    host: str = "localhost",
    port: int = 13050,
    reservation: str | None = None,
    game: str | None = None,
    variables: Mapping[str, str] | None = None,
    grace: float = GRACE_SECONDS,
    sandbox: Sandbox | None = None,
    opponent: PlayerSpec | None = None,
    supervisor: "Callable[[], Supervisor] | None" = None,
) -> "Process":
    """Start a player, which will connect to a server and take its seat there: `-h HOST -p PORT -r RESERVATION`.

    `game` is for the sparring partners and for classes that name none, which play every game; others know their own.
    Behind a sandbox's wall only the process's `door` leads to a server, and the files of the `opponent` and of the
    sandbox's `others` are hidden; bots of one game can share a `supervisor` there. Raises `CannotLaunch` and
    `MachineFault`."""
    if game:
        check_game(player, game)
    if sandbox and sandbox.lets_none_in:
        raise CannotLaunch(NOT_AS_ROOT(**missing_program()))
    home = TemporaryFolder()
    try:
        with blaming_machine(player.title):
            command, folder = _command(player, Path(home.name), game)
            whole = [*command, "-h", host, "-p", str(port), *(("-r", reservation) if reservation is not None else ())]
            walled = None
            if sandbox and sandbox.has_wall:
                walled = wrap_command(
                    whole,
                    home=Path(home.name),
                    own=folder.resolve() if folder else None,
                    named=_named_places(player, command, folder),
                    apart=_find_others([*find_places(opponent), *sandbox.others], command, folder),
                    script=Path(command[-1]) if isinstance(player, Zip) else getattr(player, "script", None),
                    is_strangers=isinstance(player, Zip),
                    port=port,
                    tasks=sandbox.processes,
                )
    except BaseException:
        home.cleanup()
        raise
    return Process(
        walled or whole,
        title=player.title,
        folder=folder,
        home=home,
        variables=variables,
        grace=grace,
        sandbox=sandbox,
        supervisor=supervisor() if supervisor is not None and walled is not None else None,
    )


def _command(player: Startable, home: Path, game: str | None) -> tuple[tuple[str, ...], Path | None]:
    """The command without its options, and the folder it runs in."""
    match player:
        case Builtin():
            options = (f"--{name}={value}" for name, value in player.partner.options)
            return (*PLAYER, player.partner.name, *options, *(("--game", game) if game else ())), None
        case PythonClass():
            asked = ("--game", game) if game and player.game is None else ()
            return (*class_command(player.path, player.kind), *asked, *player.options), player.path.parent
        case Command():
            return player.argv, player.folder
        case Jar():
            return (player.java, "-jar", str(player.path)), player.path.parent
        case Zip():
            script = unpack(player.path, home / "bot")
            shell = () if script.read_bytes().startswith(b"#!") else ("/bin/sh",)
            return (*shell, str(script)), script.parent


def _named_places(player: Startable, command: Sequence[str], folder: Path | None) -> list[Path]:
    """What the name of a player asks to be seen: of a bare command all that it names, and the current folder."""
    found = [*player.needs] if isinstance(player, Command) else []
    if folder is None and not isinstance(player, Builtin):
        here = Path.cwd()
        for path in [here.resolve(), *((here / word).resolve() for word in command[1:])]:
            # A file needs what lies beside it, modules and tables; an archive does not.
            needed = path.parent if path.is_file() and path.suffix not in (".jar", ".zip") else path
            of_many = needed.is_dir() and (is_home(needed) or is_shared(needed))
            if path.is_file() or (path.is_dir() and not of_many):
                found.append(path if of_many else needed)
    return found


def _find_others(places: Iterable[Path], command: tuple[str, ...], folder: Path | None) -> list[Path]:
    """Those of some places that are not the bot's: it is started from none of them. One without a folder may be started
    from anything that its command names."""
    words = [Path(word).resolve() for word in command]
    named = {parent for word in words for parent in (() if folder else word.parents)}.union(words)
    return [place for place in places if place not in named and place != folder]


def filter_environment(ours: Mapping[str, str], *, sandboxed: bool) -> dict[str, str]:
    """The variables a bot may know. In a sandbox only what is needed; else all that do not sound like secrets."""
    return {name: value for name, value in ours.items() if not _is_secret(name) and (not sandboxed or _is_needed(name))}


def _is_secret(name: str) -> bool:
    return any(word in name.upper() for word in SECRETS)


def _is_needed(name: str) -> bool:
    return name.upper() in NEEDED_VARIABLES or name.upper().startswith(FAMILIES)


class Supervisor:
    """The process that starts bots and ends them when we are gone (see `supervisor.py`). Bots that share one must be
    behind walls."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests, theirs = socket.socketpair()
        with ExitStack() as failed:
            failed.callback(self._requests.close)
            with theirs:
                self._process: subprocess.Popen[bytes] = subprocess.Popen(
                    [sys.executable, "-I", "-S", str(SUPERVISOR)],
                    stdin=theirs.fileno(),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
            failed.pop_all()
        self.pid = self._process.pid

    def start(self, request: Mapping[str, Any], descriptors: Sequence[int]) -> None:
        """Ask for a bot. What becomes of it is told through the first of the descriptors."""
        data = marshal.dumps(dict(request))
        # If it is gone, nothing will be told.
        with self._lock, suppress(OSError):
            socket.send_fds(self._requests, [len(data).to_bytes(4, sys.byteorder)], descriptors)
            self._requests.sendall(data)

    def wait(self) -> int:
        """Its exit code, when it has ended."""
        return self._process.wait()

    def last_words(self) -> str:
        """What it said about a mistake of its own, once it has ended."""
        assert self._process.stderr is not None
        return self._process.stderr.read().decode(errors="replace").strip().rpartition("\n")[2]

    def close(self) -> None:
        """Ask for nothing more: it ends with its last bot. Closing twice does no harm."""
        self._requests.close()
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()

    def kill(self) -> None:
        self._process.kill()


class Process:
    """A program that was started, until `stop`. Everything it needs on disk is in `home`, which goes with it."""

    def __init__(
        self,
        command: Sequence[str] | WalledCommand,
        *,
        title: str = "",
        folder: Path | None = None,
        home: TemporaryFolder | None = None,
        variables: Mapping[str, str] | None = None,
        grace: float = GRACE_SECONDS,
        sandbox: Sandbox | None = None,
        supervisor: Supervisor | None = None,
    ) -> None:
        """Without a `supervisor` it has one to itself, as it must without a wall."""
        self._walled = command if isinstance(command, WalledCommand) else None
        self.command = tuple(self._walled.words if self._walled else command)  # type: ignore[arg-type]
        self.title = title or Path(self.command[0]).name
        self.output = Output()
        self._home = home or TemporaryFolder()
        notes = Path(self._home.name) / "notes.jsonl"
        self.notes = NoteReader(notes)
        # Python's own buffer would hand out its lines long after the moves they belong to.
        ours = {"PYTHONUNBUFFERED": "1", PYTHON_VARIABLE: sys.executable, **(variables or {}), VARIABLE: str(notes)}
        self._variables = filter_environment(os.environ, sandboxed=sandbox is not None) | ours
        self._folder, self._grace, self._sandbox = folder, grace, sandbox
        self.door: socket.socket | None = None
        """Behind a wall: a socket on which the bot's connections can be accepted. It belongs to the first who asks."""
        self._exceeded: str | None = None
        self._code: int | None = None
        self.pid = 0
        self._status = self._leash = -1
        self._told = b""
        self._stopped = False
        self._lock = threading.Lock()
        try:
            with blaming_machine(self.title):
                if WINDOWS:
                    self._start_in_windows()
                else:
                    self._start_supervised(supervisor)
        except BaseException:
            self._home.cleanup()
            raise

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
        if code > SIGNALS and self._walled:
            code = SIGNALS - code
        return ENDED_BY_SIGNAL(number=-code) if code < 0 else ENDED_WITH(code=code)

    def wait(self, timeout: float | None = None) -> int | None:
        """Wait until the bot and everything it started has ended; its exit code, or None if that takes longer."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while self._code is None:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if WINDOWS:
                with suppress(subprocess.TimeoutExpired):
                    self._code = self._process.wait(left)
            elif _is_readable(self._status, left):
                with self._lock:
                    self._read_status()
            if self._code is None and left == 0.0:
                return None
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
        if self.running and not WINDOWS:
            self._freezer.freeze()

    def thaw(self) -> None:
        """Let it go on."""
        if not WINDOWS:
            self._freezer.thaw()

    def watch_frozen(self) -> None:
        """Look after a frozen bot; one that does not hold still is ended."""
        if not WINDOWS and self.running and not self._freezer.watch():
            self._exceeded = RESTLESS
            self._let_go()

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
            subprocess.run(["taskkill", "/T", "/F", "/PID", str(self.pid)], capture_output=True, check=False)
            self.wait(MAX_STOP_SECONDS)
            return
        self._let_go()
        if self.wait(MAX_STOP_SECONDS + self._grace) is None:
            # What the supervisor watched is reached without it.
            self._supervisor.kill()
            self.wait()

    def _let_go(self) -> None:
        """The end of its leash tells the supervisor."""
        with self._lock:
            if self._leash >= 0:
                os.close(self._leash)
                self._leash = -1

    def _close(self) -> None:
        if self.door is not None:
            self.door.close()
        if WINDOWS:
            return
        self._let_go()
        with self._lock:
            if self._status >= 0:
                os.close(self._status)
                self._status = -1
        if self._owns_supervisor:
            self._supervisor.close()

    def __enter__(self) -> "Process":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    # -- its beginning ---------------------------------------------------------------------------------

    def _start_supervised(self, shared: Supervisor | None) -> None:
        limits = self._sandbox.limits if self._sandbox else (0, 0, 0)
        # What goes if nothing comes of it, and what the supervisor has by then.
        with ExitStack() as failed, ExitStack() as given:
            group = self._group = ControlGroup(memory=limits[0], tasks=limits[1])
            failed.callback(group.remove)
            self._status, told = _pipe(failed, given)
            os.set_blocking(self._status, False)
            leash, self._leash = _pipe(given, failed)
            (out, out_end), (err, err_end) = _pipe(failed, given), _pipe(failed, given)
            descriptors = [told, leash, out_end, err_end]
            if self._walled is not None:
                hall, entry = socket.socketpair()
                failed.callback(hall.close)
                given.callback(entry.close)
                descriptors += [_in_memory(self._walled.filter, given), entry.fileno()]
            self._owns_supervisor = shared is None
            if shared is None:
                shared = Supervisor()
                failed.callback(shared.close)
            self._supervisor = shared
            request = {
                "command": list(self.command),
                "folder": str(self._folder or ""),
                "variables": self._variables,
                "grace": self._grace,
                "home": self._home.name,
                "limits": limits,
                "groups": [str(folder) for folder in group.folders],
                "contained": self._walled is not None,
            }
            self._supervisor.start(request, descriptors)
            given.close()
            self._hear_start()
            self._freezer = Freezer(self.pid if self._walled else self._supervisor.pid, self.pid, group)
            if self._walled is not None:
                self.door = self._receive_door(hall)
                hall.close()
            failed.pop_all()
        self._reader = Reader(self.output, os.fdopen(out, "rb", 0), os.fdopen(err, "rb", 0), f"{self.title} prints")

    def _hear_start(self) -> None:
        """Wait until its supervisor has started it; raises `CannotLaunch`, `MachineFault` and what the system
        lacked."""
        while not self.pid:
            _is_readable(self._status, None)
            word, number = self._read_status()
            if word == "failed":
                failure = OSError(number, os.strerror(number))
                # A program can be made so that the system cannot read it to its end.
                if is_machine_fault(failure) and failure.errno != errno.EIO:
                    raise failure
                raise self._launch_error(os.strerror(number))
            if word == "gone":
                said = self._supervisor.last_words()
                if number > 0:
                    # The supervisor broke down by itself; a bot could only have killed it.
                    raise machine_fault(self.title, OSError(said))
                raise self._launch_error(said)

    def _receive_door(self, hall: socket.socket) -> socket.socket | None:
        """The socket that the entry behind the wall opens; None where the wall fell before."""
        deadline = time.monotonic() + MAX_ENTRY_SECONDS
        while not _is_readable(hall.fileno(), 0.02):
            if not self.running or time.monotonic() > deadline:
                return None
        _, found, _, _ = socket.recv_fds(hall, 1, 1)
        if not found:
            return None
        os.set_inheritable(found[0], False)
        return socket.socket(fileno=found[0])

    def _start_in_windows(self) -> None:
        flags = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=pipe,
                stderr=pipe,
                bufsize=0,
                cwd=self._folder,
                env=self._variables,
                creationflags=flags,
            )
        except OSError as error:
            if is_machine_fault(error):
                raise
            raise self._launch_error(error.strerror or str(error)) from error
        self.pid = self._process.pid
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._reader = Reader(self.output, self._process.stdout, self._process.stderr, f"{self.title} prints")

    def _launch_error(self, why: str) -> CannotLaunch:
        return CannotLaunch(NOT_STARTED(player=excerpt(self.title), why=excerpt(why, 100)))

    def _read_status(self) -> tuple[str, int]:
        """The supervisor's latest unread status, or `gone` and its exit code if it ended without reporting."""
        word, number = "", 0
        try:
            data = os.read(self._status, 4096)
        except BlockingIOError:
            # Another thread was faster.
            return word, number
        *lines, self._told = (self._told + data).split(b"\n")
        for line in lines:
            word, _, told = line.decode().partition(" ")
            number = int(told or 0)
            if word == "started":
                self.pid = number
            elif word == "exit":
                self._code = number
            else:
                self._exceeded = word
        if not data and self._code is None:
            word, number = "gone", self._supervisor.wait()
            self._end_abandoned()
            self._code = number
        return word, number

    def _end_abandoned(self) -> None:
        """The supervisor was killed. What it watched is a group of its own, and that can still be reached."""
        if not self.pid:
            return
        self._freezer.thaw()
        with suppress(OSError):
            os.killpg(self.pid, 9)
        self._group.kill()


def _pipe(readers: ExitStack, writers: ExitStack) -> tuple[int, int]:
    """A pipe whose ends belong to these."""
    reading, writing = os.pipe()
    readers.callback(os.close, reading)
    writers.callback(os.close, writing)
    return reading, writing


def _in_memory(data: bytes, owner: ExitStack) -> int:
    """A descriptor from which this can be read."""
    file = os.memfd_create("schwarm")
    owner.callback(os.close, file)
    os.write(file, data)
    os.lseek(file, 0, os.SEEK_SET)
    return file


def _is_readable(descriptor: int, seconds: float | None) -> bool:
    if descriptor < 0:
        return False
    waiting = select.poll()
    waiting.register(descriptor, select.POLLIN)
    return bool(waiting.poll(None if seconds is None else seconds * 1000))


NOT_STARTED = Sentence("“{player}” cannot be started: {why}.")
NOT_STILL = Sentence("It was stopped because it kept computing while its opponent was thinking.")
ENDED_BY_SIGNAL = Sentence("It was stopped by signal {number}.")
