"""Games of contests with what is reported about them: why somebody broke off, and how both players used their time.

A report is kept in the same transaction as its game, and all of an event's are read at once without opening a record.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError

from schwarm.games.record import Record
from schwarm.store import tables
from schwarm.store.games import Log, Store


class Report(NamedTuple):
    """One game of an event in numbers."""

    key: str
    red: str
    blue: str
    winner: str | None
    reason: str
    points_red: int
    points_blue: int
    why: str
    red_moves: int
    red_median: float
    red_slowest: float
    blue_moves: int
    blue_median: float
    blue_slowest: float


def add_with_report(
    store: Store,
    record: Record,
    report: Report,
    *,
    event: str,
    match: str = "",
    meta: Mapping[str, Any] | None = None,
    logs: Log | None = None,
) -> int | None:
    """Keep a game and its report in one transaction; gives the number of its row, or None if the key is taken."""
    about = report._asdict()
    row = {column.name: about[column.name] for column in tables.reports.c if column.name != "game_id"}
    try:
        with store.database.writing() as connection:
            store.add(report.key, record, event=event, match=match, meta=meta, logs=logs, connection=connection)
            here = select(tables.games.c.id).where(tables.games.c.key == report.key)
            number = connection.execute(here).scalar_one()
            connection.execute(insert(tables.reports).values(game_id=number, **row))
    except IntegrityError:
        return None
    return int(number)


def reports(store: Store, event: str, after: int = 0) -> Sequence[tuple[Any, ...]]:
    """The reports of an event in order of arrival, those after the row with this number. Bare rows, for speed: that
    number, the game's id, and the fields of `Report`."""
    games, about = tables.games.c, tables.reports.c
    ends = games.key, games.red, games.blue, games.winner, games.reason, games.points_red, games.points_blue
    times = about.why, about.red_moves, about.red_median, about.red_slowest
    rest = about.blue_moves, about.blue_median, about.blue_slowest
    query = (
        select(games.id, games.game, *ends, *times, *rest)
        .join_from(tables.games, tables.reports, games.id == about.game_id)
        .where(games.event == event, games.id > after)
        .order_by(games.id)
    )
    with store.database.reading() as connection:
        return connection.execute(query).all()


def newest(store: Store, event: str) -> tuple[int, float]:
    """The number of an event's newest row and when it came; zeros where there is none."""
    games = tables.games.c
    query = select(games.id, games.at).where(games.event == event).order_by(games.id.desc()).limit(1)
    with store.database.reading() as connection:
        found = connection.execute(query).one_or_none()
    return (found.id, found.at) if found else (0, 0.0)


def why(store: Store, key: str) -> str:
    """What is reported about how one game was broken off, as JSON; empty if there is nothing."""
    query = select(tables.reports.c.why).join_from(tables.games, tables.reports).where(tables.games.c.key == key)
    with store.database.reading() as connection:
        return connection.execute(query).scalar() or ""
