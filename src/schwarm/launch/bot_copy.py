"""A copy of a bot's folder for one game, where the folder itself is for its owner alone and the bot is another user."""

import os
import shutil
import stat
from pathlib import Path

from schwarm.launch.errors import CannotLaunch
from schwarm.words import Sentence, excerpt

MAX_COPY_BYTES = 200_000_000
MAX_COPY_FILES = 10_000
EVERYBODY_READS = stat.S_IROTH
EVERYBODY_ENTERS = stat.S_IROTH | stat.S_IXOTH


def readable_by_everybody(folder: Path) -> bool:
    """Whether another user could use a folder and the files that lie directly in it."""
    if folder.stat().st_mode & EVERYBODY_ENTERS != EVERYBODY_ENTERS:
        return False
    with os.scandir(folder) as entries:
        files = [entry for entry in entries if entry.is_file(follow_symlinks=False)]
        return all(entry.stat(follow_symlinks=False).st_mode & EVERYBODY_READS for entry in files)


def copy_folder(folder: Path, target: Path) -> Path:
    """Copy what lies in a folder, without what is hidden; raises `CannotLaunch` where that is too much."""
    files, size = 0, 0

    def leave_out(parent: str, names: list[str]) -> list[str]:
        nonlocal files, size
        left_out = []
        for name in names:
            found = os.lstat(os.path.join(parent, name))
            kept = stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode) or stat.S_ISLNK(found.st_mode)
            if name.startswith(".") or not kept or target.is_relative_to(os.path.join(parent, name)):
                left_out.append(name)
                continue
            files, size = files + 1, size + found.st_size
            if files > MAX_COPY_FILES or size > MAX_COPY_BYTES:
                raise CannotLaunch(TOO_LARGE(path=excerpt(str(folder), 200)))
        return left_out

    shutil.copytree(folder, target, symlinks=True, ignore=leave_out)
    return target


TOO_LARGE = Sentence(
    "{path} can be read only by its owner and is too large to copy for every game; "
    "bots do not run as root, so make it readable with: chmod -R a+rX {path}"
)
