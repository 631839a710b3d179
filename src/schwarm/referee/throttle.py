"""Throttling, so that no client slows down the others: bytes in small pieces, work in turns, a budget of refusals."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from schwarm.protocol import Stream, StreamError
from schwarm.protocol.stream import Ended, StreamEvent

MAX_PIECE_BYTES = 512
"""Bytes of one client that are parsed before the others get their turn."""
MAX_SECONDS_PER_TURN = 0.001
"""Seconds of work before the event loop looks for news again. One thing more may be begun, and takes about a
millisecond at most."""
MAX_TALK = 100.0
"""Requests of one client that may be refused one after the other."""
TALK_FORGIVEN_PER_SECOND = 1.0
TALK_BYTES = 1024
"""Bytes of no message at all, such as comments, that count as one refused request."""

News = StreamEvent | StreamError
Work = Callable[[], bool]
"""Does one thing; returns whether there is more to do."""


class Inbox:
    """Bytes of one client that are not handled yet: parsed piece by piece, handed out message by message."""

    def __init__(self, now: float) -> None:
        self.came_at = now
        """When the last bytes came."""
        self.delay = 0.0
        """By how much that may have been our own slowness."""
        self._paused_at = self._resumed_at = now
        self.unfinished_since: float | None = now
        """Since when the client has said nothing at all, or is in the middle of a message."""
        self._stream = Stream(strict=False)
        self._bytes = b""
        self._news: deque[News] = deque()
        self.ended = False
        """Whether nothing more will come."""

    def __len__(self) -> int:
        return len(self._bytes) + len(self._news) + self.ended

    def put(self, data: bytes, at: float, delay: float) -> None:
        if at - delay <= self._resumed_at:
            # It may have been there all the time in which nothing was read.
            delay = at - self._paused_at
        self.came_at, self.delay = at, delay
        self._bytes += data

    def pause(self, now: float) -> None:
        """Reading stops, because it is not this client's turn."""
        self._paused_at = now

    def resume(self, now: float) -> None:
        """Reading goes on."""
        self._resumed_at = now

    def end(self) -> None:
        """Nothing more will come."""
        self.ended = True

    def look(self) -> int:
        """Parse the next piece if nothing is left of the last one; returns its bytes."""
        if self._news or not self._bytes:
            return 0
        piece, self._bytes = self._bytes[:MAX_PIECE_BYTES], self._bytes[MAX_PIECE_BYTES:]
        was_unfinished = self._stream.pending
        try:
            self._news.extend(self._stream.feed(piece))
        except StreamError as error:
            self._news.append(error)
        if not self._stream.pending:
            self.unfinished_since = None
        elif not was_unfinished or self._news:
            self.unfinished_since = self.came_at
        return len(piece)

    def take(self) -> News | None:
        """The next message, or the end or failure of the stream; None if there is nothing complete."""
        if self._news:
            return self._news.popleft()
        return Ended() if self.ended and not self._bytes else None

    def clear(self) -> None:
        self._bytes, self.ended = b"", False
        self._news.clear()


class Turns:
    """Round robin over all clients with something to do, one thing each, for a bounded time in each turn of the event
    loop. Without it a client that sends a thousand requests at once would keep the others waiting for all answers."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._waiting: deque[Work] = deque()
        self._due = False

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, work: Work) -> None:
        """Queue a client's work; it must not be queued already."""
        self._waiting.append(work)
        self._call_soon()

    def run(self) -> None:
        """Let one after the other do one thing, until the time is up."""
        self._due = False
        until = self._clock() + MAX_SECONDS_PER_TURN
        while self._waiting:
            work = self._waiting.popleft()
            if work():
                self._waiting.append(work)
            if self._clock() >= until:
                break
        if self._waiting:
            self._call_soon()

    def _call_soon(self) -> None:
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self.run)


class RefusalBudget:
    """What one client has said lately that led to nothing: refused requests, and bytes of no message."""

    def __init__(self, now: float) -> None:
        self.spent = 0.0
        self._forgiven_at = now

    def spend(self, amount: float, now: float) -> None:
        forgiven = max(0.0, now - self._forgiven_at) * TALK_FORGIVEN_PER_SECOND
        self.spent = max(0.0, self.spent - forgiven) + amount
        self._forgiven_at = now

    @property
    def exhausted(self) -> bool:
        return self.spent > MAX_TALK
