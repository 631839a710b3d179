"""For how long something is left alone that failed through no fault of its own: longer each time, up to a bound."""

from time import monotonic

FIRST_SECONDS = 2.0
MAX_SECONDS = 60.0


class Pause:
    """One such pause; whoever waits for its end can be woken before."""

    def __init__(self, most_seconds: float = MAX_SECONDS) -> None:
        self.number = 0
        """How many there were one after the other."""
        self._most_seconds = most_seconds
        self._seconds = self._until = 0.0

    @property
    def left(self) -> float:
        """Seconds until the next try."""
        return max(0.0, self._until - monotonic())

    def lengthen(self) -> None:
        """It failed again. What fails within a pause began before it and says nothing new."""
        if not self.left:
            self._seconds = min(max(FIRST_SECONDS, 2 * self._seconds), self._most_seconds)
            self._until = monotonic() + self._seconds
            self.number += 1

    def end(self) -> None:
        """It works again."""
        self.number = 0
        self._seconds = self._until = 0.0
