"""Opening statistics: which finished games came through a position, how each went on and who won.

A game is indexed once, after it was stored, and only its first moves: storing a game costs nothing more, and a query
over a hundred thousand games takes a moment. The caller indexes missing games (`find_unindexed`, `list_openings`,
`add_openings`), little by little and in another process if there are many.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import NamedTuple

from sqlalchemy import and_, insert, or_, select
from sqlalchemy import func as sql
from sqlalchemy.exc import IntegrityError

from schwarm.games import Reason, State, Team
from schwarm.games.record import Record
from schwarm.store import tables
from schwarm.store.games import Store

MAX_OPENING_MOVES = 16
"""So many moves of a game are counted; later positions are rarely reached twice."""

Opening = tuple[int, str]
"""A position's number, and the move that was played in it."""


class Unindexed(NamedTuple):
    """A game that is not indexed yet."""

    game_id: int
    record: str
    meta: str


class MoveCount(NamedTuple):
    """How games went on with a move, and who won them."""

    move: str
    red: int
    draws: int
    blue: int

    @property
    def games(self) -> int:
        return self.red + self.draws + self.blue


def number_of(state: State) -> int:
    """The hash of a position; collisions are negligible."""
    text = f"{state.game.id} {state.game.rules} {state}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), signed=True)


def list_openings(record: Record) -> list[Opening]:
    """The first positions of a game, with what was played in each."""
    first = zip(record.states(), record.moves[:MAX_OPENING_MOVES], strict=False)
    return list({number_of(state): str(played.move) for state, played in first}.items())


def find_unindexed(store: Store, limit: int) -> list[Unindexed]:
    """Some finished games that are not indexed, the newest first."""
    games, texts, indexed = tables.games.c, tables.texts.c, tables.indexed.c
    query = (
        select(games.id, texts.record, texts.meta)
        .join_from(tables.games, tables.texts, games.id == texts.game_id)
        .outerjoin(tables.indexed, games.id == indexed.game_id)
        .where(and_(games.finished.is_(True), indexed.game_id.is_(None)))
        .order_by(games.id.desc())
        .limit(limit)
    )
    with store.database.reading() as connection:
        return [Unindexed(*row) for row in connection.execute(query)]


def add_openings(store: Store, found: Iterable[tuple[int, bool, Sequence[Opening]]]) -> None:
    """Keep what is in some games: of each its number, whether a person played it, and its openings."""
    for game_id, people, openings in found:
        rows = [{"position": position, "game_id": game_id, "move": move} for position, move in openings]
        try:
            with store.database.writing() as connection:
                connection.execute(insert(tables.indexed).values(game_id=game_id, people=people))
                if rows:
                    connection.execute(insert(tables.openings), rows)
        except IntegrityError:
            # Another program did the same at this very moment, or the game is gone.
            continue


def count_moves(store: Store, state: State, *, player: str = "", people: bool | None = None) -> list[MoveCount]:
    """Moves played in a position with their results, the most frequent first; games that were broken off do not
    count. `player` played one of the sides; with `people` a person did, or none did."""
    games, openings, indexed = tables.games.c, tables.openings.c, tables.indexed.c
    wanted = [openings.position == number_of(state), games.game == state.game.id]
    if player:
        wanted.append(or_(games.red == player, games.blue == player))
    if people is not None:
        wanted.append(indexed.people.is_(people))
    query = (
        select(openings.move, games.winner, games.reason, sql.count())
        .join_from(tables.openings, tables.games, openings.game_id == games.id)
        .join(tables.indexed, indexed.game_id == games.id)
        .where(and_(*wanted))
        .group_by(openings.move, games.winner, games.reason)
    )
    counts: dict[str, list[int]] = {}
    with store.database.reading() as connection:
        for move, winner, reason, number in connection.execute(query):
            how = Reason.read(reason)
            if how.regular or how is Reason.RESIGNED:
                side = 1 if winner is None else 2 * Team(winner).index
                counts.setdefault(move, [0, 0, 0])[side] += number
    found = [MoveCount(move, *count) for move, count in counts.items()]
    return sorted(found, key=lambda each: (-each.games, each.move))
