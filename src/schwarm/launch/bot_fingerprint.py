"""What a bot is made of, in one short text: the same for the same files wherever they lie, another after a change."""

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from schwarm.launch.bot_game import files_of
from schwarm.launch.bot_zip import START
from schwarm.launch.player_spec import Command, Jar, PythonClass, Startable, Zip

MOST_FILES, LARGEST_FILE = 2_000, 20_000_000
"""How many of its files tell one version from another; of a larger one its size and date must do."""
PASSING = ("__pycache__", "venv", "node_modules")
"""Folders that say nothing about a bot."""


def fingerprint(found: Startable, *, walled: bool = True) -> str:
    """Empty for who has no files, such as a built-in player, and for who may change them while it plays: without a wall
    a start.sh writes into its folder, and nobody knows what of it is notes."""
    if not walled and isinstance(found, Command) and found.script and found.script.name == START:
        return ""
    seen, some = hashlib.sha256(), False
    for folder, path in islice(_files(found), MOST_FILES):
        with suppress(OSError):
            about = path.stat()
            if not stat.S_ISREG(about.st_mode):
                # A pipe would keep its reader waiting, and a device may never end.
                continue
            seen.update(os.fsencode(f"\n{path.relative_to(folder)}\n{about.st_size}\n"))
            seen.update(
                _read(path, about.st_size) if about.st_size <= LARGEST_FILE else str(about.st_mtime_ns).encode()
            )
            some = True
    return seen.hexdigest()[:32] if some else ""


def _files(found: Startable) -> Iterator[tuple[Path, Path]]:
    """A bot's files, each with the folder from which it is named."""
    match found:
        case Zip() | Jar():
            yield found.path.parent, found.path
        case PythonClass():
            yield from ((path.parent, path) for path in files_of(found.path))
        case Command(script=Path() as script) if script.name == START:
            # A start.sh has its folder for itself.
            for folder, folders, names in os.walk(script.parent):
                folders[:] = sorted(name for name in folders if name not in PASSING and not name.startswith("."))
                yield from ((script.parent, Path(folder) / name) for name in sorted(names) if _is_part(name))
        case Command(script=Path() as script):
            yield from ((path.parent, path) for path in files_of(script))
        case Command():
            yield from ((Path(word).parent, Path(word)) for word in found.argv if Path(word).is_file())


def _read(path: Path, size: int) -> bytes:
    """No more than the file's size: some that the system invents call themselves files, are empty, and never end."""
    with path.open("rb") as file:
        return file.read(size)


def _is_part(name: str) -> bool:
    """Hidden files are the editor's, and what a bot notes while it plays does not make it another one."""
    return not name.startswith(".") and not name.endswith(".log")
