"""The same search in every core there is: native, as WebAssembly through wasmtime, and in Chromium where there is one.

Positions per second of the same searches, one after the other in the same run, so that only the ratios count.
"""

import base64
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from schwarm.core import _native, portable
from schwarm.core.instance import WASM
from schwarm.games import Game, State

CHROMIUM = Path("/usr/bin/chromium")
DEPTH, ENDLESS, MEGABYTES = 60, 2**62, 32
ROUNDS = 5
# As the page's worker does it, without the worker: the core asks a system for nothing but the time.
IN_CHROMIUM = """async ([core, id, texts, seconds]) => {
  const bytes = Uint8Array.from(atob(core), (letter) => letter.charCodeAt(0));
  const module = await WebAssembly.compile(bytes);
  let call;
  const time = (_clock, _precision, place) => {
    new DataView(call.memory.buffer).setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  const system = {};
  for (const { name } of WebAssembly.Module.imports(module)) system[name] = name === "clock_time_get" ? time : () => 8;
  call = new WebAssembly.Instance(module, { wasi_snapshot_preview1: system }).exports;
  call._initialize();
  const write = (text) => {
    const letters = new TextEncoder().encode(text);
    new Uint8Array(call.memory.buffer, call.buffer(), letters.length).set(letters);
    return letters.length;
  };
  const hecht = call.hecht_new(write(id), 32);
  let nodes = 0, taken = 0;
  for (const text of texts) {
    const board = call.board_new(id.length, write(id + text) - id.length, 0);
    call.hecht_forget(hecht);
    call.hecht_begin(hecht, board, 60, 2n ** 62n, seconds, 1);
    while (call.hecht_deepen(hecht));
    nodes += Number(call.hecht_nodes(hecht));
    taken += call.hecht_elapsed(hecht);
  }
  return nodes / taken;
}"""


def searched_by(core: Any, game: Game, states: list[State], seconds: float) -> float:
    """Positions per second, each state with an empty memory."""
    hecht, nodes, taken = core.Hecht(game.id, MEGABYTES), 0, 0.0
    for state in states:
        hecht.forget()
        hecht.begin(core.Board(game.id, str(state)), DEPTH, ENDLESS, seconds)
        began = time.process_time()  # of a processor: what else runs here shall not count
        while hecht.deepen():
            pass
        nodes += hecht.nodes
        taken += time.process_time() - began
    return nodes / taken


def searched_in_chromium(page: Any, game: Game, states: list[State], seconds: float) -> float:
    """The same in a browser."""
    core = base64.b64encode(WASM.read_bytes()).decode()
    return float(page.evaluate(IN_CHROMIUM, [core, game.id, [str(state) for state in states], seconds]))


def speeds(game: Game, states: list[State], seconds: float) -> dict[str, float]:
    """Positions per second by core: the best of a few rounds, in which all cores take turns."""
    share = max(seconds / len(states) / ROUNDS, 0.1)
    found: dict[str, float] = {}
    with ExitStack() as opened:
        page = None
        if CHROMIUM.exists():
            from playwright.sync_api import sync_playwright

            chromium = opened.enter_context(sync_playwright()).chromium
            browser = chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = opened.enter_context(browser).new_page()
        for _ in range(ROUNDS):
            told = {
                "native": searched_by(_native, game, states, share),
                "wasm": searched_by(portable, game, states, share),
            }
            if page:
                told["wasm in Chromium"] = searched_in_chromium(page, game, states, share)
            found = {core: max(speed, found.get(core, 0)) for core, speed in told.items()}
    return found
