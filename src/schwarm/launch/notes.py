"""The notes of a bot, read from the file that the kit writes (see `schwarm.player.notes`).

The file belongs to the bot, which may write anything into it or put something else in its place: all is bounded, and
what is no note is passed over.
"""

import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from schwarm.games import State
from schwarm.games.played import clean_note
from schwarm.games.record_text import written_length
from schwarm.player.notes import MAX_FILE_BYTES, MAX_NOTE_LENGTH
from schwarm.words import SchwarmError

MAX_LINE_BYTES = 12 * MAX_NOTE_LENGTH + 64
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
        self._unfinished = rest[:MAX_LINE_BYTES]
        notes = []
        for said in (_note(line) for line in lines if len(line) < MAX_LINE_BYTES):
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
