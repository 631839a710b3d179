"""Whoever runs a contest says so in the store, again and again, so that nobody runs the same one beside them.

A claim that is not renewed is void after a while; one of a process of this machine as soon as that lives no more.
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
from typing import TYPE_CHECKING, Any

from schwarm.arena.contest import BadContest
from schwarm.words import SchwarmError, Sentence

if TYPE_CHECKING:
    from schwarm.store.games import Store

SCOPE = "contest-runs"
EVERY = 4.0
"""Seconds between two times it is said."""
STALE = 15.0
"""Seconds after which a claim that nobody renewed is void. Machines that share a database agree on the time so far."""


class AlreadyRunning(BadContest):
    """Somebody else runs this contest at the moment."""


def check_not_running(store: "Store", event: str) -> None:
    """Say it if somebody runs this contest now, here or elsewhere."""
    if is_running(store, event):
        raise AlreadyRunning(RUNS_ALREADY())


def is_running(store: "Store", event: str) -> bool:
    """Whether somebody runs this contest now, here or elsewhere."""
    return _valid(store.recall(SCOPE, event))


def find_running(store: "Store") -> set[str]:
    """The contests of a store that somebody runs now."""
    return {event for event, claim in store.recall_all(SCOPE).items() if _valid(claim)}


@contextmanager
def hold_claim(store: "Store", event: str) -> Iterator[None]:
    """Run a contest as the only one; raises `Taken` if somebody else does."""
    mark = uuid.uuid4().hex

    def say_so() -> bool:
        return store.remember_if(SCOPE, event, new_claim(mark), lambda known: _mark(known) == mark or not _valid(known))

    if not say_so():
        raise AlreadyRunning(RUNS_ALREADY())
    over = threading.Event()

    def renew() -> None:
        while not over.wait(EVERY):
            # What hinders us now, a full disk say, may not hinder us the next time.
            with suppress(SchwarmError):
                say_so()

    heart = threading.Thread(target=renew, name="claim", daemon=True)
    heart.start()
    try:
        yield
    finally:
        over.set()
        heart.join(STALE)
        # A claim that cannot be taken back becomes void by itself.
        with suppress(SchwarmError):
            if _mark(store.recall(SCOPE, event)) == mark:
                store.forget(SCOPE, event)


def new_claim(mark: str) -> dict[str, Any]:
    """What this process says while it runs a contest."""
    pid = os.getpid()
    return {"mark": mark, "at": time.time(), "machine": _machine(), "pid": pid, "since": _since(pid)}


def _mark(claim: Any) -> str | None:
    return claim.get("mark") if isinstance(claim, dict) else None


def _valid(claim: Any) -> bool:
    if not isinstance(claim, dict):
        return False
    at, pid = claim.get("at"), claim.get("pid")
    if not isinstance(at, int | float) or abs(time.time() - at) > STALE:
        return False
    return claim.get("machine") != _machine() or not isinstance(pid, int) or _is_alive(pid, claim.get("since"))


@cache
def _machine() -> str:
    """This machine, and the part of it in which a process number means the same process."""
    name = platform.node()
    with suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        name = f"{name} {boot} {os.readlink('/proc/self/ns/pid')}"
    return name


def _is_alive(pid: int, since: Any) -> bool:
    """Whether this process of this machine lives; where that cannot be told, time will."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        # Another user's, of which we may know nothing more.
        return True
    # A number is given again: who began at another time is somebody else.
    return bool(_since(pid) == since)


def _since(pid: int) -> str | None:
    """When a process began, as Linux counts; None where nobody knows, or it is dead and not yet buried."""
    try:
        # Its name comes second, in parentheses, and may hold anything.
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        return None if fields[0] in "ZX" else fields[19]
    except (OSError, IndexError):
        return None


RUNS_ALREADY = Sentence(
    "This contest is being played elsewhere right now; wait until it is finished, or stop it there first."
)
