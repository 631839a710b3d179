"""What somebody types who makes a league or names a team; each field says no in one sentence."""

from typing import Any

from schwarm.arena.contest import BETWEEN, check_name
from schwarm.arena.game_processes import usable_cores
from schwarm.games import game
from schwarm.games.number import number_in, whole_in
from schwarm.player import PLAYERS
from schwarm.store.league_rows import NewLeague
from schwarm.web.errors import Refused
from schwarm.web.shell.fields import parse_limit
from schwarm.web.shell.responses import text_field
from schwarm.words import Sentence, excerpt

MAX_TEAMS = 64
MAX_TITLE_LENGTH = 60
MAX_TEAM_NAME_LENGTH = 30
MIN_HOURS, MAX_HOURS = 0.1, 24.0
FISH = ("piranha", "puffer", "ray", "shark", "angler", "seahorse", "flounder", "eel", "perch", "whale", "squid", "crab")
"""The pictures that a team chooses from."""


def parse_league(found: dict[str, Any]) -> NewLeague:
    known = game(text_field(found, "game"))
    title = " ".join(text_field(found, "title", "").split())
    if not title or len(title) > MAX_TITLE_LENGTH or not title.isprintable():
        raise Refused(NO_TITLE(most=MAX_TITLE_LENGTH))
    teams = whole_in(found.get("teams"), 2, MAX_TEAMS)
    if teams is None:
        raise Refused(HOW_MANY_TEAMS(most=MAX_TEAMS))
    limit = parse_limit(found.get("limit", 2))
    return NewLeague(
        title, known.id, known.rules, limit, parse_cores(found.get("cores")), parse_hours(found.get("hours")), teams
    )


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


def parse_team(found: dict[str, Any]) -> tuple[str, str]:
    """A team's name and its picture."""
    name = " ".join(text_field(found, "name", "").split())
    if len(name) > MAX_TEAM_NAME_LENGTH or not name.isprintable() or BETWEEN.strip() in name or "/" in name:
        raise Refused(NO_NAME(most=MAX_TEAM_NAME_LENGTH))
    if not name:
        raise Refused(NO_NAME(most=MAX_TEAM_NAME_LENGTH))
    if name.casefold().partition(":")[0] in PLAYERS:
        raise Refused(A_PARTNER(name=excerpt(name)))
    fish = text_field(found, "fish", "")
    if fish not in FISH:
        raise Refused(WHICH_FISH())
    return check_name(name), fish


NO_TITLE = Sentence("Give the league a title of 1 to {most} characters.")
HOW_MANY_TEAMS = Sentence("A league has 2 to {most} teams.")
HOW_MANY_CORES = Sentence("The league may play 1 to {most} games at the same time on this computer.")
HOW_MANY_HOURS = Sentence("The league plays up to 24 hours a day; less than 0.1 would be none.")
NO_NAME = Sentence("A team's name has 1 to {most} characters, on one line, without “/” and “–”.")
A_PARTNER = Sentence("“{name}” is one of the sparring partners; choose another name.")
WHICH_FISH = Sentence("Choose one of the pictures.")
