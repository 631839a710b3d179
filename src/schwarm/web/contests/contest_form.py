"""The form for a new contest: which players, how many games, how long a move may take."""

from pathlib import Path
from typing import Any

from schwarm.arena.assignment import check_startable
from schwarm.arena.contest import Conditions, Contest, check_title, form_kinds, kind_named, name_players
from schwarm.arena.results import Results
from schwarm.games import game
from schwarm.games.number import whole_in
from schwarm.games.time_control import CONTEST_TIME
from schwarm.web.errors import BAD_FIELD, Refusal, Refused
from schwarm.web.shell.fields import MAX_COMMAND_LENGTH, parse_seed, parse_time
from schwarm.web.shell.responses import text_field

MAX_PLAYERS = 64
MAX_GAMES = 20_000
"""Of a whole contest that is begun at the page."""


def parse_kind(found: dict[str, Any]) -> type[Contest]:
    """The kind of contest that is wanted."""
    kind = kind_named(found.get("kind"))
    if kind is None or kind not in form_kinds():
        raise Refused(BAD_FIELD(field="kind"))
    return kind


def parse_form(found: dict[str, Any]) -> Contest:
    """The contest that a form asks for; raises one sentence where it cannot be held."""
    kind, conditions = parse_kind(found), _parse_conditions(found)
    players = _parse_players(found.get("players"))
    if kind.pair and len(players) != 2:
        raise Refused(TWO_PLAYERS(number=len(players)))
    if len(players) < 2:
        raise Refused(MORE_PLAYERS())
    bots = name_players(players, [check_startable(player, conditions.game_id).title for player in players])
    seed, title = found.get("seed"), " ".join(text_field(found, "title", "").split())
    common = {
        "bots": bots,
        "conditions": conditions,
        "games": parse_games(found.get("games")),
        "seed": 1 if seed in (None, "") else parse_seed(seed),
        "name": check_title(title) if title and not kind.pair else "",
    }
    return check_size(kind.from_form(common, found, {}))


def check_size(contest: Contest) -> Contest:
    if (total := contest.total(Results())) > MAX_GAMES:
        raise Refused(TOO_MANY_GAMES(total=total, most=MAX_GAMES))
    return contest


def season_path(found: dict[str, Any]) -> Path:
    """The folder of the season to play."""
    path = text_field(found, "path", longest=MAX_COMMAND_LENGTH).strip()
    if not path or "\0" in path:
        raise Refused(WHICH_FOLDER())
    return Path(path).expanduser()


def _parse_conditions(found: dict[str, Any]) -> Conditions:
    known = game(text_field(found, "game"), text_field(found, "rules", "documents"))
    return Conditions(known.id, known.rules, parse_time(found.get("time", str(CONTEST_TIME))))


def _parse_players(wish: object) -> list[str]:
    if not isinstance(wish, list) or not all(isinstance(player, str) for player in wish):
        raise Refused(BAD_FIELD(field="players"))
    players = [player.strip() for player in wish if player.strip()]
    if len(players) > MAX_PLAYERS:
        raise Refused(TOO_MANY_PLAYERS(most=MAX_PLAYERS))
    if any(len(player) > MAX_COMMAND_LENGTH for player in players):
        raise Refused(BAD_FIELD(field="players"))
    return players


def parse_games(wish: object) -> int:
    """The number of games of a match or an encounter."""
    games = whole_in(wish, 2, MAX_GAMES)
    if games is None or games % 2:
        raise Refused(NOT_EVEN(most=MAX_GAMES))
    return games


TWO_PLAYERS = Refusal(
    "A match has two players, not {number}; name each as you would for “schwarm play”, such as greedy."
)
MORE_PLAYERS = Refusal("Name at least two players, each on a line of its own.")
TOO_MANY_PLAYERS = Refusal("A tournament has at most {most} players here; use a season for more.")
NOT_EVEN = Refusal("The number of games must be even, two from each start: from 2 to {most}.")
TOO_MANY_GAMES = Refusal("That would be {total} games; a contest on the page has at most {most}.")
WHICH_FOLDER = Refusal("Name the folder with the season's season.toml file, on the computer that runs this page.")
