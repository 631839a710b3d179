"""Temporary folders that know whether somebody still needs them: what a killed Schwarm left behind is removed later.

Whoever makes one holds a lock on it, which the system takes away when the process ends, however it ends.
"""

import os
import shutil
import subprocess
import time
import weakref
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

from schwarm.launch.bot_user import FIRST_USER, running_as_root
from schwarm.launch.errors import MachineFault
from schwarm.words import Sentence, excerpt

PREFIX = "schwarm-run-"
YOUNG_SECONDS = 60.0
"""A folder is made a moment before it is locked; younger ones are left alone."""


MAX_SOCKET_PATH = 100
"""Bytes of a path at which a socket can listen; Linux allows a few more, others a few less."""
SHORT = "/tmp"


class TemporaryFolder(TemporaryDirectory[str]):
    """A folder that goes with its object, or at the next start. One for sockets has a path short enough for them.
    Raises `MachineFault`."""

    def __init__(self, *, for_sockets: bool = False) -> None:
        try:
            place = SHORT if for_sockets and _is_long(gettempdir()) else None
            super().__init__(prefix=PREFIX, dir=place, ignore_cleanup_errors=True)
        except OSError as error:
            raise MachineFault(NO_FOLDER(why=excerpt(error.strerror or str(error), 100))) from error
        self._lock = _lock(Path(self.name))
        self._unlock = weakref.finalize(self, os.close, self._lock) if self._lock is not None else lambda: None

    def cleanup(self) -> None:
        """Remove it, however deep a bot has dug."""
        self._unlock()
        try:
            super().cleanup()
        except RecursionError:
            _remove(Path(self.name))


def remove_leftovers() -> list[Path]:
    """Remove folders of this user whose process is gone; those that were."""
    removed = []
    places = {Path(gettempdir()), Path(SHORT)}
    for path in (path for place in sorted(places) for path in place.glob(f"{PREFIX}*")):
        with suppress(OSError):
            if _is_ours(path) and (lock := _lock(path)) is not None:
                try:
                    _remove(path)
                finally:
                    os.close(lock)
                removed.append(path)
    return removed


def _is_long(place: str) -> bool:
    return len(os.fsencode(place)) + len(f"/{PREFIX}12345678/referee") > MAX_SOCKET_PATH


def _is_ours(path: Path) -> bool:
    """Made by this user, or by root and given to a bot; and not just now."""
    found = path.lstat()
    owners = found.st_uid == os.geteuid() or (running_as_root() and found.st_uid >= FIRST_USER)
    return owners and time.time() - found.st_mtime > YOUNG_SECONDS


def _lock(path: Path) -> int | None:
    """The open folder, locked for this process; None if somebody else has the lock, or the system knows none."""
    try:
        import fcntl
    except ImportError:
        return None
    opened = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        return None
    return opened


def _remove(path: Path) -> None:
    try:
        shutil.rmtree(path, ignore_errors=True)
    except RecursionError:
        subprocess.run(["rm", "-rf", str(path)], stderr=subprocess.DEVNULL, check=False)


NO_FOLDER = Sentence(
    "No temporary folder can be made: the system says “{why}”; free some disk space, or name a folder with room in the "
    "variable TMPDIR."
)
