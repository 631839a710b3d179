"""What a bot prints, line by line with the time it came, bounded. Knows no process and no file."""

import json
import os
import select
import stat
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from schwarm.games import State
from schwarm.games.played import clean_note
from schwarm.games.record_text import written_length
from schwarm.player.notes import MAX_FILE_BYTES, MAX_NOTE_LENGTH
from schwarm.words import SchwarmError, Sentence, printable

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


AT_ONCE = 64 * 1024
"""Bytes that are read at once: as many as a pipe holds."""
MAX_ROUNDS = 16
"""Reads of each pipe in a row; a bot that prints without end must not hold up the caller of `catch_up`."""
LONGEST_WAIT = 1.0
"""Seconds to wait for a thread on Windows: an escaped process may hold the other end open."""
WINDOWS = sys.platform == "win32"


class Reader:
    """Fills an output from two pipes until `finish`."""

    def __init__(self, output: Output, out: IO[bytes], err: IO[bytes], name: str = "") -> None:
        self.output, self._out, self._err = output, out, err
        self._reading = threading.Lock()
        self._open = {"out": out, "err": err}
        self._finished = False
        if WINDOWS:
            self._threads = [
                threading.Thread(target=self._read_blocking, args=each, name=name, daemon=True)
                for each in self._open.items()
            ]
        else:
            for pipe in (out, err):
                os.set_blocking(pipe.fileno(), False)
            self._woken, self._waking = os.pipe()
            self._threads = [threading.Thread(target=self._read, name=name, daemon=True)]
        for thread in self._threads:
            thread.start()

    def catch_up(self) -> None:
        """Read what has been printed up to now, without waiting for the thread that usually does (not on Windows).

        What a bot prints before it sends a move is in the pipe when the move is here, and so belongs to that move."""
        if not WINDOWS:
            self._take()

    def finish(self) -> None:
        """Read the rest after the bot's end and close the pipes, whether or not the thread has had its turn."""
        with self._reading:
            if self._finished:
                return
            self._finished = True
        if WINDOWS:
            for thread in self._threads:
                thread.join(LONGEST_WAIT)
            if any(thread.is_alive() for thread in self._threads):
                return
        else:
            self._take()
            os.close(self._waking)
            for thread in self._threads:
                thread.join()
            os.close(self._woken)
        with self._reading:
            self._open.clear()
            for name, pipe in (("out", self._out), ("err", self._err)):
                self.output.finish(name)
                pipe.close()

    # -- inside ----------------------------------------------------------------------------------------

    def _take(self) -> None:
        """Read the available bytes, in a bounded number of rounds. The lock keeps them in order.

        Errors are read first and passed on last: all output before them is in the other pipe by then."""
        with self._reading:
            for _ in range(MAX_ROUNDS):
                err, out = self._piece("err"), self._piece("out")
                if out:
                    self.output.feed("out", out)
                if err:
                    self.output.feed("err", err)
                if not out and not err:
                    return

    def _piece(self, name: str) -> bytes:
        """The bytes available in a pipe."""
        if name not in self._open:
            return b""
        try:
            data = os.read(self._open[name].fileno(), AT_ONCE)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            del self._open[name]
            self.output.finish(name)
        return data

    def _read(self) -> None:
        while waited_for := list(self._open.values()):
            ready = select.poll()
            for end in (self._woken, *(pipe.fileno() for pipe in waited_for)):
                ready.register(end, select.POLLIN)
            if any(end == self._woken for end, _ in ready.poll()):
                return
            self._take()

    def _read_blocking(self, name: str, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while data := pipe.read(AT_ONCE):
                self.output.feed(name, data)
        self.output.finish(name)


MAX_NOTE_LINE_BYTES = 12 * MAX_NOTE_LENGTH + 64
"""Bytes of a line; a character can take twelve as JSON."""
MAX_WRITTEN_LENGTH = 200_000
"""Characters that all notes of a bot take in the record of its game; with those of both sides it can still be read."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a bot said about the position of a turn."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class IllegalMove:
    """A move that the kit did not send, at its turn."""

    turn: int
    move: str


class NoteReader:
    """Reads a growing file of notes, piece by piece."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._position = 0
        self._unfinished = b""
        self._room = MAX_WRITTEN_LENGTH
        self._illegal: IllegalMove | None = None

    @property
    def made_with_kit(self) -> bool:
        """Whether the bot uses the kit, which makes the file even for a bot that notes nothing."""
        return os.path.lexists(self.path)

    def read(self) -> list[Note]:
        """The notes that were added since the last time."""
        data = self._unfinished + self._added()
        *lines, rest = data.split(b"\n")
        # An endless line is no note; its rest is none either.
        self._unfinished = rest[:MAX_NOTE_LINE_BYTES]
        notes = []
        for said in (_note(line) for line in lines if len(line) < MAX_NOTE_LINE_BYTES):
            if isinstance(said, IllegalMove):
                self._illegal = said
            elif said is not None and self._has_room(said):
                notes.append(said)
        return notes

    def has_illegal_move(self, state: State) -> bool:
        """Whether the notes read so far name a move for this position that its rules call illegal, too."""
        if self._illegal is None or self._illegal.turn != state.turn:
            return False
        try:
            state.play(state.game.parse_move(self._illegal.move))
        except SchwarmError:
            return True
        return False

    def _has_room(self, note: Note) -> bool:
        """Whether a note still fits into the record; after the first that does not, none does."""
        self._room -= written_length(note.text)
        return self._room >= 0

    def _added(self) -> bytes:
        room = MAX_FILE_BYTES - self._position
        if room <= 0:
            return b""
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        try:
            file = os.open(self.path, flags)
        except OSError:
            return b""
        try:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                return b""
            os.lseek(file, self._position, os.SEEK_SET)
            data = os.read(file, room)
        except OSError:
            return b""
        finally:
            os.close(file)
        self._position += len(data)
        return data


def _note(line: bytes) -> Note | IllegalMove | None:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    turn, text, illegal = said.get("turn"), said.get("note"), said.get("illegal")
    if not isinstance(turn, int) or isinstance(turn, bool):
        return None
    if isinstance(illegal, str):
        return IllegalMove(turn, illegal[:MAX_NOTE_LENGTH])
    if not isinstance(text, str):
        return None
    return Note(turn, clean_note(text[:MAX_NOTE_LENGTH].encode(errors="replace").decode()))
