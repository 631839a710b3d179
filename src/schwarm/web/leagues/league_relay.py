"""Lets everybody watch the games of leagues while they are played, like any other game of the page."""

import asyncio
import threading

from schwarm.arena.contest import Conditions
from schwarm.arena.fixture import Fixture
from schwarm.arena.game_job import GameProgress
from schwarm.games.record import Record
from schwarm.league.game_watch import GameWatch
from schwarm.league.league_schedule import Pairing
from schwarm.web.contests.games_on import GamesOn
from schwarm.web.live.commands import RelayedGame
from schwarm.web.live.live_service import LiveService
from schwarm.web.shell.background import in_background

EVERY_SECONDS = 0.4
"""Between two looks at the games that are on."""
TELLER = "leagues"


class LeagueRelay(GameWatch):
    """Hears of games in the league's threads and passes them on in the event loop."""

    def __init__(self, live_service: LiveService) -> None:
        self._live_service = live_service
        self._leagues: dict[str, GamesOn] = {}
        """By the events of leagues; only those with a game since the last look that found none."""
        self._games: dict[str, GamesOn] = {}
        """Where each game is that is on."""
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many leagues are known here."""
        return len(self._leagues)

    async def run(self) -> None:
        """Pass on what is played, for ever."""
        shown = False
        while True:
            games = await in_background(self.look) if self._leagues else []
            if games or shown:
                await self._live_service.relay(TELLER, games)
            shown = bool(games)
            await asyncio.sleep(EVERY_SECONDS)

    def look(self) -> list[RelayedGame]:
        """How all games stand that are on."""
        with self._lock:
            leagues = list(self._leagues.items())
        found: list[RelayedGame] = []
        for event, games_on in leagues:
            games = games_on.look()
            found += games
            if not games:
                with self._lock:
                    if not games_on.on:
                        self._leagues.pop(event, None)
        return found

    def begin(self, pairing: Pairing, fixture: Fixture) -> None:
        league = pairing.league
        with self._lock:
            if league.event not in self._leagues:
                conditions = Conditions(league.game, league.rules, league.time_control)
                self._leagues[league.event] = GamesOn(conditions)
            self._games[fixture.key] = self._leagues[league.event]
            self._games[fixture.key].begin(fixture)

    def on_progress(self, progress: GameProgress) -> None:
        if games_on := self._games.get(progress.key):
            games_on.on_progress(progress)

    def rename(self, pairing: Pairing, players: tuple[str, str]) -> None:
        if games_on := self._games.get(pairing.key):
            games_on.rename(pairing.key, players)

    def end(self, pairing: Pairing, record: Record) -> None:
        if games_on := self._games.pop(pairing.key, None):
            games_on.end(pairing.key, str(record))

    def drop(self, pairing: Pairing) -> None:
        if games_on := self._games.pop(pairing.key, None):
            games_on.drop(pairing.key)
