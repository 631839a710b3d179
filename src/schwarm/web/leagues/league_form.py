"""What somebody types who makes a league or names a team; each field says no in one sentence."""

from collections.abc import Collection
from datetime import datetime
from datetime import time as time_of_day
from time import time as now
from typing import Any

from schwarm.arena.executors import usable_cores
from schwarm.games import game
from schwarm.games.number import number_in, parse_whole, whole_in
from schwarm.games.time_control import CONTEST_TIME
from schwarm.store.leagues import League, NewLeague
from schwarm.web.errors import BAD_FIELD, Refusal, Refused
from schwarm.web.leagues.team_name import parse_team_name
from schwarm.web.shell.fields import parse_line, parse_time
from schwarm.web.shell.responses import text_field
from schwarm.words import is_visible

MAX_TEAMS = 64
MAX_TITLE_LENGTH = 60
MIN_HOURS, MAX_HOURS = 0.1, 24.0
MAX_GROUPS = 8
GROUPS = tuple("ABCDEFGH")
MIN_YEAR, MAX_YEAR = 2000, 2200
FISH = ("piranha", "puffer", "ray", "shark", "angler", "seahorse", "flounder", "eel", "perch", "whale", "squid", "crab")
"""The pictures that a team chooses from."""


def parse_league(found: dict[str, Any]) -> NewLeague:
    known = game(text_field(found, "game"))
    title = parse_line(found, "title")
    if not any(map(is_visible, title)) or len(title) > MAX_TITLE_LENGTH:
        raise Refused(NO_TITLE(most=MAX_TITLE_LENGTH))
    teams = whole_in(found.get("teams"), 2, MAX_TEAMS)
    if teams is None:
        raise Refused(HOW_MANY_TEAMS(most=MAX_TEAMS))
    groups = whole_in(found.get("groups", 1), 1, MAX_GROUPS)
    if groups is None or 2 * groups > teams:
        raise Refused(HOW_MANY_GROUPS(most=MAX_GROUPS))
    time = str(parse_time(found.get("time", str(CONTEST_TIME))))
    cores, hours = parse_cores(found.get("cores")), parse_hours(found.get("hours"))
    return NewLeague(title, known.id, known.rules, time, cores, hours, teams, **parse_times(found), groups=groups)


def parse_times(found: dict[str, Any], league: League | None = None) -> dict[str, Any]:
    """When a league begins and ends, and between which hours it plays; empty fields say nothing about it. An end in the
    past is refused, unless the `league` has it already."""
    starts, ends = _parse_date(found, "starts"), _parse_date(found, "ends")
    if ends is not None and ends <= now() and (league is None or ends != league.ends):
        raise Refused(ENDED_BEFORE())
    if starts is not None and ends is not None and ends <= starts:
        raise Refused(ENDS_BEFORE())
    opens, closes = _parse_clock(found, "opens"), _parse_clock(found, "closes")
    if (opens is None) != (closes is None) or (opens is not None and opens == closes):
        raise Refused(BOTH_HOURS())
    return {"starts": starts, "ends": ends, "opens": opens, "closes": closes}


def _parse_date(found: dict[str, Any], name: str) -> float | None:
    text = text_field(found, name, "").strip()
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


def _parse_clock(found: dict[str, Any], name: str) -> int | None:
    text = text_field(found, name, "").strip()
    if not text:
        return None
    try:
        clock = time_of_day.fromisoformat(text)
    except ValueError as error:
        raise Refused(NO_CLOCK()) from error
    return 60 * clock.hour + clock.minute


def parse_groups(wish: object, teams: Collection[int]) -> dict[int, str]:
    """Teams by their numbers, and the group that each goes into."""
    if not isinstance(wish, dict) or not wish:
        raise Refused(BAD_FIELD(field="groups"))
    found: dict[int, str] = {}
    for name, group in wish.items():
        number = parse_whole(name, 1, MAX_TEAMS)
        if number is None or number not in teams or group not in ("", *GROUPS):
            raise Refused(BAD_FIELD(field="groups"))
        found[number] = group
    return found


def parse_cores(wish: object) -> int:
    most = len(usable_cores())
    cores = whole_in(wish, 1, most)
    if cores is None:
        raise Refused(HOW_MANY_CORES(most=most))
    return cores


def parse_hours(wish: object) -> float:
    hours = number_in(wish, MIN_HOURS, MAX_HOURS)
    if hours is None:
        raise Refused(HOW_MANY_HOURS())
    return hours


def parse_team(found: dict[str, Any], own: str) -> tuple[str, str]:
    """A team's name and its picture; its `own` name may stay."""
    name = parse_team_name(found, own)
    fish = text_field(found, "fish", "")
    if fish not in FISH:
        raise Refused(WHICH_FISH())
    return name, fish


NO_TITLE = Refusal("Give the league a title of 1 to {most} visible characters.")
HOW_MANY_TEAMS = Refusal("A league has 2 to {most} teams.")
HOW_MANY_GROUPS = Refusal("A league has 1 to {most} groups, each with at least two teams.")
ENDED_BEFORE = Refusal("That end is in the past; choose one that is still to come, or leave it empty.")
ENDS_BEFORE = Refusal("The league would end before it begins.")
NO_DATE = Refusal("A date is written like 2026-11-20 18:00.")
NO_CLOCK = Refusal("A time of day is written like 18:30.")
BOTH_HOURS = Refusal("Say from when and until when the league plays every day, or leave both empty.")
HOW_MANY_CORES = Refusal("The league may play 1 to {most} games at the same time on this computer.")
HOW_MANY_HOURS = Refusal("The league plays up to 24 hours a day; less than 0.1 would be none.")
WHICH_FISH = Refusal("Choose one of the pictures.")
