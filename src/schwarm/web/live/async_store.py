"""The store for an event loop that must never wait for a database: readers and one writer in threads of their own."""

import asyncio
import contextvars
import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from schwarm.arena.backoff import Backoff
from schwarm.games.record import Record
from schwarm.store import CannotStore
from schwarm.store.games import Store, StoredGame, keep_newest
from schwarm.words import Sentence

log = logging.getLogger("schwarm.web")

READERS = 4
MAX_WAITING = 1_000
"""Games of the page that wait to be written, and as many of clients; a database that hangs must not fill the memory."""
MAX_SECONDS_TO_RETRY = 10.0
"""Seconds after which games that could not be written are tried again at the latest; the first try comes sooner."""
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
    failed_at: float = 0.0
    """When writing it failed last, by the monotonic clock."""

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
        self._failed: dict[str, dict[str, _Save]] = {"": {}, CLIENTS: {}}
        """What could not be written and is tried again: one after the other, with a backoff that all of it shares."""
        self._backoff, self._wake = Backoff(MAX_SECONDS_TO_RETRY), asyncio.Event()
        self._last_call: float | None = None
        """When the end began, at which everything is tried once more without a pause."""
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
        or a later state is on disk, or could not be written; then it is tried again, see `find_retry`."""
        waiting, failed = self._waiting[event], self._failed[event]
        save = waiting.get(key) or failed.pop(key, None)
        if save is not None:
            save.record = record
            save.meta = save.meta if meta is None else meta
            save.logs = {**save.logs, **(logs or {})}
        else:
            save = _Save(record, meta, dict(logs or {}), asyncio.get_running_loop().create_future())
            if len(waiting) + len(failed) >= MAX_WAITING:
                save.done.set_result(CannotStore(TOO_MANY_WAIT()))
                return save.done
        waiting[key] = save
        self._begin()
        return save.done

    def find_retry(self, key: str) -> asyncio.Future[Saved] | None:
        """What is done when a game that could not be written has been tried again; None if none is left to be."""
        return next((failed[key].done for failed in self._failed.values() if key in failed), None)

    def is_unsaved(self, key: str) -> bool:
        """Whether something of a game is still to be written."""
        return self._unsaved(key) is not None

    async def settle(self, key: str, seconds: float | None = None) -> None:
        """Wait until nothing of a game is left to be written or it could not be, at most so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while (save := self._unsaved(key)) is not None:
                    await asyncio.wait({save.done})
                    if save.done.result() is not None:
                        return

    async def drain(self, seconds: float) -> int:
        """Before the end: wait until everything is written or was tried once more, at most so long. Gives the number of
        games that are left."""
        self._last_call = time.monotonic()
        self._begin()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._working is not None:
                    await asyncio.wait({self._working})
                await self.write(lambda store: None)
        return sum(len(games) for games in (*self._waiting.values(), *self._failed.values()))

    def _unsaved(self, key: str) -> _Save | None:
        """What was asked for last and is not done yet."""
        for games in (*self._waiting.values(), *self._failed.values()):
            if key in games:
                return games[key]
        return self._being_written[1] if self._being_written and self._being_written[0] == key else None

    def _begin(self) -> None:
        self._wake.set()
        if self._working is None:
            self._working = asyncio.get_running_loop().create_task(self._work())

    async def _work(self) -> None:
        try:
            while (found := await self._next()) is not None:
                event, key, save = found
                self._being_written = key, save
                error = await self._write_game(key, save, event)
                self._being_written = None
                if error is None:
                    self._backoff.end()
                else:
                    self._keep(key, save, event)
                save.done.set_result(error)
        finally:
            self._being_written = self._working = None

    async def _next(self) -> tuple[str, str, _Save] | None:
        """What is written next, once it is due, and no longer in its queue; None when nothing is left."""
        while True:
            self._wake.clear()
            for event, waiting in self._waiting.items():
                for key in waiting:
                    return event, key, waiting.pop(key)
            for event, failed in self._failed.items():
                for key, save in failed.items():
                    if self._is_due(save):
                        return event, key, failed.pop(key)
            if self._last_call is not None or not any(self._failed.values()):
                return None
            with suppress(TimeoutError):
                async with asyncio.timeout(self._backoff.left):
                    await self._wake.wait()

    def _is_due(self, save: _Save) -> bool:
        return not self._backoff.left if self._last_call is None else save.failed_at < self._last_call

    def _keep(self, key: str, save: _Save, event: str) -> None:
        """Keep what could not be written for the next try."""
        newer = self._waiting[event].get(key)
        if newer is not None:
            newer.meta, newer.logs = save.meta if newer.meta is None else newer.meta, {**save.logs, **newer.logs}
        else:
            done: asyncio.Future[Saved] = asyncio.get_running_loop().create_future()
            self._failed[event][key] = replace(save, done=done, failed_at=time.monotonic())
        self._backoff.lengthen()

    async def _write_game(self, key: str, save: _Save, event: str) -> Saved:
        try:
            await self.write(lambda store: save.write(store, key, event))
        except CannotStore as error:
            if not self._backoff.number:
                log.warning("%s", error)
            return error
        except Exception:
            # Whatever it is, the games of others want to be written.
            if not self._backoff.number:
                log.exception("The game %s could not be written.", key)
            return CannotStore(NOT_SAVED(key=key))
        return None


TOO_MANY_WAIT = Sentence("The database is too slow; too many games are waiting to be saved.")
NOT_SAVED = Sentence("The game {key} could not be saved.")
