"""The store: keeps games whole, lists and counts them."""

import json
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, desc, func, insert, select, true, update
from sqlalchemy.exc import IntegrityError

from schwarm.games import Outcome, Team
from schwarm.games.record import Record
from schwarm.games.registry import find_reason
from schwarm.store import tables
from schwarm.store.database import Database
from schwarm.store.errors import CannotStore
from schwarm.store.location import data_folder, data_location
from schwarm.words import Sentence, excerpt

MAX_KEY_LENGTH = 300

Log = Mapping[tuple[int, int], str]
"""Output by turn and side (0 Red, 1 Blue); turn -1 for output that belongs to no move."""


class Summary(NamedTuple):
    """A game in a listing."""

    id: int
    key: str
    game: str
    rules: str
    red: str
    blue: str
    moves: int
    finished: bool
    winner: str | None
    """`ONE`, `TWO` or None."""
    reason: str | None
    points_red: int | None
    points_blue: int | None
    event: str
    match: str
    pairing: str
    at: float
    """When it was kept for the last time, in seconds since 1970."""

    @property
    def outcome(self) -> Outcome | None:
        if self.reason is None:
            return None
        winner = Team(self.winner) if self.winner else None
        return Outcome(winner, find_reason(self.game, self.reason), (self.points_red or 0, self.points_blue or 0))


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A whole game: its record, what its players printed, and metadata of the program that stored it."""

    summary: Summary
    record: Record
    meta: Mapping[str, Any] = field(default_factory=dict)
    logs: Log = field(default_factory=dict)


class Tally(NamedTuple):
    """How often games of two players ended in one way, and the sums of their points."""

    red: str
    blue: str
    winner: str | None
    reason: str
    games: int
    points_red: int
    points_blue: int


class Store:
    """A database of games and all else. Safe to use from several threads, and by several programs at once."""

    def __init__(self, where: str | Path | None = None) -> None:
        place = data_location(where)
        self.database = Database(place)
        self.folder = place.parent if isinstance(place, Path) else data_folder()
        """Where files lie that are too large for a database."""
        self.location = str(place.parent if isinstance(place, Path) else place)
        """What another process opens the same store with; a URL may hold a password."""
        try:
            tables.prepare(self.database)
        except BaseException:
            self.database.close()
            raise

    def close(self) -> None:
        self.database.close()

    def why_read_only(self) -> CannotStore | None:
        """Why nothing can be written, if that is so."""
        try:
            with self.database.writing() as connection:
                # Only a real change is refused, even one that changes nothing.
                connection.execute(update(tables.schema).values(version=tables.schema.c.version))
        except CannotStore as error:
            return error
        return None

    # -- keeping ---------------------------------------------------------------------------------------

    def add(
        self,
        key: str,
        record: Record,
        *,
        event: str = "",
        match: str = "",
        pairing: str = "",
        meta: Mapping[str, Any] | None = None,
        logs: Log | None = None,
        connection: Connection | None = None,
    ) -> bool:
        """Add a game; False if the key is taken, and then nothing is changed.

        When this returns, the game is on disk. With `connection` it becomes part of the caller's transaction
        (`with store.database.writing() as connection`), in which a taken key raises `IntegrityError`."""
        row = _row(key, record) | {"event": event, "match": match, "pairing": pairing}
        if connection is not None:
            _insert(connection, row, record, meta, logs)
            return True
        try:
            with self.database.writing() as own:
                _insert(own, row, record, meta, logs)
        except IntegrityError:
            return False
        return True

    def save(self, key: str, record: Record, *, meta: Mapping[str, Any] | None = None, logs: Log | None = None) -> None:
        """Keep a game as it stands now, whether or not it was kept before. `logs` are added to those that are there;
        without `meta` the old one stays."""
        row = _row(key, record)
        try:
            self._save(key, row, record, meta, logs)
        except IntegrityError:
            # Another program kept it for the first time at this very moment; now it is there to be changed.
            self._save(key, row, record, meta, logs)

    def _save(
        self, key: str, row: Mapping[str, Any], record: Record, meta: Mapping[str, Any] | None, logs: Log | None
    ) -> None:
        with self.database.writing() as connection:
            found = connection.execute(select(tables.games.c.id).where(tables.games.c.key == key)).scalar()
            if found is None:
                _insert(connection, {**row, "event": "", "match": "", "pairing": ""}, record, meta, logs)
                return
            connection.execute(update(tables.games).where(tables.games.c.id == found).values(row))
            text = {"record": str(record)} | ({"meta": json.dumps(dict(meta))} if meta is not None else {})
            connection.execute(update(tables.texts).where(tables.texts.c.game_id == found).values(text))
            _replace_logs(connection, found, logs)

    def remove(self, key: str) -> None:
        """Forget a game."""
        with self.database.writing() as connection:
            connection.execute(delete(tables.games).where(tables.games.c.key == key))

    # -- finding ---------------------------------------------------------------------------------------

    def get(self, key: str) -> StoredGame | None:
        """A game by its key, whole."""
        with self.database.reading() as connection:
            row = connection.execute(select(tables.games).where(tables.games.c.key == key)).first()
            if row is None:
                return None
            summary = Summary(*row)
            text = connection.execute(select(tables.texts).where(tables.texts.c.game_id == summary.id)).one()
            logs = connection.execute(
                select(tables.logs.c.turn, tables.logs.c.side, tables.logs.c.text).where(
                    tables.logs.c.game_id == summary.id
                )
            )
            printed = {(turn, side): said for turn, side, said in logs}
        return StoredGame(summary, Record.parse(text.record), json.loads(text.meta), printed)

    def has(self, key: str) -> bool:
        with self.database.reading() as connection:
            return connection.execute(select(tables.games.c.id).where(tables.games.c.key == key)).first() is not None

    def is_running(self, key: str) -> bool:
        """Whether a game is kept that is not over yet."""
        query = select(tables.games.c.finished).where(tables.games.c.key == key)
        with self.database.reading() as connection:
            return connection.execute(query).scalar() is False

    def listing(
        self,
        *,
        event: str | Collection[str] | None = None,
        match: str | None = None,
        finished: bool | None = True,
        limit: int | None = None,
        skip: int = 0,
        newest_first: bool = False,
    ) -> list[Summary]:
        """Games in the order they came, or the newest first; all that are finished, unless something else is asked.

        `event` may be several of them."""
        order = desc(tables.games.c.at) if newest_first else tables.games.c.id
        query = select(tables.games).where(_which(event, match, finished)).order_by(order).limit(limit)
        if skip:
            query = query.offset(skip)
        with self.database.reading() as connection:
            return list(map(Summary._make, connection.execute(query).all()))

    def keys(self, *, event: str | None = None, match: str | None = None) -> set[str]:
        """The keys of finished games: what need not be played again."""
        query = select(tables.games.c.key).where(_which(event, match, finished=True))
        with self.database.reading() as connection:
            return set(connection.execute(query).scalars())

    def counts(self, event: str | None = None) -> dict[str, tuple[int, float]]:
        """How many finished games each event has, and when the last one came."""
        games = tables.games.c
        query = (
            select(games.event, func.count(), func.max(games.at))
            .where(_which(event, None, finished=True))
            .group_by(games.event)
        )
        with self.database.reading() as connection:
            return {name: (number, at) for name, number, at in connection.execute(query)}

    def tally(self, *, event: str | None = None, match: str | None = None) -> list[Tally]:
        """Finished games counted by players and end, with sums of points: what tables are made of."""
        games = tables.games.c
        ends = games.red, games.blue, games.winner, games.reason
        query = (
            select(*ends, func.count(), func.sum(games.points_red), func.sum(games.points_blue))
            .where(_which(event, match, finished=True))
            .group_by(*ends)
        )
        with self.database.reading() as connection:
            # Some databases add up whole numbers to decimals.
            return [Tally._make((*row[:4], *map(int, row[4:]))) for row in connection.execute(query)]

    # -- what the engine says of a game -----------------------------------------------------------------

    def review(self, key: str, mark: str) -> Any:
        """The kept review of a game, if it has this mark; the mark tells the record and the form of the review."""
        reviews = tables.reviews.c
        query = select(reviews.verdict).where(reviews.key == key, reviews.mark == mark)
        with self.database.reading() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else json.loads(found)

    def keep_review(self, key: str, mark: str, verdict: Any) -> None:
        with self.database.alone() as connection:
            connection.execute(delete(tables.reviews).where(tables.reviews.c.key == key))
            row = {"key": key, "mark": mark, "verdict": json.dumps(verdict)}
            connection.execute(insert(tables.reviews).values(row))

    def chances(self, key: str) -> list[float] | None:
        """The kept winning chances in a game, position by position."""
        query = select(tables.chances.c["values"]).join_from(tables.chances, tables.games)
        with self.database.reading() as connection:
            found = connection.execute(query.where(tables.games.c.key == key)).scalar()
        return None if found is None else json.loads(found)

    def keep_chances(self, key: str, values: Sequence[float]) -> None:
        """Keep the chances of a stored game; they go with it."""
        game = select(tables.games.c.id).where(tables.games.c.key == key)
        with self.database.alone() as connection:
            number = connection.execute(game).scalar()
            if number is not None:
                connection.execute(delete(tables.chances).where(tables.chances.c.game_id == number))
                row = {"game_id": number, "values": json.dumps(list(values))}
                connection.execute(insert(tables.chances).values(row))


def _which(event: str | Collection[str] | None, match: str | None, finished: bool | None) -> ColumnElement[bool]:
    games = tables.games.c
    wanted: list[ColumnElement[bool]] = [true()]
    if isinstance(event, str):
        wanted.append(games.event == event)
    elif event is not None:
        wanted.append(games.event.in_(event))
    if match is not None:
        wanted.append(games.match == match)
    if finished is not None:
        wanted.append(games.finished.is_(finished))
    return and_(*wanted)


def _row(key: str, record: Record) -> dict[str, Any]:
    if not key or len(key) > MAX_KEY_LENGTH or not key.isprintable():
        raise CannotStore(BAD_KEY(key=excerpt(key), longest=MAX_KEY_LENGTH))
    outcome, game = record.outcome, record.start.game
    return {
        "key": key,
        "game": game.id,
        "rules": game.rules,
        "red": record.players[0],
        "blue": record.players[1],
        "moves": len(record.moves),
        "finished": outcome is not None,
        "winner": outcome.winner.value if outcome and outcome.winner else None,
        "reason": outcome.reason.value if outcome else None,
        "points_red": outcome.points[0] if outcome else None,
        "points_blue": outcome.points[1] if outcome else None,
        "at": time.time(),
    }


def _insert(
    connection: Connection, row: Mapping[str, Any], record: Record, meta: Mapping[str, Any] | None, logs: Log | None
) -> None:
    inserted = connection.execute(insert(tables.games).values(row)).inserted_primary_key
    assert inserted is not None
    number: int = inserted[0]
    text = {"game_id": number, "record": str(record), "meta": json.dumps(dict(meta or {}))}
    connection.execute(insert(tables.texts).values(text))
    _replace_logs(connection, number, logs)


def _replace_logs(connection: Connection, number: int, logs: Log | None) -> None:
    if not logs:
        return
    place = tables.logs.c
    for turn, side in logs:
        here = and_(place.game_id == number, place.turn == turn, place.side == side)
        connection.execute(delete(tables.logs).where(here))
    # PostgreSQL keeps no null character; terminals and pages have no use for one either.
    rows = [
        {"game_id": number, "turn": turn, "side": side, "text": text.replace("\0", "\N{REPLACEMENT CHARACTER}")}
        for (turn, side), text in logs.items()
    ]
    connection.execute(insert(tables.logs), rows)


# -- uploaded games -------------------------------------------------------------------------------------------

MAX_AT_ONCE = 1_000
"""Games deleted in one transaction: queries have a limited number of parameters, and other writers wait meanwhile."""


def keep_newest(store: Store, event: str, most: int) -> None:
    """Delete all but the newest games of an event, with their reviews."""
    games = tables.games.c
    # Without the match a database would have to sort all of them each time.
    alike = and_(games.event == event, games.match == "")
    with store.database.writing() as connection:
        newest_first = select(games.key).where(alike).order_by(games.id.desc())
        old = connection.execute(newest_first.offset(most).limit(MAX_AT_ONCE)).scalars().all()
        if old:
            connection.execute(delete(tables.reviews).where(tables.reviews.c.key.in_(old)))
            connection.execute(delete(tables.games).where(games.key.in_(old)))


BAD_KEY = Sentence("“{key}” cannot be a game's key; a key is one line of at most {longest} characters.")
