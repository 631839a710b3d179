"""What somebody asks for who wants a new game: which one, who plays, how long, and where it begins."""

import re
import secrets
from dataclasses import dataclass
from typing import Any

from schwarm.games import Game, State, game
from schwarm.games.record import Record
from schwarm.launch import Builtin, parse_player
from schwarm.web.errors import BAD_FIELD, NEEDS_TOKEN, NO_GAME, Refused
from schwarm.web.live import actions
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.side_player import Kind, SidePlayer
from schwarm.web.shell.access import Visitor
from schwarm.web.shell.responses import text_field
from schwarm.words import Sentence

HARMLESS = re.compile("random|greedy|hecht(:level=([1-9]|10))?")
MAX_LIMIT_SECONDS = 3600.0
MAX_COMMAND_LENGTH = 1000
MAX_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class GameForm:
    """A new game, as it was asked for."""

    record: Record
    sides: tuple[SidePlayer, SidePlayer]
    limit: float | None


async def parse_form(found: dict[str, Any], live_games: LiveGames, visitor: Visitor) -> GameForm:
    """Understand a wish; raises `Refused` or another sentence where it cannot be granted."""
    red, blue = (_parse_side(found.get(side), side, live_games, visitor) for side in ("red", "blue"))
    start = await _parse_start(found, live_games)
    return GameForm(Record(start), (red, blue), _parse_limit(found.get("limit")))


def _parse_side(wish: object, side: str, live_games: LiveGames, visitor: Visitor) -> SidePlayer:
    if not isinstance(wish, dict):
        raise Refused(BAD_FIELD(field=side))
    name = clean_name(text_field(wish, "name", "", longest=200))
    match wish.get("kind"):
        case "person":
            return SidePlayer(Kind.PERSON, name, visitor=visitor.id)
        case "link":
            return SidePlayer(Kind.PERSON, name, invite=secrets.token_urlsafe(9))
        case "client":
            return SidePlayer(Kind.CLIENT, name)
        case "player":
            player = text_field(wish, "player", longest=MAX_COMMAND_LENGTH).strip()
            # Built-in players do nothing but play, if nobody gives them cores and hours; everything else is a program
            # that is started here.
            if not is_harmless(SidePlayer(Kind.PLAYER, player=player)) and not visitor.admin:
                raise Refused(NEEDS_TOKEN(), 403)
            if live_games.programs.refusal and not isinstance(parse_player(player), Builtin):
                raise Refused(live_games.programs.refusal, 409)
            if player in ("wait", ""):
                raise Refused(NO_PROGRAM())
            parse_player(player)
            return SidePlayer(Kind.PLAYER, name, player=player)
    raise Refused(BAD_FIELD(field=side))


def is_harmless(side: SidePlayer) -> bool:
    """Whether anybody may have this player: nothing of this machine is started or taken up for it."""
    return side.kind is not Kind.PLAYER or HARMLESS.fullmatch(side.player) is not None


async def _parse_start(found: dict[str, Any], live_games: LiveGames) -> State:
    known: Game = game(text_field(found, "game"), text_field(found, "rules", "documents"))
    start = found.get("start") or {}
    if not isinstance(start, dict):
        raise Refused(BAD_FIELD(field="start"))
    if start.get("key"):
        return actions.check_playable(await position_in_game(text_field(start, "key"), start, live_games))
    if start.get("position"):
        return actions.check_playable(known.parse(text_field(start, "position").strip()))
    seed = start.get("seed")
    if seed is None or seed == "":
        return known.start()
    digits = str(seed) if isinstance(seed, int | str) else ""
    if not digits.isascii() or not digits.isdigit() or len(digits) > len(str(MAX_SEED)):
        raise Refused(NO_SEED())
    if (number := int(digits)) > MAX_SEED:
        raise Refused(NO_SEED())
    return known.start(number)


async def position_in_game(key: str, where: dict[str, Any], live_games: LiveGames) -> State:
    """A position of a game: at a turn, or after a number of its moves."""
    live_game, kept = await live_games.find_or_resume(key), None
    if live_game is None and (kept := await live_games.load(key)) is None:
        raise Refused(NO_GAME(), 404)
    record = live_game.record if live_game else kept.record if kept else None
    assert record is not None
    states = list(record.states())
    turn, after = where.get("turn"), where.get("after")
    if isinstance(turn, int):
        after = turn - record.start.turn
    if not isinstance(after, int) or not 0 <= after < len(states):
        raise Refused(NO_SUCH_MOVE(moves=len(states) - 1))
    return states[after]


def _parse_limit(wish: object) -> float | None:
    if wish in (None, 0, ""):
        return None
    if not isinstance(wish, int | float) or isinstance(wish, bool) or not 0.5 <= wish <= MAX_LIMIT_SECONDS:
        raise Refused(NO_LIMIT(longest=int(MAX_LIMIT_SECONDS)))
    return float(wish)


def clean_name(name: str) -> str:
    """A name as a record may have it."""
    return " ".join("".join(char if char.isprintable() else " " for char in name).split())[:60].strip()


NO_PROGRAM = Sentence("Name the program that should play, such as mybot, mybot/bot.py:Mybot or ./start.sh.")
NO_SUCH_MOVE = Sentence("That game has {moves} moves; choose a number from 0 to {moves}.")
NO_SEED = Sentence("The number of a start is a whole number, 0 or more; the same number gives the same start.")
NO_LIMIT = Sentence("The time per move is 0.5 to {longest} seconds, or none.")
