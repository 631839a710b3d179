"""Temporary folders under a lock of their process, so that leftovers of a killed Schwarm can be removed later.

The system releases the lock when the process ends, however it ends.
"""

import os
import shutil
import subprocess
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from types import TracebackType

from schwarm.launch.errors import MachineFault
from schwarm.launch.isolation import FIRST_USER, running_as_root
from schwarm.launch.limits import remove_forgotten
from schwarm.words import Sentence, excerpt

PREFIX = "schwarm-run-"
YOUNG_SECONDS = 60.0
"""A folder is made a moment before it is locked; younger ones are left alone."""


MAX_SOCKET_PATH = 100
"""Bytes of a path at which a socket can listen; Linux allows a few more, others a few less."""
SHORT = "/tmp"


class TemporaryFolder:
    """A folder that goes with its object, or at the next start. One for sockets has a path short enough for them.
    Raises `MachineFault`.

    Python has such folders, too, but some versions follow the links in them when they remove what is closed to its
    owner: so a bot could change the rights of files that it cannot even see."""

    def __init__(self, *, for_sockets: bool = False) -> None:
        try:
            self.name = mkdtemp(prefix=PREFIX, dir=SHORT if for_sockets and _is_long(gettempdir()) else None)
        except OSError as error:
            raise MachineFault(NO_FOLDER(why=excerpt(error.strerror or str(error), 100))) from error
        self._end = weakref.finalize(self, _give_up, Path(self.name), _lock(Path(self.name)))

    def cleanup(self) -> None:
        """Remove it, whatever a bot has made of it. Twice does no harm."""
        self._end()

    def __enter__(self) -> str:
        return self.name

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cleanup()


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


@contextmanager
def removing_leftovers(every: float = 2 * YOUNG_SECONDS) -> Iterator[None]:
    """Remove them again and again, and control groups, too: those that were too young before, and those of processes
    that were killed since."""
    over = threading.Event()

    def go_on() -> None:
        while not over.wait(every):
            remove_leftovers()
            remove_forgotten(YOUNG_SECONDS)

    threading.Thread(target=go_on, name="leftovers", daemon=True).start()
    try:
        yield
    finally:
        over.set()


def _is_long(place: str) -> bool:
    return len(os.fsencode(place)) + len(f"/{PREFIX}12345678/referee") > MAX_SOCKET_PATH


def _is_ours(path: Path) -> bool:
    """Made by this user, or by root and given to a bot; and not just now."""
    found = path.lstat()
    owners = found.st_uid == os.geteuid() or (running_as_root() and found.st_uid >= FIRST_USER)
    return owners and time.time() - found.st_mtime > YOUNG_SECONDS


def _lock(path: Path) -> int | None:
    """The open folder, locked for this process; None if another process has the lock, or the system has no locks."""
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


def _give_up(path: Path, lock: int | None) -> None:
    if lock is not None:
        os.close(lock)
    _remove(path)


def _remove(path: Path) -> None:
    with suppress(RecursionError):
        shutil.rmtree(path, ignore_errors=True)
    if path.exists() and os.name == "posix":
        # A bot has dug too deep for Python, or has closed its folders to their owner. Neither program follows links.
        for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
            subprocess.run([*command, str(path)], stderr=subprocess.DEVNULL, check=False)


NO_FOLDER = Sentence(
    "No temporary folder can be made: the system says “{why}”; free some disk space, or name a folder with room in the "
    "variable TMPDIR."
)
