"""What a client sent and nobody has handled yet: looked at piece by piece, handed out message by message."""

from collections import deque

from schwarm.protocol import Stream, StreamError
from schwarm.protocol.stream import Ended, StreamEvent

MAX_PIECE_BYTES = 512
"""Bytes of one client that are looked at before others get their turn."""

News = StreamEvent | StreamError


class Inbox:
    """The bytes that came, and what was found in the piece that was looked at last."""

    def __init__(self, now: float) -> None:
        self.came_at = now
        """When the last bytes came."""
        self.delay = 0.0
        """By how much that may have been our own slowness."""
        self._paused_at = self._resumed_at = now
        self.unfinished_since: float | None = now
        """Since when the client has said nothing at all, or is in the middle of saying something."""
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
        """From now on nothing is read, because it is not this client's turn."""
        self._paused_at = now

    def resume(self, now: float) -> None:
        """From now on what comes is read again."""
        self._resumed_at = now

    def end(self) -> None:
        """Nothing more will come."""
        self.ended = True

    def look(self) -> int:
        """Look at the next piece if nothing is left of the last one; how many bytes that were."""
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
        """The next message, or that the stream ended or broke; None if there is nothing complete."""
        if self._news:
            return self._news.popleft()
        return Ended() if self.ended and not self._bytes else None

    def clear(self) -> None:
        self._bytes, self.ended = b"", False
        self._news.clear()
