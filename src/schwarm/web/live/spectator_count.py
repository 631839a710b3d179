"""How many people look at a game without playing it."""

import asyncio
from collections.abc import Callable
from functools import partial

from schwarm.web.shell.feed import Stream

TELL_AFTER = 1.0
"""Seconds until a change is told, so that a crowd that comes at once is told once."""


class Spectators:
    """Counts the streams of a game's spectators. `changed` is called soon after a change, at most once a second."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._here = 0
        self._crowds: dict[str, int] = {}
        """Those who follow the game elsewhere, by languages."""
        self._changed = changed
        self._telling: asyncio.TimerHandle | None = None

    def count(self, stream: Stream) -> Stream:
        """The same stream, counted from its begin to its end."""
        stream.on_begin, stream.on_end = lambda: self._add(1), lambda: self._add(-1)
        stream.on_crowd = partial(self._note_crowd, stream.lang)
        return stream

    @property
    def number(self) -> int:
        return self._here + sum(self._crowds.values())

    def _add(self, number: int) -> None:
        self._here += number
        self._tell_soon()

    def _note_crowd(self, lang: str, number: int) -> None:
        self._crowds[lang] = number
        self._tell_soon()

    def _tell_soon(self) -> None:
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TELL_AFTER, self._tell)

    def _tell(self) -> None:
        self._telling = None
        self._changed()
