"""The core as WebAssembly, where no native one was built: `core.wasm` through wasmtime, with `_native.pyi`'s words.

Every call crosses a border, so single moves cost more than natively; a search runs at more than half the native speed.
It has one thread. What each thing is for stands in `_native.pyi`.
"""

import struct
from collections.abc import Sequence

from schwarm.core.portable_board import Board, boards, on_refusal, on_wrong_number, signed
from schwarm.core.portable_hecht import Hecht

__all__ = [
    "DECIDED",
    "WIN",
    "Board",
    "Hecht",
    "chance",
    "games",
    "level",
    "on_refusal",
    "on_wrong_number",
    "pick",
    "start",
    "verdict",
]


def games() -> list[str]:
    return boards.instance.text("games").split()


def start(game: str, seed: int) -> str:
    core, id = boards.instance, game.encode()
    with core.lock:
        core.write(id[: core.buffer_size])
        text = core.text("start", len(id), signed(seed))
    if not text:
        raise ValueError("no game the core knows")
    return text


def pick(scores: Sequence[int], error: float, seed: int) -> int:
    core = boards.instance
    if not scores or not error >= 0 or 4 * len(scores) > core.buffer_size:
        raise ValueError("pick needs scores, and an error of 0 or more")
    with core.lock:
        core.write(struct.pack(f"<{len(scores)}i", *scores))
        return int(core.call("pick", len(scores), error, signed(seed)))


def level(number: int) -> tuple[float, ...]:
    """How deep a level looks, how many positions it searches and how much it errs, as a browser has it."""
    core = boards.instance
    with core.lock:
        count = core.call("level", number)
        return struct.unpack(f"<{count}d", core.read(8 * count))


def chance(score: int) -> float:
    """The winning chance behind a score, as a browser has it from the core."""
    return float(boards.call("chance", score))


def verdict(before: float, after: float, best: bool) -> int:
    """What a move is called in a review, from 0 (best) to 4 (blunder), as a browser has it from the core."""
    return int(boards.call("verdict", before, after, int(best)))


WIN: int = boards.instance.call("win")
DECIDED: int = boards.instance.call("decided")
