"""Leagues in the store: who takes part, by which codes, and in which browsers they are known.

Codes and sessions are kept as hashes only: whoever reads the database cannot come in with what they find.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from schwarm.store import tables
from schwarm.store.errors import NoLeague
from schwarm.store.games import Store
from schwarm.store.league_rows import (
    REMOVED,
    SHOWN,
    CodeOwner,
    League,
    LeagueTeam,
    NewLeague,
    OrganiserCode,
)
from schwarm.store.team_names import (
    change_team,
    free_name,
    is_taken,
    load_public_names,
    was_freed,
)
from schwarm.words.lookalike import look_alike

MAX_SESSIONS = 60
"""Browsers in which one code is known; those that came first go."""
MAX_SESSION_SECONDS = 365 * 24 * 3600.0
"""For which a browser is known that came with a code."""

_codes, _sessions, _teams = tables.league_codes.c, tables.league_sessions.c, tables.league_teams.c


def add_league(
    store: Store, key: str, new: NewLeague, team_hashes: Sequence[str], names: Sequence[str], organiser_hash: str
) -> League:
    """Make a league with its teams and their codes, all or nothing."""
    now = time.time()
    with store.database.writing() as connection:
        row = {**new.row(), "key": key, "playing": True, "made": now, "edition": 0}
        league_id = _insert(connection, tables.leagues, row)
        _insert(connection, tables.league_codes, {"hash": organiser_hash, "league_id": league_id, "made": now})
        for number, (code, name) in enumerate(zip(team_hashes, names, strict=True), 1):
            team = {"league_id": league_id, "number": number, "name": name, "fish": "", "entered": False}
            team |= {"group": new.group_of(number), "standing": SHOWN, "name_fixed": False}
            team_id = _insert(connection, tables.league_teams, team)
            owned = {"hash": code, "league_id": league_id, "team_id": team_id, "made": now}
            _insert(connection, tables.league_codes, owned)
    found = load_league(store, key)
    assert found is not None
    return found


def _insert(connection: Connection, table: Any, row: Mapping[str, Any]) -> int:
    inserted = connection.execute(insert(table).values(row)).inserted_primary_key
    assert inserted is not None
    return int(inserted[0])


@contextmanager
def changing(store: Store) -> Iterator[Connection]:
    """A transaction that adds something to a league; raises `NoLeague` where that was deleted this very moment."""
    try:
        with store.database.writing() as connection:
            yield connection
    except IntegrityError as error:
        raise NoLeague from error


def load_league(store: Store, key: str) -> League | None:
    with store.database.reading() as connection:
        row = connection.execute(select(tables.leagues).where(tables.leagues.c.key == key)).first()
    return League(*row) if row else None


def is_over(store: Store, league_id: int, now: float) -> bool:
    """Whether the last of a league's dates has passed; raises `NoLeague`."""
    with store.database.reading() as connection:
        row = connection.execute(select(tables.leagues.c.ends).where(tables.leagues.c.id == league_id)).first()
    if row is None:
        raise NoLeague
    return row.ends is not None and now >= row.ends


def list_leagues(store: Store) -> list[League]:
    """All leagues, the newest first."""
    with store.database.reading() as connection:
        return [League(*row) for row in connection.execute(select(tables.leagues).order_by(tables.leagues.c.id.desc()))]


def change_league(store: Store, league_id: int, **values: Any) -> None:
    with store.database.writing() as connection:
        connection.execute(update(tables.leagues).where(tables.leagues.c.id == league_id).values(values))


def remove_league(store: Store, league: League, contests: Collection[str] = ()) -> None:
    """Remove a league with its teams, codes, versions, games and everything about them, and its `contests` with their
    games. All at once, or nothing."""
    with store.database.writing() as connection:
        connection.execute(delete(tables.games).where(tables.games.c.event.in_([league.event, *contests])))
        connection.execute(delete(tables.facts).where(tables.facts.c.name.in_(contests)))
        for table in (tables.leases, tables.contest_words):
            connection.execute(delete(table).where(table.c.event.in_(contests)))
        connection.execute(delete(tables.leagues).where(tables.leagues.c.id == league.id))


# -- teams -----------------------------------------------------------------------------------------------


def list_teams(store: Store, league_id: int, *, hidden: bool = False) -> list[LeagueTeam]:
    """The teams that take part; with `hidden` also those that an organiser hid. Who was removed is in no list."""
    query = select(tables.league_teams).where(_teams.league_id == league_id, _teams.standing != REMOVED)
    if not hidden:
        query = query.where(_teams.standing == SHOWN)
    with store.database.reading() as connection:
        return [LeagueTeam(*row) for row in connection.execute(query.order_by(_teams.number))]


def list_team_ids(store: Store, league_id: int) -> list[int]:
    """The ids of all teams of a league, also of those that were removed: contests may need what they handed in."""
    with store.database.reading() as connection:
        return list(connection.execute(select(_teams.id).where(_teams.league_id == league_id)).scalars())


def load_team_names(store: Store, league_id: int) -> dict[int, str]:
    """What all teams that ever took part are called in public, by their numbers."""
    with store.database.reading() as connection:
        return load_public_names(connection, league_id)


def name_team(store: Store, team: LeagueTeam, name: str, fish: str, others: Collection[str] = ()) -> bool:
    """Give a team the name and picture that it chose. False if another of the league has that name or had it, or one
    that looks like it, or if it looks like one of `others`."""
    with store.database.alone() as connection:
        if is_taken(connection, team, name) or was_freed(connection, team, name):
            return False
        if any(look_alike(name, other) for other in others):
            return False
        if team.named and name != team.name:
            free_name(connection, team, team.name)
        change_team(connection, team, {"name": name, "fish": fish})
    return True


def group_teams(store: Store, league_id: int, groups: Mapping[int, str]) -> None:
    """Put teams, by their numbers, into groups."""
    with store.database.writing() as connection:
        for number, group in groups.items():
            here = update(tables.league_teams).where(_teams.league_id == league_id, _teams.number == number)
            connection.execute(here.values(group=group))


# -- codes -----------------------------------------------------------------------------------------------


def add_organiser(store: Store, code: str, league_id: int | None) -> None:
    """One more organiser's code, of a league or for making leagues."""
    with changing(store) as connection:
        _insert(connection, tables.league_codes, {"hash": code, "league_id": league_id, "made": time.time()})


def renew_code(store: Store, team: LeagueTeam, code: str) -> None:
    """A team's new code. The old one opens nothing any more, nor do the browsers that came with it; they are known so
    that they can be told why."""
    with changing(store) as connection:
        own = _codes.team_id == team.id
        connection.execute(delete(tables.league_codes).where(own, _codes.ended.is_not(None)))
        old = connection.execute(select(_codes.id).where(own)).scalar()
        values = {"hash": f"ended {old}", "ended": time.time()}
        connection.execute(update(tables.league_codes).where(own).values(values))
        owned = {"hash": code, "league_id": team.league_id, "team_id": team.id, "made": time.time()}
        _insert(connection, tables.league_codes, owned)


def find_code(store: Store, code: str) -> CodeOwner | None:
    query = select(_codes.id, _codes.league_id, _codes.team_id).where(_codes.hash == code, _codes.ended.is_(None))
    with store.database.reading() as connection:
        row = connection.execute(query).first()
    return CodeOwner(*row) if row else None


def open_session(store: Store, owner: CodeOwner, session: str) -> None:
    """Know a browser again that came with a code, or a program that hands in; a team has entered by that."""
    with changing(store) as connection:
        if owner.team_id is not None:
            connection.execute(update(tables.league_teams).where(_teams.id == owner.team_id).values(entered=True))
        row = {"hash": session, "code_id": owner.code_id, "at": time.time()}
        connection.execute(insert(tables.league_sessions).values(row))
        kept = (
            select(_sessions.hash)
            .where(_sessions.code_id == owner.code_id)
            .order_by(_sessions.at.desc())
            .limit(MAX_SESSIONS)
        )
        recent = connection.execute(kept).scalars().all()
        old = delete(tables.league_sessions).where(
            _sessions.code_id == owner.code_id, _sessions.hash.not_in(list(recent))
        )
        connection.execute(old)


def find_session(store: Store, session: str) -> CodeOwner | None:
    """With which code a browser came, if that still counts."""
    return _find_owner(store, session, _codes.ended.is_(None))


def find_ended_session(store: Store, session: str) -> CodeOwner | None:
    """With which code a browser came that an organiser has renewed since then."""
    return _find_owner(store, session, _codes.ended.is_not(None))


def _find_owner(store: Store, session: str, ended: ColumnElement[bool]) -> CodeOwner | None:
    recent = _sessions.at > time.time() - MAX_SESSION_SECONDS
    query = select(_codes.id, _codes.league_id, _codes.team_id).join_from(tables.league_sessions, tables.league_codes)
    with store.database.reading() as connection:
        row = connection.execute(query.where(_sessions.hash == session, recent, ended)).first()
    return CodeOwner(*row) if row else None


def close_session(store: Store, session: str) -> None:
    with store.database.writing() as connection:
        connection.execute(delete(tables.league_sessions).where(_sessions.hash == session))


def list_organisers(store: Store, league_id: int | None) -> list[OrganiserCode]:
    """The organisers' codes of a league, or those for making leagues, in the order in which they were made."""
    here = _codes.league_id.is_(None) if league_id is None else _codes.league_id == league_id
    query = (
        select(_codes.id, _codes.made, func.count(_sessions.hash))
        .join_from(tables.league_codes, tables.league_sessions, isouter=True)
        .where(here, _codes.team_id.is_(None))
        .group_by(_codes.id, _codes.made)
        .order_by(_codes.id)
    )
    with store.database.reading() as connection:
        return [OrganiserCode(*row) for row in connection.execute(query)]


def remove_organiser(store: Store, league_id: int | None, code_id: int) -> bool:
    """Take an organiser's code back, with all browsers that came with it; False where there is no such code."""
    here = _codes.league_id.is_(None) if league_id is None else _codes.league_id == league_id
    with store.database.writing() as connection:
        gone = delete(tables.league_codes).where(_codes.id == code_id, here, _codes.team_id.is_(None))
        return bool(connection.execute(gone).rowcount)
