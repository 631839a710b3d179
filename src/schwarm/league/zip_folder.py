"""Handed-in zips as files named after their content: the same zip is stored once.

Writes are atomic and durable.
"""

import os
import shutil
import threading
import uuid
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

DRAFT = ".incoming-"
MIN_FREE_BYTES = 1_000_000_000
"""Free space to leave on the disk for other programs."""


class ZipFolder:
    """The folder with all zips. Hold `busy` from keeping a zip until its version is stored: unreferenced zips are
    removed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.busy = threading.RLock()

    def new_draft(self) -> Path:
        """A file to write to while a zip arrives."""
        # Bots are private: no other user of this machine may read them.
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.folder / f"{DRAFT}{uuid.uuid4().hex}"

    def has_room(self, size: int = 0) -> bool:
        """Whether `size` more bytes leave enough free space; True if that is unknown."""
        with suppress(OSError):
            near = next(path for path in (self.folder, *self.folder.parents) if path.exists())
            return shutil.disk_usage(near).free >= MIN_FREE_BYTES + size
        return True

    def path(self, digest: str) -> Path:
        return self.folder / digest[:2] / f"{digest}.zip"

    def holds(self, digest: str) -> bool:
        """Whether a zip is here and readable."""
        with suppress(OSError):
            return self.path(digest).is_file() and os.access(self.path(digest), os.R_OK)
        return False

    def keep(self, draft: Path, digest: str) -> Path:
        """Turn a draft into a durable zip; raises `OSError`."""
        target = self.path(digest)
        target.parent.mkdir(mode=0o700, exist_ok=True)
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(target)
        _sync_folder(target.parent)
        return target

    def clear_drafts(self) -> None:
        """Remove unfinished drafts, at a start."""
        for path in self.folder.glob(f"{DRAFT}*"):
            path.unlink(missing_ok=True)

    def clear(self, kept: Collection[str]) -> None:
        """Remove unreferenced zips."""
        self.remove({path.stem for path in self.folder.glob("??/*.zip")} - set(kept))

    def remove(self, digests: Collection[str]) -> None:
        with self.busy:
            for digest in digests:
                self.path(digest).unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """A new name is durable only after its folder is synced, on Linux."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
