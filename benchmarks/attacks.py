"""How long an honest game waits for the referee while somebody attacks the arena; see `honest_game.py`.

Browsers seem to come from a few addresses elsewhere, as through a web server in front; connections
come from this machine.
Usage: python -m benchmarks.attacks [--seconds N] [NAME…]     without names: all of them
"""

import asyncio
import contextlib
import gzip
import http.client
import itertools
import json
import random
import re
import socket
import time
from collections.abc import Iterator
from urllib.parse import quote

from benchmarks.attacked_server import PATIENCE, Target
from benchmarks.honest_game import GAME, attack, main

import schwarm
from schwarm.games.record import Record

ADDRESSES = 10
"""From how many addresses attackers come."""


def request(target: Target, path: str, body: bytes | None = None) -> bytes:
    """A request as bytes, as the page's own scripts send it, from one of a few addresses elsewhere."""
    sent = {
        "Host": f"127.0.0.1:{target.page_port}",
        "X-Schwarm": "page",
        "X-Forwarded-For": f"192.0.2.{random.randrange(ADDRESSES)}",
        "Accept-Encoding": "gzip",
    }
    if body is not None:
        sent["Content-Length"] = str(len(body))
    named = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
    return f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\n{named}\r\n".encode() + (body or b"")


def ask(target: Target, path: str, body: bytes | None = None) -> bytes:
    """One request and the body of its answer."""
    connection = http.client.HTTPConnection("127.0.0.1", target.page_port, timeout=PATIENCE)
    with contextlib.closing(connection):
        connection.request("GET" if body is None else "POST", path, body, {"X-Schwarm": "page"})
        return connection.getresponse().read()


def flood(target: Target, requests: Iterator[bytes], clients: int) -> None:
    """Many browsers at once, each with its next request as soon as the last one is answered."""

    async def go_on(chosen: Iterator[bytes]) -> None:
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", target.page_port, limit=2**24)
                with contextlib.closing(writer):
                    for each in chosen:
                        writer.write(each)
                        head = await reader.readuntil(b"\r\n\r\n")
                        found = re.search(rb"content-length: (\d+)", head)
                        if found is None:
                            break
                        await reader.readexactly(int(found[1]))

    async def run() -> None:
        await asyncio.gather(*(go_on(requests) for _ in range(clients)))

    asyncio.run(run())


def positions() -> Iterator[str]:
    """Another position every time, ready to stand in an address."""
    for seed in itertools.count():
        yield quote(str(GAME.start(seed)))


@attack
def pictures(target: Target) -> None:
    """Large pictures, another one every time."""
    paths = (f"/picture/{GAME.id}.png?width=2000&position={position}" for position in positions())
    flood(target, (request(target, path) for path in paths), 40)


@attack
def drawings(target: Target) -> None:
    """Drawings and outlines, another one every time."""
    paths = ((f"/picture/{GAME.id}.svg", f"/api/v1/groups/{GAME.id}/swarms") for _ in itertools.count())
    each = (f"{path}?position={position}" for pair, position in zip(paths, positions(), strict=False) for path in pair)
    flood(target, (request(target, path) for path in each), 40)


@attack
def bombs(target: Target) -> None:
    """Small files that unpack to five million messages."""
    packed = gzip.compress(b"<protocol>" + b"<a/>" * 5_000_000)
    flood(target, (request(target, "/api/v1/replays", packed) for _ in itertools.count()), 20)


@attack
def fat_files(target: Target) -> None:
    """Games with as many notes as fit, and whoever looks at them."""
    start = GAME.start(7)
    text = f"Game: {GAME.id}\nStart: {start}\n\n{start.legal_moves()[0]} ; {'x ' * 45_000}\n".encode()
    key = json.loads(ask(target, "/api/v1/replays", text))["key"]
    look = request(target, f"/game/{key}")
    flood(target, itertools.cycle([look, request(target, "/api/v1/replays", text), look]), 20)


@attack
def long_games(target: Target) -> None:
    """A game of sixty moves, looked at and downloaded again and again."""
    chance, record = random.Random(5), Record(schwarm.game("ostseeschach-2022").start(3))
    while record.final.outcome() is None:
        record = record.then(chance.choice(record.final.legal_moves()))
    key = json.loads(ask(target, "/api/v1/replays", str(record).encode()))["key"]
    paths = (f"/game/{key}", f"/games/{key}/download.xml.gz", f"/games/{key}/download.txt")
    flood(target, itertools.cycle([request(target, path) for path in paths]), 20)


@attack
def crowded_lists(target: Target) -> None:
    """Two hundred clients that play, and browsers that ask for the list of all games again and again."""
    players = [target.connect() for _ in range(200)]
    for player in players:
        player.sendall(b'<protocol><join gameType="swc_2022_ostseeschach"/>')
    flood(target, (request(target, "/api/v1/live/events") for _ in itertools.count()), 20)


@attack
def pages(target: Target) -> None:
    """Ordinary pages, as fast as they come."""
    paths = ("/", "/games", "/contests", f"/rules/{GAME.id}", "/play", "/analysis", "/nowhere")
    flood(target, itertools.cycle([request(target, path) for path in paths]), 40)


@attack
def guesses(target: Target) -> None:
    """Codes of leagues, guessed as fast as they are answered."""
    wrong = json.dumps({"code": "AAAA-AAAA-AAAA"}).encode()
    flood(target, (request(target, "/api/v1/leagues/enter", wrong) for _ in itertools.count()), 250)


@attack
def unread_answers(target: Target) -> None:
    """Connections that ask for a large file again and again and read nothing."""
    version = re.search(rb"/static/\w+", ask(target, "/"))
    assert version
    wanted = request(target, f"{version[0].decode()}/wasm/core.wasm").replace(b"Accept-Encoding: gzip\r\n", b"")
    hold(target, 12 * wanted, page=True)


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
    ask(target, "/")
    for round in itertools.count():
        key = json.loads(ask(target, "/api/v1/games", json.dumps(wish).encode()))["key"]
        for path in (f"/api/v1/games/{key}/events", "/api/v1/live/events", "/api/v1/games/exhibition/events"):
            for _ in range(333 if round == 0 else 3):
                with contextlib.suppress(OSError):
                    held.append(target.connect(page=True))
                    held[-1].sendall(request(target, path))
        for each in held[::2]:
            with contextlib.suppress(OSError):
                each.recv(2**20, socket.MSG_DONTWAIT)
        time.sleep(0.05)


@attack
def greedy_games(target: Target) -> None:
    """As many games of computer players as the page grants."""
    greedy = {"kind": "player", "player": "greedy"}
    wish = json.dumps({"game": GAME.id, "red": greedy, "blue": greedy}).encode()
    flood(target, (request(target, "/api/v1/games", wish) for _ in itertools.count()), 10)


@attack
def hungry_games(target: Target) -> None:
    """As many games of the engine against itself as the page grants."""
    hecht = {"kind": "player", "player": "hecht:level=10"}
    wish = json.dumps({"game": GAME.id, "red": hecht, "blue": hecht}).encode()
    flood(target, (request(target, "/api/v1/games", wish) for _ in itertools.count()), 10)


@attack
def analyses(target: Target) -> None:
    """Positions to think about, by more people than the engine has time for."""
    held: list[socket.socket] = []
    for position in positions():
        with contextlib.suppress(OSError):
            held.append(target.connect(page=True))
            held[-1].sendall(request(target, f"/api/v1/analysis/{GAME.id}?position={position}"))
        if len(held) > 200:
            held.pop(0).close()


if __name__ == "__main__":
    main("How long an honest game waits while somebody attacks the arena.")
