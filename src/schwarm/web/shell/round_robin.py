"""One at a time, and clients take turns: a client that asks for much keeps only itself waiting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from schwarm.web.shell.waiting_line import WaitingLine


class RoundRobin:
    """Runs inside the event loop."""

    def __init__(self) -> None:
        self._line = WaitingLine()
        self._present: str | None = None
        """The client that has its turn."""
        self._asked = 0

    def __len__(self) -> int:
        """How many wait or have their turn."""
        return self._asked

    @asynccontextmanager
    async def take(self, client: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the end of the block."""
        self._asked += 1
        try:
            await self._wait(client)
            try:
                yield
            finally:
                self._present = self._line.call_next(last=self._present)
        finally:
            self._asked -= 1

    async def _wait(self, client: str) -> None:
        if self._present is None:
            self._present = client
            return
        turn = self._line.join(client)
        try:
            await turn
        except asyncio.CancelledError:
            # The turn had come when the client went.
            if not turn.cancelled():
                self._present = self._line.call_next(last=self._present)
            raise
