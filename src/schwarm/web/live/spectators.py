"""How many people look at a game without playing it."""

import asyncio
from collections.abc import Callable

from schwarm.web.shell.feed import Stream

TELL_AFTER = 1.0
"""Seconds until a change is told, so that a crowd that comes at once is told once."""


class Spectators:
    """Counts the streams of a game's spectators. `changed` is called soon after a change, at most once a second."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.number = 0
        self._changed = changed
        self._telling: asyncio.TimerHandle | None = None

    def count(self, stream: Stream) -> Stream:
        """The same stream, counted from its begin to its end."""
        stream.on_begin, stream.on_end = lambda: self._add(1), lambda: self._add(-1)
        return stream

    def _add(self, number: int) -> None:
        self.number += number
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TELL_AFTER, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._changed()
