"""A season as its organiser writes it: one TOML file next to a folder of bots. Mistakes are said with their place."""

import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from schwarm.arena.assignment import check_startable
from schwarm.arena.contest import BadContest, Conditions, check_name, check_title
from schwarm.arena.fixture import BETWEEN
from schwarm.arena.season import Season, check_season
from schwarm.games import TimeControl, game
from schwarm.games.number import number_in
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch import CannotLaunch
from schwarm.player import PLAYERS
from schwarm.words import Listing, Message, Sentence, excerpt

MAX_FILE_BYTES = 1_000_000
MAX_TEAMS = 10_000
FILE = "season.toml"
PLACE = re.compile(r"line (\d+), column (\d+)")
"""Where the library stopped understanding a file, as it says it."""
KNOWN: Mapping[str, Mapping[str, type | tuple[type, ...]]] = {
    "": {
        "title": str,
        "game": str,
        "rules": str,
        "seed": int,
        "games": dict,
        "champions_league": dict,
        "final_eight": dict,
        "team": list,
    },
    "games": {"per_encounter": int, "time": str, "patience": (int, float)},
    "champions_league": {"per_group": int},
    "final_eight": {"teams": int, "per_encounter": int, "most_games": int, "third_place": bool},
    "team": {"name": str, "bot": str, "group": str},
}


def read_season(path: Path) -> Season:
    """The season in a file, or in a folder's `season.toml`, as it can be played; raises `BadContest` with one
    sentence."""
    season = parse_season(path)
    check_season(season)
    return season


def parse_season(path: Path) -> Season:
    """What a season's file says, whether or not it can be played like that."""
    if path.is_dir():
        path = path / FILE
    try:
        raw = path.read_bytes()
        if len(raw) > MAX_FILE_BYTES:
            raise BadContest(TOO_LARGE(path=path.name, most=MAX_FILE_BYTES // 1000))
        data = tomllib.loads(raw.decode())
    except OSError as error:
        raise BadContest(UNREADABLE(path=excerpt(str(path), 200))) from error
    except UnicodeDecodeError as error:
        raise BadContest(NOT_UTF8(path=path.name)) from error
    except tomllib.TOMLDecodeError as error:
        raise BadContest(_why_not(path.name, str(error))) from error
    return _season(data, path.resolve().parent)


def _why_not(file: str, error: str) -> Message:
    """Why a file is no TOML, in words of ours: the library's are English."""
    if "twice" in error or "overwrite" in error:
        return SAID_TWICE(path=file)
    place = PLACE.search(error)
    return NOT_TOML(path=file, line=place[1], column=place[2]) if place else ENDS_EARLY(path=file)


def _season(data: Mapping[str, Any], folder: Path) -> Season:
    _check(data, "")
    games, league, finals = (_check(data.get(part, {}), part) for part in ("games", "champions_league", "final_eight"))
    if "game" not in data or "title" not in data:
        raise BadContest(LACKS(key="title" if "title" not in data else "game"))
    conditions = Conditions(
        game(data["game"], data.get("rules", "documents")).id,
        data.get("rules", "documents"),
        TimeControl.parse(games.get("time", str(CONTEST_TIME))),
        _seconds(games, "patience", 20.0) or 20.0,
    )
    number, final_games = games.get("per_encounter", 6), finals.get("per_encounter")
    bots, groups = _teams(data.get("team", []), folder)
    return Season(
        bots,
        conditions,
        name=check_title(data["title"]),
        groups=groups,
        seed=data.get("seed", 1),
        games=number,
        league_per_group=league.get("per_group", 0),
        finalists=finals.get("teams", 8 if "final_eight" in data else 0),
        final_games=final_games,
        most_games=finals.get("most_games", max(30, number, final_games or 0)),
        third_place=finals.get("third_place", True),
    )


def _check(part: Any, name: str) -> Mapping[str, Any]:
    """The part if it has only what is known there, each of its kind."""
    known = KNOWN[name]
    if not isinstance(part, dict):
        raise BadContest(NOT_A_TABLE(name=name))
    for key, value in part.items():
        if key not in known:
            raise BadContest(UNKNOWN(key=excerpt(key), name=name or FILE, known=Listing(known)))
        kind = known[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise BadContest(WRONG_KIND(key=key, value=excerpt(repr(value))))
    return part


def _seconds(games: Mapping[str, Any], key: str, usual: float) -> float | None:
    value = games.get(key, usual)
    seconds = number_in(value, 0, 86_400)
    if seconds is None:
        raise BadContest(WRONG_KIND(key=key, value=excerpt(str(value))))
    return seconds or None


def _teams(listed: list[Any], folder: Path) -> tuple[dict[str, str], dict[str, str]]:
    """How each team is started, and its group."""
    bots: dict[str, str] = {}
    groups: dict[str, str] = {}
    if len(listed) > MAX_TEAMS:
        raise BadContest(TOO_MANY(count=len(listed), most=MAX_TEAMS))
    for entry in listed:
        _check(entry, "team")
        if "name" not in entry:
            raise BadContest(NO_NAME())
        name, group = check_name(entry["name"]), entry.get("group", "")
        if "/" in name + group or BETWEEN in name:
            raise BadContest(NO_SLASH(name=name))
        if name in bots:
            raise BadContest(TWICE(name=name))
        if group:
            check_name(group)
        bots[name], groups[name] = bot_in(entry.get("bot", ""), folder), group
    return bots, groups


def bot_in(bot: str, folder: Path) -> str:
    """How a bot is named from anywhere, if the season's file names it from its own folder."""
    if not bot or bot.partition(":")[0] in PLAYERS:
        return bot
    path, colon, kind = bot.partition(":") if ".py:" in bot else (bot, "", "")
    first, blank, rest = bot.partition(" ")
    # A name that is too long for any file is none.
    with suppress(OSError):
        if (folder / path).exists():
            return f"{folder / path}{colon}{kind}"
        if blank and (folder / first).is_file():
            return f"{folder / first} {rest}"
    return bot


def find_troubles(season: Season) -> dict[str, Message]:
    """Teams whose bots cannot be started now, and why. They lose their games."""
    found: dict[str, Message] = {}
    for team, bot in season.bots.items():
        try:
            check_startable(bot, season.conditions.game_id)
        except CannotLaunch as error:
            found[team] = error.message
    return found


def check_playable(season: Season) -> None:
    """Raises `BadContest` where fewer than two teams can play: a champion would be made without a single move."""
    troubles = find_troubles(season)
    number, teams = len(season.bots) - len(troubles), len(season.bots)
    if number < 2:
        team, why = next(iter(troubles.items()))
        raise BadContest(NOBODY_PLAYS(number=number, teams=teams, team=team, why=why))


UNREADABLE = Sentence("There is no season in {path}; create one with: schwarm season init FOLDER")
TOO_LARGE = Sentence("{path} is larger than {most} KB, which is too large for a season.")
NOT_TOML = Sentence(
    "{path} cannot be understood in line {line} from column {column} on; texts stand in quotes, and a quote inside one "
    'is written as \\".'
)
ENDS_EARLY = Sentence("{path} ends in the middle of something; every quote and bracket needs its other half.")
SAID_TWICE = Sentence("{path} has a setting or a section twice; keep one of them.")
NOT_UTF8 = Sentence("{path} is not a text in UTF-8; save it as one.")
NOBODY_PLAYS = Sentence(
    "{number} of {teams} bots can be started, so there is nobody to play; the first trouble is that of {team}: {why}"
)
LACKS = Sentence("The season has no “{key}”; add it at the top of the file.")
NOT_A_TABLE = Sentence("“{name}” is a section of its own; write it as [{name}] with its settings below.")
UNKNOWN = Sentence("“{key}” is not a setting of {name}; the settings are {known}.")
WRONG_KIND = Sentence("“{key}” cannot be {value}.")
TOO_MANY = Sentence("{count} teams are too many; a season has at most {most}.")
NO_NAME = Sentence('A team has no name; every [[team]] needs a line: name = "…"')
NO_SLASH = Sentence("Names of teams and groups cannot contain a slash or a dash between spaces, but “{name}” does.")
TWICE = Sentence("Two teams are called “{name}”; names must differ.")
