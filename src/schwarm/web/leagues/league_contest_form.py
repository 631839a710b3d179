"""The form for a new contest on a league's teams; each field is refused in one sentence."""

import secrets
from collections import Counter
from collections.abc import Collection
from typing import Any

from schwarm.arena.contest import Conditions, Contest, check_title
from schwarm.arena.season import FINALISTS
from schwarm.league.league_contest import FrozenTeam
from schwarm.league.player_name import partners_of
from schwarm.store.leagues import League
from schwarm.web.contests.contest_form import check_size, parse_games, parse_kind
from schwarm.web.errors import BAD_FIELD, Refusal, Refused
from schwarm.web.shell.fields import parse_line, parse_time

MAX_SEED = 2**31


def parse_numbers(found: dict[str, Any]) -> list[int]:
    """The numbers of the teams that were ticked."""
    wish = found.get("teams")
    if not isinstance(wish, list) or not all(type(number) is int for number in wish) or len(wish) != len(set(wish)):
        raise Refused(BAD_FIELD(field="teams"))
    return wish


def parse_contest(found: dict[str, Any], league: League, teams: Collection[FrozenTeam]) -> Contest:
    """A contest of these teams, and of the sparring partners that were ticked."""
    kind = parse_kind(found)
    players = {team.name: team.bot for team in teams} | {name: name for name in _parse_partners(found, league)}
    if kind.pair and len(players) != 2:
        raise Refused(TWO_PLAYERS(number=len(players)))
    common = {
        "bots": players,
        "conditions": Conditions(league.game, league.rules, parse_time(found.get("time", league.time))),
        "games": parse_games(found.get("games")),
        # Starts must not be known beforehand.
        "seed": secrets.randbelow(MAX_SEED),
        "name": "" if kind.pair else _parse_title(found),
    }
    return check_size(kind.from_form(common, found, {team.name: team.group for team in teams}))


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


TWO_PLAYERS = Refusal("A match has two players; choose two instead of {number}.")
NO_TITLE = Refusal("Give the contest a title.")
