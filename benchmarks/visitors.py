"""How many people can ask Hecht at once: it thinks in their browsers, so the server should not notice.

First one real visitor: in Chromium the engine is switched on, moves from its best line are played, and everything that
the page asks the server for is noted. Then so many visitors ask for the same, each from an address of their own, with a
second between two moves, while two honest clients play (see `honest_game.py`). A search on the server would be seen:
in what the browser asks for, and in the server's processor time.
Usage: python -m benchmarks.visitors [--visitors N] [--seconds N]
"""

import argparse
import asyncio
import contextlib
import itertools
import multiprocessing
import os
import random
import re
import tempfile
import time
from pathlib import Path

from benchmarks.attacked_server import Arena, Target
from benchmarks.honest_game import HEAD, measure, scripted_game
from playwright.sync_api import Request, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
MOVES = 5
PAUSE = 1.0
"""Seconds between two moves of a visitor."""
SEARCHES = ("/api/v1/analysis", "/hint", "/review")
"""What the server would search for."""

Step = list[str]
"""The addresses that the page asks for between two moves."""


def watch_a_visitor(target: Target) -> list[Step]:
    """What a page asks for when it is opened, and after each move that is played from the engine's lines."""
    steps: list[Step] = [[]]

    def note(request: Request) -> None:
        if request.method == "GET" and not request.url.startswith(("data:", "blob:")):
            steps[-1].append("/" + request.url.split("/", 3)[3])

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=["--no-sandbox"])
        page = browser.new_page()
        page.on("request", note)
        page.goto(f"http://127.0.0.1:{target.page_port}/analysis")
        page.locator("#engine").check(force=True)
        for _ in range(MOVES):
            page.locator(".lines li button").first.wait_for()
            page.wait_for_timeout(1000 * PAUSE)
            steps.append([])
            page.locator(".lines li button").first.click()
        page.wait_for_timeout(1000 * PAUSE)
        browser.close()
    return steps


def visit(target: Target, steps: list[Step], visitors: int) -> None:
    """So many visitors, until the process is ended."""

    async def look(number: int) -> None:
        await asyncio.sleep(random.random() * PAUSE * len(steps))
        address = f"198.51.{100 + number // 200}.{1 + number % 200}"
        while True:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                reader, writer = await asyncio.open_connection("127.0.0.1", target.page_port, limit=2**24)
                with contextlib.closing(writer):
                    # What was fetched with the page is in the browser's memory; only the moves come again and again.
                    for step in itertools.chain(steps, itertools.cycle(steps[1:])):
                        for path in step:
                            await ask(reader, writer, path, address)
                        await asyncio.sleep(PAUSE)

    async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, address: str) -> None:
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{target.page_port}\r\nX-Schwarm: page\r\n"
        writer.write(f"{head}X-Forwarded-For: {address}\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        if (size := re.search(rb"content-length: (\d+)", answer)) is None:
            raise OSError
        await reader.readexactly(int(size[1]))

    async def run() -> None:
        await asyncio.gather(*(look(number) for number in range(visitors)))

    os.nice(19)
    asyncio.run(run())


def main() -> None:
    parser = argparse.ArgumentParser(description="What visitors who analyse cost the server and an honest game.")
    parser.add_argument("--visitors", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0, help="how long is measured")
    asked = parser.parse_args()
    start, script = scripted_game()
    with tempfile.TemporaryDirectory() as folder:
        arena = Arena(Path(folder), start)
        try:
            steps = watch_a_visitor(arena.target)
            paths = [path for step in steps for path in step]
            searches = [path for path in paths if any(word in path for word in SEARCHES)]
            print(f"one visitor, {MOVES} moves: {len(paths)} requests, {len(searches)} of them for a search")
            measure(arena, 0.0, script)
            print(f"{'milliseconds':<24}{HEAD}\n{'(alone)':<24}{measure(arena, asked.seconds / 2, script)}", flush=True)
            crowd = multiprocessing.Process(target=visit, args=(arena.target, steps, asked.visitors), daemon=True)
            crowd.start()
            time.sleep(PAUSE * len(steps))
            begun, computed = time.monotonic(), arena.target.computed()
            figures = measure(arena, asked.seconds, script)
            share = (arena.target.computed() - computed) / (time.monotonic() - begun)
            print(f"{f'{asked.visitors} visitors':<24}{figures}")
            print(f"the server used {100 * share:.0f} % of a core, with {asked.visitors} visitors and the honest game")
            crowd.kill()
            crowd.join()
        finally:
            arena.stop()


if __name__ == "__main__":
    main()
