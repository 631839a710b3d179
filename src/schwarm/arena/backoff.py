"""Backoff: how long to wait before the next try, and which games are tried again."""

from collections import Counter
from time import monotonic

FIRST_SECONDS = 2.0
MAX_SECONDS = 60.0
TRIES = 3
"""How often a game is tried that failed by no fault of its players, while others succeeded."""


class Backoff:
    """Twice as long after each failure, up to a bound."""

    def __init__(self, most_seconds: float = MAX_SECONDS) -> None:
        self.number = 0
        """Consecutive failures."""
        self._most_seconds = most_seconds
        self._seconds = self._until = 0.0

    @property
    def left(self) -> float:
        """Seconds until the next try."""
        return max(0.0, self._until - monotonic())

    def lengthen(self) -> None:
        """Another failure. One during the wait began before it, and so does not count."""
        if not self.left:
            self._seconds = min(max(FIRST_SECONDS, 2 * self._seconds), self._most_seconds)
            self._until = monotonic() + self._seconds
            self.number += 1

    def end(self) -> None:
        """It works again."""
        self.number = 0
        self._seconds = self._until = 0.0


class Retries:
    """The games of a contest that failed by no fault of their players: when and how often they are tried again.

    Until a game succeeds, the machine may be the cause, so no game is charged with more than one failure."""

    def __init__(self) -> None:
        self.backoff = Backoff()
        self._failures: Counter[str] = Counter()
        self._charged: set[str] = set()

    @property
    def failing(self) -> bool:
        """Whether no game has succeeded since the last failure."""
        return bool(self._charged)

    def on_failed(self, key: str) -> bool:
        """Count a failure; True if the game is given up."""
        self.backoff.lengthen()
        self._failures[key] += key not in self._charged
        self._charged.add(key)
        return self.is_given_up(key)

    def on_succeeded(self) -> None:
        self.backoff.end()
        self._charged.clear()

    def is_charged(self, key: str) -> bool:
        """Whether a game failed since one last succeeded."""
        return key in self._charged

    def is_given_up(self, key: str) -> bool:
        return self._failures[key] >= TRIES

    @property
    def any_given_up(self) -> bool:
        return any(count >= TRIES for count in self._failures.values())
