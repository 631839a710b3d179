"""Contests between teams of a league: matches, tournaments, seasons.

Players are frozen at the beginning: each team's active version, by the hash of its content. Later versions play in the
league, not in a running contest.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from schwarm.arena import contest_records
from schwarm.arena.contest import BadContest, Contest
from schwarm.league.zip_folder import ZipFolder
from schwarm.store import leagues, versions
from schwarm.store.contests import list_terms, load_terms
from schwarm.store.games import Store
from schwarm.store.leagues import League
from schwarm.words import Sentence


class FrozenTeam(NamedTuple):
    """A team with its version at the beginning of a contest."""

    number: int
    name: str
    group: str
    version: int
    zip: str
    """The hash of its content."""

    @property
    def bot(self) -> str:
        """Where its zip lies, seen from the folder of all zips."""
        return f"{self.zip[:2]}/{self.zip}.zip"


def freeze_teams(store: Store, league: League, numbers: Collection[int]) -> list[FrozenTeam]:
    """These teams as they are now, in order; raises `BadContest` if one has no version that can play."""
    found = []
    for team in leagues.list_teams(store, league.id):
        if team.number not in numbers:
            continue
        version = versions.load_version(store, team.id, team.active) if team.active is not None else None
        if version is None:
            raise BadContest(NOTHING_TO_PLAY(name=team.name))
        if not version.zip:
            raise BadContest(FROM_HOME(name=team.name))
        found.append(FrozenTeam(team.number, team.name, team.group, version.number, version.zip))
    return found


def save_league_contest(
    store: Store, zips: ZipFolder, league: League, contest: Contest, teams: Collection[FrozenTeam]
) -> str:
    """Store a new contest; gives its name in the store."""
    about = {
        "league": league.key,
        "versions": {team.name: [team.number, team.version] for team in teams},
        # An organiser may rename a team while it is on.
        "drawn": {team.name: str(team.number) for team in teams},
    }
    return contest_records.save_contest(store, contest, folder=zips.folder, about=about)


def league_of(store: Store, event: str) -> str:
    """The key of a contest's league; empty for any other contest."""
    known = load_terms(store, event) or {}
    return str(known.get("league", ""))


def versions_in(known: Mapping[str, object]) -> dict[str, tuple[int, int]]:
    """The number and version of each participating team, by name."""
    found = known.get("versions")
    return {name: (number, version) for name, (number, version) in found.items()} if isinstance(found, dict) else {}


def load_pictures(store: Store, event: str) -> dict[str, str]:
    """The pictures of teams in a league's contest, by their names there; empty for any other contest."""
    known = load_terms(store, event) or {}
    league = leagues.load_league(store, str(known.get("league", "")))
    if league is None:
        return {}
    fish = {team.number: team.fish for team in leagues.list_teams(store, league.id)}
    return {name: fish[number] for name, (number, _) in versions_in(known).items() if fish.get(number)}


def list_contests(store: Store, league: League) -> dict[str, dict[str, Any]]:
    """The terms of a league's contests, by their names in the store."""
    return {event: known for event, known in list_terms(store).items() if known.get("league") == league.key}


def remove_with_contests(store: Store, league: League) -> None:
    """Delete a league and all its contests with their games, in one transaction."""
    leagues.remove_league(store, league, list_contests(store, league))


NOTHING_TO_PLAY = Sentence("{name} has no version that passed the check, so it cannot take part yet.")
FROM_HOME = Sentence(
    "{name} plays from home, so nothing of it can be frozen; for a contest it has to hand in a zip, or stay out."
)
