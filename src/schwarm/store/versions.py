"""What teams handed in, version by version: when, what the check found, and which one plays."""

import time
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from schwarm.store import tables
from schwarm.store.errors import NoLeague
from schwarm.store.games import Store
from schwarm.store.leagues import READY, SHOWN, WAITING, LeagueTeam, Version

_versions, _teams, _changes = tables.league_versions.c, tables.league_teams.c, tables.league_changes.c


class Waiting(NamedTuple):
    """A version in the queue."""

    version: Version
    league_id: int
    last_check: float
    """When one of the same team was checked last; 0 if none was."""


class Change(NamedTuple):
    """A team lets another version play."""

    team_id: int
    version: int
    at: float


def add_version(store: Store, team: LeagueTeam, file: str, zip: str, size: int) -> Version:
    """Write down that something was handed in; it is on disk when this returns."""
    return _add(store, team, {"file": file, "zip": zip, "size": size, "state": WAITING, "findings": ""})


def add_home_version(store: Store, team: LeagueTeam) -> Version:
    """A version that plays from the team's own computer, from now on: nothing is handed in, so nothing is checked."""
    row = {"file": "", "zip": "", "size": 0, "state": READY, "findings": "[]", "checked": time.time()}
    return _add(store, team, row)


def _add(store: Store, team: LeagueTeam, row: dict[str, Any]) -> Version:
    """The next version of a team; one that is ready plays from now on. There is never anything in between."""
    while True:
        try:
            with store.database.writing() as connection:
                if connection.execute(select(_teams.id).where(_teams.id == team.id)).first() is None:
                    # Its league was deleted this very moment.
                    raise NoLeague
                last = select(func.max(_versions.number)).where(_versions.team_id == team.id)
                number = (connection.execute(last).scalar() or 0) + 1
                place = {"team_id": team.id, "number": number, "at": time.time()}
                connection.execute(insert(tables.league_versions).values(row | place))
                if row["state"] == READY:
                    _activate(connection, team.id, number)
        except IntegrityError:
            # Another process of the page gave the same number at this very moment.
            continue
        found = load_version(store, team.id, number)
        assert found is not None
        return found


def list_home_versions(store: Store, league_id: int) -> set[tuple[int, int]]:
    """The versions of a league that play from home, by the numbers of team and version."""
    query = (
        select(_teams.number, _versions.number)
        .join_from(tables.league_versions, tables.league_teams)
        .where(_teams.league_id == league_id, _versions.zip == "", _versions.state == READY)
    )
    with store.database.reading() as connection:
        return {(team, version) for team, version in connection.execute(query)}


def list_active_zips(store: Store, league_id: int) -> dict[int, str]:
    """The hashes of the active zips of a league, by the teams' ids; empty for a client at home."""
    query = (
        select(_teams.id, _versions.zip)
        .join_from(tables.league_versions, tables.league_teams)
        .where(_teams.league_id == league_id, _versions.number == _teams.active)
    )
    with store.database.reading() as connection:
        return {row.id: row.zip for row in connection.execute(query)}


def load_version(store: Store, team_id: int, number: int) -> Version | None:
    query = select(tables.league_versions).where(_versions.team_id == team_id, _versions.number == number)
    with store.database.reading() as connection:
        row = connection.execute(query).first()
    return Version(*row) if row else None


def list_versions(store: Store, team_ids: Collection[int]) -> list[Version]:
    """All that these teams handed in, in order."""
    query = select(tables.league_versions).where(_versions.team_id.in_(list(team_ids))).order_by(_versions.id)
    with store.database.reading() as connection:
        return [Version(*row) for row in connection.execute(query)]


def list_waiting(store: Store) -> list[Waiting]:
    """The queue of checks, first in, first out."""
    checked = (
        select(_versions.team_id, func.max(_versions.checked).label("last")).group_by(_versions.team_id).subquery()
    )
    query = (
        select(tables.league_versions, _teams.league_id, checked.c.last)
        .join_from(tables.league_versions, tables.league_teams)
        .join(checked, checked.c.team_id == _versions.team_id)
        .where(_versions.state == WAITING, _versions.zip != "", _teams.standing == SHOWN)
        .order_by(_versions.id)
    )
    with store.database.reading() as connection:
        return [Waiting(Version(*row[:-2]), row[-2], row[-1] or 0.0) for row in connection.execute(query)]


def record_check(store: Store, version: Version, findings: str, *, ready: bool, faulty: str) -> None:
    """Write down what a check found. A version that is ready plays from now on; any other one changes nothing."""
    with store.database.writing() as connection:
        here = update(tables.league_versions).where(_versions.id == version.id, _versions.state == WAITING)
        values = {"state": READY if ready else faulty, "findings": findings, "checked": time.time()}
        if connection.execute(here.values(values)).rowcount and ready:
            _activate(connection, version.team_id, version.number)


def _activate(connection: Connection, team_id: int, number: int) -> None:
    """Let a version play that has just become ready."""
    active = connection.execute(select(_teams.active).where(_teams.id == team_id)).scalar()
    # An older version that is ready later does not replace a newer one.
    if active is None or active < number:
        connection.execute(update(tables.league_teams).where(_teams.id == team_id).values(active=number))
        row = {"team_id": team_id, "version": number, "at": time.time()}
        connection.execute(insert(tables.league_changes).values(row))


def choose_version(store: Store, version: Version) -> None:
    """Let a version play that was found to be ready before."""
    assert version.state == READY
    with store.database.writing() as connection:
        here = update(tables.league_teams).where(_teams.id == version.team_id)
        other = here.where(_teams.active.is_distinct_from(version.number))
        if connection.execute(other.values(active=version.number)).rowcount:
            row = {"team_id": version.team_id, "version": version.number, "at": time.time()}
            connection.execute(insert(tables.league_changes).values(row))


def list_changes(store: Store, team_ids: Collection[int]) -> Sequence[Change]:
    """Which version played from when, in order."""
    query = (
        select(_changes.team_id, _changes.version, _changes.at)
        .where(_changes.team_id.in_(list(team_ids)))
        .order_by(_changes.id)
    )
    with store.database.reading() as connection:
        return [Change(*row) for row in connection.execute(query)]


def used_bytes(store: Store, team_id: int) -> int:
    """How much a team has handed in, counting the same content once."""
    query = select(_versions.zip, _versions.size).where(_versions.team_id == team_id).distinct()
    with store.database.reading() as connection:
        return sum(size for _, size in connection.execute(query))


def kept_zips(store: Store) -> set[str]:
    """The hashes of all stored zips that a version still needs."""
    with store.database.reading() as connection:
        return set(connection.execute(select(_versions.zip).where(_versions.zip != "").distinct()).scalars())
