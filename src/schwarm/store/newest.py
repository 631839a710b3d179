"""Games that strangers bring: of each kind only the newest are kept."""

from sqlalchemy import and_, delete, select

from schwarm.store import tables
from schwarm.store.games import Store

MAX_AT_ONCE = 1_000
"""Games that are forgotten at once: databases take only so many names in one question, and others wait meanwhile. Where
an older version has kept more, they go with the next games."""


def keep_newest(store: Store, event: str, most: int) -> None:
    """Forget the games of an event beyond the newest so many, with what was said about them."""
    games = tables.games.c
    # Without the match a database would have to sort all of them each time.
    alike = and_(games.event == event, games.match == "")
    with store.database.writing() as connection:
        newest_first = select(games.key).where(alike).order_by(games.id.desc())
        old = connection.execute(newest_first.offset(most).limit(MAX_AT_ONCE)).scalars().all()
        if old:
            connection.execute(delete(tables.reviews).where(tables.reviews.c.key.in_(old)))
            connection.execute(delete(tables.games).where(games.key.in_(old)))
