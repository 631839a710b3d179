"""The course of a game in winning chances, as Hecht sees it at a glance. Worked out once and kept in the store."""

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from schwarm.engine import Engine, Limit, review
from schwarm.games.record import Record

if TYPE_CHECKING:
    from schwarm.store.games import Store

GLANCE = Limit(nodes=500)
"""For every position: a few hundredths of a second for a whole game."""
MAX_SECONDS = 1_800.0
"""For all games of a contest; the rest comes when it is published again."""


def find_chances(
    store: "Store",
    keys: Iterable[str],
    found: Callable[[str, list[float]], None],
    *,
    seconds: float = MAX_SECONDS,
) -> None:
    """Tell the chances of Red, from 0 to 1, at the start and after every move of these games of a contest, by their
    keys in the store."""
    engine: Engine | None = None
    deadline = time.monotonic() + seconds
    for key in keys:
        kept = store.chances(key)
        if kept is None:
            game = store.get(key) if time.monotonic() < deadline else None
            if game is None:
                continue
            engine = engine or Engine(game.record.start.game)
            if engine.slow:
                # In Python a game would take a minute.
                return
            kept = _look_through(game.record, engine)
            store.keep_chances(key, kept)
        found(key, kept)


def _look_through(record: Record, engine: Engine) -> list[float]:
    return [round(chance, 3) for chance in review(record, GLANCE, engine=engine).chances]
