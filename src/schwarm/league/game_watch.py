"""The observer of a league's running games; it also learns when teams are renamed or hidden."""

import time
from collections.abc import Collection

from schwarm.arena.fixture import Fixture
from schwarm.arena.game_job import GameProgress
from schwarm.games.record import Record
from schwarm.league.league_schedule import Pairing
from schwarm.league.player_name import parse_player_name
from schwarm.store import leagues
from schwarm.store.games import Store


class GameWatch:
    """Is called in the threads that play the games. This one ignores all calls."""

    def begin(self, pairing: Pairing, fixture: Fixture) -> None:
        """A game begins."""

    def on_progress(self, progress: GameProgress) -> None:
        """More moves of a game."""

    def rename(self, pairing: Pairing, players: tuple[str, str]) -> None:
        """The players of a running game have other names from now on."""

    def end(self, pairing: Pairing, record: Record) -> None:
        """A game is over and stored; its record is the public one."""

    def drop(self, pairing: Pairing) -> None:
        """A game was cancelled, and may be played again."""


LOOK_SECONDS = 0.5
"""Between two looks at the editions of leagues."""


class RunningNames:
    """Reports changed names to the watch, whichever process changed them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reported: dict[str, tuple[str, str]] = {}
        """The names that were last reported for each running game."""
        self._looked = 0.0

    def look(self, running: Collection[Pairing], watch: GameWatch) -> None:
        if not running or time.monotonic() - self._looked < LOOK_SECONDS:
            return
        self._looked = time.monotonic()
        called = {id: leagues.load_team_names(self._store, id) for id in {pairing.league.id for pairing in running}}
        shown = {id: {team.number for team in leagues.list_teams(self._store, id)} for id in called}
        before, self._reported = self._reported, {}
        for pairing in running:
            teams = [parse_player_name(name) for name in (pairing.red, pairing.blue)]
            league = pairing.league.id
            red, blue = (
                called[league].get(team.team, name) if team else name
                for team, name in zip(teams, (pairing.red, pairing.blue), strict=True)
            )
            self._reported[pairing.key] = red, blue
            if before.get(pairing.key) == (red, blue):
                continue
            if all(team is None or team.team in shown[league] for team in teams):
                watch.rename(pairing, (red, blue))
            else:
                watch.drop(pairing)
