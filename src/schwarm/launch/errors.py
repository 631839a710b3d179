"""Why a player cannot be started: one sentence, said before anything runs where that is possible."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from schwarm.words import SchwarmError, Sentence, excerpt

MACHINE_ERRORS = frozenset(
    getattr(errno, name, -1) for name in ("ENOSPC", "EDQUOT", "EMFILE", "ENFILE", "ENOMEM", "EAGAIN", "EIO")
)
"""What the system says where it is short of something; not every system knows all of them."""


class CannotLaunch(SchwarmError):
    """A name that means no player, or a player that cannot be started."""


class MachineFault(SchwarmError):
    """This machine cannot start a player now, through no fault of the player: its disk is full, say."""


def is_machine_fault(error: BaseException) -> bool:
    # Copying a whole folder says only in words what went wrong.
    if isinstance(error, MemoryError | shutil.Error):
        return True
    return isinstance(error, OSError) and error.errno in MACHINE_ERRORS


def machine_fault(player: str, error: BaseException) -> MachineFault:
    why = getattr(error, "strerror", None) or (os.strerror(errno.ENOMEM) if isinstance(error, MemoryError) else error)
    return MachineFault(SHORT(player=excerpt(player), why=excerpt(str(why), 100)))


@contextmanager
def blaming_machine(player: str) -> Iterator[None]:
    """Inside, what the machine is short of while a player is started becomes a `MachineFault`."""
    try:
        yield
    except (OSError, MemoryError) as error:
        if not is_machine_fault(error):
            raise
        raise machine_fault(player, error) from error


SHORT = Sentence(
    "“{player}” cannot be started now, through no fault of its own: the system says “{why}”; free some disk space or "
    "memory, then try again."
)
