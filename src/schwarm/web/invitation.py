"""What somebody asks for who wants a new game: which one, who plays, how long, and where it begins."""

import re
import secrets
from dataclasses import dataclass
from typing import Any

from schwarm.games import Game, State, game
from schwarm.games.record import Record
from schwarm.launch import recipe
from schwarm.web import acts
from schwarm.web.answer import text
from schwarm.web.errors import BAD_FIELD, NEEDS_TOKEN, NO_GAME, Refused
from schwarm.web.guest import Guest
from schwarm.web.hall import Hall
from schwarm.web.place import Kind, Place
from schwarm.words import Sentence

HARMLESS = re.compile("random|greedy|hecht(:level=([1-9]|10))?")
LONGEST_LIMIT = 3600.0
LONGEST_COMMAND = 1000
LARGEST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Invitation:
    """A new game, as it was asked for."""

    record: Record
    places: tuple[Place, Place]
    limit: float | None


def read(found: dict[str, Any], hall: Hall, guest: Guest) -> Invitation:
    """Understand a wish; raises `Refused` or another sentence where it cannot be granted."""
    red, blue = (_place(found.get(side), side, hall, guest) for side in ("red", "blue"))
    return Invitation(Record(_start(found, hall)), (red, blue), _limit(found.get("limit")))


def _place(wish: object, side: str, hall: Hall, guest: Guest) -> Place:
    if not isinstance(wish, dict):
        raise Refused(BAD_FIELD(field=side))
    name = one_line(text(wish, "name", "", longest=200))
    match wish.get("kind"):
        case "person":
            return Place(Kind.PERSON, name, visitor=guest.visitor)
        case "link":
            return Place(Kind.PERSON, name, invite=secrets.token_urlsafe(9))
        case "client":
            return Place(Kind.CLIENT, name)
        case "player":
            player = text(wish, "player", longest=LONGEST_COMMAND).strip()
            # Built-in players do nothing but play, if nobody gives them cores and hours; everything else is a program
            # that is started here.
            if not harmless(Place(Kind.PLAYER, player=player)) and not guest.admin:
                raise Refused(NEEDS_TOKEN(), 403)
            if player in ("wait", ""):
                raise Refused(NO_PROGRAM())
            recipe(player)
            return Place(Kind.PLAYER, name, player=player)
    raise Refused(BAD_FIELD(field=side))


def harmless(place: Place) -> bool:
    """Whether anybody may have this player: nothing of this machine is started or taken up for it."""
    return place.kind is not Kind.PLAYER or HARMLESS.fullmatch(place.player) is not None


def _start(found: dict[str, Any], hall: Hall) -> State:
    known: Game = game(text(found, "game"), text(found, "rules", "documents"))
    start = found.get("start") or {}
    if not isinstance(start, dict):
        raise Refused(BAD_FIELD(field="start"))
    if start.get("key"):
        return acts.playable(from_game(text(start, "key"), start, hall))
    if start.get("position"):
        return acts.playable(known.parse(text(start, "position").strip()))
    seed = start.get("seed")
    if seed is None or seed == "":
        return known.start()
    digits = str(seed) if isinstance(seed, int | str) else ""
    if not digits.isascii() or not digits.isdigit() or len(digits) > len(str(LARGEST_SEED)):
        raise Refused(NO_SEED())
    if (number := int(digits)) > LARGEST_SEED:
        raise Refused(NO_SEED())
    return known.start(number)


def from_game(key: str, where: dict[str, Any], hall: Hall) -> State:
    """A position of a game: at a turn, or after a number of its moves."""
    table, kept = hall.find(key), None
    if table is None and (kept := hall.kept(key)) is None:
        raise Refused(NO_GAME(), 404)
    record = table.record if table else kept.record if kept else None
    assert record is not None
    states = list(record.states())
    turn, after = where.get("turn"), where.get("after")
    if isinstance(turn, int):
        after = turn - record.start.turn
    if not isinstance(after, int) or not 0 <= after < len(states):
        raise Refused(NO_SUCH_MOVE(moves=len(states) - 1))
    return states[after]


def _limit(wish: object) -> float | None:
    if wish in (None, 0, ""):
        return None
    if not isinstance(wish, int | float) or isinstance(wish, bool) or not 0.5 <= wish <= LONGEST_LIMIT:
        raise Refused(NO_LIMIT(longest=int(LONGEST_LIMIT)))
    return float(wish)


def one_line(name: str) -> str:
    """A name as a record may have it."""
    return " ".join("".join(char if char.isprintable() else " " for char in name).split())[:60].strip()


NO_PROGRAM = Sentence("Name the program that should play, such as mybot, mybot/bot.py:Mybot or ./start.sh.")
NO_SUCH_MOVE = Sentence("That game has {moves} moves; choose a number from 0 to {moves}.")
NO_SEED = Sentence("The number of a start is a whole number, 0 or more; the same number gives the same start.")
NO_LIMIT = Sentence("The time per move is 0.5 to {longest} seconds, or none.")
