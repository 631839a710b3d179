"""A copy of a bot's folder for one game, which goes with it: there it may write its log, and nobody finds that later.

What is large is not copied but shown, and can only be read. Where the folder is for its owner alone and the bot is
another user, all of it must be copied.
"""

import os
import shlex
import shutil
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from schwarm.launch.errors import CannotLaunch
from schwarm.words import Sentence, excerpt

MAX_COPY_BYTES = 200_000_000
MAX_COPY_FILES = 10_000
MAX_LIGHT_BYTES = 32_000_000
MAX_LIGHT_FILES = 1_000
"""What is copied for every game of a folder that could be read as it is."""
MAX_ENTRIES = 200
"""Entries directly in such a folder; one with more is no bot's own."""
EVERYBODY_READS = stat.S_IROTH
EVERYBODY_ENTERS = stat.S_IROTH | stat.S_IXOTH


def readable_by_everybody(folder: Path) -> bool:
    """Whether another user could use a folder and the files that lie directly in it."""
    if folder.stat().st_mode & EVERYBODY_ENTERS != EVERYBODY_ENTERS:
        return False
    with os.scandir(folder) as entries:
        files = [entry for entry in entries if entry.is_file(follow_symlinks=False)]
        return all(entry.stat(follow_symlinks=False).st_mode & EVERYBODY_READS for entry in files)


@dataclass(frozen=True, slots=True)
class BotCopy:
    """A copy for one game, and what of the folder must be shown in it."""

    path: Path
    shown: tuple[Path, ...] = ()


def copy_lightly(folder: Path, target: Path, hidden: Sequence[Path], *, dotted: bool) -> BotCopy | None:
    """Copy what is small and name what is not; None for a folder of which no copy is made.

    Of folders that are `hidden` nothing is copied; `dotted` says whether files and folders with a dot in front belong
    to it."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    if len(entries) > MAX_ENTRIES or target.is_relative_to(folder):
        return None

    def leave_out(parent: str, names: list[str]) -> list[str]:
        return _find_inside(parent, names, hidden)

    target.mkdir()
    shown, files, size = [], MAX_LIGHT_FILES, MAX_LIGHT_BYTES
    for entry in entries:
        own = target / entry.name
        if entry.name.startswith(".") and not dotted:
            continue
        if entry.is_symlink():
            own.symlink_to(os.readlink(entry.path))
        elif Path(entry.path) in hidden:
            own.mkdir() if entry.is_dir() else own.touch()
        elif weight := _weigh(Path(entry.path), files, size):
            files, size = files - weight[0], size - weight[1]
            if entry.is_dir():
                shutil.copytree(entry.path, own, symlinks=True, ignore=leave_out)
            else:
                shutil.copy2(entry.path, own)
        elif entry.is_dir():
            own.mkdir()
            shown.append(Path(entry.path))
        elif entry.is_file():
            own.touch()
            shown.append(Path(entry.path))
    shutil.copystat(folder, target)
    return BotCopy(target, tuple(shown))


def _find_inside(parent: str, names: Sequence[str], folders: Sequence[Path]) -> list[str]:
    return [name for name in names if Path(parent, name) in folders]


def _weigh(path: Path, most_files: int, most_bytes: int) -> tuple[int, int] | None:
    """How many files and bytes are to be copied; None for more than that, for what cannot be read, and for what is no
    file. Folders with a dot in front hold tools, not what a bot writes."""
    if path.name.startswith(".") and path.is_dir():
        return None
    files, size, waiting = 0, 0, [path]
    while waiting:
        one = waiting.pop()
        found = one.lstat()
        files, size = files + 1, size + found.st_size
        known = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) or stat.S_ISLNK(found.st_mode)
        if not known or files > most_files or size > most_bytes:
            return None
        if stat.S_ISLNK(found.st_mode):
            continue
        if not os.access(one, os.R_OK):
            return None
        if stat.S_ISDIR(found.st_mode):
            waiting += one.iterdir()
    return files, size


def copy_folder(folder: Path, target: Path, hidden: Sequence[Path]) -> Path:
    """Copy what lies in a folder, without what has a dot in front or is `hidden`; raises `CannotLaunch` where that is
    too much."""
    files, size = 0, 0

    def leave_out(parent: str, names: list[str]) -> list[str]:
        nonlocal files, size
        left_out = _find_inside(parent, names, hidden)
        for name in sorted({*names} - {*left_out}):
            found = os.lstat(os.path.join(parent, name))
            kept = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) or stat.S_ISLNK(found.st_mode)
            if name.startswith(".") or not kept or target.is_relative_to(os.path.join(parent, name)):
                left_out.append(name)
                continue
            files, size = files + 1, size + found.st_size
            if files > MAX_COPY_FILES or size > MAX_COPY_BYTES:
                shown = excerpt(str(folder), 200)
                raise CannotLaunch(TOO_LARGE(path=shown, quoted=shlex.quote(shown)))
        return left_out

    shutil.copytree(folder, target, symlinks=True, ignore=leave_out)
    return target


TOO_LARGE = Sentence(
    "{path} can be read only by its owner and is too large to copy for every game; "
    "bots do not run as root, so make it readable with: chmod -R a+rX {quoted}"
)
