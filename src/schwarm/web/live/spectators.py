"""How many people look at a game without playing it."""

import asyncio
from collections.abc import AsyncIterator, Callable

TELL_AFTER = 1.0
"""Seconds until a change is told, so that a crowd that comes at once is told once."""


class Spectators:
    """Counts who follows a game. `changed` is told soon after somebody came or went."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._here = 0
        self._elsewhere: dict[object, int] = {}
        """Those of other processes of the page, by who told us."""
        self._changed = changed
        self._telling: asyncio.TimerHandle | None = None

    @property
    def number(self) -> int:
        return self._here + sum(self._elsewhere.values())

    async def count(self, messages: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The same messages for one spectator, who counts for as long as they read them."""
        self._here += 1
        self._tell_soon()
        try:
            async for message in messages:
                yield message
        finally:
            self._here -= 1
            self._tell_soon()

    def count_elsewhere(self, teller: object, number: int) -> None:
        """So many look at the game in another process."""
        if number:
            self._elsewhere[teller] = number
        else:
            self._elsewhere.pop(teller, None)
        self._tell_soon()

    def _tell_soon(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TELL_AFTER, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._changed()
