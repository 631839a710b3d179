"""A game that two computer players show while somebody looks, so that the page is never empty."""

import asyncio
import logging
import random
import time

from schwarm.games import all_games
from schwarm.games.record import Record
from schwarm.web.live.commands import EXHIBITION
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.side_player import Kind, SidePlayer
from schwarm.words import SchwarmError

log = logging.getLogger("schwarm.web")

PACE = 2.2
"""Seconds between two moves: long enough to follow."""
REST = 9.0
"""Seconds between two games: long enough to read how it ended."""


class Exhibition:
    """Begins a game when somebody looks, and another one when it is over and somebody still looks."""

    def __init__(self, live_games: LiveGames, *, enabled: bool = True) -> None:
        self.games, self.enabled = live_games, enabled
        self._ended_at: float | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Somebody came who would like to see something."""
        if not self.enabled or (self._task is not None and not self._task.done()):
            return
        if self.games.find(EXHIBITION) is None:
            record, sides = self._next_pairing()
            try:
                self.games.create(record, sides, pace=PACE, kept=False, key=EXHIBITION)
            except (SchwarmError, ImportError) as error:
                # A full house or a broken engine: nobody misses a show that was never announced.
                log.warning("%s", error)
                return
        self._task = self.games.spawn(self._go_on())

    async def _go_on(self) -> None:
        """Look after the game; end when nobody has looked for a while."""
        alone_since = time.monotonic()
        while time.monotonic() - alone_since < 60:
            await asyncio.sleep(1)
            live_game = self.games.find(EXHIBITION)
            if live_game is None:
                return
            if len(live_game.feed) or len(self.games.feed):
                alone_since = time.monotonic()
            if not live_game.over:
                self._ended_at = None
            elif self._ended_at is None:
                self._ended_at = time.monotonic()
            elif time.monotonic() - self._ended_at > REST and len(live_game.feed):
                record, live_game.sides = self._next_pairing()
                live_game.notes.clear()
                live_game.reopen(record)

    def _next_pairing(self) -> tuple[Record, tuple[SidePlayer, SidePlayer]]:
        """Each time another game and other players."""
        choice = random.Random()
        low, high = sorted(choice.sample(range(3, 9), 2))
        pair = [f"hecht:level={low}", f"hecht:level={high}"]
        choice.shuffle(pair)
        sides = SidePlayer(Kind.PLAYER, player=pair[0]), SidePlayer(Kind.PLAYER, player=pair[1])
        return Record(choice.choice(all_games()).start()), sides
