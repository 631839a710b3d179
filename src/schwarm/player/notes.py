"""A bot's notes about its moves, on their way to the process that started it: a file of JSON lines.

The file is named in the environment variable `SCHWARM_NOTES`. Each line is `{"turn": 4, "note": "trapped"}`, or
`{"turn": 4, "illegal": "A1-A9"}` for a choice that the kit did not send. The XML never carries notes: official servers
take them for a violation of the protocol. `schwarm.launch` reads the file.
"""

import logging
import os
from contextlib import suppress
from pathlib import Path

VARIABLE = "SCHWARM_NOTES"
MAX_NOTE_LENGTH = 4_000
"""Characters of one note; the rest is cut off."""
MAX_FILE_BYTES = 1_000_000
"""Bytes of notes in one game; after that no more are written."""

log = logging.getLogger("schwarm.player")


class NoteFile:
    """Writes notes, each with the turn of the position it is about."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.turn = 0
        self._room = MAX_FILE_BYTES

    @classmethod
    def from_environment(cls) -> "NoteFile | None":
        """The file for notes that the environment names."""
        path = os.environ.get(VARIABLE)
        if not path:
            return None
        # The file tells the referee that the bot is made with the kit, even if nothing is ever noted.
        with suppress(OSError):
            Path(path).touch()
        return cls(Path(path))

    def __call__(self, text: str) -> None:
        self._write("note", text)

    def illegal(self, choice: str) -> None:
        """Say which illegal move was chosen, so that the rules can confirm it."""
        self._write("illegal", choice)

    def _write(self, kind: str, text: str) -> None:
        import json  # most bots note nothing

        # A note is worth less than the game: where it cannot be written, the game goes on.
        line = json.dumps({"turn": self.turn, kind: str(text)[:MAX_NOTE_LENGTH]}).encode() + b"\n"
        if len(line) > self._room:
            return
        self._room -= len(line)
        try:
            with self.path.open("ab") as file:
                file.write(line)
        except OSError as error:
            self._room = 0
            log.warning("%s: %s", self.path, error.strerror)
