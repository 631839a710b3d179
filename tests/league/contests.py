"""Contests of a league with four teams, begun as by the form and played at once."""

from typing import Any

from msgspec import convert

from league.leagues import InstantPool, hand_in, new_league, team
from schwarm.arena.contest_records import DatabaseResults, load_contest
from schwarm.arena.runner import Runner
from schwarm.league.game_report import keep_words
from schwarm.league.league_contest import freeze_teams, save_league_contest
from schwarm.league.league_service import LeagueService
from schwarm.store import leagues
from schwarm.store.contests import load_terms
from schwarm.store.leagues import League
from schwarm.web.leagues.contract import LeagueContestFields
from schwarm.web.leagues.league_contest_form import parse_contest, parse_numbers

SEASON = {
    "kind": "season",
    "title": "Cup",
    "games": 2,
    "time": "2s",
    "per_group": 1,
    "finalists": 2,
    "most_games": 4,
}


def four_teams(service: LeagueService) -> League:
    league = new_league(service.store, 4)
    for number in range(1, 5):
        hand_in(service, team(service, league, number), bytes([number]))
    leagues.group_teams(service.store, league.id, {1: "A", 2: "A", 3: "B", 4: "B"})
    return league


def begin(service: LeagueService, league: League, **fields: Any) -> str:
    found = convert({**SEASON, "teams": [1, 2, 3, 4], **fields}, LeagueContestFields)
    teams = freeze_teams(service.store, league, parse_numbers(found))
    return save_league_contest(service.store, service.zips, league, parse_contest(found, league, teams), teams)


def load(service: LeagueService, event: str) -> Any:
    known = load_terms(service.store, event)
    assert known is not None
    return load_contest(event, known)


def play(service: LeagueService, event: str, pool: Any = None) -> Runner:
    book = DatabaseResults(service.store, event)
    runner = Runner(load(service, event), pool or Small(), book, redact=keep_words(service.store, event))
    runner.run()
    return runner


class Small(InstantPool):
    """One core."""

    def free(self) -> bool:
        return not self.waiting
