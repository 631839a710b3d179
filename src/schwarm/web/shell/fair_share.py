"""Fair shares of what is scarce: the less is left, the less one client may have.

A client alone may have `each`. Its limit falls with what is left, as with the dynamic thresholds of switches that share
a buffer. The last eighth is only for clients that have nothing yet.
"""

import time
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager

from schwarm.web.errors import CROWDED, TOO_MANY, Refused
from schwarm.words import Message


class FairShare:
    """What clients have at the moment. Used by the event loop alone."""

    def __init__(self, each: int, total: int) -> None:
        reserve = total // 8
        self.each, self.total, self._reserve = min(each, total - reserve), total, reserve
        self._clients: Counter[str] = Counter()
        self.taken = 0
        """What all clients have."""

    def allows(self, client: str) -> bool:
        """Whether a client may have one more."""
        mine, left = self._clients[client], self.total - self.taken
        if not mine:
            return left > 0
        # Alone, a client comes to exactly `each`.
        return mine * (self.total - self._reserve - self.each) < (left - self._reserve) * self.each

    def take(self, client: str, number: int = 1) -> None:
        self.taken += number
        self._clients[client] += number

    def give_back(self, client: str) -> None:
        self.taken -= 1
        self._clients[client] -= 1
        if not self._clients[client]:
            del self._clients[client]

    def require(self, client: str, own: Message | None = None, crowded: Message | None = None) -> None:
        """Raise `Refused` where a client may have no more; the sentence says whether that is its `own` doing."""
        if not self.allows(client):
            own, crowded = own or TOO_MANY(), crowded or CROWDED()
            raise Refused(own if self._clients[client] >= self.each else crowded, 429)

    @contextmanager
    def holding(self, client: str) -> Iterator[None]:
        """One more until the end of the block."""
        self.take(client)
        try:
            yield
        finally:
            self.give_back(client)


class Quota(FairShare):
    """What clients had within the last seconds; it comes back by itself."""

    def __init__(self, each: int, total: int, seconds: float) -> None:
        super().__init__(each, total)
        self._seconds = seconds
        self._times: deque[tuple[float, str]] = deque()
        """Not more than the total."""

    def count(self, client: str, own: Message | None = None, crowded: Message | None = None) -> None:
        """One more for a client; raises `Refused` where that is too much."""
        now = time.monotonic()
        while self._times and now - self._times[0][0] > self._seconds:
            self.give_back(self._times.popleft()[1])
        self.require(client, own, crowded)
        self.take(client)
        self._times.append((now, client))
