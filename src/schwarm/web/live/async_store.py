"""The store for an event loop that must never wait for a database: readers and one writer in threads of their own."""

import asyncio
import contextvars
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from schwarm.games.record import Record
from schwarm.store import CannotStore
from schwarm.store.games import Store
from schwarm.store.newest import keep_newest
from schwarm.store.stored_game import StoredGame
from schwarm.words import Sentence

log = logging.getLogger("schwarm.web")

READERS = 4
MAX_WAITING = 1_000
"""Games of the page that wait to be written, and as many of clients; a database that hangs must not fill the memory."""
CLIENTS = "clients"
"""The event of games between clients of the game server: nobody at the page began them."""
MAX_CLIENT_GAMES = 10_000
"""Of those, how many are kept; the oldest go."""

T = TypeVar("T")
Saved = CannotStore | None
"""Why something could not be written; None: it is on disk."""


@dataclass(slots=True)
class _Save:
    """A game that waits to be written, as it stood last."""

    record: Record
    meta: Mapping[str, Any] | None
    logs: Mapping[tuple[int, int], str]
    done: asyncio.Future[Saved]

    def write(self, store: Store, key: str, event: str) -> None:
        if event:
            store.add(key, self.record, event=event, logs=self.logs)
            keep_newest(store, event, MAX_CLIENT_GAMES)
        else:
            store.save(key, self.record, meta=self.meta, logs=self.logs)


class AsyncStore:
    """Used by the event loop alone. Writes of one game come in their order, those that are overtaken are left out."""

    def __init__(self, store: Store) -> None:
        self.direct = store
        """The store itself, for threads."""
        self._readers = ThreadPoolExecutor(READERS, "schwarm-reader")
        self._writer = ThreadPoolExecutor(1, "schwarm-writer")
        self._waiting: dict[str, dict[str, _Save]] = {"": {}, CLIENTS: {}}
        """By their events, those of the page first: a crowd of clients must not keep anybody waiting there."""
        self._being_written: tuple[str, _Save] | None = None
        self._working: asyncio.Task[None] | None = None

    async def read(self, question: Callable[[Store], T]) -> T:
        """Ask something; in the language of whoever asks."""
        return await self._run(self._readers, question)

    async def load(self, key: str) -> StoredGame | None:
        """A game as it is stored; None if it is not, or cannot be read."""
        try:
            return await self.read(lambda store: store.get(key))
        except CannotStore as error:
            log.warning("%s", error)
            return None

    async def write(self, change: Callable[[Store], T]) -> T:
        """Change something else than a running game; it is on disk when this returns."""
        return await self._run(self._writer, change)

    async def _run(self, threads: ThreadPoolExecutor, work: Callable[[Store], T]) -> T:
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(threads, lambda: context.run(work, self.direct))

    # -- games -----------------------------------------------------------------------------------------

    def save(
        self,
        key: str,
        record: Record,
        *,
        meta: Mapping[str, Any] | None = None,
        logs: Mapping[tuple[int, int], str] | None = None,
        event: str = "",
    ) -> asyncio.Future[Saved]:
        """Write a game as it stands, soon; one of `CLIENTS` once, when it is over. What is given back is done when this
        or a later state is on disk, or could not be written."""
        loop = asyncio.get_running_loop()
        waiting = self._waiting[event]
        waits = waiting.get(key)
        if waits is not None:
            waits.record = record
            waits.meta = waits.meta if meta is None else meta
            waits.logs = {**waits.logs, **(logs or {})}
            return waits.done
        done: asyncio.Future[Saved] = loop.create_future()
        if len(waiting) >= MAX_WAITING:
            done.set_result(CannotStore(TOO_MANY_WAIT()))
            return done
        waiting[key] = _Save(record, meta, dict(logs or {}), done)
        if self._working is None:
            self._working = loop.create_task(self._work())
        return done

    async def settle(self, key: str, seconds: float | None = None) -> None:
        """Wait until nothing of a game is left to be written, at most so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (save := self._unsaved(key)) is not None:
                    await asyncio.wait({save.done})

    async def drain(self, seconds: float) -> None:
        """Wait until nothing at all is left to be written, at most so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._working is not None:
                    await asyncio.wait({self._working})
                await self.write(lambda store: None)

    def _unsaved(self, key: str) -> _Save | None:
        """What was asked for last and is not done yet."""
        for waiting in self._waiting.values():
            if key in waiting:
                return waiting[key]
        return self._being_written[1] if self._being_written and self._being_written[0] == key else None

    async def _work(self) -> None:
        try:
            while (found := self._next()) is not None:
                event, key = found
                save = self._waiting[event].pop(key)
                self._being_written = key, save
                save.done.set_result(await self._write_game(key, save, event))
        finally:
            self._being_written = self._working = None

    def _next(self) -> tuple[str, str] | None:
        """The event and the key of the game that is written next."""
        return next(((event, key) for event, waiting in self._waiting.items() for key in waiting), None)

    async def _write_game(self, key: str, save: _Save, event: str) -> Saved:
        try:
            await self.write(lambda store: save.write(store, key, event))
        except CannotStore as error:
            return error
        except Exception:
            # Whatever it is, the games of others want to be written.
            log.exception("The game %s could not be written.", key)
            return CannotStore(NOT_SAVED(key=key))
        return None


TOO_MANY_WAIT = Sentence("The database is too slow; too many games are waiting to be saved.")
NOT_SAVED = Sentence("The game {key} could not be saved.")
