"""All games of the page: those it makes, those on the referee, and those in the store."""

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Mapping
from typing import Any

from schwarm.games.record import Record
from schwarm.player import PLAYERS
from schwarm.referee import Room
from schwarm.referee.lobby import Lobby
from schwarm.store import CannotStore
from schwarm.store.games import Store
from schwarm.store.kept import Kept
from schwarm.web import position
from schwarm.web.errors import TOO_MANY, Refused
from schwarm.web.feed import Feed
from schwarm.web.place import Kind, Place
from schwarm.web.table import Table
from schwarm.words import SchwarmError, Sentence

log = logging.getLogger("schwarm.web")

SWEEP = 0.4
"""Seconds between two looks at what changed: small boards need no more."""
LINGER = 120.0
"""Seconds that a finished game stays at hand for those who look at it."""
IDLE = 3600.0
"""Seconds after which a game is put away that nobody looks at and nobody moves in; it goes on when it is opened."""
TIDY = 60.0
"""Seconds between two looks at what can be put away."""
RECENT = 24 * 3600.0
"""Seconds for which a game goes on by itself after a start of the server; older ones when they are opened."""
ENGINES = 60
"""Engines that sit at tables at the same time; each remembers positions in 32 megabytes."""
EXHIBITION = "exhibition"
UPLOAD = "upload"

NOT_KEPT = Sentence("This game cannot be written down at the moment; if the server ends, it is lost.")

Facts = dict[str, Any]


class Hall:
    """Finds and makes tables. Runs inside the referee's event loop."""

    def __init__(self, lobby: Lobby, port: int, store: Store, *, running: int = 300) -> None:
        self.lobby, self.port, self.store = lobby, port, store
        self.tables: dict[str, Table] = {}
        self.feed = Feed()
        self.builtin = frozenset(PLAYERS)
        self._running = running
        self.rooms: dict[str, Table] = {}
        """The tables by the ids of their rooms on the referee."""
        self._dirty: set[str] = set()
        self._sweeping: asyncio.TimerHandle | None = None
        self._tidying: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # -- making and finding ----------------------------------------------------------------------------

    def create(
        self,
        record: Record,
        places: tuple[Place, Place],
        *,
        limit: float | None = None,
        pace: float | None = None,
        kept: bool = True,
        key: str | None = None,
    ) -> Table:
        """A new game; it begins when both sides are there."""
        table = Table(self, key or secrets.token_urlsafe(9), record, places, limit=limit, pace=pace, kept=kept)
        self._make_room(table.engines)
        self._place(table)
        if kept:
            self.keep(table)
        return table

    def _place(self, table: Table) -> None:
        table.open()
        assert table.room is not None
        self.tables[table.key] = table
        self.changed(table)

    def _make_room(self, engines: int) -> None:
        """Put away games that nobody looks at, the longest forgotten first; they go on when somebody opens them."""
        on = [table for table in self.tables.values() if not table.over]
        idle = sorted(self._idle(), key=lambda table: table.touched)
        while len(on) >= self._running or (engines and sum(table.engines for table in on) >= ENGINES):
            # Where only engines are too many, others need not go.
            gone = next((table for table in idle if len(on) >= self._running or table.engines), None)
            if gone is None:
                raise Refused(TOO_MANY(), 503)
            idle.remove(gone)
            on.remove(gone)
            self._put_away(gone)

    def _idle(self) -> list[Table]:
        """Games that nobody looks at and that can go on another day."""
        tables = self.tables.values()
        return [table for table in tables if table.own and table.kept and not table.over and not len(table.feed)]

    def _put_away(self, table: Table) -> None:
        del self.tables[table.key]
        self._dirty.discard(table.key)
        self.feed.tell("gone", lambda: {"key": table.key})
        self.spawn(table.close())

    def find(self, key: str) -> Table | None:
        """A game that is on, or that was put away and goes on now."""
        if key in self.tables:
            return self.tables[key]
        kept = self.kept(key) if self.store.is_running(key) else None
        return self._resumed(kept) if kept is not None else None

    def kept(self, key: str) -> Kept | None:
        try:
            return self.store.get(key)
        except CannotStore as error:
            log.warning("%s", error)
            return None

    def by_invite(self, code: str) -> Table | None:
        """The table that a link leads to; its code names the game and then the place."""
        key, _, place = code.partition(".")
        table = self.find(key)
        codes = [place.invite.encode() for place in table.places if place.invite] if table else []
        return table if any(secrets.compare_digest(known, place.encode()) for known in codes) else None

    # -- keeping ---------------------------------------------------------------------------------------

    def keep(self, table: Table, logs: Mapping[tuple[int, int], str] | None = None) -> None:
        """Write a game down as it stands. A full disk must not end the game."""
        meta: Facts | None = None
        if table.own:
            places = [place.kept() for place in table.places]
            meta = {"places": places, "limit": table.limit, "next": table.next_game, "why": list(table.why)}
        try:
            self.store.save(table.key, table.noted, meta=meta, logs=logs)
            table.unkept = None
        except CannotStore as error:
            log.warning("%s", error)
            table.unkept = NOT_KEPT()

    def recorded(self, room: Room) -> None:
        """A game is over and nobody knows yet: write it down first."""
        table = self._table_of(room)
        if table is None:
            return
        table.record = room.record
        if table.kept or not table.own or table.key == EXHIBITION:
            self.keep(table)

    def resume(self) -> None:
        """Go on with the games of the page that were on when the server ended, also by `kill -9`."""
        since = time.time() - RECENT
        for summary in self.store.listing(event="", finished=False, newest_first=True, limit=self._running // 2):
            if summary.at > since and (kept := self.kept(summary.key)) is not None:
                self._resumed(kept)

    def _resumed(self, kept: Kept) -> Table | None:
        if not kept.meta.get("places") or kept.summary.key == EXHIBITION:
            return None
        table = self._table(kept)
        try:
            self._make_room(table.engines)
            self._place(table)
        except SchwarmError as error:
            # Its program is gone, say; the game stays in the store as it stands.
            log.warning("%s: %s", table.key, error)
            return None
        return table

    def _table(self, kept: Kept) -> Table:
        red, blue = (Place.of(place) for place in kept.meta["places"])
        table = Table(self, kept.summary.key, kept.record, (red, blue), limit=kept.meta.get("limit"))
        table.next_game = kept.meta.get("next")
        return table

    def ended(self, key: str) -> Table | None:
        """A game of the page that is over and was put away, for those who want to play it again."""
        kept = self.kept(key)
        return self._table(kept) if kept and kept.summary.finished and kept.meta.get("places") else None

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside everything else, at most until the end."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def stop(self) -> None:
        """Leave all rooms without a result; everything goes on at the next start."""
        for task in self._tasks:
            task.cancel()
        for timer in (self._sweeping, self._tidying):
            if timer:
                timer.cancel()
        self.feed.close()
        await asyncio.gather(*(table.close() for table in list(self.tables.values()) if table.own))

    # -- the referee's games ---------------------------------------------------------------------------

    def began(self, room: Room) -> None:
        """A game began on the referee; if it is none of ours, it gets a table to be looked at."""
        if self._table_of(room) is not None:
            return
        places = Place(Kind.CLIENT, room.names[0]), Place(Kind.CLIENT, room.names[1])
        table = Table(self, room.id, room.record, places, limit=room.seats[0].limits.soft, own=False, kept=False)
        table.adopt(room)
        self.tables[table.key] = table
        self.changed(table)

    def made(self, room: Room) -> bool:
        """Whether a game is one of the page's own, the exhibition among them."""
        table = self._table_of(room)
        return table is not None and table.own

    def _table_of(self, room: Room) -> Table | None:
        return self.rooms.get(room.id)

    # -- lists -----------------------------------------------------------------------------------------

    def running(self) -> list[Table]:
        """The games that are on, the latest first."""
        return sorted((table for table in self.tables.values() if not table.over), key=lambda table: -table.touched)

    def small(self, table: Table) -> Facts:
        """A game in a list: enough for a small board."""
        record, state = table.record, table.record.final
        return {
            "key": table.key,
            "game": record.start.game.id,
            "title": record.start.game.title,
            "colours": list(record.start.game.side_colours()),
            "names": list(record.players),
            "sides": [str(side) for side in next(iter(record.start.game.sides.values()))],
            "letters": state.letters(),
            "above": position.adornment(state),
            "stamps": position.stamps(state),
            "round": state.round,
            "side": state.to_move.index,
            "last": str(record.moves[-1].move) if record.moves else None,
            "running": table.running,
            "over": table.over,
            "watching": len(table.feed),
        }

    def changed(self, table: Table) -> None:
        """Something happened at a table; the lists hear of it soon."""
        self._dirty.add(table.key)
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self._sweep)
        if self._tidying is None:
            self._tidying = asyncio.get_running_loop().call_later(TIDY, self._tidy)

    def _sweep(self) -> None:
        """Tell about everything that changed at once: a reader's queue is bounded, the number of games is not small."""
        self._sweeping = None
        changed = [self.tables[key] for key in self._dirty if key in self.tables]
        self._dirty.clear()
        if changed:
            self.feed.tell("changed", lambda: {"tables": [self.small(table) for table in changed]})

    def _tidy(self) -> None:
        """Let go of what is over and of what everybody has forgotten."""
        now = time.monotonic()
        for table in list(self.tables.values()):
            if table.over and not len(table.feed) and now - table.touched > LINGER:
                del self.tables[table.key]
        for table in self._idle():
            if now - table.touched > IDLE:
                self._put_away(table)
        self._tidying = asyncio.get_running_loop().call_later(TIDY, self._tidy) if self.tables else None
