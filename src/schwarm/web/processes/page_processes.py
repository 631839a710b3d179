"""The processes of the page: started with a socket each, started again if they die, ended if they hang.

All sockets listen at the same address, and the system shares out who comes. They belong to this process: visitors who
arrive while a process is being started again wait for it.
"""

import asyncio
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from schwarm.web.processes.live_socket import LiveSocket
from schwarm.web.processes.page_process_main import READY
from schwarm.web.processes.page_task import PageTask
from schwarm.words import Message, Sentence

MAX_PROCESSES = 64
MAX_SECONDS_TO_START = 120.0
MAX_SILENT_SECONDS = 30.0
"""Seconds without a sign of life after which a process is ended and started again."""
LOOK_EVERY = 1.0
PAUSES = (0.1, 0.5, 2.0, 10.0, 30.0)
"""Seconds before a process is started again, more each time where it did not live long."""
LONG_SECONDS = 60.0
"""A process that lived longer did not die of its start."""
STOPPING_SECONDS = 10.0


class PageProcesses:
    """Runs inside the referee's event loop. `tell` says what happened to whoever runs the server."""

    def __init__(
        self, sockets: Sequence[socket.socket], task: PageTask, live: LiveSocket, tell: Callable[[Message], None]
    ) -> None:
        self._sockets, self._task, self._live, self._tell = sockets, task, live, tell
        self._processes: dict[int, asyncio.subprocess.Process] = {}
        self._keepers: list[asyncio.Task[None]] = []

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._processes.values()]

    async def start(self) -> None:
        """Start all; when this returns, the page answers."""
        loop = asyncio.get_running_loop()
        ready = [loop.create_future() for _ in self._sockets]
        self._keepers = [loop.create_task(self._keep(place, ready[place])) for place in range(len(self._sockets))]
        await asyncio.wait(ready, timeout=MAX_SECONDS_TO_START)

    async def stop(self) -> None:
        for keeper in self._keepers:
            keeper.cancel()
        for process in self._processes.values():
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGTERM)
        await asyncio.gather(*map(_end, self._processes.values()))

    async def _keep(self, place: int, ready: "asyncio.Future[None]") -> None:
        """Have one process run for ever."""
        failures = 0
        while True:
            begun = time.monotonic()
            process = self._processes[place] = await self._start(place)
            watching = asyncio.get_running_loop().create_task(self._watch(process))
            try:
                assert process.stdout is not None
                if await process.stdout.readline() == READY and not ready.done():
                    ready.set_result(None)
                code = await process.wait()
            finally:
                watching.cancel()
            failures = 0 if time.monotonic() - begun > LONG_SECONDS else min(failures + 1, len(PAUSES) - 1)
            self._tell(ENDED(pid=process.pid, code=code))
            await asyncio.sleep(PAUSES[failures])

    async def _start(self, place: int) -> asyncio.subprocess.Process:
        number = self._sockets[place].fileno()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "schwarm.web.processes.page_process_main",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=(number,),
            # Ctrl-C is for who runs the server, who then ends this one in order.
            process_group=0,
        )
        assert process.stdin is not None
        process.stdin.write(pickle.dumps(replace(self._task, listening=number, tells=place == 0)))
        process.stdin.close()
        return process

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """End a process that gives no sign of life."""
        heard = time.monotonic() + MAX_SECONDS_TO_START
        while time.monotonic() - heard < MAX_SILENT_SECONDS:
            await asyncio.sleep(LOOK_EVERY)
            if link := self._live.links.get(process.pid):
                heard = link.heard_at
        with suppress(ProcessLookupError):
            process.kill()


async def _end(process: asyncio.subprocess.Process) -> None:
    try:
        async with asyncio.timeout(STOPPING_SECONDS):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


ENDED = Sentence("Page process {pid} ended with code {code} and is being restarted; its visitors reconnect.")
