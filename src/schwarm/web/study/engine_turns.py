"""Whose search is next: clients take turns, so that whoever asks for much keeps only themselves waiting."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from schwarm.web.shell.waiting_line import WaitingLine


class EngineTurns:
    """One search at a time. Runs inside the event loop."""

    def __init__(self) -> None:
        self._line = WaitingLine()
        self._present: str | None = None
        """Whose turn it is."""
        self._asked: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many wait or have their turn."""
        return self._asked.total()

    def count(self, client: str) -> int:
        """How many of a client do."""
        return self._asked[client]

    @asynccontextmanager
    async def take(self, client: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the end of the block."""
        self._asked[client] += 1
        try:
            await self._wait(client)
            try:
                yield
            finally:
                self._pass_on()
        finally:
            self._asked[client] -= 1
            if not self._asked[client]:
                del self._asked[client]

    async def _wait(self, client: str) -> None:
        if self._present is None:
            self._present = client
            return
        turn = self._line.join(client)
        try:
            await turn
        except asyncio.CancelledError:
            # Whoever goes at the very moment of their turn has it no more.
            if not turn.cancelled():
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        self._present = self._line.call_next(last=self._present)
