"""Standing reservations: by which code the client of a team is known that plays from the team's own computer.

Only hashes are kept. A reservation belongs to a team, and each team has one at most.
"""

import time

from sqlalchemy import delete, insert, select

from schwarm.store import tables
from schwarm.store.games import Store
from schwarm.store.league_rows import LeagueTeam
from schwarm.store.leagues import changing

_reservations, _teams = tables.league_reservations.c, tables.league_teams.c


def renew_reservation(store: Store, team: LeagueTeam, code: str) -> None:
    """A team's new reservation; the old one is worth nothing any more."""
    with changing(store) as connection:
        connection.execute(delete(tables.league_reservations).where(_reservations.team_id == team.id))
        row = {"team_id": team.id, "hash": code, "made": time.time()}
        connection.execute(insert(tables.league_reservations).values(row))


def find_reservation(store: Store, code: str) -> int | None:
    """Which team a reservation is of, by its id."""
    query = select(_reservations.team_id).where(_reservations.hash == code)
    with store.database.reading() as connection:
        found = connection.execute(query).scalar()
    return None if found is None else int(found)


def list_reservations(store: Store, league_id: int) -> dict[int, str]:
    """The reservations of a league, by the ids of its teams."""
    query = (
        select(_reservations.team_id, _reservations.hash)
        .join_from(tables.league_reservations, tables.league_teams)
        .where(_teams.league_id == league_id)
    )
    with store.database.reading() as connection:
        return {row.team_id: row.hash for row in connection.execute(query)}
