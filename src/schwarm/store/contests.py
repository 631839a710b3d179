"""Contests in the store: the terms of each, and what a program needs to continue it. Their games are in `games`."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from schwarm.store import tables
from schwarm.store.games import Store

TYPED = ("kind", "begun", "league")
"""Terms with a column of their own."""

_contests = tables.contests.c


def save_terms(store: Store, event: str, terms: Mapping[str, Any]) -> None:
    """Add a contest, or replace the terms of a known one."""
    with store.database.alone() as connection:
        changed = update(tables.contests).where(_contests.event == event).values(_row(terms))
        if not connection.execute(changed).rowcount:
            connection.execute(insert(tables.contests).values(event=event, wanted=False, **_row(terms)))


def _row(terms: Mapping[str, Any]) -> dict[str, Any]:
    rest = {name: value for name, value in terms.items() if name not in TYPED}
    return {name: terms.get(name) for name in TYPED} | {"terms": json.dumps(rest)}


def _terms(row: Row[Any]) -> dict[str, Any]:
    typed: dict[str, Any] = {name: value for name in TYPED if (value := getattr(row, name)) is not None}
    return {**typed, **json.loads(row.terms)}


def load_terms(store: Store, event: str) -> dict[str, Any] | None:
    with store.database.reading() as connection:
        row = connection.execute(select(tables.contests).where(_contests.event == event)).first()
    return _terms(row) if row else None


def list_terms(store: Store) -> dict[str, dict[str, Any]]:
    """The terms of all contests, by their names in the store."""
    with store.database.reading() as connection:
        return {row.event: _terms(row) for row in connection.execute(select(tables.contests))}


def change_terms(connection: Connection, event: str, change: Callable[[dict[str, Any]], Mapping[str, Any]]) -> None:
    """Change the terms of a contest within a transaction."""
    row = connection.execute(select(tables.contests).where(_contests.event == event)).first()
    if row is not None:
        values = _row(change(_terms(row)))
        connection.execute(update(tables.contests).where(_contests.event == event).values(values))


def remove_contest(store: Store, event: str) -> None:
    """Remove a contest; its games stay."""
    with store.database.writing() as connection:
        connection.execute(delete(tables.contests).where(_contests.event == event))


# -- what a program needs to continue it ---------------------------------------------------------------------


def set_wanted(store: Store, event: str, *, wanted: bool) -> None:
    """Whether the contest continues by itself after an interruption."""
    _set(store, event, wanted=wanted)


def list_wanted(store: Store) -> list[str]:
    with store.database.reading() as connection:
        return list(connection.execute(select(_contests.event).where(_contests.wanted.is_(True))).scalars())


def set_folder(store: Store, event: str, folder: Path) -> None:
    """The file or folder of a season."""
    _set(store, event, folder=str(folder.resolve()))


def find_folder(store: Store, event: str) -> Path | None:
    with store.database.reading() as connection:
        found = connection.execute(select(_contests.folder).where(_contests.event == event)).scalar()
    return Path(found) if found else None


def set_fingerprints(store: Store, event: str, fingerprints: Mapping[str, str]) -> None:
    """The contents of a season's bots when it was last played, by their teams."""
    _set(store, event, fingerprints=json.dumps(dict(fingerprints)))


def load_fingerprints(store: Store, event: str) -> dict[str, str]:
    with store.database.reading() as connection:
        found = connection.execute(select(_contests.fingerprints).where(_contests.event == event)).scalar()
    return json.loads(found) if found else {}


def _set(store: Store, event: str, **values: Any) -> None:
    with store.database.writing() as connection:
        connection.execute(update(tables.contests).where(_contests.event == event).values(values))
