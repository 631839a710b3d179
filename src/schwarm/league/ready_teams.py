"""The teams of a league that can play now: their bot is on this server's disk, or their client waits."""

import logging

from schwarm.league.home_games import HomeGames
from schwarm.league.zip_folder import ZipFolder
from schwarm.store import versions
from schwarm.store.games import Store
from schwarm.store.leagues import League, LeagueTeam, list_reservations
from schwarm.words import Sentence

log = logging.getLogger("schwarm.league")


class ReadyTeams:
    """Looked up before every game; without `programs` no handed-in bot is started."""

    def __init__(self, store: Store, zips: ZipFolder, home: HomeGames | None, *, programs: bool) -> None:
        self._store, self._zips, self._home, self._programs = store, zips, home, programs
        self._told: dict[int, set[int]] = {}
        """The teams of each league whose zips were missing at the last look."""

    def find(self, league: League, teams: list[LeagueTeam]) -> list[LeagueTeam]:
        active = versions.list_active_zips(self._store, league.id)
        codes = list_reservations(self._store, league.id) if "" in active.values() else {}
        missing = find_missing(self._zips, active)
        self._tell(league, missing)
        found = []
        for team in teams:
            if active.get(team.id) == "":
                ready = self._home is not None and self._home.seats.is_ready(team.id, codes.get(team.id))
            else:
                ready = self._programs and team.id not in missing
            found += [team] if ready else []
        return found

    def _tell(self, league: League, missing: set[int]) -> None:
        if missing - self._told.get(league.id, set()):
            log.warning("%s: %s", league.title, ZIPS_MISSING(n=len(missing)))
        self._told[league.id] = missing


def list_missing(store: Store, zips: ZipFolder, league: League) -> set[int]:
    """The IDs of the teams of a league whose zip is missing on the server: the active version's, or without one, the
    zip that waits for its check."""
    waiting = {
        entry.version.team_id: entry.version.zip
        for entry in versions.list_waiting(store)
        if entry.league_id == league.id
    }
    return find_missing(zips, waiting | versions.list_active_zips(store, league.id))


def find_missing(zips: ZipFolder, wanted: dict[int, str]) -> set[int]:
    """The teams whose zips are not on the disk; `wanted` are zips by the IDs of teams."""
    return {team for team, zip in wanted.items() if zip and not zips.holds(zip)}


ZIPS_MISSING = Sentence(
    "The zip of {n} team is missing on the server, so it does not play; restore the server's folder “leagues”, or let "
    "the team hand in again.",
    "The zips of {n} teams are missing on the server, so they do not play; restore the server's folder “leagues”, or "
    "let the teams hand in again.",
)
