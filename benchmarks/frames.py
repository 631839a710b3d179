"""How smoothly pieces swim: the pictures that the browser draws while moves of a game are shown.

A page asks for a picture, and the browser says when it draws it: sixty times a second where nothing else keeps it
busy. Counted are the pictures while a piece is under way; beside them stands what the same browser manages on the same
page while nothing moves, since a busy machine misses pictures by itself. Needs Chromium and a quiet machine.
Usage: python -m benchmarks.frames [moves]
"""

import sys
import tempfile

from benchmarks.web import CHROMIUM, Arena
from playwright.sync_api import Page, sync_playwright

GAMES = ("piranhas-2026", "piranhas-2019", "ostseeschach-2022")
FRAME_MS = 1000 / 60
LATE = 1.5
"""A picture that comes so many times later than it should was missed."""
PICTURES = """async ([moves, moving]) => {
    const gaps = [];
    for (let move = 0; move < moves; ++move) {
        if (moving) document.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
        await new Promise(requestAnimationFrame);
        let last = await new Promise(requestAnimationFrame), until = last + 400;
        while (moving ? document.getAnimations().some(({playState}) => playState === "running") : last < until) {
            const now = await new Promise(requestAnimationFrame);
            gaps.push(now - last);
            last = now;
        }
    }
    return gaps;
}"""


def measure(page: Page, moves: int, *, moving: bool) -> str:
    """Pictures a second, and how many of them came late."""
    gaps: list[float] = page.evaluate(PICTURES, [moves, moving])
    if not gaps:
        raise SystemExit("Nothing moved: the browser prefers quiet, or the game has no moves.")
    late = sum(gap > LATE * FRAME_MS for gap in gaps)
    return f"{1000 * len(gaps) / sum(gaps):5.1f} a second, {late} of {len(gaps)} late, the latest {max(gaps):.0f} ms"


def main() -> None:
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        arena = Arena(data)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            for game in GAMES:
                page = browser.new_page(viewport={"width": 1366, "height": 657}, reduced_motion="no-preference")
                page.goto(f"http://127.0.0.1:{arena.port}/game/example-{game}")
                page.wait_for_selector(".square-cell", state="attached")
                print(f"{game}: quiet {measure(page, moves, moving=False)}")
                print(f"{game}: swimming {measure(page, moves, moving=True)}")
                page.close()
        finally:
            browser.close()
            arena.process.terminate()
            arena.process.wait()


if __name__ == "__main__":
    main()
