"""One engine for a whole class: bounded waiting, and nobody keeps it for himself while others wait."""

import asyncio
import time

import pytest

import schwarm
from patience import PATIENCE
from schwarm.web.errors import Refused
from schwarm.web.study import engine_queue as room
from schwarm.web.study.engine_queue import EngineQueue

pytestmark = pytest.mark.core
START = schwarm.game("piranhas-2026").start(1)
ENDLESS = schwarm.engine.Limit(seconds=10 * PATIENCE)
"""Who thinks so long has not given way."""


async def thought(thinking: EngineQueue, begun: asyncio.Event | None = None, client: str = "a") -> float:
    """Seconds that a thought takes; says when it has its first answer."""
    asked = time.monotonic()
    async for _ in thinking.analyse(START, client):
        if begun:
            begun.set()
    return time.monotonic() - asked


@pytest.fixture(autouse=True)
def short_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SHARE", 0.1)
    monkeypatch.setattr(room, "HINT", schwarm.engine.Limit(nodes=1000))


def test_nobody_waits_in_an_endless_queue_for_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "THOUGHT", ENDLESS)
    monkeypatch.setattr(room, "QUEUE", 1)

    async def scenario() -> None:
        thinking, begun = EngineQueue(), asyncio.Event()
        first = asyncio.create_task(thought(thinking, begun))
        await begun.wait()
        with pytest.raises(Refused, match="Too many requests at once"):
            await thinking.hint(START, "a")
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE))


def test_a_class_shares_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "THOUGHT", ENDLESS)

    async def scenario() -> None:
        thinking = EngineQueue()
        *_, hint = await asyncio.gather(*(thought(thinking) for _ in range(3)), thinking.hint(START, "a"))
        assert hint in START.legal_moves()

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE))


def test_alone_a_thought_may_take_all_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "THOUGHT", schwarm.engine.Limit(seconds=0.6))
    assert asyncio.run(thought(EngineQueue())) > 0.4


def test_a_long_thought_gives_way_to_who_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "THOUGHT", ENDLESS)

    async def scenario() -> None:
        thinking, begun = EngineQueue(), asyncio.Event()
        first = asyncio.create_task(thought(thinking, begun))
        await begun.wait()
        assert not first.done()
        await thinking.hint(START, "b")
        await first

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE))


def test_who_asks_for_much_keeps_only_themselves_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "THOUGHT", ENDLESS)
    monkeypatch.setattr(room, "QUEUE", 8)

    async def scenario() -> None:
        thinking, begun = EngineQueue(), asyncio.Event()
        greedy = [asyncio.create_task(thought(thinking, begun))]
        await begun.wait()
        greedy += [asyncio.create_task(thought(thinking)) for _ in range(7)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="Too many requests at once; wait a moment and try again"):
            thinking.check("a")
        assert await thinking.hint(START, "b") in START.legal_moves()
        # Only the one that had its turn already was before it.
        assert sum(each.done() for each in greedy) <= 1
        for each in greedy:
            each.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)
        # Whoever went while waiting keeps nobody.
        assert await thinking.hint(START, "c") in START.legal_moves()

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE))
