"""Live games on their way to the disk: the game never waits, its result does, and whoever looks hears of trouble."""

import asyncio
from collections.abc import Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from schwarm.games.record import Record
from schwarm.referee import Room
from schwarm.web.live.async_store import CLIENTS, AsyncStore, Saved
from schwarm.words import Sentence

if TYPE_CHECKING:
    from schwarm.web.live.live_game import LiveGame

MAX_SECONDS_TO_SAVE = 10.0
"""Seconds after which a game is said not to be saved; its result is held back no longer."""
MAX_SECONDS_TO_ANSWER = 0.5
"""Seconds for which whoever moved or began a game waits to hear that this is on disk. The game itself never waits."""


class GameSaver:
    """Saves live games. Runs inside the event loop."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store
        self._retries: dict[str, asyncio.Future[Saved]] = {}
        """What the next tries of games will say that could not be written."""

    def save(
        self,
        live_game: "LiveGame",
        logs: Mapping[tuple[int, int], str] | None = None,
        *,
        record: Record | None = None,
    ) -> asyncio.Future[Saved]:
        """Write a game down as it stands, or with a record that nobody knows yet, soon. A full disk must not end it: it
        is tried again until there is room."""
        written = live_game.with_notes(record or live_game.record)
        event = "" if live_game.own else CLIENTS
        saving = self._store.save(live_game.key, written, meta=live_game.meta(), logs=logs, event=event)
        slow = asyncio.get_running_loop().call_later(MAX_SECONDS_TO_SAVE, live_game.mark_saved, NOT_KEPT())

        def on_saved(done: asyncio.Future[Saved]) -> None:
            slow.cancel()
            self._mark(live_game, done)

        saving.add_done_callback(on_saved)
        return saving

    def _mark(self, live_game: "LiveGame", done: asyncio.Future[Saved]) -> None:
        live_game.mark_saved(NOT_KEPT() if done.result() else None)
        retry = self._store.find_retry(live_game.key)
        if retry is None:
            self._retries.pop(live_game.key, None)
        elif retry is not self._retries.get(live_game.key):
            # Moves made meanwhile join the same try.
            self._retries[live_game.key] = retry
            retry.add_done_callback(lambda done: self._mark(live_game, done))

    async def wait_until_saved(self, live_game: "LiveGame") -> None:
        """For whoever is told that something happened: usually it is on disk then."""
        await self._store.settle(live_game.key, MAX_SECONDS_TO_ANSWER)

    def save_result(self, live_game: "LiveGame", room: Room) -> Coroutine[Any, Any, None]:
        """Write a result down before anybody hears it; what is given back tells it."""
        return self._tell_when_saved(live_game, room, self.save(live_game, record=room.record))

    async def _tell_when_saved(self, live_game: "LiveGame", room: Room, saving: asyncio.Future[Saved]) -> None:
        """Let everybody hear a result that is held back once it is on disk, or cannot be for too long."""
        try:
            await asyncio.wait({saving}, timeout=MAX_SECONDS_TO_SAVE)
        finally:
            if live_game.room is room:
                if not saving.done():
                    live_game.mark_saved(NOT_KEPT())
                live_game.record = room.record
            room.tell_result()


NOT_KEPT = Sentence("This game cannot be saved right now; the server keeps trying, and if it stops before, it is lost.")
