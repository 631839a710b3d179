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
        self._stream = Stream(strict=False)
        self._bytes = b""
        self._news: deque[News] = deque()
        self._looked = self._ended = False

    def __len__(self) -> int:
        return len(self._bytes) + len(self._news) + self._ended

    @property
    def mid_message(self) -> bool:
        """Whether the client has said nothing yet, or is in the middle of saying something."""
        return not self._looked or self._stream.pending

    def put(self, data: bytes, at: float, delay: float) -> None:
        self.came_at, self.delay = at, delay
        self._bytes += data

    def end(self) -> None:
        """Nothing more will come."""
        self._ended = True

    def look(self) -> int:
        """Look at the next piece if nothing is left of the last one; how many bytes that were."""
        if self._news or not self._bytes:
            return 0
        piece, self._bytes = self._bytes[:MAX_PIECE_BYTES], self._bytes[MAX_PIECE_BYTES:]
        self._looked = True
        try:
            self._news.extend(self._stream.feed(piece))
        except StreamError as error:
            self._news.append(error)
        return len(piece)

    def take(self) -> News | None:
        """The next message, or that the stream ended or broke; None if there is nothing complete."""
        if self._news:
            return self._news.popleft()
        return Ended() if self._ended and not self._bytes else None

    def clear(self) -> None:
        self._bytes, self._ended = b"", False
        self._news.clear()
