"""All games of the page: those it makes, those on the referee, and those in the store."""

import asyncio
import itertools
import logging
import secrets
import time
from collections.abc import Coroutine
from typing import Any

from schwarm.games import TimeControl
from schwarm.games.record import Record
from schwarm.games.time_control import UNLIMITED_TIME
from schwarm.launch import RunningServer
from schwarm.referee import Room
from schwarm.referee.lobby import Lobby
from schwarm.store.games import Store, StoredGame
from schwarm.web.errors import CROWDED, Refused
from schwarm.web.live import actions
from schwarm.web.live.async_store import AsyncStore
from schwarm.web.live.commands import EXHIBITION
from schwarm.web.live.contract import KeyJson, ListEvent
from schwarm.web.live.game_places import GamePlaces
from schwarm.web.live.game_saver import MAX_SECONDS_TO_SAVE, GameSaver
from schwarm.web.live.hosting import host_room
from schwarm.web.live.live_game import LiveGame
from schwarm.web.live.program_rules import OWN_PROGRAMS, ProgramRules
from schwarm.web.live.side_player import Kind, SidePlayer
from schwarm.web.live.summary import draw_ahead, summaries_json
from schwarm.web.shell.background import search_threads
from schwarm.web.shell.feed import Feed
from schwarm.words import SchwarmError, speaking

log = logging.getLogger("schwarm.web")

REPORT_EVERY = 0.4
"""Seconds between two looks at what changed: small boards need no more."""
KEEP_FINISHED = 120.0
"""Seconds that a finished game stays at hand for those who look at it."""
MAX_IDLE = 3600.0
"""Seconds after which a game is put away that nobody looks at and nobody moves in; it goes on when it is opened."""
TIDY_EVERY = 60.0
"""Seconds between two looks at what can be put away."""
RESUME_WITHIN = 24 * 3600.0
"""Seconds for which a game goes on by itself after a start of the server; older ones when they are opened."""
MAX_LISTED = 60
"""Games in the list of those that are on, and of which it hears at once; a page shows no more."""


class LiveGames:
    """Finds and makes tables. Runs inside the referee's event loop."""

    def __init__(
        self, lobby: Lobby, port: int, store: Store, *, running: int = 300, programs: ProgramRules = OWN_PROGRAMS
    ) -> None:
        self.programs, self.server = programs, RunningServer(lobby, port, search_threads)
        self.lobby, self.store = lobby, AsyncStore(store)
        self.saver = GameSaver(self.store)
        self.games: dict[str, LiveGame] = {}
        self._places = GamePlaces(running)
        self.feed: Feed[ListEvent] = Feed()
        self.rooms: dict[str, LiveGame] = {}
        """The tables by the ids of their rooms on the referee."""
        self.rematching = asyncio.Lock()
        """Held by whoever begins a game again, so that two do not begin two."""
        self._changed: dict[str, None] = {}
        """Games that the lists have not heard of, the longest waiting first."""
        self._sweeping: asyncio.TimerHandle | None = None
        self._tidying: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def host(self, live_game: LiveGame, room: Room) -> Coroutine[Any, Any, None]:
        """Let everybody who is here take their seat in a room, and wait for the end of the game."""
        return host_room(live_game, room)

    # -- making and finding ----------------------------------------------------------------------------

    def create(
        self,
        record: Record,
        sides: tuple[SidePlayer, SidePlayer],
        *,
        time: TimeControl = UNLIMITED_TIME,
        pace: float | None = None,
        kept: bool = True,
        key: str | None = None,
        client: str = "",
    ) -> LiveGame:
        """A new game; it begins when both sides are there. `client` is who asked for it, if that counts."""
        live_game = LiveGame(self, key or secrets.token_urlsafe(9), record, sides, time=time, pace=pace, kept=kept)
        self._places.remember(live_game, client)
        self._make_space(live_game)
        self._add(live_game)
        if kept:
            self.saver.save(live_game)
        return live_game

    def _add(self, live_game: LiveGame) -> None:
        live_game.open()
        assert live_game.room is not None
        self.games[live_game.key] = live_game
        self.mark_changed(live_game)

    def _make_space(self, new: LiveGame) -> None:
        """Put away games that nobody looks at, the longest forgotten first, those that could not be saved last; they go
        on when somebody opens them.

        Games of clients and of contests take no place here: their own servers bound them."""
        on = [live_game for live_game in self.games.values() if live_game.own and not live_game.over]
        idle = sorted(self._idle(), key=lambda live_game: (live_game.not_saved is not None, live_game.touched))
        waiting = {live_game.key for live_game in idle}
        self._places.require(new, (live_game for live_game in on if live_game.key not in waiting))
        while rivals := self._places.find_rivals(new, on):
            gone = next((live_game for live_game in idle if live_game in rivals), None)
            if gone is None:
                raise Refused(CROWDED())
            idle.remove(gone)
            on.remove(gone)
            self._put_away(gone)

    def _idle(self) -> list[LiveGame]:
        """Games that nobody looks at and that can go on another day."""
        return [
            live_game
            for live_game in self.games.values()
            if live_game.own and live_game.stored and not live_game.decided and not len(live_game.feed)
        ]

    def _put_away(self, live_game: LiveGame) -> None:
        del self.games[live_game.key]
        self._changed.pop(live_game.key, None)
        self.feed.publish(lambda: ("gone", KeyJson(key=live_game.key)))
        self.spawn(live_game.close())

    def find(self, key: str) -> LiveGame | None:
        """A game that is at hand; the store is not asked."""
        return self.games.get(key)

    async def find_or_resume(self, key: str) -> LiveGame | None:
        """A game that is on, or that was put away and goes on now."""
        if key in self.games:
            return self.games[key]
        # What goes on must not go on from before its last moves.
        await self.store.settle(key)
        kept = await self.store.load(key) if await self.store.read(lambda store: store.is_running(key)) else None
        if key in self.games:
            # Somebody else opened it meanwhile.
            return self.games[key]
        return self._resume(kept) if kept is not None else None

    async def by_invite(self, code: str) -> LiveGame | None:
        """The game that a link leads to; its code names the game and then the place."""
        key, _, secret = code.partition(".")
        live_game = await self.find_or_resume(key) or await self.find_ended(key)
        codes = [side.invite.encode() for side in live_game.sides if side.invite] if live_game else []
        return live_game if any(secrets.compare_digest(known, secret.encode()) for known in codes) else None

    # -- keeping ---------------------------------------------------------------------------------------

    def on_recorded(self, room: Room) -> None:
        """A game is over and nobody knows yet: write it down first."""
        live_game = self._game_of(room)
        if live_game is None:
            return
        # Whoever asked for something asked in a game that was not decided.
        live_game.wants_back = live_game.wants_draw = None
        if live_game.stored or not live_game.own or live_game.key == EXHIBITION:
            self.spawn(self.saver.save_result(live_game, room))
            room.hold_result()
        else:
            live_game.record = room.record

    async def resume(self) -> None:
        """Go on with the games of the page that were on when the server ended, also by `kill -9`."""
        since, most = time.time() - RESUME_WITHIN, self._places.running // 2
        for summary in await self.store.read(
            lambda store: store.listing(event="", finished=False, newest_first=True, limit=most)
        ):
            if summary.at > since:
                await self.find_or_resume(summary.key)

    def _resume(self, kept: StoredGame) -> LiveGame | None:
        if not kept.meta.get("places") or kept.summary.key == EXHIBITION:
            return None
        live_game = self._from_store(kept)
        actions.wait_for_people(live_game)
        try:
            self._make_space(live_game)
            self._add(live_game)
        except SchwarmError as error:
            # Its program is gone, say; the game stays in the store as it stands.
            log.warning("%s: %s", live_game.key, error)
            return None
        return live_game

    def _from_store(self, kept: StoredGame) -> LiveGame:
        red, blue = (SidePlayer.from_json(side) for side in kept.meta["places"])
        time = TimeControl.parse(kept.meta.get("time", str(UNLIMITED_TIME)))
        live_game = LiveGame(self, kept.summary.key, kept.record, (red, blue), time=time)
        live_game.next_game = kept.meta.get("next")
        return live_game

    async def find_ended(self, key: str) -> LiveGame | None:
        """A game of the page that is over and was put away, for those who want to play it again."""
        await self.store.settle(key)
        kept = await self.store.load(key)
        return self._from_store(kept) if kept and kept.summary.finished and kept.meta.get("places") else None

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside everything else, at most until the end."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def stop(self) -> None:
        """Leave all rooms without a result; everything goes on at the next start."""
        # Results that are being written are told.
        await self.store.drain(MAX_SECONDS_TO_SAVE)
        for task in self._tasks:
            task.cancel()
        for timer in (self._sweeping, self._tidying):
            if timer:
                timer.cancel()
        self.feed.close()
        await asyncio.gather(*(live_game.close() for live_game in list(self.games.values()) if live_game.own))
        if lost := await self.store.drain(MAX_SECONDS_TO_SAVE):
            log.error("%d games could not be saved; they go on from where they were saved last.", lost)

    # -- the referee's games ---------------------------------------------------------------------------

    def on_began(self, room: Room) -> None:
        """A game began on the referee; if it is none of ours, it gets a live game to be looked at. Whoever keeps a game
        also shows it, under the key that it is kept by."""
        if self._game_of(room) is not None or room.kept_by_opener:
            return
        sides = SidePlayer(Kind.CLIENT, room.names[0]), SidePlayer(Kind.CLIENT, room.names[1])
        live_game = LiveGame(self, room.id, room.record, sides, own=False, kept=False)
        live_game.watch(room)
        self.games[live_game.key] = live_game
        self.mark_changed(live_game)

    def is_own(self, room: Room) -> bool:
        """Whether a game is one of the page's own, the exhibition among them."""
        live_game = self._game_of(room)
        return live_game is not None and live_game.own

    def _game_of(self, room: Room) -> LiveGame | None:
        return self.rooms.get(room.id)

    # -- lists -----------------------------------------------------------------------------------------

    def running(self) -> list[LiveGame]:
        """The games that are on, the latest first."""
        on = (live_game for live_game in self.games.values() if not live_game.over)
        return sorted(on, key=lambda live_game: -live_game.touched)

    def mark_changed(self, live_game: LiveGame) -> None:
        """Something happened in a game; the lists hear of it soon."""
        self._changed[live_game.key] = None
        self._sweep_soon()
        if self._tidying is None:
            self._tidying = asyncio.get_running_loop().call_later(TIDY_EVERY, self.tidy)

    def _sweep_soon(self) -> None:
        if self._sweeping is None:
            loop = asyncio.get_running_loop()
            self._sweeping = loop.call_later(REPORT_EVERY, lambda: self.spawn(self.sweep()))

    async def sweep(self) -> None:
        """Tell about what changed all at once: a reader's queue is bounded, the number of games is not small."""
        keys = list(itertools.islice(self._changed, MAX_LISTED))
        changed = [self.games[key] for key in keys if key in self.games]
        try:
            for lang in self.feed.languages:
                with speaking(lang):
                    await draw_ahead(changed)
        finally:
            self._sweeping = None
            for key in keys:
                self._changed.pop(key, None)
        if changed:
            self.feed.publish(lambda: ("changed", summaries_json(changed)))
        if self._changed:
            self._sweep_soon()

    def tidy(self) -> None:
        """Let go of what is over and of what everybody has forgotten."""
        now = time.monotonic()
        for live_game in list(self.games.values()):
            forgotten = not len(live_game.feed) and now - live_game.touched > KEEP_FINISHED
            # What is not on disk is nowhere else.
            if live_game.over and forgotten and not self.store.is_unsaved(live_game.key):
                del self.games[live_game.key]
        for live_game in self._idle():
            if now - live_game.touched > MAX_IDLE and not live_game.not_saved:
                self._put_away(live_game)
        self._tidying = asyncio.get_running_loop().call_later(TIDY_EVERY, self.tidy) if self.games else None
