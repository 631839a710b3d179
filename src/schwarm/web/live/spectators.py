"""How many people look at a game without playing it."""

import asyncio
from collections.abc import AsyncIterator, Callable

TELL_AFTER = 1.0
"""Seconds until a change is told, so that a crowd that comes at once is told once."""


class Spectators:
    """Counts who follows a game. `changed` is told soon after somebody came or went."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.number = 0
        self._changed = changed
        self._telling: asyncio.TimerHandle | None = None

    async def count(self, messages: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The same messages for one spectator, who counts for as long as they read them."""
        self._add(1)
        try:
            async for message in messages:
                yield message
        finally:
            self._add(-1)

    def _add(self, number: int) -> None:
        self.number += number
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TELL_AFTER, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._changed()
