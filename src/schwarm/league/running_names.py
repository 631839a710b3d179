"""The names of teams in running games of leagues: an organiser may rename or hide a team at any moment."""

import time
from collections.abc import Callable, Collection

from schwarm.league.game_watch import GameWatch
from schwarm.league.league_schedule import Pairing
from schwarm.league.player_name import parse_player_name
from schwarm.store import leagues
from schwarm.store.games import Store

LOOK_SECONDS = 0.5
"""Between two looks at the editions of leagues."""


class RunningNames:
    """Reports changed names to the watch, whichever process changed them."""

    def __init__(self, store: Store, watch: Callable[[], GameWatch]) -> None:
        self._store, self._watch = store, watch
        self._told: dict[str, tuple[str, str]] = {}
        """The names that were last reported for each running game."""
        self._looked = 0.0

    def look(self, running: Collection[Pairing]) -> None:
        if not running or time.monotonic() - self._looked < LOOK_SECONDS:
            return
        self._looked = time.monotonic()
        called = {id: leagues.load_team_names(self._store, id) for id in {pairing.league.id for pairing in running}}
        shown = {id: {team.number for team in leagues.list_teams(self._store, id)} for id in called}
        before, self._told = self._told, {}
        for pairing in running:
            teams = [parse_player_name(name) for name in (pairing.red, pairing.blue)]
            league = pairing.league.id
            red, blue = (
                called[league].get(team.team, name) if team else name
                for team, name in zip(teams, (pairing.red, pairing.blue), strict=True)
            )
            self._told[pairing.key] = red, blue
            if before.get(pairing.key) == (red, blue):
                continue
            if all(team is None or team.team in shown[league] for team in teams):
                self._watch().rename(pairing, (red, blue))
            else:
                self._watch().drop(pairing)
