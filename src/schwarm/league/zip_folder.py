"""What teams handed in, as files that are named after their content: the same zip twice is kept once.

A zip is there whole or not at all, and on the disk before anybody is told that it was handed in.
"""

import os
import shutil
import threading
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

DRAFT = ".incoming-"
MIN_FREE_BYTES = 1_000_000_000
"""What must be left on the disk for everybody else."""


class ZipFolder:
    """The folder with all zips. Whoever keeps one and writes that down holds it `busy`, so that nobody clears away what
    is not written down yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._busy = threading.RLock()

    @contextmanager
    def busy(self) -> Iterator[None]:
        with self._busy:
            yield

    def new_draft(self) -> Path:
        """A file to write to while a zip arrives."""
        # Other teams' bots are in there: nobody else on this machine needs to read them.
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.folder / f"{DRAFT}{uuid.uuid4().hex}"

    def has_room(self, size: int = 0) -> bool:
        """Whether so many bytes more leave enough for everybody else; nobody knows is a yes."""
        with suppress(OSError):
            near = next(path for path in (self.folder, *self.folder.parents) if path.exists())
            return shutil.disk_usage(near).free >= MIN_FREE_BYTES + size
        return True

    def path(self, digest: str) -> Path:
        return self.folder / digest[:2] / f"{digest}.zip"

    def holds(self, digest: str) -> bool:
        """Whether a zip is here; one that cannot be read is as good as gone."""
        with suppress(OSError):
            return self.path(digest).is_file() and os.access(self.path(digest), os.R_OK)
        return False

    def keep(self, draft: Path, digest: str) -> Path:
        """Make a draft one of the zips, on the disk for good; raises `OSError`."""
        target = self.path(digest)
        target.parent.mkdir(mode=0o700, exist_ok=True)
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(target)
        _sync_folder(target.parent)
        return target

    def clear_drafts(self) -> None:
        """Remove what nobody finished, before anybody begins."""
        for path in self.folder.glob(f"{DRAFT}*"):
            path.unlink(missing_ok=True)

    def clear(self, kept: Collection[str]) -> None:
        """Remove zips that nobody refers to."""
        self.remove({path.stem for path in self.folder.glob("??/*.zip")} - set(kept))

    def remove(self, digests: Collection[str]) -> None:
        with self._busy:
            for digest in digests:
                self.path(digest).unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk only when its folder is; elsewhere than on Linux nobody needs to ask for that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
