"""One process beside the server for what strangers ask for and what takes long: pictures, files that they bring.

It is polite to the games (its priority is lower), does one thing at a time, and is bounded: in what waits, in the
seconds of a piece of work, in memory. Whoever asks for more is told to come back. It starts when it is first needed.
"""

import asyncio
import itertools
import json
import logging
import os
import queue
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from schwarm.web.errors import Refusal, Refused, said
from schwarm.words import language

log = logging.getLogger("schwarm.web")

MAX_WORK_MEGABYTES = 1_000
"""Memory that the process may have in all."""
STOPPING_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Work:
    """Something the process can do: `function` of a module gets facts and bytes, and gives bytes."""

    function: str
    """Like `schwarm.web.board.picture:paint`."""
    rank: int
    """What has a lower rank comes first."""
    max_waiting: int
    """How much of it may wait, including what is being done."""
    max_seconds: float
    """Seconds of the processor that one piece may take."""


@dataclass(slots=True)
class _Job:
    work: Work
    question: dict[str, Any]
    data: bytes
    answer: "Future[bytes]"


class SideProcess:
    """Does work in another process. Used by the event loop; `close` ends it."""

    def __init__(self) -> None:
        self.waiting: Counter[Work] = Counter()
        self._jobs: queue.PriorityQueue[tuple[int, int, _Job | None]] = queue.PriorityQueue()
        self._numbers = itertools.count()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def do(self, work: Work, data: bytes = b"", **facts: Any) -> bytes:
        """Have something done; raises `Refused` if too much waits already, or with what is wrong."""
        if self.waiting[work] >= work.max_waiting:
            raise Refused(TOO_BUSY())
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="schwarm-side", daemon=True)
            self._thread.start()
        question = {"function": work.function, "seconds": work.max_seconds, "lang": language(), "facts": facts}
        job = _Job(work, question | {"size": len(data)}, data, Future())
        self.waiting[work] += 1
        self._jobs.put((work.rank, next(self._numbers), job))
        try:
            return await asyncio.wrap_future(job.answer)
        finally:
            self.waiting[work] -= 1

    async def close(self) -> None:
        """End the process; who still waits hears that it is too busy."""
        if self._thread is not None:
            self._jobs.put((-1, next(self._numbers), None))
            if self._process is not None:
                self._process.kill()
            await asyncio.to_thread(self._thread.join, STOPPING_SECONDS)

    # -- in the thread -------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (job := self._jobs.get()[2]) is not None:
            if job.answer.set_running_or_notify_cancel():
                try:
                    job.answer.set_result(self._ask(job))
                except Exception as error:
                    job.answer.set_exception(error)
        self._end()
        while not self._jobs.empty():
            if (left := self._jobs.get()[2]) is not None and left.answer.set_running_or_notify_cancel():
                left.answer.set_exception(Refused(TOO_BUSY()))

    def _ask(self, job: _Job) -> bytes:
        if self._process is None:
            self._process = self._start()
        asked, told = self._process.stdin, self._process.stdout
        assert asked is not None
        assert told is not None
        try:
            asked.write(json.dumps(job.question).encode() + b"\n" + job.data)
            asked.flush()
            answer = json.loads(told.readline())
            data = told.read(answer["size"])
        except (OSError, ValueError) as error:
            # It has ended: the system stopped it at one of its bounds.
            self._end()
            raise Refused(TOO_MUCH_WORK()) from error
        if sentence := answer.get("refused"):
            raise Refused(said(sentence), answer["status"])
        if trouble := answer.get("trouble"):
            log.error("%s: %s", job.work.function, trouble)
            raise RuntimeError(job.work.function)
        return data

    def _start(self) -> "subprocess.Popen[bytes]":
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "schwarm.web.shell.side_process_main", str(MAX_WORK_MEGABYTES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Ctrl-C is for who runs the server. In a session of its own, some systems would give it as much of the
            # processor as all of the server, whatever its priority.
            process_group=0 if os.name == "posix" else None,
        )

    def _end(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()
        self._process = None


TOO_BUSY = Refusal("The server has too much of this to do at the moment; try again in a few seconds.", status=503)
TOO_MUCH_WORK = Refusal("This would take the server too long, so it was stopped; try something smaller.")
