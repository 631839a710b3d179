"""A season's beginning: a folder with a file that explains itself, and its name and terms in the store."""

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schwarm.arena.contest import BadContest, check_title, name_players
from schwarm.arena.contest_records import find_changed, take_fingerprints
from schwarm.arena.knockout import LEAST_GAMES
from schwarm.arena.season import Season, check_season
from schwarm.arena.season_file import FILE, bot_in
from schwarm.games import Game
from schwarm.games import game as game_by_id
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch import CannotLaunch, Sandbox, parse_player
from schwarm.launch.bot_facts import game_for
from schwarm.store.draft import write_whole
from schwarm.words import Sentence, excerpt, one_line, trouble

if TYPE_CHECKING:
    from schwarm.store.games import Store

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
            raise BadContest(NOT_UTF8(file=excerpt(bot, 200))) from error
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


def remember_folder(store: "Store", event: str, path: Path) -> None:
    """Store the folder of a season's file and bots, so that it can be continued from elsewhere."""
    from schwarm.store.contests import set_folder

    set_folder(store, event, path.resolve())


def note_bots(store: "Store", event: str, season: Season) -> list[str]:
    """Store the fingerprints of a season's bots; gives the teams whose files have changed since it was last played.
    Bots may be replaced at any time."""
    from schwarm.store.contests import load_fingerprints, set_fingerprints

    walled = Sandbox(wall=season.conditions.sandboxed).has_wall
    old, new = load_fingerprints(store, event), take_fingerprints(season.bots, Path.cwd(), walled=walled)
    set_fingerprints(store, event, old | new)
    return find_changed(old, new) if store.keys(event=event) else []


def folder_of(store: "Store", event: str) -> Path | None:
    from schwarm.store.contests import find_folder

    return find_folder(store, event)


def _quote(text: str) -> str:
    # JSON and TOML write texts alike, but for one character.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def check_begun(season: Season, store: "Store") -> None:
    """Raises `BadContest` if a season cannot be played, or if its file has changed the terms of games.

    The change of a season that has begun is reported first: it must be undone."""
    from schwarm.store.contests import load_terms

    known, terms = load_terms(store, _name(season)), _terms(season)
    changed = [key for key in terms if known.get(key) != terms[key]] if known is not None else []
    if changed and store.keys(event=_name(season)):
        raise BadContest(CHANGED(title=season.title, what=changed[0]))
    check_season(season)


def contest_key(season: Season, store: "Store") -> str:
    """The season's name in the store, where it is written down from now on."""
    from schwarm.store.contests import load_terms, save_terms

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
NOT_UTF8 = Sentence("The file name “{file}” is not in UTF-8; rename the file.")
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
