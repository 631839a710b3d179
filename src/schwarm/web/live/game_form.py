"""What somebody asks for who wants a new game: which one, who plays, how long, and where it begins."""

import re
import secrets
from dataclasses import dataclass

from schwarm.games import Game, State, TimeControl, game
from schwarm.games.record import Record
from schwarm.launch import parse_player
from schwarm.referee.room import MAX_NAME_LENGTH
from schwarm.web.board.start_position import check_playable, position_in
from schwarm.web.errors import NEEDS_TOKEN, NO_GAME, Refusal, Refused
from schwarm.web.live.contract import NewGameFields, SideFields
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.side_player import Kind, SidePlayer
from schwarm.web.shell.access import Visitor
from schwarm.web.shell.fields import parse_seed, parse_time
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


async def parse_form(fields: NewGameFields, live_games: LiveGames, visitor: Visitor) -> GameForm:
    """The game that the fields describe; raises one sentence where it cannot begin."""
    red, blue = (_parse_side(side, visitor) for side in (fields.red, fields.blue))
    start = await _parse_start(fields, live_games)
    # Only who plays against an engine may think for it, and the record says that somebody could.
    if visitor.id not in (red.visitor, blue.visitor):
        red.thinker = blue.thinker = ""
    tags = (IN_BROWSER,) if red.thinker or blue.thinker else ()
    time = parse_time(fields.time, may_be_none=True)
    return GameForm(Record(start, tags=tags), (red, blue), time)


def _parse_side(fields: SideFields, visitor: Visitor) -> SidePlayer:
    name = clean_name(fields.name)
    match fields.kind:
        case "person":
            return SidePlayer(Kind.PERSON, name, visitor=visitor.id)
        case "link" | "open" as kind:
            return SidePlayer(Kind.PERSON, name, invite=secrets.token_urlsafe(9), open=kind == "open")
        case "client":
            return SidePlayer(Kind.CLIENT, name)
        case "player":
            player = fields.player.strip()
            # Built-in players do nothing but play, if nobody gives them cores and hours; everything else is a program
            # that is started here.
            if not is_harmless(SidePlayer(Kind.PLAYER, player=player)) and not visitor.admin:
                raise Refused(NEEDS_TOKEN())
            if player in ("wait", ""):
                raise Refused(NO_PROGRAM())
            parse_player(player)
            in_browser = fields.browser and IS_HECHT.fullmatch(player) is not None
            return SidePlayer(Kind.PLAYER, name, player=player, thinker=visitor.id if in_browser else "")


def is_harmless(side: SidePlayer) -> bool:
    """Whether anybody may have this player: nothing of this machine is started or taken up for it."""
    return side.kind is not Kind.PLAYER or HARMLESS.fullmatch(side.player) is not None


async def _parse_start(fields: NewGameFields, live_games: LiveGames) -> State:
    known: Game = game(fields.game, fields.rules)
    start = fields.start
    if start.key:
        record = await _find_record(start.key, live_games)
        return check_playable(position_in(record, turn=start.turn, after=start.after))
    if start.position:
        return check_playable(known.parse(start.position.strip()))
    return known.start() if start.seed in (None, "") else known.start(parse_seed(start.seed))


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
