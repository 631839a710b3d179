"""The notes of a bot, read from the file that the kit writes (see `schwarm.player.notes`).

The file belongs to the bot, which may write anything into it or put something else in its place: all is bounded, and
what is no note is passed over.
"""

import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from schwarm.games.line_text import written_length
from schwarm.games.played import clean_note
from schwarm.player.notes import MAX_FILE_BYTES, MAX_NOTE_LENGTH

MAX_LINE_BYTES = 12 * MAX_NOTE_LENGTH + 64
"""Bytes of a line; a character can take twelve as JSON."""
MAX_WRITTEN_LENGTH = 200_000
"""Characters that all notes of a bot take in the record of its game; with those of both sides it can still be read."""


@dataclass(frozen=True, slots=True)
class Note:
    """What a bot said about the position of a turn."""

    turn: int
    text: str


class NoteReader:
    """Reads a growing file of notes, piece by piece."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._position = 0
        self._unfinished = b""
        self._room = MAX_WRITTEN_LENGTH

    @property
    def made_with_kit(self) -> bool:
        """Whether the bot uses the kit, which makes the file even for a bot that notes nothing."""
        return os.path.lexists(self.path)

    def read(self) -> list[Note]:
        """The notes that were added since the last time."""
        data = self._unfinished + self._added()
        *lines, rest = data.split(b"\n")
        # An endless line is no note; its rest is none either.
        self._unfinished = rest[:MAX_LINE_BYTES]
        notes = [note for line in lines if len(line) < MAX_LINE_BYTES and (note := _note(line)) is not None]
        return [note for note in notes if self._has_room(note)]

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


def _note(line: bytes) -> Note | None:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    turn, text = said.get("turn"), said.get("note")
    if not isinstance(turn, int) or isinstance(turn, bool) or not isinstance(text, str):
        return None
    return Note(turn, clean_note(text[:MAX_NOTE_LENGTH].encode(errors="replace").decode()))
