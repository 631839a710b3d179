"""Pictures of positions, drawn in the process beside the server and kept for the next who asks, bounded in bytes."""

import asyncio
import json
from collections import OrderedDict
from typing import Any

from schwarm import view
from schwarm.games import game
from schwarm.games.record import Record
from schwarm.view import Marks
from schwarm.web.shell.side_process import SideProcess, Work
from schwarm.words import language

MAX_WIDTH = 1200
"""Pixels of a PNG picture; drawing one takes about a second."""
MIN_WIDTH = 100
MAX_GIF_WIDTH = 600
"""Pixels of a GIF picture; drawing one takes about a second."""
MAX_CACHED_BYTES = 32_000_000
"""Of all pictures that are kept."""

DRAW = Work("schwarm.web.board.picture:draw", rank=0, max_waiting=64, max_seconds=5)
PAINT = Work("schwarm.web.board.picture:paint", rank=2, max_waiting=8, max_seconds=10)
ANIMATE = Work("schwarm.web.board.picture:animate", rank=3, max_waiting=4, max_seconds=10)


class Pictures:
    """Asks for pictures and remembers them. Whoever asks for one that is being drawn waits for the same."""

    def __init__(self, side_process: SideProcess, max_bytes: int = MAX_CACHED_BYTES) -> None:
        self._side_process, self._max_bytes = side_process, max_bytes
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._coming: dict[str, asyncio.Task[bytes]] = {}
        self.bytes = 0

    async def get(self, work: Work, data: bytes = b"", **facts: Any) -> bytes:
        """A picture; raises `Refused` if too many wait already. The facts alone name it, whatever data it needs."""
        key = json.dumps([work.function, language(), facts], sort_keys=True)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._coming:
            coming = asyncio.get_running_loop().create_task(self._side_process.do(work, data, **facts))
            self._coming[key] = coming
            coming.add_done_callback(lambda task: self._keep(key, task))
        # Who goes away takes nothing from the others who wait.
        return await asyncio.shield(self._coming[key])

    def _keep(self, key: str, task: "asyncio.Task[bytes]") -> None:
        del self._coming[key]
        if task.cancelled() or task.exception() is not None:
            return
        self._kept[key] = task.result()
        self.bytes += len(task.result())
        while self.bytes > self._max_bytes:
            self.bytes -= len(self._kept.popitem(last=False)[1])


# -- in the process beside the server ----------------------------------------------------------------------------


def draw(_: bytes, *, id: str, rules: str, position: str, last: str | None, theme: str, flipped: bool) -> bytes:
    """A position as SVG."""
    known = game(id, rules)
    marks = Marks(last=known.parse_move(last) if last else None)
    return view.svg(known.parse(position), marks, theme=theme, flipped=flipped).encode()


def paint(data: bytes, *, width: int, **position: Any) -> bytes:
    """A position as PNG."""
    return view.png(draw(data, **position).decode(), width=width)


def animate(record: bytes, *, theme: str, flipped: bool, width: int, digest: str) -> bytes:
    """A whole game as GIF. The digest is only for whoever keeps pictures."""
    return view.gif(Record.parse(record.decode()), theme=theme, flipped=flipped, width=width)
