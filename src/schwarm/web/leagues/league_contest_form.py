"""What an organiser asks for who wants a contest on a league's teams; each field says no in one sentence."""

import secrets
from collections import Counter
from collections.abc import Collection
from typing import Any

from schwarm.arena.contest import Conditions, check_title
from schwarm.arena.knockout import LEAST_GAMES
from schwarm.arena.match import Match
from schwarm.arena.season import Entrant, Season
from schwarm.arena.season_file import MAX_ENCOUNTER_GAMES, check_season
from schwarm.arena.tournament import Tournament
from schwarm.games.number import whole_in
from schwarm.league.league_contest import FrozenTeam
from schwarm.league.player_name import partners_of
from schwarm.store.league_rows import League
from schwarm.web.errors import BAD_FIELD, Refused
from schwarm.web.shell.fields import parse_line, parse_time
from schwarm.words import Sentence

KINDS = ("match", "tournament", "season")
MAX_GAMES = 20_000
"""Of a whole contest."""
MAX_SEED = 2**31
FINALISTS = (0, 2, 4, 8)


def parse_numbers(found: dict[str, Any]) -> list[int]:
    """The numbers of the teams that were ticked."""
    wish = found.get("teams")
    if not isinstance(wish, list) or not all(type(number) is int for number in wish) or len(wish) != len(set(wish)):
        raise Refused(BAD_FIELD(field="teams"))
    return wish


def parse_contest(found: dict[str, Any], league: League, teams: Collection[FrozenTeam]) -> Match | Tournament | Season:
    """A contest of these teams, and of the sparring partners that were ticked."""
    kind = found.get("kind")
    if kind not in KINDS:
        raise Refused(BAD_FIELD(field="kind"))
    conditions = Conditions(league.game, league.rules, parse_time(found.get("time", league.time)))
    players = {team.name: team.bot for team in teams} | {name: name for name in _parse_partners(found, league)}
    games = whole_in(found.get("games"), 2, MAX_GAMES)
    if games is None or games % 2:
        raise Refused(NOT_EVEN(most=MAX_GAMES))
    # Nobody knows beforehand which starts will be played.
    seed = secrets.randbelow(MAX_SEED)
    if kind == "match":
        if len(players) != 2:
            raise Refused(TWO_PLAYERS(number=len(players)))
        contest: Match | Tournament | Season = Match(players, conditions, games, seed)
    elif kind == "tournament":
        contest = Tournament(players, conditions, games, seed, name=_parse_title(found))
    else:
        groups = {team.name: team.group for team in teams}
        contest = _parse_season(found, conditions, games, seed, players, groups)
    if (total := contest.total({})) > MAX_GAMES:
        raise Refused(TOO_MANY_GAMES(total=total, most=MAX_GAMES))
    return contest


def propose_finals(groups: Collection[str]) -> tuple[int, int]:
    """What the form says before anybody has typed, for teams in these groups: how many of each group come into the
    Champions League, and how many into the Final Eight. It can be played as it is, with as many finalists as there
    can be."""
    sizes = Counter(groups)
    smallest = min(sizes.values(), default=0)
    finalists = max((number for number in FINALISTS if number <= len(sizes) * smallest), default=0)
    if len(sizes) < 2:
        return 0, finalists
    return min(smallest, max(2, -(-finalists // len(sizes)))), finalists


def _parse_season(
    found: dict[str, Any],
    conditions: Conditions,
    games: int,
    seed: int,
    players: dict[str, str],
    groups: dict[str, str],
) -> Season:
    numbers = {}
    usual = {
        "per_group": 0,
        "finalists": 0,
        "final_games": min(MAX_ENCOUNTER_GAMES, max(LEAST_GAMES, games)),
        "most_games": 0,
    }
    bounds = {"per_group": 64, "finalists": max(FINALISTS)}
    for name, value in usual.items():
        number = whole_in(found.get(name, value), 0, bounds.get(name, MAX_ENCOUNTER_GAMES))
        if number is None:
            raise Refused(BAD_FIELD(field=name))
        numbers[name] = number
    season = Season(
        title=_parse_title(found),
        teams=tuple(Entrant(name, bot, groups.get(name, "")) for name, bot in players.items()),
        conditions=conditions,
        seed=seed,
        games=games,
        league_per_group=numbers["per_group"],
        finalists=numbers["finalists"],
        final_games=numbers["final_games"],
        most_games=max(numbers["final_games"], numbers["most_games"]),
        third_place=found.get("third_place") is not False,
    )
    check_season(season)
    return season


def _parse_partners(found: dict[str, Any], league: League) -> list[str]:
    wish = found.get("partners", [])
    known = partners_of(league.game)
    if not isinstance(wish, list) or not all(isinstance(name, str) and name in known for name in wish):
        raise Refused(BAD_FIELD(field="partners"))
    return list(dict.fromkeys(wish))


def _parse_title(found: dict[str, Any]) -> str:
    # It is only shown: what a contest is called in addresses and in the store is made up.
    title = parse_line(found, "title")
    if not title:
        raise Refused(NO_TITLE())
    return check_title(title)


NOT_EVEN = Sentence("The number of games must be even, two from each start: from 2 to {most}.")
TWO_PLAYERS = Sentence("A match has two players; choose two instead of {number}.")
TOO_MANY_GAMES = Sentence("That would be {total} games; a contest on the page has at most {most}.")
NO_TITLE = Sentence("Give the contest a title.")
