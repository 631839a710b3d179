"""Playing and watching over HTTP: new games, moves, live updates, and what the administrator may do."""

import time
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from schwarm.web import acts, invitation
from schwarm.web.answer import Json, fields, guest_of, needs_admin, text
from schwarm.web.errors import BAD_FIELD, NO_GAME, TOO_MANY, Refused
from schwarm.web.feed import written
from schwarm.web.guest import Door
from schwarm.web.hall import Hall
from schwarm.web.place import Kind
from schwarm.web.serving import own_address
from schwarm.web.table import Table
from schwarm.words import Sentence

# Said to be packed already, live messages pass every version of the packing layer without waiting for more.
STREAM = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Content-Encoding": "identity"}


def hall_of(request: Request) -> Hall:
    hall = request.app.state.hall
    assert isinstance(hall, Hall)
    return hall


def table_of(request: Request) -> Table:
    table = hall_of(request).find(request.path_params["key"])
    if table is None:
        raise Refused(NO_GAME(), 404)
    return table


async def create(request: Request) -> Response:
    """A new game."""
    _count_game(request)
    wish = invitation.read(await fields(request), hall_of(request), guest_of(request))
    table = hall_of(request).create(wish.record, wish.places, limit=wish.limit)
    return Json({"key": table.key}, 201)


def _count_game(request: Request) -> None:
    door = _door(request)
    if not door.counted(guest_of(request), "game", door.settings.bounds.games):
        raise Refused(TOO_MANY(), 429)


async def events(request: Request) -> Response:
    """Everything that happens at a table, beginning with how it stands and what the visitor plays there."""
    table = table_of(request)
    you = written("you", yours(request, table))
    return stream(request, table.feed.follow(request.state.lang, you + table.first_words()))


async def hall_events(request: Request) -> Response:
    """Small boards of all games that are on."""
    hall = hall_of(request)
    first = written("tables", {"tables": [hall.small(table) for table in hall.running()]})
    return stream(request, hall.feed.follow(request.state.lang, first))


def yours(request: Request, table: Table) -> dict[str, object]:
    """What concerns the visitor alone: his sides, the link for his opponent, what he may administer."""
    guest = guest_of(request)
    mine = table.sides_of(guest.visitor)
    invites = [place.invite for place in table.places if mine and place.invite and not place.visitor]
    return {
        "mine": mine,
        "admin": guest.admin,
        "invite": f"{_outside(request)}/join/{table.key}.{invites[0]}" if invites else None,
        "near": not request.app.state.settings.public,
        "port": hall_of(request).port if any(place.kind is Kind.CLIENT for place in table.places) else None,
        "client": not table.own,
    }


def _outside(request: Request) -> str:
    """The page's address as others reach it; where only this machine does, as the visitor wrote it himself."""
    host, port = request.url.hostname or "127.0.0.1", request.url.port
    if request.app.state.settings.public and host in ("localhost", "127.0.0.1"):
        host = own_address()
    # A web server in front says so if visitors reach it over TLS; who pretends it spoils nothing but his own link.
    scheme = "https" if request.headers.get("x-forwarded-proto") == "https" else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}{'' if port is None else f':{port}'}"


def stream(request: Request, messages: AsyncIterator[bytes]) -> Response:
    """Live messages for one guest, of which nobody may have too many."""
    door, guest = _door(request), guest_of(request)
    if not door.may_follow(guest):
        raise Refused(TOO_MANY(), 429)

    async def counted() -> AsyncIterator[bytes]:
        door.streams[guest.client] = door.streams.get(guest.client, 0) + 1
        try:
            async for message in messages:
                yield message
        finally:
            door.streams[guest.client] -= 1
            if not door.streams[guest.client]:
                del door.streams[guest.client]

    return StreamingResponse(counted(), media_type="text/event-stream", headers=STREAM)


async def act(request: Request) -> Response:
    """Something that a player does at a table."""
    arrived = time.monotonic()
    delay = request.app.state.delay(arrived)
    visitor, found, wanted = guest_of(request).visitor, await fields(request), request.path_params["act"]
    answer: dict[str, object] = {"ok": True}
    hall, key = hall_of(request), request.path_params["key"]
    table = hall.find(key) or (hall.ended(key) if wanted == "rematch" else None)
    if table is None:
        raise Refused(NO_GAME(), 404)
    match wanted:
        case "move":
            turn = found.get("turn")
            if not isinstance(turn, int):
                raise Refused(BAD_FIELD(field="turn"))
            acts.move(table, visitor, text(found, "move", longest=20), turn, at=arrived, delay=delay)
        case "undo":
            acts.take_back(table, visitor)
        case "resign":
            acts.resign(table, visitor)
        case "sit":
            acts.sit(table, text(found, "code"), visitor, invitation.one_line(text(found, "name", "", longest=200)))
        case "rematch":
            answer = {"key": _rematch(request, table, visitor).key}
        case "pause" | "go" | "step" | "cancel" as order:
            needs_admin(request)
            _administer(table, order)
        case _:
            raise Refused(BAD_FIELD(field="act"), 404)
    return Json(answer)


def _rematch(request: Request, table: Table, visitor: str) -> Table:
    hall = hall_of(request)
    if table.next_game and (there := hall.find(table.next_game)):
        return there
    _count_game(request)
    record, places = acts.again(table, visitor)
    if not all(invitation.harmless(place) for place in places):
        needs_admin(request)
    new = hall.create(record, places, limit=table.limit)
    table.next_game = new.key
    hall.keep(table)
    table.feed.tell("status", table.status)
    return new


def _administer(table: Table, order: str) -> None:
    room, now = table.room, time.monotonic()
    if room is None or room.over:
        raise Refused(acts.OVER(), 409)
    if table.pace is not None:
        raise Refused(EXHIBITION(), 409)
    match order:
        case "pause" | "go":
            room.pause(order == "pause", now)
        case "step":
            room.step(now)
        case "cancel":
            room.cancel()
    if not room.over:
        table.hall.lobby.keep_time(room)
    table.feed.tell("status", table.status)


async def log(request: Request) -> Response:
    """What a bot printed about a move."""
    turn: int = request.path_params["turn"]
    hall, key = hall_of(request), request.path_params["key"]
    table = hall.find(key)
    said = table.log(turn) if table else None
    if said is None:
        kept = hall.kept(key)
        said = kept.logs.get((turn, turn % 2), "") if kept else ""
    return Json({"turn": turn, "text": said})


def _door(request: Request) -> Door:
    door = request.app.state.door
    assert isinstance(door, Door)
    return door


EXHIBITION = Sentence("The exhibition game goes at its own pace.")

ROUTES = [
    Route("/api/games", create, methods=["POST"]),
    Route("/api/games/{key:path}/events", events),
    Route("/api/games/{key:path}/log/{turn:int}", log),
    Route("/api/games/{key:path}/{act}", act, methods=["POST"]),
    Route("/api/hall/events", hall_events),
]
