"""Crowds at `schwarm serve`: at games, at a scoreboard, at a wall.

In games a move is made once a second; in the contest one more result comes every second, as from a terminal, so that
nothing else plays here. All viewers share one other process: at a scoreboard they follow its events, at a wall they ask
every three seconds, as browsers do.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median

from benchmarks.growing.copies import REAL, FilledContest, large_tournament
from benchmarks.growing.scene import CLOCK, Measure, Row, Scene
from benchmarks.spectators import SPAWN, Arena, Watched, watch
from benchmarks.web import PATIENCE

from schwarm.arena.contest_records import address
from schwarm.launch.limits import raise_open_files
from schwarm.store import open_store

GAMES = 20
PLAYERS, RESULTS = 16, REAL
"""Of the tournament, and results in it at the beginning."""
SECONDS = 6.0
WALL_SECONDS = 3.0
"""Between two questions of a wall."""


class Viewer(asyncio.Protocol):
    """Counts what comes."""

    def __init__(self, port: int, path: str, mark: bytes) -> None:
        """`mark` is in everything that they are told."""
        self.told, self._mark = 0, mark
        self._request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self.ask()

    def ask(self) -> None:
        if self._transport is not None:
            self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self.told += data.count(self._mark)


def view(port: int, path: str, number: int, asking: bool, line: Connection) -> None:
    """So many viewers in a process of their own: says when all are there, and ends when it is told to."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        mark = b"HTTP/1.1 200" if asking else b"event: scoreboard"
        viewers = [Viewer(port, path, mark) for _ in range(number)]
        for viewer in viewers:
            await loop.create_connection(lambda viewer=viewer: viewer, "127.0.0.1", port)  # type: ignore[misc]
        while any(not viewer.told for viewer in viewers):
            await asyncio.sleep(0.1)
        line.send(None)
        ended = asyncio.create_task(asyncio.to_thread(line.recv))
        while asking and not ended.done():
            for viewer in viewers:
                viewer.ask()
                await asyncio.sleep(WALL_SECONDS / number)
        await ended

    raise_open_files()
    asyncio.run(run())


class Crowds:
    """The server, and a contest in its store."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        raise_open_files()
        data = str(folder / "crowds")
        store = opened.enter_context(closing(open_store(data)))
        self._contest = FilledContest(store, large_tournament(PLAYERS), RESULTS)
        self._arena = Arena(data)
        opened.callback(self._arena.stop)
        self._first = count(0, GAMES)

    def watch(self, spectators: int) -> Watched:
        return asyncio.run(watch(self._arena, spectators, GAMES, next(self._first), SECONDS))

    def view(self, what: str, viewers: int) -> float:
        """Seconds of the server within a second, while so many look at the contest."""
        arena = self._arena
        here, there = SPAWN.Pipe()
        place = f"/api/v1/contests/{address(self._contest.event)}/{what}"
        crowd = SPAWN.Process(target=view, args=(arena.port, place, viewers, what == "wall", there))
        crowd.start()
        if not here.poll(PATIENCE):
            raise SystemExit(f"Not all of {viewers} viewers were told something.")
        here.recv()
        time.sleep(WALL_SECONDS)
        computed, begun = arena.computed(), time.monotonic()
        while time.monotonic() - begun < SECONDS:
            self._contest.add()
            time.sleep(1.0)
        cost = (arena.computed() - computed) / (time.monotonic() - begun)
        here.send(None)
        crowd.join()
        return cost


def open_crowds(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    crowds = Crowds(folder, opened)

    def cost(size: int) -> float:
        """Seconds of the server for an update of one spectator."""
        found = crowds.watch(size)
        return found.server * found.seconds / len(found.delays)

    return {
        "spectators": lambda size: median(crowds.watch(size).delays) / 1000,
        "spectators-cost": cost,
        "scoreboard-viewers": lambda size: crowds.view("events", size),
        "wall-viewers": lambda size: crowds.view("wall", size),
    }


SCENES = (
    Scene(
        (
            Row("spectators", "people", f"From a move's request to those who look at {GAMES} games, median.", CLOCK),
            Row("spectators-cost", "people", "An update of one of them; the server's part."),
            Row("scoreboard-viewers", "people", "A second of a contest with one more result; the server's part."),
            Row("wall-viewers", "people", "The same, where all ask for the wall every three seconds."),
        ),
        (50, 200, 800),
        (20, 40, 80),
        open_crowds,
    ),
)
