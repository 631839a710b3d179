"""One engine for a whole class: bounded waiting, and nobody keeps it for himself while others wait."""

import asyncio
import time

import pytest

import schwarm
from schwarm.web.errors import Refused
from schwarm.web.study import engine_queue as room
from schwarm.web.study.engine_queue import QUEUE, EngineQueue

pytestmark = pytest.mark.core
START = schwarm.game("piranhas-2026").start(1)


def test_nobody_waits_in_an_endless_queue_for_a_hint() -> None:
    async def scenario() -> None:
        thinking = EngineQueue()
        thinking._waiting = QUEUE
        with pytest.raises(Refused, match="Too many requests at once"):
            await thinking.hint(START)

    asyncio.run(scenario())


async def thought(thinking: EngineQueue) -> float:
    """Seconds that a thought goes on, beginning with its first answer."""
    began = None
    async for _ in thinking.analyse(START):
        began = began or time.monotonic()
    assert began is not None
    return time.monotonic() - began


def test_a_class_shares_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SHARE", 0.4)
    monkeypatch.setattr(room, "THOUGHT", schwarm.engine.Limit(seconds=3))

    async def scenario() -> None:
        thinking = EngineQueue()
        together = asyncio.gather(*(thought(thinking) for _ in range(3)), thinking.hint(START))
        *seconds, hint = await asyncio.wait_for(together, 60)
        assert all(passed < 2.5 for passed in seconds), seconds
        assert hint in START.legal_moves()
        # Alone again, a thought may take all its time.
        assert 2.5 < await thought(thinking) < 10

    asyncio.run(scenario())


def test_a_long_thought_gives_way_to_who_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SHARE", 0.2)

    async def scenario() -> None:
        thinking = EngineQueue()
        first = asyncio.create_task(thought(thinking))
        await asyncio.sleep(1)
        assert not first.done()
        await asyncio.wait_for(thinking.hint(START), 15)
        assert await first < 10

    asyncio.run(scenario())
