"""Looks through stored games for the opening statistics, in the process beside the server and a few at a time, so that
neither games nor pictures wait for it."""

import asyncio
import json
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any

from schwarm.games.record import Record
from schwarm.store import CannotStore
from schwarm.store.openings import add_openings, find_unindexed, list_openings
from schwarm.web.errors import Refused
from schwarm.web.live.async_store import AsyncStore
from schwarm.web.shell.side_process import TOO_MUCH_WORK, SideProcess, Work
from schwarm.words import SchwarmError

log = logging.getLogger("schwarm.web")

GAMES_AT_ONCE = 25
"""Games that are looked through in one piece of work; it takes a few tenths of a second."""
LOOK_THROUGH = Work("schwarm.web.study.opening_index:look_through", rank=9, max_waiting=1, max_seconds=20)
SECONDS_TO_WAIT = 2.0
"""Until it is tried again where something went wrong."""
MAX_FAILURES = 5

Spawn = Callable[[Coroutine[Any, Any, None]], "asyncio.Task[None]"]


class OpeningIndex:
    """Runs inside the event loop. Whoever asks for statistics wakes it; it sleeps once every game was looked at."""

    def __init__(self, store: AsyncStore, side_process: SideProcess, spawn: Spawn) -> None:
        """`spawn` does something beside everything else, at most until the end."""
        self._store, self._side_process, self._spawn = store, side_process, spawn
        self._task: asyncio.Task[None] | None = None

    @property
    def complete(self) -> bool:
        """Whether no game is left, as far as anybody knows."""
        return self._task is None or self._task.done()

    def wake(self) -> None:
        """Look for games that nobody has looked through."""
        if self.complete:
            self._task = self._spawn(self._run())

    async def settle(self, seconds: float) -> None:
        """Wait until it sleeps, at most so long."""
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=seconds)

    async def _run(self) -> None:
        failures, at_once = 0, GAMES_AT_ONCE
        while failures < MAX_FAILURES:
            try:
                games = await self._store.read(partial(find_unindexed, limit=at_once))
                if not games:
                    return
                found = await self._look_through([game.record for game in games])
                if found is None:
                    # Too much at once: fewer, down to the one that is too much by itself and counts as looked at.
                    at_once = max(1, len(games) // 4)
                    continue
                at_once = min(GAMES_AT_ONCE, at_once * 2)
                rows = [
                    (game.game_id, _has_people(game.meta), [(position, move) for position, move in openings])
                    for game, openings in zip(games, found, strict=True)
                ]
                await self._store.write(partial(add_openings, found=rows))
            except (Refused, CannotStore, RuntimeError) as error:
                log.warning("openings: %s", error)
                failures += 1
                await asyncio.sleep(SECONDS_TO_WAIT)

    async def _look_through(self, records: list[str]) -> list[list[Any]] | None:
        """The openings of some games; None if that is too much for one piece of work."""
        try:
            found: list[list[Any]] = json.loads(await self._side_process.do(LOOK_THROUGH, json.dumps(records).encode()))
        except Refused as error:
            if error.message.sentence is not TOO_MUCH_WORK:
                raise
            return None if len(records) > 1 else [[]]
        return found


def _has_people(meta: str) -> bool:
    """Whether a person played, as far as it was written down."""
    return any(place.get("kind") == "person" for place in json.loads(meta).get("places", ()))


# -- in the process beside the server ----------------------------------------------------------------------------


def look_through(texts: bytes) -> bytes:
    """The openings of some games; none of one that cannot be read here any more."""
    found = []
    for text in json.loads(texts):
        try:
            found.append(list_openings(Record.parse(text)))
        except SchwarmError:
            found.append([])
    return json.dumps(found).encode()
