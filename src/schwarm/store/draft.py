"""Atomic writes: a reader sees a file whole or not at all, also after a crash."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def drafting(path: Path) -> Iterator[Path]:
    """Where to write what is to become `path`. It does so at once at the end, and not at all after an error."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        yield draft
        # Renaming within a folder is atomic; what is renamed survives the end of this process.
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def remove_drafts(folder: Path, name: str = "*") -> None:
    """Remove drafts that killed processes left in a folder and below; only safe while no process writes there."""
    for draft in folder.rglob(f".{name}.*.draft"):
        draft.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes, *, lasting: bool = False) -> None:
    """Write a file whole or raise `OSError`. A `lasting` one is on the disk then, also if the power fails."""
    with drafting(path) as draft, draft.open("wb") as file:
        file.write(content)
        if lasting:
            file.flush()
            os.fsync(file.fileno())
