"""How many people can watch: spectators over several page processes, while many games are on.

`schwarm serve --page-processes` runs with a PostgreSQL server of its own (or that of SCHWARM_POSTGRES). In every game a
move is made once a second, over HTTP, as by a person; the spectators are spread over the games and all sit in one other
process. An update is timed from the moment before the move's request is sent until a spectator has the whole event, so
that the way to the referee is in it. All processes know the same monotonic clock. Lines that say how much of the
processor each process used are for its own core, whatever else the machine does.
Usage: python -m benchmarks.spectators [--spectators N ...] [--games N] [--processes N] [--seconds N]
"""

import argparse
import asyncio
import json
import math
import multiprocessing
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import schwarm
from schwarm.launch.limits import raise_open_files

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from store import postgres

GAME = "piranhas-2026"
SECONDS_PER_MOVE = 1.0
PERSON = {"kind": "person"}
GOAL_MS = 500.0
MOVE = re.compile(rb'event: move\ndata: \{"move":\{"turn":(\d+)')
TICKS = os.sysconf("SC_CLK_TCK")
SPAWN = multiprocessing.get_context("spawn")
"""A fork of a process with threads may wait for ever for one that it does not have."""

Heard = list[tuple[int, int, float, int]]
"""Of which game a spectator heard which turn, when, and in how many bytes."""


class Arena:
    """`schwarm serve` with its page in several processes."""

    def __init__(self, url: str, processes: int) -> None:
        command = [sys.executable, "-m", "schwarm", "serve", "--lang", "en", "--port", "0", "--page-port", "0"]
        command += ["--data", url, "--page-processes", str(processes)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.port = next(
            int(found[1]) for line in self.process.stdout if (found := re.search(r"http://.*:(\d+)/", line))
        )
        listed = subprocess.run(
            ["ps", "--ppid", str(self.process.pid), "-o", "pid=,args="], capture_output=True, text=True, check=True
        )
        pages = [int(line.split()[0]) for line in listed.stdout.splitlines() if "page_process_main" in line]
        self.pids = [self.process.pid, *pages]

    def computed(self) -> list[float]:
        """Seconds of processor time that each process has used, the referee's first."""
        fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.pids]
        return [(int(field[11]) + int(field[12])) / TICKS for field in fields]

    def megabytes(self) -> list[float]:
        """Memory that is each process's own."""
        texts = [Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in self.pids]
        return [sum(map(int, re.findall(r"Private_\w+:\s+(\d+)", text))) / 1000 for text in texts]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Line:
    """One connection of a person who plays."""

    def __init__(self, port: int) -> None:
        self._port, self._cookie = port, ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

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

    async def begin(self) -> None:
        await self._line.ask("/")
        wish = {"game": GAME, "red": PERSON, "blue": PERSON, "start": {"seed": self.number}}
        self.key = json.loads(await self._line.ask("/api/games", wish))["key"]

    async def play(self, until: float) -> None:
        await asyncio.sleep(self.number % 20 / 20 * SECONDS_PER_MOVE)
        while (begun := time.monotonic()) < until:
            moves = [move for move in self._state.legal_moves() if self._state.play(move).outcome() is None]
            turn = self._state.turn
            if not moves:
                return
            self.sent[turn] = time.monotonic()
            await self._line.ask(f"/api/games/{self.key}/move", {"move": str(moves[turn % len(moves)]), "turn": turn})
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
            elif not self._begun and b"event: sync" in piece:
                self._begun = True
                self._ready.put_nowait(None)


def spectate(port: int, keys: Sequence[str], number: int, line: Connection) -> None:
    """So many spectators in a process of their own: says when all are there, and in the end what they heard."""

    async def run() -> None:
        heard: Heard = []
        ready: asyncio.Queue[None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        for place in range(number):
            game = place % len(keys)
            head = f"GET /api/games/{keys[game]}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
            await loop.create_connection(
                lambda game=game, head=head: Spectator(game, head, heard, ready),  # type: ignore[misc]
                "127.0.0.1",
                port,
            )
        for _ in range(number):
            await ready.get()
        line.send(None)
        used = time.process_time()
        await asyncio.to_thread(line.recv)
        line.send((heard, time.process_time() - used))

    raise_open_files()
    asyncio.run(run())


@dataclass(frozen=True)
class Watched:
    """How soon spectators had their moves, and what that cost. Shares are of a core, the referee's first."""

    delays: list[float]
    """Milliseconds from a move's request to each spectator who heard it, in order."""
    missing: int
    seconds: float
    shares: list[float]
    crowd: float
    players: float
    mean_bytes: float

    @property
    def p99(self) -> float:
        return self.delays[int(0.99 * len(self.delays))] if self.delays else math.inf


async def watch(arena: Arena, spectators: int, games: int, first: int, seconds: float) -> Watched:
    """Games in which a move is made once a second, and so many who look; games are numbered from `first` on."""
    tables = [Table(arena, first + number) for number in range(games)]
    await asyncio.gather(*(table.begin() for table in tables))
    here, there = SPAWN.Pipe()
    crowd = SPAWN.Process(target=spectate, args=(arena.port, [table.key for table in tables], spectators, there))
    crowd.start()
    await asyncio.to_thread(here.recv)
    await asyncio.sleep(2.0)
    computed, begun, own = arena.computed(), time.monotonic(), time.process_time()
    await asyncio.gather(*(table.play(begun + seconds) for table in tables))
    took = time.monotonic() - begun
    shares = [(after - before) / took for before, after in zip(computed, arena.computed(), strict=True)]
    own = (time.process_time() - own) / took
    await asyncio.sleep(2.0)
    here.send(None)
    heard, crowd_seconds = await asyncio.to_thread(here.recv)
    crowd.join()
    delays = sorted(1000 * (at - tables[game].sent[turn]) for game, turn, at, _ in heard)
    expected = sum(len(table.sent) * len(range(place, spectators, games)) for place, table in enumerate(tables))
    return Watched(
        delays,
        expected - len(delays),
        took,
        shares,
        crowd_seconds / took,
        own,
        statistics.mean(size for *_, size in heard) if heard else 0.0,
    )


async def measure(arena: Arena, spectators: int, games: int, first: int, seconds: float) -> None:
    found = await watch(arena, spectators, games, first, seconds)
    delays, shares = found.delays, found.shares
    print(
        f"{spectators:>6} {len(delays) / found.seconds:>9.0f} {found.missing:>7} {statistics.median(delays):>7.0f}"
        f" {found.p99:>7.0f} {delays[-1]:>7.0f}   {100 * shares[0]:>4.0f}  "
        + " ".join(f"{100 * share:>4.0f}" for share in shares[1:])
        + f"   {100 * found.crowd:>4.0f} {100 * found.players:>4.0f}   "
        + " ".join(f"{size:>4.0f}" for size in arena.megabytes())
        + f"   {found.mean_bytes:>5.0f}"
        + ("" if found.p99 < GOAL_MS else "   too slow"),
        flush=True,
    )


async def run(asked: argparse.Namespace, url: str) -> None:
    arena = Arena(url, asked.processes)
    try:
        print(f"{asked.games} games, {SECONDS_PER_MOVE:.0f} s a move, {asked.processes} page processes;", end=" ")
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}")
        print(f"{'':>31}milliseconds   processor, % of a core: referee, pages, spectators, players; megabytes; bytes")
        print(f"{'people':>6} {'updates/s':>9} {'missing':>7} {'median':>7} {'p99':>7} {'worst':>7}")
        for place, number in enumerate([asked.games, *asked.spectators]):
            # The first time everything is loaded and compiled, which is not what is measured.
            await measure(arena, number, asked.games, 20 * place * asked.games, 5.0 if not place else asked.seconds)
    finally:
        arena.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description="How soon spectators see a move, and what they cost.")
    parser.add_argument("--spectators", type=int, nargs="+", default=[250, 500, 1000, 2000])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each is measured")
    asked = parser.parse_args()
    raise_open_files()
    with postgres.server() as server, postgres.database(server) as url:
        asyncio.run(run(asked, url))


if __name__ == "__main__":
    main()
