"""A lease in the store: at most one process runs a contest. Renewed every 4 s, expires after 15 s.

The lease of a process of this machine expires as soon as that process is dead.
"""

import os
import platform
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from schwarm.arena.contest import BadContest
from schwarm.words import SchwarmError, Sentence

if TYPE_CHECKING:
    from schwarm.store.games import Store
    from schwarm.store.leases import Lease

EVERY = 4.0
"""Seconds between two renewals."""
STALE = 15.0
"""Seconds after which a lease expires. The clocks of machines that share a database differ by less."""


class AlreadyRunning(BadContest):
    """Another process runs this contest."""


def check_not_running(store: "Store", event: str) -> None:
    """Raise `AlreadyRunning` if a process runs this contest, here or elsewhere."""
    if is_running(store, event):
        raise AlreadyRunning(RUNS_ALREADY())


def is_running(store: "Store", event: str) -> bool:
    """Whether a process runs this contest, here or elsewhere."""
    from schwarm.store.leases import find_lease

    return _valid(find_lease(store, event))


def find_running(store: "Store") -> set[str]:
    """The contests of a store that are being run."""
    from schwarm.store.leases import list_leases

    return {lease.event for lease in list_leases(store) if _valid(lease)}


@contextmanager
def hold_lease(store: "Store", event: str) -> Iterator[None]:
    """Hold the lease of a contest; raises `AlreadyRunning` if another process has it."""
    from schwarm.store.leases import end_lease, take_lease

    mark = uuid.uuid4().hex

    def take() -> bool:
        return take_lease(store, new_lease(event, mark), lambda known: known.mark == mark or not _valid(known))

    if not take():
        raise AlreadyRunning(RUNS_ALREADY())
    over = threading.Event()

    def renew() -> None:
        while not over.wait(EVERY):
            # A full disk may have room again the next time.
            with suppress(SchwarmError):
                take()

    heart = threading.Thread(target=renew, name="lease", daemon=True)
    heart.start()
    try:
        yield
    finally:
        over.set()
        heart.join(STALE)
        # A lease that cannot be ended expires.
        with suppress(SchwarmError):
            end_lease(store, event, mark)


def new_lease(event: str, mark: str) -> "Lease":
    """A lease of this process from now on."""
    from schwarm.store.leases import Lease

    pid = os.getpid()
    return Lease(event, mark, time.time(), _machine(), pid, _since(pid))


def _valid(lease: "Lease | None") -> bool:
    if lease is None or abs(time.time() - lease.at) > STALE:
        return False
    return lease.machine != _machine() or _is_alive(lease.pid, lease.since)


@cache
def _machine() -> str:
    """This machine, and the part of it in which a process number means the same process."""
    name = platform.node()
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        name = f"{name} {boot} {os.readlink('/proc/self/ns/pid')}"
    return name


def _is_alive(pid: int, since: str | None) -> bool:
    """Whether this process of this machine lives; if that is unknown, assume so: the lease expires."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        # Another user's, of which we may know nothing more.
        return True
    # Process numbers are reused: another start time is another process.
    return _since(pid) == since


def _since(pid: int) -> str | None:
    """The start time of a process in Linux's ticks; None for a dead or unreaped one, or without /proc."""
    try:
        # Its name comes second, in parentheses, and may hold anything.
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        return None if fields[0] in "ZX" else fields[19]
    except (OSError, IndexError):
        return None


RUNS_ALREADY = Sentence(
    "This contest is being played elsewhere right now; wait until it is finished, or stop it there first."
)
