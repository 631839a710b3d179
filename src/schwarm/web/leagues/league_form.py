"""Checks of the forms of leagues that types cannot make."""

from collections.abc import Collection
from datetime import datetime
from datetime import time as time_of_day
from time import time as now
from typing import Any, get_args

from schwarm.games import game
from schwarm.games.number import parse_whole
from schwarm.store.leagues import League, NewLeague
from schwarm.web.errors import BAD_FIELD, Refusal, Refused
from schwarm.web.leagues.contract import (
    HOW_MANY_GROUPS,
    MAX_GROUPS,
    MAX_TEAMS,
    FishName,
    Group,
    GroupFields,
    LeagueFields,
    SettingsFields,
)
from schwarm.web.shell.fields import parse_line, parse_time
from schwarm.words import Sentence, is_visible

MAX_TITLE_LENGTH = 60
GROUPS = tuple(filter(None, get_args(Group)))
MIN_YEAR, MAX_YEAR = 2000, 2200
FISH = get_args(FishName)


def parse_league(fields: LeagueFields) -> NewLeague:
    known = game(fields.game)
    title = parse_line(fields.title)
    if not any(map(is_visible, title)) or len(title) > MAX_TITLE_LENGTH:
        raise Refused(NO_TITLE(most=MAX_TITLE_LENGTH))
    if 2 * fields.groups > fields.teams:
        raise Refused(HOW_MANY_GROUPS(most=MAX_GROUPS))
    time, budget = str(parse_time(fields.time)), (fields.cores, fields.hours)
    times = parse_times(fields)
    return NewLeague(title, known.id, known.rules, time, *budget, fields.teams, **times, groups=fields.groups)


def parse_times(fields: LeagueFields | SettingsFields, league: League | None = None) -> dict[str, Any]:
    """When a league begins and ends, and between which hours it plays; empty fields mean no limit. An end in the past
    is refused, unless the `league` has it already."""
    starts, ends = _parse_date(fields.starts), _parse_date(fields.ends)
    if ends is not None and ends <= now() and (league is None or ends != league.ends):
        raise Refused(ENDED_BEFORE())
    if starts is not None and ends is not None and ends <= starts:
        raise Refused(ENDS_BEFORE())
    opens, closes = _parse_clock(fields.opens), _parse_clock(fields.closes)
    if (opens is None) != (closes is None) or (opens is not None and opens == closes):
        raise Refused(BOTH_HOURS())
    return {"starts": starts, "ends": ends, "opens": opens, "closes": closes}


def _parse_date(typed: str | None) -> float | None:
    text = (typed or "").strip()
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
        if not MIN_YEAR <= moment.year <= MAX_YEAR:
            raise Refused(NO_DATE())
        # On this computer's clock, like every time that the page shows.
        return moment.timestamp()
    except (ValueError, OverflowError, OSError) as error:
        raise Refused(NO_DATE()) from error


def _parse_clock(typed: str | None) -> int | None:
    text = (typed or "").strip()
    if not text:
        return None
    try:
        clock = time_of_day.fromisoformat(text)
    except ValueError as error:
        raise Refused(NO_CLOCK()) from error
    return 60 * clock.hour + clock.minute


def parse_groups(fields: GroupFields, teams: Collection[int]) -> dict[int, str]:
    """Teams by their numbers, and the group that each goes into."""
    found: dict[int, str] = {}
    for name, group in fields.groups.items():
        number = parse_whole(name, 1, MAX_TEAMS)
        if number is None or number not in teams:
            raise Refused(BAD_FIELD(field="groups", right=TEAM_GROUPS))
        found[number] = group
    return found


TEAM_GROUPS = Sentence("the numbers of teams with their groups")
NO_TITLE = Refusal("Give the league a title of 1 to {most} visible characters.")
ENDED_BEFORE = Refusal("That end is in the past; choose one that is still to come, or leave it empty.")
ENDS_BEFORE = Refusal("The league would end before it begins.")
NO_DATE = Refusal("A date is written like 2026-11-20 18:00.")
NO_CLOCK = Refusal("A time of day is written like 18:30.")
BOTH_HOURS = Refusal("Say from when and until when the league plays every day, or leave both empty.")
