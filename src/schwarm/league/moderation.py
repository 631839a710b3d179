"""Moderation by organisers: rename, hide, bring back and remove teams of their league.

All stored data changes in one transaction. A hidden team is called `withdrawn` there, with its number: the others keep
their games against it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from sqlalchemy import Connection

from schwarm.league.league_contest import list_contests, versions_in
from schwarm.store import leagues, team_names
from schwarm.store.contests import change_terms
from schwarm.store.games import Store
from schwarm.store.leagues import HIDDEN, REMOVED, SHOWN, League, LeagueTeam
from schwarm.words.lookalike import look_alike


def find_contests(store: Store, league: League, number: int) -> dict[str, str]:
    """The contests in which a team takes part, and its name there."""
    return {
        event: name
        for event, known in list_contests(store, league).items()
        for name, (team, _) in versions_in(known).items()
        if team == number
    }


def names_in_contests(store: Store, league: League, besides: int) -> set[str]:
    """The names of the other teams in the league's contests, which may differ from today's."""
    return {
        name
        for known in list_contests(store, league).values()
        for name, (team, _) in versions_in(known).items()
        if team != besides
    }


def rename(store: Store, league: League, team: LeagueTeam, name: str) -> bool:
    """Rename a team; afterwards it cannot change its name itself. False if another team has that name, or one that
    looks like it, today or in a contest."""
    others = names_in_contests(store, league, team.number)
    if any(look_alike(name, other) for other in others):
        return False

    def change(connection: Connection, team: LeagueTeam) -> LeagueTeam | None:
        if leagues.is_taken(connection, team, name):
            return None
        if name != team.name:
            leagues.free_name(connection, team, team.name)
        return team._replace(name=name, name_fixed=True)

    return _change(store, league, team, change)


def hide(store: Store, league: League, team: LeagueTeam) -> bool:
    return _change(store, league, team, lambda _, team: team._replace(standing=HIDDEN))


def bring_back(store: Store, league: League, team: LeagueTeam) -> bool:
    return _change(store, league, team, lambda _, team: team._replace(standing=SHOWN))


def remove(store: Store, league: League, team: LeagueTeam) -> bool:
    """Delete a team with its codes, its versions and the output of its bots. Only the number of its games stays, and
    the versions that its running contests need."""
    contests, known = find_contests(store, league, team.number), list_contests(store, league)
    kept = {versions_in(known[event])[name][1] for event, name in contests.items()}

    def change(connection: Connection, team: LeagueTeam) -> LeagueTeam:
        leagues.free_name(connection, team, team.name)
        team_names.forget_team(connection, league, team, kept)
        for event, name in contests.items():
            team_names.forget_contest_words(connection, event, name)
        return team._replace(name="", fish="", active=None, entered=False, standing=REMOVED)

    return _change(store, league, team, change)


def _change(
    store: Store,
    league: League,
    team: LeagueTeam,
    change: Callable[[Connection, LeagueTeam], LeagueTeam | None],
) -> bool:
    """Change a team, and its name everywhere; False if it is gone or `change` refuses."""
    contests = find_contests(store, league, team.number)
    with store.database.alone() as connection:
        before = leagues.load_team(connection, team.id)
        after = change(connection, before) if before is not None else None
        if before is None or after is None:
            return False
        changed = {key: value for key, value in after._asdict().items() if value != getattr(before, key)}
        leagues.change_team(connection, before, changed)
        called = after.public_name
        team_names.rename_in_league(connection, league, team.number, called)
        for event, name in contests.items():
            if name != called:
                team_names.rename_in_contest(connection, event, name, called)
                renamed = partial(rename_in_terms, old=name, new=called)
                change_terms(connection, event, renamed)
    return True


def rename_in_terms(known: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """The terms of a contest with another name for one of its players."""

    def call(name: str) -> str:
        return new if name == old else name

    changed = dict(known)
    for part in ("bots", "versions", "fingerprints", "drawn"):
        if isinstance(known.get(part), dict):
            changed[part] = {call(name): value for name, value in known[part].items()}
    if isinstance(known.get("teams"), list):
        changed["teams"] = [[call(name), *more] for name, *more in known["teams"]]
    return changed
