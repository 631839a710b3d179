"""Processes of this machine as an executor: one game at a time each, on a core of its own if there are enough.

Such a process reads assignments as JSON lines, and writes progress and reports. It ends with its standard input, even
in a game; then the supervisors of its bots end them.
"""

import json
import os
import queue
import select
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from typing import IO

from schwarm.arena.game_job import Assignment, GameProgress, GameReport, play_assignment, to_failure
from schwarm.arena.pool import Job, OnProgress
from schwarm.launch.temporary_folder import remove_leftovers
from schwarm.words import Sentence

STOPPING_SECONDS = 5.0


class LocalExecutor:
    """Starts a process when a game needs one. Idle processes wait for the next game."""

    def __init__(self, size: int | None = None, first: int = 0) -> None:
        """`first` is the core to begin with."""
        remove_leftovers()
        cores = usable_cores()
        first %= len(cores)
        self._cores = [*cores[first:], *cores[:first]]
        self.size = size or len(cores)
        self._processes: list[GameProcess] = []
        self._lock = threading.Lock()

    @property
    def processes(self) -> list[int]:
        """The process IDs, idle ones included."""
        return [process.pid for process in self._processes if process.pid is not None]

    def slots(self) -> int:
        return max(0, self.size - sum(process.job is not None for process in self._processes))

    def submit(self, assignment: Assignment, on_progress: OnProgress | None = None) -> Job:
        with self._lock:
            process = next((process for process in self._processes if process.job is None), None)
            if process is None:
                used = [process.core for process in self._processes]
                process = GameProcess(min(self._cores, key=used.count))
                self._processes.append(process)
            return process.begin(assignment, on_progress)

    def cancel(self, jobs: Iterable[Job]) -> None:
        ended = set(jobs)
        self._end([process for process in self._processes if process.job in ended])

    def release(self) -> None:
        self._end([process for process in self._processes if process.job is None])

    def close(self) -> None:
        self._end(list(self._processes))

    def _end(self, processes: "list[GameProcess]") -> None:
        with self._lock:
            self._processes = [process for process in self._processes if process not in processes]
        for process in processes:
            process.stop()
        for process in processes:
            process.join()


class GameProcess:
    """One process and the game it plays. Started when it is needed, and again if it has died."""

    def __init__(self, core: int) -> None:
        self.core = core
        self.job: Job | None = None
        self._key = ""
        self._on_progress: OnProgress | None = None
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    def begin(self, assignment: Assignment, on_progress: OnProgress | None) -> Job:
        with self._lock:
            if self._process is None or self._process.poll() is not None:
                self._start()
            assert self._process is not None
            assert self._process.stdin is not None
            job = self.job = Job()
            job.set_running_or_notify_cancel()
            self._key, self._on_progress = assignment.fixture.key, on_progress
            # Games that exceed their deadline are killed, even by a mistake of our own.
            self._deadline = threading.Timer(assignment.max_seconds, self._process.kill)
            self._deadline.daemon = True
            self._deadline.start()
            # If the process dies at this moment, its reader reports that.
            with suppress(OSError):
                self._process.stdin.write(json.dumps([assignment.data(), on_progress is not None]) + "\n")
                self._process.stdin.flush()
            return job

    def stop(self) -> None:
        """Ask the process to end."""
        with self._lock:
            if self._process is not None and self._process.stdin is not None:
                with suppress(OSError):
                    self._process.stdin.close()

    def join(self) -> None:
        """Wait for its end."""
        with self._lock:
            process, reader = self._process, self._reader
        if process is not None:
            try:
                process.wait(STOPPING_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
        if reader is not None:
            reader.join()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "schwarm.arena.executors", str(self.core)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            # Ctrl-C is for the process that runs the contest; running games may end.
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        self._reader.start()

    def _read(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        with suppress(OSError, ValueError), process.stdout:
            for line in process.stdout:
                message = json.loads(line)
                if "first" not in message:
                    if (job := self._take_job(process)[0]) is not None:
                        job.set_result(GameReport.of(message))
                elif self._on_progress is not None:
                    self._on_progress(GameProgress.of(message))
        # From here on it is given no game, so its exit can be awaited.
        job, key = self._take_job(process, ended=True)
        code = process.wait()
        assert process.stdin is not None
        with suppress(OSError):
            process.stdin.close()
        if job is not None:
            job.set_result(GameReport(key, failure=str(DIED(code=code))))

    def _take_job(self, process: "subprocess.Popen[str]", *, ended: bool = False) -> tuple[Job | None, str]:
        """The job of this process, if it has one, and the key of its game."""
        with self._lock:
            if self._process is not process:
                return None, ""
            if ended:
                self._process = None
            if self.job is not None:
                self._deadline.cancel()
            job, self.job = self.job, None
            return job, self._key


def usable_cores() -> list[int]:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


DIED = Sentence("the process that played the game exited with code {code}")


def main() -> None:
    """Play until standard input ends. `argv[1]`, if given, is the core to stay on."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    # What is printed must not get between the reports.
    os.dup2(2, 1)
    if len(sys.argv) > 1:
        stay_on(int(sys.argv[1]))
    tasks: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin, tasks), daemon=True).start()
    while True:
        data, tells = json.loads(tasks.get())
        assignment = Assignment.of(data)
        try:
            tell = partial(_tell, out) if tells else _ignore
            report = play_assignment(assignment, tell)
        except Exception as error:
            report = to_failure(assignment.fixture.key, error)
        try:
            print(json.dumps(report.data()), file=out, flush=True)
        except OSError:
            os._exit(1)


def _ignore(progress: GameProgress) -> bool:
    return True


def _tell(out: IO[str], progress: GameProgress) -> bool:
    """Report progress; False if the reader is so far behind that the game would have to wait."""
    text = json.dumps(progress.data()) + "\n"
    try:
        # A pipe that is ready takes this many bytes at once.
        if len(text) > select.PIPE_BUF or not select.select([], [out], [], 0)[1]:
            return False
        out.write(text)
        out.flush()
    except (OSError, AttributeError):
        # Some systems cannot tell whether a pipe is ready.
        return False
    return True


def _listen(asked: IO[str], tasks: "queue.SimpleQueue[str]") -> None:
    for line in asked:
        tasks.put(line)
    os._exit(0)


def stay_on(*cores: int) -> None:
    """Stay on one core (or some), with all child processes (Linux), so that bots do not compute on more."""
    with suppress(AttributeError, OSError):
        os.sched_setaffinity(0, cores)


if __name__ == "__main__":
    main()
