"""What strangers ask for is drawn and read in another process, which is bounded and polite."""

import asyncio
import os
import sys
from dataclasses import replace
from typing import Any

import pytest

import schwarm
from schwarm.web.board.picture import DRAW, PAINT, Pictures
from schwarm.web.errors import Refused
from schwarm.web.shell.side_process import SideProcess
from schwarm.web.shell.side_process_main import NICENESS
from schwarm.web.study.game_file import READ
from schwarm.words import speaking

pytestmark = pytest.mark.slow


def position(seed: int = 7) -> dict[str, Any]:
    start = schwarm.game("piranhas-2026").start(seed)
    return {"id": "piranhas-2026", "rules": "documents", "position": str(start), "flipped": False}


def picture(seed: int = 7) -> dict[str, Any]:
    return position(seed) | {"last": None, "theme": "light"}


def test_work_is_done_in_order_of_its_rank_and_refused_beyond_its_bound() -> None:
    async def scenario() -> None:
        side = SideProcess()
        done: list[str] = []

        async def ask(name: str, *arguments: Any, **facts: Any) -> None:
            try:
                await side.do(*arguments, **facts)
                done.append(name)
            except Refused as error:
                done.append(f"{error.status} {error}")

        few = replace(PAINT, max_waiting=3)
        paints = [ask(f"paint {seed}", few, **picture(seed), width=100) for seed in range(5)]
        await asyncio.gather(*paints, ask("draw", DRAW, **picture()))
        busy = "503 The server has too much of this to do at the moment; try again in a few seconds."
        assert done.count(busy) == 2
        assert done.index("draw") < done.index("paint 1") < done.index("paint 2")
        assert not any(side.waiting.values())
        if sys.platform == "linux":
            assert os.getpriority(os.PRIO_PROCESS, side.pid or 0) == min(19, os.getpriority(0, 0) + NICENESS)
        pid = side.pid
        await side.close()
        assert pid is not None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)

    asyncio.run(scenario())


def test_what_takes_too_long_is_stopped_and_the_next_is_done() -> None:
    async def scenario() -> None:
        side = SideProcess()
        with pytest.raises(Refused, match="would take the server too long"):
            await side.do(replace(PAINT, max_seconds=0.02), **picture(), width=1200)
        assert (await side.do(DRAW, **picture())).startswith(b"<svg")
        await side.close()

    asyncio.run(scenario())


def test_what_is_wrong_is_said_in_the_language_of_who_asks() -> None:
    async def scenario() -> None:
        side = SideProcess()
        with speaking("de"), pytest.raises(Refused, match="Die Datei ist leer"):
            await side.do(READ, b"")
        with pytest.raises(Refused, match=r"Line 1: .*\{x\}"):
            await side.do(READ, b"Game: {x}\nStart: x\n\n")
        await side.close()

    asyncio.run(scenario())


def test_pictures_are_kept_up_to_so_many_bytes() -> None:
    async def scenario() -> None:
        side = SideProcess()
        pictures = Pictures(side, max_bytes=100_000)
        first, same = await asyncio.gather(*(pictures.get(DRAW, **picture()) for _ in range(2)))
        assert first is same
        assert await pictures.get(DRAW, **picture()) is first
        for seed in range(4):
            await pictures.get(DRAW, **picture(100 + seed))
        assert len(first) < pictures.bytes <= 100_000
        assert await pictures.get(DRAW, **picture()) is not first
        await side.close()

    asyncio.run(scenario())
