"""What somebody asks for who wants a contest: which players, how many games, how long a move may take."""

from pathlib import Path
from typing import Any

from schwarm.arena.assignment import check_startable
from schwarm.arena.contest import Conditions, check_title, name_players
from schwarm.arena.match import Match
from schwarm.arena.sprt import MAX_ELO, Sprt
from schwarm.arena.tournament import Tournament
from schwarm.games import game
from schwarm.games.number import number_in, whole_in
from schwarm.games.time_control import CONTEST_TIME
from schwarm.web.errors import BAD_FIELD, Refused
from schwarm.web.shell.fields import MAX_COMMAND_LENGTH, parse_seed, parse_time
from schwarm.web.shell.responses import text_field
from schwarm.words import Sentence

MAX_PLAYERS = 64
MAX_GAMES = 20_000
"""Of a whole contest that somebody begins at the page."""


def parse_form(found: dict[str, Any]) -> Match | Tournament:
    """Understand a wish for a match or a tournament; raises one sentence where it cannot be granted."""
    kind = found.get("kind")
    if kind not in ("match", "tournament"):
        raise Refused(BAD_FIELD(field="kind"))
    conditions = _parse_conditions(found)
    players = _parse_players(found.get("players"))
    if kind == "match" and len(players) != 2:
        raise Refused(TWO_PLAYERS(number=len(players)))
    if len(players) < 2:
        raise Refused(MORE_PLAYERS())
    bots = name_players(players, [check_startable(player, conditions.game_id).title for player in players])
    games, seed = _parse_games(found.get("games")), found.get("seed")
    seed = 1 if seed in (None, "") else parse_seed(seed)
    if kind == "match":
        contest: Match | Tournament = Match(
            bots, conditions, games, seed, _parse_test(found.get("sprt"), found.get("elo") == "normalized")
        )
    else:
        title = " ".join(text_field(found, "title", "").split())
        name = check_title(title) if title else ""
        contest = Tournament(bots, conditions, games, seed, found.get("gauntlet") is True, name)
    if (total := contest.total({})) > MAX_GAMES:
        raise Refused(TOO_MANY_GAMES(total=total, most=MAX_GAMES))
    return contest


def season_path(found: dict[str, Any]) -> Path:
    """Where the season lies that somebody wants to be played."""
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


def _parse_games(wish: object) -> int:
    games = whole_in(wish, 2, MAX_GAMES)
    if games is None or games % 2:
        raise Refused(NOT_EVEN(most=MAX_GAMES))
    return games


def _parse_test(wish: object, normalized: bool) -> Sprt | None:
    if wish is None:
        return None
    if not isinstance(wish, list) or len(wish) != 2:
        raise Refused(NO_TEST())
    elo0, elo1 = (number_in(elo, -MAX_ELO, MAX_ELO) for elo in wish)
    if elo0 is None or elo1 is None:
        raise Refused(NO_TEST())
    return Sprt(elo0, elo1, normalized)


TWO_PLAYERS = Sentence(
    "A match has two players, not {number}; name each as you would for “schwarm play”, such as greedy."
)
MORE_PLAYERS = Sentence("Name at least two players, each on a line of its own.")
TOO_MANY_PLAYERS = Sentence("A tournament has at most {most} players here; use a season for more.")
NOT_EVEN = Sentence("The number of games must be even, two from each start: from 2 to {most}.")
TOO_MANY_GAMES = Sentence("That would be {total} games; a contest on the page has at most {most}.")
NO_TEST = Sentence("A test needs two Elo differences from −1000 to 1000, the smaller one first, such as 0 and 20.")
WHICH_FOLDER = Sentence("Name the folder with the season's season.toml file, on the computer that runs this page.")
