"""The time a player has for one move."""

import math
import time

LIMIT = 2.0
"""Seconds per move in the contest, including the time that messages travel."""
MARGIN = 0.1
"""Seconds of them that the kit holds back for that, at most a tenth of the limit."""


class Clock:
    """Runs from the moment a move was asked for. Without a limit there is all the time in the world.

    >>> clock = Clock(2.0)
    >>> 0.0 < clock.left <= 2.0
    True
    """

    __slots__ = ("limit", "started")

    def __init__(self, limit: float | None = None, started: float | None = None) -> None:
        self.limit = limit
        self.started = time.monotonic() if started is None else started
        """On the scale of `time.monotonic()`."""

    @classmethod
    def for_move(cls, limit: float | None, asked: float) -> "Clock":
        """A clock for a move that a server waits for: it stops a little early, so that the answer arrives in time."""
        return cls(limit if limit is None else limit - min(MARGIN, limit / 10), asked)

    @property
    def used(self) -> float:
        """Seconds since the move was asked for."""
        return time.monotonic() - self.started

    @property
    def left(self) -> float:
        """Seconds in which the move must be chosen; 0 when there are none left, infinite without a limit."""
        return math.inf if self.limit is None else max(0.0, self.limit - self.used)

    def __repr__(self) -> str:
        return f"Clock(limit={self.limit}, started={self.started})"
