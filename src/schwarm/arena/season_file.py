"""A season as its organiser writes it: a TOML file beside a folder of bots, and its terms in the store.

Errors name their place in the file.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from schwarm.arena.contest import BadContest, Conditions, check_name, check_title, name_players
from schwarm.arena.contest_records import find_changed, take_fingerprints
from schwarm.arena.fixture import BETWEEN
from schwarm.arena.game_job import bot_in, check_startable
from schwarm.arena.knockout import LEAST_GAMES
from schwarm.arena.season import Season, check_season
from schwarm.games import Game, TimeControl, game
from schwarm.games import game as game_by_id
from schwarm.games.number import number_in
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch import CannotLaunch, Sandbox, parse_player
from schwarm.launch.bot_facts import game_for
from schwarm.store.contests import load_fingerprints, load_terms, save_terms, set_fingerprints
from schwarm.store.draft import write_whole
from schwarm.store.games import Store
from schwarm.words import Listing, Message, Sentence, excerpt, one_line, trouble

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


PREFIX = "season "
"""What the name of a season with a file begins with in the store; its title follows."""
BOTS = "bots"
EXAMPLES = ("greedy", "random", "greedy", "random")


def create_folder(folder: Path, game: Game, title: str) -> Path:
    """Write a season's file into a folder, with a team for every bot that lies in its `bots`; gives the file."""
    check_title(title)
    path = folder / FILE
    if path.exists():
        raise BadContest(THERE_ALREADY(path=excerpt(str(path), 200)))
    try:
        (folder / BOTS).mkdir(parents=True, exist_ok=True)
        write_whole(path, _text(game, title, _name_bots(folder / BOTS)).encode())
    except OSError as error:
        raise BadContest(NOT_WRITTEN(path=excerpt(str(path), 200), error=trouble(error))) from error
    return path


def game_of_bots(folder: Path) -> Game:
    """The game that the bots in a season's folder name in their files; otherwise the default game."""
    bots = folder / BOTS
    specs = []
    for _, bot in _find_bots(bots) if bots.is_dir() else ():
        with suppress(CannotLaunch):
            specs.append(parse_player(bot_in(bot, folder)))
    return game_by_id(game_for(specs))


def _name_bots(bots: Path) -> dict[str, str]:
    """Teams for the bots in a folder, with unique valid names, and how each is started."""
    found = _find_bots(bots)
    for _, bot in found:
        try:
            bot.encode()
        except UnicodeEncodeError as error:
            # Python represents undecodable bytes of a name as surrogates.
            raise BadContest(BAD_FILE_NAME(file=excerpt(bot, 200))) from error
    return name_players([bot for _, bot in found], [one_line(name) for name, _ in found])


def _find_bots(bots: Path) -> list[tuple[str, str]]:
    """A name and a start for every bot in a folder: archives, scripts, Python files, folders with a start.sh."""
    found = []
    for entry in sorted(bots.iterdir()):
        if entry.is_dir() and (entry / "start.sh").is_file():
            found.append((entry.name, f"{BOTS}/{entry.name}/start.sh"))
        elif entry.suffix.lower() in (".zip", ".jar", ".py", ".sh"):
            found.append((entry.stem, f"{BOTS}/{entry.name}"))
    return found


def _text(game: Game, title: str, bots: dict[str, str]) -> str:
    listed = bots or {f"{name} {number}": name for number, name in enumerate(EXAMPLES, start=1)}
    finalists = 8 if len(listed) >= 8 else 4 if len(listed) >= 4 else 2
    lines = [
        f"title = {_quote(title)}",
        f'game = "{game.id}"',
        f"seed = {game.season}  # {SEED}",
        "",
        "[games]",
        f"per_encounter = 6  # {ENCOUNTER}",
        f'time = "{CONTEST_TIME}"  # {TIME}',
        "",
        f"# {LEAGUE}",
        "# [champions_league]",
        "# per_group = 4",
        "",
        f"[final_eight]  # {FINALS}",
        f"teams = {finalists}",
        f"per_encounter = {LEAST_GAMES}  # {FINAL_GAMES}",
        f"most_games = 30  # {MOST}",
        "third_place = true",
        "",
        f"# {TEAMS}",
    ]
    for name, bot in listed.items():
        lines += ["[[team]]", f"name = {_quote(name)}", f"bot = {_quote(bot)}", 'group = ""', ""]
    return "\n".join(lines)


def note_bots(store: Store, event: str, season: Season) -> list[str]:
    """Store the fingerprints of a season's bots; gives the teams whose files have changed since it was last played.
    Bots may be replaced at any time."""
    walled = Sandbox(wall=season.conditions.sandboxed).has_wall
    old, new = load_fingerprints(store, event), take_fingerprints(season.bots, Path.cwd(), walled=walled)
    set_fingerprints(store, event, old | new)
    return find_changed(old, new) if store.keys(event=event) else []


def _quote(text: str) -> str:
    # JSON and TOML write texts alike, but for one character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def check_begun(season: Season, store: Store) -> None:
    """Raises `BadContest` if a season cannot be played, or if its file has changed the terms of games.

    The change of a season that has begun is reported first: it must be undone."""
    known, terms = load_terms(store, _name(season)), _terms(season)
    changed = [key for key in terms if known.get(key) != terms[key]] if known is not None else []
    if changed and store.keys(event=_name(season)):
        raise BadContest(CHANGED(title=season.title, what=changed[0]))
    check_season(season)


def contest_key(season: Season, store: Store) -> str:
    """The season's name in the store, where it is written down from now on."""
    check_begun(season, store)
    name, terms = _name(season), _terms(season)
    if load_terms(store, name) != terms:
        save_terms(store, name, terms)
    return name


def _terms(season: Season) -> dict[str, Any]:
    """The terms of a season's games. Its bots may be replaced at any time."""
    return {name: value for name, value in season.terms().items() if name != "bots"}


def _name(season: Season) -> str:
    return f"{PREFIX}{season.title}"


THERE_ALREADY = Sentence("{path} already exists; edit it, or choose another folder.")
BAD_FILE_NAME = Sentence("The file name “{file}” is not in UTF-8; rename the file.")
NOT_WRITTEN = Sentence("{path} cannot be written: {error}.")
CHANGED = Sentence(
    "The season “{title}” has begun, so its “{what}” can no longer be changed; undo the change, or give the "
    "season another title."
)
SEED = Sentence("the same seed gives the same starts")
ENCOUNTER = Sentence("games per encounter, two from each start")
FINAL_GAMES = Sentence("games per encounter of the Final Eight; the rules ask for an even number, at least six")
TIME = Sentence("two seconds a move, waited for up to ten; 1m+1s: a minute a game, and a second more for every move")
LEAGUE = Sentence("The best of each group play in the Champions League; remove the # to have one.")
FINALS = Sentence("the best teams, from the quarter-finals to the final; 8, 4 or 2")
MOST = Sentence(
    "a tied encounter continues in pairs of games, up to this many; then the better place decides, or the lot"
)
TEAMS = Sentence(
    "A bot is a .zip, a .jar, a script, mybot.py:MyPlayer or a command; the teams of a group all play each other."
)
