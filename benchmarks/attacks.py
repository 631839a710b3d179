"""How long an honest game waits for the referee while somebody attacks the arena.

`schwarm serve` runs as a process of its own, with its page. Two honest clients play game after game; each of their
moves is timed from the moment it is sent to the moment the opponent is asked, first alone and then during the attack.
Attackers are processes with the lowest priority: in earnest they have machines of their own. Wanted: 99 of 100 moves
below 50 ms, whatever goes on. An attack is a function with `@attack` that goes on until its process is ended. Browsers
seem to come from a few addresses elsewhere, as through a web server in front; connections come from this machine.
Usage: python benchmarks/attacks.py [--seconds N] [NAME…]     without names: all of them
"""

import argparse
import asyncio
import contextlib
import gzip
import http.client
import itertools
import json
import multiprocessing
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from urllib.parse import quote

import schwarm
from schwarm.protocol import codec_for
from schwarm.protocol.messages import Join, MoveSent

WANTED_MS = 50
ADDRESSES = 10
"""From how many addresses attackers come."""
PAUSE = 0.005
"""Seconds that an honest player thinks."""
PATIENCE = 20.0
"""Seconds after which a move counts as lost; the game begins anew."""
GAME = schwarm.game("piranhas-2026")


# -- the attacked ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Target:
    """An arena, as attackers see it."""

    port: int
    page_port: int

    def connect(self, *, page: bool = False) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.page_port if page else self.port), timeout=PATIENCE)

    def request(self, path: str, body: bytes | None = None) -> bytes:
        """A request as bytes, as the page's own scripts send it, from one of a few addresses elsewhere."""
        sent = {
            "Host": f"127.0.0.1:{self.page_port}",
            "X-Schwarm": "page",
            "X-Forwarded-For": f"192.0.2.{random.randrange(ADDRESSES)}",
            "Accept-Encoding": "gzip",
        }
        if body is not None:
            sent["Content-Length"] = str(len(body))
        named = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        return f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\n{named}\r\n".encode() + (body or b"")

    def ask(self, path: str, body: bytes | None = None) -> bytes:
        """One request and the body of its answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.page_port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request("GET" if body is None else "POST", path, body, {"X-Schwarm": "page"})
            return connection.getresponse().read()


class Arena:
    """`schwarm serve` on ports that the system chose, from a start that is known."""

    def __init__(self, folder: Path, start: schwarm.State) -> None:
        self._said, self._errors = folder / "said", folder / "errors"
        command = [sys.executable, "-m", "schwarm", "serve", "--lang", "en", "--port", "0", "--page-port", "0"]
        command += ["--public", "--host", "127.0.0.1", "--proxy", "127.0.0.1"]
        with self._said.open("wb") as said, self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                [*command, "--data", str(folder / "data"), "--start", str(start)], stdout=said, stderr=errors
            )
        self.target = Target(self._number(r"port (\d+);"), self._number(r"http://[\d.]+:(\d+)/"))

    def _number(self, pattern: str) -> int:
        while (found := re.search(pattern, self._said.read_text())) is None:
            if self.process.poll() is not None:
                raise SystemExit(self._errors.read_text())
            time.sleep(0.05)
        return int(found[1])

    @property
    def megabytes(self) -> float:
        """Memory of the server itself (Linux)."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    @property
    def log_bytes(self) -> int:
        return self._errors.stat().st_size

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


# -- the honest --------------------------------------------------------------------------------------------------


def scripted_game() -> tuple[schwarm.State, list[bytes]]:
    """A start and a long game from it, as messages ready to be sent (with ROOM for the room's id)."""
    codec = codec_for(GAME)
    for seed in itertools.count():
        chance, start = random.Random(seed), GAME.start(seed)
        state, messages = start, list[bytes]()
        while state.outcome() is None:
            move = chance.choice(state.legal_moves())
            messages.append(codec.write_request(MoveSent("ROOM", codec.to_wire(state, move))).encode())
            state = state.play(move)
        if state.turn == GAME.last_turn:
            return start, messages
    raise AssertionError


def read_until(client: socket.socket, text: bytes) -> bytes:
    """What is said up to a text."""
    heard = b""
    while text not in heard:
        piece = client.recv(65536)
        if not piece:
            raise ConnectionError
        heard += piece
    return heard


def play_game(target: Target, script: list[bytes], taken: list[float], until: float) -> None:
    """Two clients play; every move's time is noted."""
    join = codec_for(GAME).write_request(Join(GAME.wire_name)).encode()
    with target.connect() as one, target.connect() as two:
        one.sendall(b"<protocol>" + join)
        heard = read_until(one, b"<joined")
        room = heard.partition(b'roomId="')[2].partition(b'"')[0]
        two.sendall(b"<protocol>" + f'<joinRoom roomId="{room.decode()}"/>'.encode())
        sides = [one, two]
        asked = b'class="moveRequest"'
        read_until(one, asked)
        for turn, message in enumerate(script[:-1]):
            if time.monotonic() > until:
                return
            time.sleep(PAUSE)
            sent = time.perf_counter()
            sides[turn % 2].sendall(message.replace(b"ROOM", room))
            read_until(sides[1 - turn % 2], asked)
            taken.append(time.perf_counter() - sent)


def play_honestly(target: Target, seconds: float, script: list[bytes], pipe: Pipe) -> None:
    """The other process: game after game for some time; tells how long each move took."""
    taken: list[float] = []
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        began = time.perf_counter()
        try:
            play_game(target, script, taken, until)
        except OSError:
            # Nobody answers any more, or nobody gets in: that is the worst of all.
            taken.append(time.perf_counter() - began + PATIENCE)
    pipe.send(taken)


def measure(target: Target, seconds: float, script: list[bytes]) -> list[float]:
    """How long the referee took with the moves of an honest game, in milliseconds."""
    mine, theirs = multiprocessing.Pipe()
    player = multiprocessing.Process(target=play_honestly, args=(target, seconds, script, theirs))
    player.start()
    taken: list[float] = mine.recv()
    player.join()
    return sorted(1000 * each for each in taken)


# -- the attackers -----------------------------------------------------------------------------------------------

ATTACKS: dict[str, Callable[[Target], None]] = {}


def attack(run: Callable[[Target], None]) -> Callable[[Target], None]:
    """An attack, by its function's name."""
    ATTACKS[run.__name__.replace("_", "-")] = run
    return run


def flood(target: Target, requests: Iterator[bytes], clients: int) -> None:
    """Many browsers at once, each with its next request as soon as the last one is answered."""

    async def ask(chosen: Iterator[bytes]) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", target.page_port, limit=2**24)
                with contextlib.closing(writer):
                    for request in chosen:
                        writer.write(request)
                        head = await reader.readuntil(b"\r\n\r\n")
                        found = re.search(rb"content-length: (\d+)", head)
                        if found is None:
                            break
                        await reader.readexactly(int(found[1]))

    async def run() -> None:
        await asyncio.gather(*(ask(requests) for _ in range(clients)))

    asyncio.run(run())


def positions() -> Iterator[str]:
    """Another position every time, ready to stand in an address."""
    for seed in itertools.count():
        yield quote(str(GAME.start(seed)))


@attack
def pictures(target: Target) -> None:
    """Large pictures, another one every time."""
    paths = (f"/picture/{GAME.id}.png?width=2000&position={position}" for position in positions())
    flood(target, (target.request(path) for path in paths), 40)


@attack
def drawings(target: Target) -> None:
    """Drawings and outlines, another one every time."""
    paths = ((f"/picture/{GAME.id}.svg", f"/api/groups/{GAME.id}/swarms") for _ in itertools.count())
    each = (f"{path}?position={position}" for pair, position in zip(paths, positions(), strict=False) for path in pair)
    flood(target, (target.request(path) for path in each), 40)


@attack
def bombs(target: Target) -> None:
    """Small files that unpack to five million messages."""
    packed = gzip.compress(b"<protocol>" + b"<a/>" * 5_000_000)
    flood(target, (target.request("/api/replays", packed) for _ in itertools.count()), 20)


@attack
def fat_files(target: Target) -> None:
    """Games with as many notes as fit, and whoever looks at them."""
    start = GAME.start(7)
    text = f"Game: {GAME.id}\nStart: {start}\n\n{start.legal_moves()[0]} ; {'x ' * 45_000}\n".encode()
    key = json.loads(target.ask("/api/replays", text))["key"]
    look = target.request(f"/game/{key}")
    flood(target, itertools.cycle([look, target.request("/api/replays", text), look]), 20)


@attack
def pages(target: Target) -> None:
    """Ordinary pages, as fast as they come."""
    paths = ("/", "/games", "/contests", f"/rules/{GAME.id}", "/play", "/analysis", "/nowhere")
    flood(target, itertools.cycle([target.request(path) for path in paths]), 40)


@attack
def silence(target: Target) -> None:
    """Connections to the page that say nothing, and new ones for those that are closed."""
    hold(target, b"", page=True)


@attack
def trickle(target: Target) -> None:
    """Connections to the page that send their headers byte by byte."""
    hold(target, b"GET / HTTP/1.1\r\nX: ", page=True)


@attack
def silence_at_the_referee(target: Target) -> None:
    """Connections to the referee that say nothing."""
    hold(target, b"", page=False)


def hold(target: Target, say: bytes, *, page: bool, connections: int = 3_000) -> None:
    """Keep many connections open, all day."""
    held: list[socket.socket] = []
    while True:
        with contextlib.suppress(OSError):
            held.append(target.connect(page=page))
            held[-1].sendall(say)
        if len(held) > connections:
            held.pop(0).close()


@attack
def nonsense(target: Target) -> None:
    """Something else than HTTP, again and again."""
    while True:
        with contextlib.suppress(OSError), target.connect(page=True) as raw:
            raw.sendall(b"nonsense\r\n\r\n" * 100)


@attack
def spectators(target: Target) -> None:
    """A thousand who follow the same game; half of them never read."""
    person = {"kind": "person"}
    wish = {"game": GAME.id, "red": {"kind": "player", "player": "greedy"}, "blue": person, "start": {"seed": 7}}
    held: list[socket.socket] = []
    target.ask("/")
    for round in itertools.count():
        key = json.loads(target.ask("/api/games", json.dumps(wish).encode()))["key"]
        for path in (f"/api/games/{key}/events", "/api/live/events", "/api/games/exhibition/events"):
            for _ in range(333 if round == 0 else 3):
                with contextlib.suppress(OSError):
                    held.append(target.connect(page=True))
                    held[-1].sendall(target.request(path))
        for each in held[::2]:
            with contextlib.suppress(OSError):
                each.recv(2**20, socket.MSG_DONTWAIT)
        time.sleep(0.05)


@attack
def greedy_games(target: Target) -> None:
    """As many games of computer players as the page grants."""
    greedy = {"kind": "player", "player": "greedy"}
    wish = json.dumps({"game": GAME.id, "red": greedy, "blue": greedy}).encode()
    flood(target, (target.request("/api/games", wish) for _ in itertools.count()), 10)


@attack
def hungry_games(target: Target) -> None:
    """As many games of the engine against itself as the page grants."""
    hecht = {"kind": "player", "player": "hecht:level=10"}
    wish = json.dumps({"game": GAME.id, "red": hecht, "blue": hecht}).encode()
    flood(target, (target.request("/api/games", wish) for _ in itertools.count()), 10)


@attack
def analyses(target: Target) -> None:
    """Positions to think about, by more people than the engine has time for."""
    held: list[socket.socket] = []
    for position in positions():
        with contextlib.suppress(OSError):
            held.append(target.connect(page=True))
            held[-1].sendall(target.request(f"/api/analysis/{GAME.id}?position={position}"))
        if len(held) > 200:
            held.pop(0).close()


# -- the result --------------------------------------------------------------------------------------------------


def begin(run: Callable[[Target], None], target: Target) -> None:
    """In the attacker's process."""
    os.nice(19)
    run(target)


def try_attack(name: str, seconds: float) -> str:
    start, script = scripted_game()
    with tempfile.TemporaryDirectory() as folder:
        arena = Arena(Path(folder), start)
        try:
            alone = measure(arena.target, seconds, script)
            attacker = multiprocessing.Process(target=begin, args=(ATTACKS[name], arena.target), daemon=True)
            attacker.start()
            time.sleep(1)
            attacked = measure(arena.target, seconds, script)
            attacker.terminate()
            attacker.join()
            facts = f"{arena.megabytes:>8.0f}{arena.log_bytes / 1000:>8.0f}"
        finally:
            arena.stop()
    figures = [figure for taken in (alone, attacked) for figure in (statistics.median(taken), late(taken))]
    verdict = "" if figures[3] < WANTED_MS else "  too slow"
    return f"{name:<24}" + "".join(f"{figure:>10.1f}" for figure in (*figures, attacked[-1])) + facts + verdict


def late(taken: list[float]) -> float:
    return taken[int(len(taken) * 0.99)]


def main() -> None:
    parser = argparse.ArgumentParser(description="How long an honest game waits while somebody attacks the arena.")
    parser.add_argument("--seconds", type=float, default=8.0, help="how long each is measured")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"attacks; there are {', '.join(ATTACKS)}")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(ATTACKS):
        parser.error(f"no attack is called {', '.join(sorted(unknown))}; there are {', '.join(ATTACKS)}")
    print("milliseconds from a move to the next request, alone and attacked; memory in MB; log in KB")
    print(f"{'attack':<24}{'median':>10}{'99 %':>10}{'attacked':>10}{'99 %':>10}{'worst':>10}{'memory':>8}{'log':>8}")
    for name in asked.names or ATTACKS:
        print(try_attack(name, asked.seconds), flush=True)


if __name__ == "__main__":
    main()
