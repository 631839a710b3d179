"""Opening statistics: one game that is too much keeps no other from being counted."""

import asyncio
import json
from pathlib import Path
from typing import Any

import schwarm
from schwarm.games import Outcome, Reason
from schwarm.games.record import Record
from schwarm.store import open_store
from schwarm.store.openings import find_unindexed
from schwarm.web.errors import Refused
from schwarm.web.live.async_store import AsyncStore
from schwarm.web.shell.side_process import TOO_MUCH_WORK, Work
from schwarm.web.study.opening_index import OpeningIndex, look_through


class SlowProcess:
    """Does the work at once, except where one record is among what it is asked for."""

    def __init__(self, slow: str) -> None:
        self.slow, self.sizes = slow, list[int]()

    async def do(self, work: Work, data: bytes = b"", **facts: Any) -> bytes:
        records = json.loads(data)
        self.sizes.append(len(records))
        if any(self.slow in record for record in records):
            raise Refused(TOO_MUCH_WORK(), 400)
        return look_through(data)


def test_a_slow_batch_does_not_stop_the_index(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    start = schwarm.game("piranhas-2026").start(1)
    for number in range(12):
        record = Record(start, players=(f"player {number}.", "other")).then(start.legal_moves()[number])
        store.add(f"game-{number}", record.ended(Outcome(None, Reason.AGREED, (0, 0))))
    slow = SlowProcess("player 7.")

    async def run() -> None:
        reader = AsyncStore(store)
        index = OpeningIndex(reader, slow, asyncio.create_task)  # type: ignore[arg-type]
        index.wake()
        await index.settle(100)
        assert index.complete
        await reader.drain(10)

    asyncio.run(run())
    assert not find_unindexed(store, 10)
    assert slow.sizes[0] == 12
    assert 1 in slow.sizes
    store.close()
