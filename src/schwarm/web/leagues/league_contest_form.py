"""The form for a new contest on a league's teams; each field is refused in one sentence."""

import secrets
from collections import Counter
from collections.abc import Collection

from schwarm.arena.contest import Conditions, Contest
from schwarm.arena.season import FINALISTS
from schwarm.league.league_contest import FrozenTeam
from schwarm.league.player_name import partners_of
from schwarm.store.leagues import League
from schwarm.web.contests.contest_form import build, parse_kind
from schwarm.web.errors import BAD_FIELD, Refusal, Refused
from schwarm.web.leagues.contract import LeagueContestFields
from schwarm.web.shell.endpoint import ONE_OF
from schwarm.web.shell.fields import parse_line, parse_time
from schwarm.words import Sentence

MAX_SEED = 2**31


def parse_numbers(fields: LeagueContestFields) -> list[int]:
    """The numbers of the teams that were ticked."""
    if len(fields.teams) != len(set(fields.teams)):
        raise Refused(BAD_FIELD(field="teams", right=EACH_ONCE))
    return fields.teams


def parse_contest(fields: LeagueContestFields, league: League, teams: Collection[FrozenTeam]) -> Contest:
    """A contest of these teams, and of the sparring partners that were ticked."""
    kind, known = parse_kind(fields.kind), partners_of(league.game)
    if not set(fields.partners) <= set(known):
        raise Refused(BAD_FIELD(field="partners", right=ONE_OF(names=", ".join(known))))
    players = {team.name: team.bot for team in teams} | {name: name for name in fields.partners}
    if kind.pair and len(players) != 2:
        raise Refused(TWO_PLAYERS(number=len(players)))
    if not (kind.pair or parse_line(fields.title)):
        raise Refused(NO_TITLE())
    conditions = Conditions(league.game, league.rules, parse_time(fields.time or league.time))
    # Starts must not be known beforehand.
    seed = secrets.randbelow(MAX_SEED)
    return build(fields, players, conditions, seed, {team.name: team.group for team in teams})


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


EACH_ONCE = Sentence("the number of each team once")
TWO_PLAYERS = Refusal("A match has two players; choose two instead of {number}.")
NO_TITLE = Refusal("Give the contest a title.")
