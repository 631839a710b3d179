"""Leases in the store: at most one process runs a contest. What makes one valid is up to the process that asks."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import and_, delete, insert, select

from schwarm.store import tables
from schwarm.store.games import Store

_leases = tables.leases.c


class Lease(NamedTuple):
    """A contest, and the process that runs it."""

    event: str
    mark: str
    """A random name of the holder."""
    at: float
    """The last renewal."""
    machine: str
    pid: int
    since: str | None
    """The start of that process, where the system tells it."""


def take_lease(store: Store, lease: Lease, replaces: Callable[[Lease], bool]) -> bool:
    """Take or renew a lease, if there is none or this one `replaces` it; no other process gets in between."""
    with store.database.alone() as connection:
        row = connection.execute(select(tables.leases).where(_leases.event == lease.event)).first()
        if row is not None:
            if not replaces(Lease(*row)):
                return False
            connection.execute(delete(tables.leases).where(_leases.event == lease.event))
        connection.execute(insert(tables.leases).values(lease._asdict()))
    return True


def find_lease(store: Store, event: str) -> Lease | None:
    with store.database.reading() as connection:
        row = connection.execute(select(tables.leases).where(_leases.event == event)).first()
    return Lease(*row) if row else None


def list_leases(store: Store) -> list[Lease]:
    with store.database.reading() as connection:
        return [Lease(*row) for row in connection.execute(select(tables.leases))]


def end_lease(store: Store, event: str, mark: str) -> None:
    """End a lease that still has this holder."""
    with store.database.writing() as connection:
        connection.execute(delete(tables.leases).where(and_(_leases.event == event, _leases.mark == mark)))
