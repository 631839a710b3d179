"""What a bot prints, line by line with the time it came, bounded. Knows no process and no file."""

import threading
import time
from collections import deque
from dataclasses import dataclass

from schwarm.words import Sentence, printable

MAX_LINE_BYTES = 2_000
"""Bytes of a line that are kept."""
MAX_BEGINNING_BYTES = 256 * 1024
"""Bytes from the beginning that are kept: how a bot set out."""
MAX_END_BYTES = 256 * 1024
"""Bytes from the end that are kept: how it went down."""
MAX_FLOOD_BYTES = 4 * 1024
"""Bytes that are looked at from each piece of a flood; a bot that shouts must not cost the referee time."""


@dataclass(frozen=True, slots=True)
class OutputLine:
    """A line a bot printed, and when it arrived, on the scale of `time.monotonic()`."""

    at: float
    stream: str
    """`out` or `err`."""
    text: str
    size: int = 0
    """Its length in bytes."""

    def __str__(self) -> str:
        return self.text


class Output:
    """Keeps the beginning and the end of what a bot prints, and counts what lies between.

    Any number of threads may write while others read."""

    def __init__(self, beginning: int = MAX_BEGINNING_BYTES, end: int = MAX_END_BYTES) -> None:
        self._beginning, self._end = beginning, end
        self._first: list[OutputLine] = []
        self._last: deque[OutputLine] = deque()
        self._first_size = self._last_size = 0
        self._unfinished: dict[str, bytes] = {}
        self._overlong: set[str] = set()
        self._dropped = 0
        self._lock = threading.Lock()

    # -- writing ---------------------------------------------------------------------------------------

    def feed(self, stream: str, data: bytes, at: float | None = None) -> None:
        """Bytes came, cut anywhere."""
        at = time.monotonic() if at is None else at
        with self._lock:
            if self._first_size >= self._beginning and len(data) > MAX_FLOOD_BYTES:
                self._dropped += len(data) - MAX_FLOOD_BYTES + len(self._unfinished.pop(stream, b""))
                self._overlong.add(stream)
                data = data[-MAX_FLOOD_BYTES:]
            *lines, rest = data.split(b"\n")
            for line in lines:
                self._add(stream, line, at, finished=True)
            if rest:
                self._add(stream, rest, at, finished=False)

    def finish(self, stream: str, at: float | None = None) -> None:
        """Nothing more will come; a last line may be without its end."""
        with self._lock:
            if stream in self._unfinished:
                self._add(stream, b"", time.monotonic() if at is None else at, finished=True)

    def _add(self, stream: str, piece: bytes, at: float, *, finished: bool) -> None:
        if stream in self._overlong:
            self._dropped += len(piece)
            if finished:
                self._overlong.remove(stream)
            return
        line = self._unfinished.pop(stream, b"") + piece
        if len(line) > MAX_LINE_BYTES:
            self._dropped += len(line) - MAX_LINE_BYTES
            line = line[:MAX_LINE_BYTES]
            if not finished:
                self._overlong.add(stream)
        elif not finished:
            self._unfinished[stream] = line
            return
        self._keep(OutputLine(at, stream, _to_text(line), len(line) + 1))

    def _keep(self, line: OutputLine) -> None:
        if self._first_size < self._beginning:
            self._first.append(line)
            self._first_size += line.size
            return
        self._last.append(line)
        self._last_size += line.size
        while self._last_size > self._end and len(self._last) > 1:
            gone = self._last.popleft().size
            self._last_size -= gone
            self._dropped += gone

    # -- reading ---------------------------------------------------------------------------------------

    @property
    def dropped(self) -> int:
        """How many bytes were not kept."""
        with self._lock:
            return self._dropped

    @property
    def size(self) -> int:
        """How many bytes were printed, kept or not."""
        with self._lock:
            return self._first_size + self._last_size + self._dropped + sum(map(len, self._unfinished.values()))

    @property
    def lines(self) -> list[OutputLine]:
        """All lines that were kept."""
        with self._lock:
            return [*self._first, *self._last]

    def between(self, begin: float, end: float) -> list[OutputLine]:
        """The lines that came in this time, such as while a bot thought about a move."""
        return [line for line in self.lines if begin <= line.at < end]

    def __str__(self) -> str:
        with self._lock:
            gap = [str(LEFT_OUT(n=self._dropped))] if self._dropped else []
            return "\n".join(str(line) for line in (*self._first, *gap, *self._last))


def _to_text(line: bytes) -> str:
    """A line as text, without anything a terminal or a page would obey."""
    text = line.rstrip(b"\r").decode(errors="replace").expandtabs(4)
    return printable(text)


LEFT_OUT = Sentence("… {n} byte left out …", "… {n} bytes left out …")
