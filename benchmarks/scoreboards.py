"""What a crowd at one scoreboard or wall costs the process that plays, with the page in several processes.

`schwarm serve --page-processes` runs with a PostgreSQL server of its own (or that of SCHWARM_POSTGRES). A tournament of
sixteen players is in its store, and one more result comes every second, as from a terminal, so that nothing else plays
here. All viewers sit in one other process; at a scoreboard they follow its events, at a wall they ask every three
seconds, as browsers do.
Usage: python -m benchmarks.scoreboards [--viewers N ...] [--processes N] [--seconds N]
"""

import argparse
import asyncio
import multiprocessing
import os
import sys
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.spectators import Arena

from schwarm.arena import contest_records
from schwarm.arena.assignment import play_assignment
from schwarm.arena.contest import Conditions, assignment
from schwarm.arena.database_results import DatabaseResults, address
from schwarm.arena.tournament import Tournament
from schwarm.launch.process_limits import raise_open_files
from schwarm.store import open_store

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from store import postgres

PLAYERS = 16
WALL_SECONDS = 3.0
"""Between two questions of a wall."""


class Results:
    """A contest in which every game ends like the first one."""

    def __init__(self, url: str) -> None:
        self._store = open_store(url)
        bots = {f"Team {number}": "random" for number in range(PLAYERS)}
        contest = Tournament(bots, Conditions("piranhas-2026", sandboxed=False), 6)
        self.event = contest_records.save_contest(self._store, contest)
        self._book = DatabaseResults(self._store, self.event)
        self._due = iter(contest.due({}))
        fixture = next(self._due)
        self._report = play_assignment(assignment(contest, fixture))
        self.add()

    def add(self) -> None:
        """One more result."""
        fixture = next(self._due)
        found = replace(self._report, key=fixture.key).to_result()
        assert found is not None
        record, result = found
        result = result._replace(red=fixture.red, blue=fixture.blue)
        self._book.add(self._report, replace(record, players=fixture.players), result)


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
    """So many viewers: says when all are there, and whenever they are asked how much they were told."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        mark = b"HTTP/1.1 200" if asking else b"event: scoreboard"
        viewers = [Viewer(port, path, mark) for _ in range(number)]
        for viewer in viewers:
            await loop.create_connection(lambda viewer=viewer: viewer, "127.0.0.1", port)  # type: ignore[misc]
        while any(not viewer.told for viewer in viewers):
            await asyncio.sleep(0.1)
        line.send(None)

        async def count() -> None:
            while await asyncio.to_thread(line.recv):
                line.send(sum(viewer.told for viewer in viewers))

        ended = asyncio.create_task(count())
        while asking and not ended.done():
            for viewer in viewers:
                viewer.ask()
                await asyncio.sleep(WALL_SECONDS / number)
        await ended

    raise_open_files()
    asyncio.run(run())


def measure(arena: Arena, results: Results, what: str, viewers: int, seconds: float) -> None:
    here, there = multiprocessing.Pipe()
    place = f"/api/contests/{address(results.event)}/{'events' if what == 'scoreboard' else 'wall'}"
    crowd = multiprocessing.Process(target=view, args=(arena.port, place, viewers, what == "wall", there))
    crowd.start()
    here.recv()
    time.sleep(3.0)
    here.send("how much")
    told = here.recv()
    computed, begun = arena.computed(), time.monotonic()
    while time.monotonic() - begun < seconds:
        results.add()
        time.sleep(1.0)
    took = time.monotonic() - begun
    shares = [100 * (after - before) / took for before, after in zip(computed, arena.computed(), strict=True)]
    here.send("how much")
    told = here.recv() - told
    here.send("")
    crowd.join()
    pages = " ".join(f"{share:>5.1f}" for share in shares[1:])
    print(f"{what:>10} {viewers:>7} {told / took:>9.1f}   {shares[0]:>7.1f}   {pages}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="What viewers of a scoreboard or wall cost.")
    parser.add_argument("--viewers", type=int, nargs="+", default=[2, 500])
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each is measured")
    asked = parser.parse_args()
    raise_open_files()
    with postgres.server() as server, postgres.database(server) as url:
        arena = Arena(url, asked.processes)
        try:
            results = Results(url)
            print(f"{asked.processes} page processes; {os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}")
            print(f"{'':>10} {'viewers':>7} {'answers/s':>9}   processor, % of a core: referee, pages")
            for what in ("scoreboard", "wall"):
                for number in asked.viewers:
                    measure(arena, results, what, number, asked.seconds)
        finally:
            arena.stop()


if __name__ == "__main__":
    main()
