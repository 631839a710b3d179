"""Spectators of one `schwarm serve`: latency and cost of live updates while many games are on.

In every game a move is made once a second, over HTTP, as by a person. The spectators are spread over the games and
share one other process; so do the players. An update is timed from just before the request with the move until a
spectator has the whole event; a move, from there until its answer. All processes read the same monotonic clock.
Processor shares are of one core. With --alone, the server has the first core, spectators and players share the others,
and while it is measured everything else on the machine waits (as root). With --nginx, spectators hear what follows from
nginx with nchan, as the guide shows it; nginx shares the spectators' cores.
Usage: python -m benchmarks.spectators [--spectators N ...] [--games N] [--seconds N] [--alone] [--nginx]
"""

import argparse
import asyncio
import itertools
import json
import math
import multiprocessing
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import schwarm
from schwarm.launch.limits import raise_open_files

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from web.nchan import Nginx

GAME = "piranhas-2026"
SECONDS_PER_MOVE = 1.0
PERSON = {"kind": "person"}
GOAL_MS, OWN_GOAL_MS = 150.0, 50.0
"""What 99 of 100 spectators and movers may wait."""
MOVE = re.compile(rb'event: move\n(?:id: [^\n]+\n)?data: \{"move":\{"turn":(\d+)')
TICKS = os.sysconf("SC_CLK_TCK")
SPAWN = multiprocessing.get_context("spawn")
"""A fork of a process with threads may wait for ever for one that it does not have."""

Heard = list[tuple[int, int, float, int]]
"""Of which game a spectator heard which turn, when, and in how many bytes."""


class Arena:
    """`schwarm serve` with a data folder of its own."""

    def __init__(self, data: str, *options: str, alone: bool = False, front: int | None = None) -> None:
        """`front` is the port of nginx, where spectators subscribe."""
        self.front = front
        command = [sys.executable, "-m", "schwarm", "serve", "--lang", "en", "--port", "0", "--page-port", "0"]
        command += ["--data", data, *options]
        self.alone = alone
        if alone:
            command = ["taskset", "-c", "0", *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.port = next(
            int(found[1]) for line in self.process.stdout if (found := re.search(r"http://.*:(\d+)/", line))
        )

    def computed(self) -> float:
        """Seconds of processor time."""
        field = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(field[11]) + int(field[12])) / TICKS

    def megabytes(self) -> float:
        """Memory that is the server's own."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        return sum(map(int, re.findall(r"Private_\w+:\s+(\d+)", text))) / 1000

    def go_first(self, *, first: bool) -> None:
        """Schedule the server before everything else, or like everything else."""
        if self.alone:
            for thread in Path(f"/proc/{self.process.pid}/task").iterdir():
                go_first(int(thread.name), first=first)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def go_first(thread: int = 0, *, first: bool) -> None:
    os.sched_setscheduler(thread, os.SCHED_RR if first else os.SCHED_OTHER, os.sched_param(int(first)))


class Line:
    """One connection of a person who plays."""

    def __init__(self, port: int) -> None:
        self._port, self._cookie = port, ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def hang_up(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def ask(self, path: str, body: Any = None) -> bytes:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=2**24)
        reader, writer = self._streams
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n"
        head += f"X-Schwarm: page\r\nCookie: {self._cookie}\r\nContent-Length: {len(data)}\r\n\r\n"
        writer.write(head.encode() + data)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode()
        size = re.search(r"content-length: (\d+)", answer, re.IGNORECASE)
        assert size is not None, answer
        found = await reader.readexactly(int(size[1]))
        if cookie := re.search(r"set-cookie: (schwarm=[^;]+)", answer, re.IGNORECASE):
            self._cookie = cookie[1]
        if answer.split()[1] not in ("200", "201"):
            raise SystemExit(f"{path}: {found.decode()[:300]}")
        return found


class Table:
    """A game in which somebody moves once a second."""

    def __init__(self, arena: Arena, number: int) -> None:
        self.number, self._line = number, Line(arena.port)
        self._state = schwarm.game(GAME).start(number)
        self.key = ""
        self.sent: dict[int, float] = {}
        self.answered: list[float] = []
        """Milliseconds until each move's answer."""

    async def begin(self) -> None:
        await self._line.ask("/")
        wish = {"game": GAME, "red": PERSON, "blue": PERSON, "start": {"seed": self.number}}
        self.key = json.loads(await self._line.ask("/api/v1/games", wish))["key"]

    async def play(self, until: float) -> None:
        # A crowd takes longer to come than an idle connection lives.
        self._line.hang_up()
        await asyncio.sleep(self.number % 20 / 20 * SECONDS_PER_MOVE)
        while (begun := time.monotonic()) < until:
            moves = [move for move in self._state.legal_moves() if self._state.play(move).outcome() is None]
            turn = self._state.turn
            if not moves:
                return
            self.sent[turn] = time.monotonic()
            await self._line.ask(
                f"/api/v1/games/{self.key}/move", {"move": str(moves[turn % len(moves)]), "turn": turn}
            )
            self.answered.append(1000 * (time.monotonic() - self.sent[turn]))
            self._state = self._state.play(moves[turn % len(moves)])
            await asyncio.sleep(max(0.0, begun + SECONDS_PER_MOVE - time.monotonic()))


class Spectator(asyncio.Protocol):
    """Reads a stream, and notes when each move was there as a whole."""

    def __init__(self, game: int, request: bytes, heard: Heard, ready: "asyncio.Queue[None]") -> None:
        self._game, self._request, self._heard, self._ready = game, request, heard, ready
        self._rest = b""
        self._begun = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        *whole, self._rest = (self._rest + data).split(b"\n\n")
        for piece in whole:
            if found := MOVE.search(piece):
                self._heard.append((self._game, int(found[1]), now, len(piece)))
            elif not self._begun and (b"event: sync" in piece or b": hi" in piece):
                self._begun = True
                self._ready.put_nowait(None)


def spectate(port: int, paths: Sequence[str], number: int, line: Connection, alone: bool) -> None:
    """So many spectators in a process of their own: says when all are there, and in the end what they heard."""

    async def run() -> None:
        heard: Heard = []
        ready: asyncio.Queue[None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        for place in range(number):
            game = place % len(paths)
            head = f"GET {paths[game]} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n".encode()
            await loop.create_connection(
                lambda game=game, head=head: Spectator(game, head, heard, ready),  # type: ignore[misc]
                "127.0.0.1",
                port,
            )
        for _ in range(number):
            await ready.get()
        if alone:
            go_first(first=True)
        line.send(None)
        used = time.process_time()
        await asyncio.to_thread(line.recv)
        line.send((heard, time.process_time() - used))

    raise_open_files()
    asyncio.run(run())


@dataclass(frozen=True)
class Watched:
    """How soon spectators had their moves, and what that cost. Shares are of one core."""

    delays: list[float]
    """Milliseconds from a move's request to each spectator who heard it, in order."""
    answers: list[float]
    """Milliseconds from a move's request to its answer, in order."""
    missing: int
    seconds: float
    server: float
    crowd: float
    players: float
    mean_bytes: float


def p99(figures: Sequence[float]) -> float:
    return figures[int(0.99 * len(figures))] if figures else math.inf


async def find_elsewhere(port: int, path: str) -> str:
    """Where a stream goes on after the state of a game."""
    told = (await Line(port).ask(path)).decode()
    found = re.search(r'event: elsewhere\ndata: {"address":"([^"]+)"', told)
    assert found, told[-200:]
    return found[1]


async def watch(arena: Arena, spectators: int, games: int, first: int, seconds: float) -> Watched:
    """Games in which a move is made once a second, and so many who look; games are numbered from `first` on."""
    tables = [Table(arena, first + number) for number in range(games)]
    await asyncio.gather(*(table.begin() for table in tables))
    here, there = SPAWN.Pipe()
    paths = [f"/api/v1/games/{table.key}/events" for table in tables]
    if arena.front:
        paths = [await find_elsewhere(arena.front, path) for path in paths]
    crowd = SPAWN.Process(target=spectate, args=(arena.front or arena.port, paths, spectators, there, arena.alone))
    crowd.start()
    await asyncio.to_thread(here.recv)
    await asyncio.sleep(2.0)
    arena.go_first(first=True)
    computed, begun, own = arena.computed(), time.monotonic(), time.process_time()
    await asyncio.gather(*(table.play(begun + seconds) for table in tables))
    took = time.monotonic() - begun
    arena.go_first(first=False)
    share = (arena.computed() - computed) / took
    own = (time.process_time() - own) / took
    await asyncio.sleep(2.0)
    here.send(None)
    heard, crowd_seconds = await asyncio.to_thread(here.recv)
    crowd.join()
    delays = sorted(1000 * (at - tables[game].sent[turn]) for game, turn, at, _ in heard)
    expected = sum(len(table.sent) * len(range(place, spectators, games)) for place, table in enumerate(tables))
    return Watched(
        delays,
        sorted(itertools.chain.from_iterable(table.answered for table in tables)),
        expected - len(delays),
        took,
        share,
        crowd_seconds / took,
        own,
        statistics.mean(size for *_, size in heard) if heard else 0.0,
    )


async def measure(arena: Arena, spectators: int, games: int, first: int, seconds: float) -> None:
    found = await watch(arena, spectators, games, first, seconds)
    delays, answers = found.delays, found.answers
    updates = len(delays) / found.seconds
    print(
        f"{spectators:>6} {updates:>9.0f} {found.missing:>7} {statistics.median(delays):>7.1f} {p99(delays):>6.0f}"
        f" {delays[-1]:>6.0f} {statistics.median(answers):>7.1f} {p99(answers):>6.0f} {answers[-1]:>6.0f}"
        f" {100 * found.server:>7.0f} {1e6 * found.server / updates:>6.0f} {100 * found.crowd:>6.0f}"
        f" {100 * found.players:>6.0f} {arena.megabytes():>6.0f} {found.mean_bytes:>6.0f}"
        + ("" if p99(delays) < GOAL_MS and p99(answers) < OWN_GOAL_MS else "   too slow"),
        flush=True,
    )


async def run(asked: argparse.Namespace, data: str) -> None:
    front = Nginx(Path(data)) if asked.nginx else None
    options = ("--fan-out", front.publish) if front else ()
    arena = Arena(data, *options, alone=asked.alone, front=front.port if front else None)
    try:
        if front:
            front.start(arena.port)
        load = os.getloadavg()[0]
        print(f"{asked.games} games, {SECONDS_PER_MOVE:.0f} s a move; {os.cpu_count()} cores, load {load:.0f}")
        print(f"{'':>25}{'move to spectator, ms':>23}{'move to its answer, ms':>24}{'server':>9}{'µs an':>7}")
        heads = (f"{'people':>6} {'updates/s':>9} {'missing':>7}", *2 * [f"{'median':>7} {'p99':>6} {'worst':>6}"])
        print(*heads, f"{'% core':>7} {'update':>6} {'crowd':>6} {'players':>6} {'MB':>6} {'bytes':>6}")
        for place, number in enumerate([asked.games, *asked.spectators]):
            # The first time everything is loaded and compiled, which is not what is measured.
            await measure(arena, number, asked.games, 20 * place * asked.games, 5.0 if not place else asked.seconds)
    finally:
        arena.stop()
        if front:
            front.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description="How soon spectators see a move, and what they cost.")
    parser.add_argument("--spectators", type=int, nargs="+", default=[500, 1000, 2000, 5000])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each is measured")
    parser.add_argument("--alone", action="store_true", help="go before everything else on the machine")
    parser.add_argument("--nginx", action="store_true", help="tell spectators through nginx with nchan")
    asked = parser.parse_args()
    if asked.alone:
        os.sched_setaffinity(0, os.sched_getaffinity(0) - {0})
        go_first(first=True)
    raise_open_files()
    with tempfile.TemporaryDirectory() as data:
        asyncio.run(run(asked, data))


if __name__ == "__main__":
    main()
