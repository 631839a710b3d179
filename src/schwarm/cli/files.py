"""Files that verbs write: whole or not at all, never over something that is not theirs."""

import os
import sys
import time
from pathlib import Path

from schwarm import words
from schwarm.games.record import Record
from schwarm.store.draft import write_whole
from schwarm.words import SchwarmError, Sentence


class CannotWrite(SchwarmError):
    """A file that cannot be written."""


def write_file(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: a reader never sees half of it, also after a crash. `-` is standard output."""
    if str(path) == "-":
        sys.stdout.buffer.write(content)
        # An error here is reported; when Python ends it would be lost.
        sys.stdout.flush()
        return
    # A link stays a link: what it points to is written. A device or a pipe cannot be replaced.
    path = path.resolve()
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        write_whole(path, content, lasting=True)
    except OSError as error:
        raise CannotWrite(CANNOT_WRITE(path=path, trouble=trouble(error))) from error


def check_writable(*files: Path | None) -> None:
    """Fail now if a file could not be written at the end of a long run."""
    for path in (file.resolve() for file in files if file is not None and str(file) != "-"):
        try:
            if path.is_dir():
                raise IsADirectoryError
            if not path.parent.is_dir():
                raise FileNotFoundError
            # A file is replaced, so it is the folder that counts; a device or a pipe stays and is written to.
            if not os.access(path if path.exists() and not path.is_file() else path.parent, os.W_OK):
                raise PermissionError
        except OSError as error:
            raise CannotWrite(CANNOT_WRITE(path=path, trouble=trouble(error))) from error


def free_name(path: Path) -> Path:
    """This name, or the next one with a number that is not taken."""
    number, free = 2, path
    while free.exists():
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return free


def keep_unfinished(record: Record) -> Path:
    """Save an unsaved game in the user's own data folder."""
    home = os.environ.get("XDG_DATA_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".local" / "share"
    folder = Path(home) / "schwarm" / "games"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(CANNOT_WRITE(path=folder, trouble=trouble(error))) from error
    path = free_name(folder / f"{record.start.game.id}-{time.strftime('%Y-%m-%d-%H-%M')}.txt")
    write_file(path, str(record).encode())
    return path


def trouble(error: OSError) -> object:
    """What went wrong with a file that was to be written, in words that a person knows."""
    for kind, sentence in TROUBLES.items():
        if isinstance(error, kind):
            return sentence
    return words.trouble(error)


TROUBLES: dict[type[OSError], Sentence] = {
    FileNotFoundError: Sentence("there is no such folder"),
    NotADirectoryError: Sentence("there is no such folder"),
    PermissionError: Sentence("you are not allowed to write there"),
    IsADirectoryError: Sentence("it is a folder"),
}
CANNOT_WRITE = Sentence("{path} cannot be written: {trouble}.")
