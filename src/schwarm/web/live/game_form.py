"""What somebody asks for who wants a new game: which one, who plays, how long, and where it begins."""

import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from schwarm.games import Game, State, TimeControl, game
from schwarm.games.record import Record
from schwarm.games.time_control import UNLIMITED_TIME
from schwarm.launch import parse_player
from schwarm.referee.room import MAX_NAME_LENGTH
from schwarm.web.board.start_position import check_playable, position_in
from schwarm.web.errors import BAD_FIELD, NEEDS_TOKEN, NO_GAME, Refusal, Refused
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.side_player import Kind, SidePlayer
from schwarm.web.shell.access import Visitor
from schwarm.web.shell.fields import MAX_COMMAND_LENGTH, parse_seed, parse_time
from schwarm.web.shell.responses import text_field
from schwarm.words import one_line

IS_HECHT = re.compile("hecht(:level=([1-9]|10))?")
IN_BROWSER = ("Engine", "browser")
"""The line of a record that says where the engine's moves came from."""
HARMLESS = re.compile("random|greedy|hecht(:level=([1-9]|10))?")


@dataclass(frozen=True, slots=True)
class GameForm:
    """A new game, as it was asked for."""

    record: Record
    sides: tuple[SidePlayer, SidePlayer]
    time: TimeControl


async def parse_form(found: Mapping[str, Any], live_games: LiveGames, visitor: Visitor) -> GameForm:
    """Understand a wish; raises `Refused` or another sentence where it cannot be granted."""
    red, blue = (_parse_side(found.get(side), side, visitor) for side in ("red", "blue"))
    start = await _parse_start(found, live_games)
    # Only who plays against an engine may think for it, and the record says that somebody could.
    if visitor.id not in (red.visitor, blue.visitor):
        red.thinker = blue.thinker = ""
    tags = (IN_BROWSER,) if red.thinker or blue.thinker else ()
    time = parse_time(found.get("time", str(UNLIMITED_TIME)), may_be_none=True)
    return GameForm(Record(start, tags=tags), (red, blue), time)


def _parse_side(wish: object, side: str, visitor: Visitor) -> SidePlayer:
    if not isinstance(wish, dict):
        raise Refused(BAD_FIELD(field=side))
    name = clean_name(text_field(wish, "name", "", longest=200))
    match wish.get("kind"):
        case "person":
            return SidePlayer(Kind.PERSON, name, visitor=visitor.id)
        case "link" | "open" as kind:
            return SidePlayer(Kind.PERSON, name, invite=secrets.token_urlsafe(9), open=kind == "open")
        case "client":
            return SidePlayer(Kind.CLIENT, name)
        case "player":
            player = text_field(wish, "player", longest=MAX_COMMAND_LENGTH).strip()
            # Built-in players do nothing but play, if nobody gives them cores and hours; everything else is a program
            # that is started here.
            if not is_harmless(SidePlayer(Kind.PLAYER, player=player)) and not visitor.admin:
                raise Refused(NEEDS_TOKEN())
            if player in ("wait", ""):
                raise Refused(NO_PROGRAM())
            parse_player(player)
            in_browser = wish.get("browser") is True and IS_HECHT.fullmatch(player) is not None
            return SidePlayer(Kind.PLAYER, name, player=player, thinker=visitor.id if in_browser else "")
    raise Refused(BAD_FIELD(field=side))


def is_harmless(side: SidePlayer) -> bool:
    """Whether anybody may have this player: nothing of this machine is started or taken up for it."""
    return side.kind is not Kind.PLAYER or HARMLESS.fullmatch(side.player) is not None


async def _parse_start(found: Mapping[str, Any], live_games: LiveGames) -> State:
    known: Game = game(text_field(found, "game"), text_field(found, "rules", "documents"))
    start = found.get("start") or {}
    if not isinstance(start, dict):
        raise Refused(BAD_FIELD(field="start"))
    if start.get("key"):
        return check_playable(position_in(await _find_record(text_field(start, "key"), live_games), start))
    if start.get("position"):
        return check_playable(known.parse(text_field(start, "position").strip()))
    seed = start.get("seed")
    if seed is None or seed == "":
        return known.start()
    return known.start(parse_seed(seed))


async def _find_record(key: str, live_games: LiveGames) -> Record:
    # Nothing that was put away goes on because somebody plays on from it.
    if live_game := live_games.find(key):
        return live_game.record
    await live_games.store.settle(key)
    if kept := await live_games.store.load(key):
        return kept.record
    raise Refused(NO_GAME())


def clean_name(name: str) -> str:
    """A name as a record may have it."""
    return one_line(name, MAX_NAME_LENGTH)


NO_PROGRAM = Refusal("Name the program that should play, such as mybot, mybot/bot.py:Mybot or ./start.sh.")
