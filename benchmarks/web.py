"""How the page holds up: many spectators of one game, the weight of its pages, and how soon the first one is there.

The arena runs as a process of its own, the spectators in another; both know the same monotonic clock. A move is timed
from the moment its request is sent to the moment each spectator has it. The first view is measured in Chromium, where
there is one, with an empty cache. Usage: python benchmarks/web.py [spectators] [moves]
"""

import asyncio
import gzip
import http.client
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HEADERS = {"X-Schwarm": "page", "Accept-Language": "en"}
PAGES = ("/", "/play", "/watch", "/games", "/rules/piranhas-2026", "/analysis")
CHROMIUM = Path("/usr/bin/chromium")
PATIENCE = 600.0
"""Seconds after which an answer does not come any more: some are long."""


class Arena:
    """`schwarm serve` on ports that the system chose."""

    def __init__(self, data: str) -> None:
        command = [sys.executable, "-m", "schwarm", "serve", "--port", "0", "--page-port", "0", "--data", data]
        self.process = subprocess.Popen([*command, "--lang", "en"], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        for line in self.process.stdout:
            if found := re.search(r"http://127.0.0.1:(\d+)/", line):
                self.port = int(found[1])
                break
        self.cookie = ""

    def ask(self, path: str, body: Any = None, **headers: str) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        sent = {**HEADERS, **headers, "Cookie": self.cookie}
        connection.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), sent)
        answer = connection.getresponse()
        data = answer.read()
        found = {name.lower(): value for name, value in answer.getheaders()}
        if "set-cookie" in found and not self.cookie:
            self.cookie = found["set-cookie"].partition(";")[0]
        connection.close()
        return answer.status, found, data

    @property
    def memory(self) -> int:
        """Bytes of memory that are the process's own."""
        text = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        found = re.search(r"Private_Dirty:\s+(\d+)", text)
        assert found
        return 1024 * int(found[1])


async def spectate(port: int, path: str, begun: asyncio.Semaphore, heard: dict[int, list[float]]) -> None:
    """One spectator: reads the stream and notes when each move was there."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    kind = b""
    try:
        while line := await reader.readline():
            now = time.monotonic()
            if line.startswith(b"event: "):
                kind = line[7:].strip()
            elif line.startswith(b"data: ") and kind == b"sync":
                begun.release()
            elif line.startswith(b"data: ") and kind == b"move":
                found = re.search(rb'"move":\{"turn":(\d+)', line)
                assert found
                heard.setdefault(int(found[1]), []).append(now)
    finally:
        writer.close()


async def crowd(arena: Arena, spectators: int, moves: int) -> tuple[list[float], float]:
    """All delays from a move to a spectator, and the memory of one spectator."""
    person = {"kind": "person"}
    arena.ask("/")
    wish = {"game": "piranhas-2026", "red": person, "blue": person, "start": {"seed": 7}}
    _, _, data = await asyncio.to_thread(arena.ask, "/api/v1/games", wish)
    key = json.loads(data)["key"]
    path = f"/api/v1/games/{key}/events"
    before = arena.memory
    begun, heard = asyncio.Semaphore(0), dict[int, list[float]]()
    tasks = [asyncio.create_task(spectate(arena.port, path, begun, heard)) for _ in range(spectators)]
    for _ in range(spectators):
        await begun.acquire()
    await asyncio.sleep(1)
    each = (arena.memory - before) / spectators
    import schwarm

    state, delays = schwarm.game("piranhas-2026").start(7), []
    for turn in range(moves):
        move = state.legal_moves()[turn % 7]
        sent = time.monotonic()
        await asyncio.to_thread(arena.ask, f"/api/v1/games/{key}/move", {"move": str(move), "turn": turn})
        while len(heard.get(turn, [])) < spectators:
            await asyncio.sleep(0.005)
        delays += [at - sent for at in heard[turn]]
        state = state.play(move)
        await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return delays, each


def weights(arena: Arena) -> dict[str, int]:
    """What a first visit to each page carries over the wire, compressed, pictures and boards included."""
    found = {}
    for page in PAGES:
        _, _, data = arena.ask(page, **{"Accept-Encoding": "gzip"})
        text = gzip.decompress(data).decode()
        linked = set(re.findall(r'(?:src|href)="(/(?:static|board|picture)[^"]+)"', text))
        modules = {address for address in linked if address.endswith(".js")}
        while modules:
            address = modules.pop()
            source = _unpacked(arena.ask(address, **{"Accept-Encoding": "gzip"})).decode()
            here = address.rpartition("/")[0]
            more = {f"{here}/{name}" for name in re.findall(r'from "\./([^"]+)"', source)} - linked
            linked |= more
            modules |= more
        if "data-board" in text and "/board/" in text:
            stamp = re.search(r'data-stamp="(\w+)"', text)
            assert stamp
            linked.add(f"/board/{stamp[1]}/en/piranhas-2026/usual.json")
        found[page] = len(data) + sum(
            len(arena.ask(address.replace("&amp;", "&"), **{"Accept-Encoding": "gzip"})[2]) for address in linked
        )
    return found


def _unpacked(answer: tuple[int, dict[str, str], bytes]) -> bytes:
    _, headers, data = answer
    return gzip.decompress(data) if headers.get("content-encoding") == "gzip" else data


def first_views(arena: Arena) -> dict[str, float]:
    """Seconds until the first view is painted, with an empty cache."""
    from playwright.sync_api import sync_playwright

    found = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for path in PAGES:
            times = []
            for _ in range(3):
                context = browser.new_context()
                page = context.new_page()
                page.goto(f"http://127.0.0.1:{arena.port}{path}")
                page.wait_for_timeout(400)
                times.append(
                    page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN")
                )
                context.close()
            found[path] = statistics.median(times) / 1000
        browser.close()
    return found


def main() -> None:
    asked = [int(argument) for argument in sys.argv[1:]]
    spectators, moves = (asked + [500, 20][len(asked) :])[:2]
    with tempfile.TemporaryDirectory() as data:
        arena = Arena(data)
        try:
            delays, memory = asyncio.run(crowd(arena, spectators, moves))
            middle, late = statistics.median(delays), statistics.quantiles(delays, n=100)[98]
            print(f"{spectators} spectators of one game, {moves} moves")
            print(f"  move to spectator, median     {1000 * middle:8.1f} ms   (target 100 ms)")
            print(f"  move to spectator, 99th of 100{1000 * late:8.1f} ms   (target 500 ms)")
            print(f"  memory per spectator          {memory / 1024:8.1f} KB")
            print("weight of a first visit, compressed (target 150 KB)")
            for page, weight in weights(arena).items():
                print(f"  {page:<28} {weight / 1000:8.1f} KB")
            if CHROMIUM.exists():
                print("first view in Chromium with an empty cache (target 1 s)")
                for page, seconds in first_views(arena).items():
                    print(f"  {page:<28} {seconds:8.2f} s")
        finally:
            arena.process.terminate()
            arena.process.wait(20)


if __name__ == "__main__":
    main()
