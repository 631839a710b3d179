"""Playing and watching over HTTP: new games, moves, live updates, and what the administrator may do."""

import time
from collections.abc import AsyncIterator, Callable

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from schwarm.web.errors import BAD_FIELD, NO_GAME, TOO_MANY, Refused
from schwarm.web.live import actions, game_form
from schwarm.web.live.live_game import LiveGame
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.side_player import Kind
from schwarm.web.server import own_address
from schwarm.web.shell.feed import encode_event
from schwarm.web.shell.responses import Json, access_of, read_fields, require_admin, text_field, visitor_of
from schwarm.words import Sentence

# Said to be packed already, live messages pass every version of the packing layer without waiting for more.
STREAM = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Content-Encoding": "identity"}


def live_games_of(request: Request) -> LiveGames:
    live_games = request.app.state.live_games
    assert isinstance(live_games, LiveGames)
    return live_games


async def live_game_of(request: Request) -> LiveGame:
    live_game = await live_games_of(request).find_or_resume(request.path_params["key"])
    if live_game is None:
        raise Refused(NO_GAME(), 404)
    return live_game


async def create(request: Request) -> Response:
    """A new game."""
    _count_game(request)
    live_games = live_games_of(request)
    wish = await game_form.parse_form(await read_fields(request), live_games, visitor_of(request))
    live_game = live_games.create(wish.record, wish.sides, limit=wish.limit)
    await live_games.saver.wait_until_saved(live_game)
    return Json({"key": live_game.key}, 201)


def _count_game(request: Request) -> None:
    access = access_of(request)
    if not access.count_game(visitor_of(request)):
        raise Refused(TOO_MANY(), 429)


async def events(request: Request) -> Response:
    """Everything that happens at a table, beginning with how it stands and what the visitor plays there."""
    live_game = await live_game_of(request)
    you = encode_event("you", visitor_json(request, live_game))
    return stream_to_visitor(request, live_game.feed.follow(request.state.lang, you + live_game.first_message()))


async def list_events(request: Request) -> Response:
    """Small boards of all games that are on."""
    live_games = live_games_of(request)
    first = encode_event("tables", {"tables": [live_games.to_summary(live_game) for live_game in live_games.running()]})
    return stream_to_visitor(request, live_games.feed.follow(request.state.lang, first))


def visitor_json(request: Request, live_game: LiveGame) -> dict[str, object]:
    """What concerns the visitor alone: his sides, the link for his opponent, what he may administer."""
    visitor = visitor_of(request)
    mine = live_game.sides_of(visitor.id)
    invites = [side.invite for side in live_game.sides if mine and side.invite and not side.visitor]
    return {
        "mine": mine,
        "admin": visitor.admin,
        "invite": f"{_public_address(request)}/join/{live_game.key}.{invites[0]}" if invites else None,
        "near": not request.app.state.settings.public,
        "port": live_games_of(request).port if any(side.kind is Kind.CLIENT for side in live_game.sides) else None,
        "client": not live_game.own,
    }


def _public_address(request: Request) -> str:
    """The page's address as others reach it; where only this machine does, as the visitor wrote it himself."""
    host, port = request.url.hostname or "127.0.0.1", request.url.port
    if request.app.state.settings.public and host in ("localhost", "127.0.0.1"):
        host = own_address()
    # A web server in front says so if visitors reach it over TLS; whoever pretends it spoils only their own link.
    scheme = "https" if request.headers.get("x-forwarded-proto") == "https" else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}{'' if port is None else f':{port}'}"


def stream_to_visitor(request: Request, messages: AsyncIterator[bytes]) -> Response:
    """Live messages for one guest, of which nobody may have too many."""
    access, visitor = access_of(request), visitor_of(request)
    if not access.follow(visitor):
        raise Refused(TOO_MANY(), 429)
    return _CountedStream(messages, lambda: access.unfollow(visitor))


class _CountedStream(StreamingResponse):
    """Says when it has ended, also where it never began."""

    def __init__(self, messages: AsyncIterator[bytes], ended: Callable[[], None]) -> None:
        super().__init__(messages, media_type="text/event-stream", headers=STREAM)
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._ended()


async def act(request: Request) -> Response:
    """Something that a player does at a table."""
    arrived = time.monotonic()
    delay = request.app.state.delay(arrived)
    visitor, found, wanted = visitor_of(request).id, await read_fields(request), request.path_params["act"]
    answer: dict[str, object] = {"ok": True}
    live_games, key = live_games_of(request), request.path_params["key"]
    live_game = await live_games.find_or_resume(key)
    if live_game is None and wanted == "rematch":
        async with live_games.rematching:
            return Json({"key": (await _rematch(request, await live_games.find_ended(key), visitor)).key})
    if live_game is None:
        raise Refused(NO_GAME(), 404)
    match wanted:
        case "move":
            turn = found.get("turn")
            if not isinstance(turn, int):
                raise Refused(BAD_FIELD(field="turn"))
            actions.move(live_game, visitor, text_field(found, "move", longest=20), turn, at=arrived, delay=delay)
        case "undo":
            actions.take_back(live_game, visitor)
        case "resign":
            actions.resign(live_game, visitor)
        case "sit":
            actions.sit(
                live_game,
                text_field(found, "code"),
                visitor,
                game_form.clean_name(text_field(found, "name", "", longest=200)),
            )
        case "rematch":
            answer = {"key": (await _rematch(request, live_game, visitor)).key}
        case "pause" | "go" | "step" | "cancel" as order:
            require_admin(request)
            _administer(live_game, order)
        case _:
            raise Refused(BAD_FIELD(field="act"), 404)
    await live_games.saver.wait_until_saved(live_game)
    return Json(answer)


async def _rematch(request: Request, live_game: LiveGame | None, visitor: str) -> LiveGame:
    live_games = live_games_of(request)
    if live_game is None:
        raise Refused(NO_GAME(), 404)
    if live_game.next_game and (there := await live_games.find_or_resume(live_game.next_game)):
        return there
    _count_game(request)
    record, sides = actions.rematch(live_game, visitor)
    if not all(game_form.is_harmless(side) for side in sides):
        require_admin(request)
    new = live_games.create(record, sides, limit=live_game.limit)
    live_game.next_game = new.key
    live_games.saver.save(live_game)
    live_game.feed.publish("status", live_game.status)
    return new


def _administer(live_game: LiveGame, order: str) -> None:
    room, now = live_game.room, time.monotonic()
    if room is None or room.over:
        raise Refused(actions.OVER(), 409)
    if live_game.show_every is not None:
        raise Refused(EXHIBITION_PACE(), 409)
    match order:
        case "pause" | "go":
            room.pause(order == "pause", now)
        case "step":
            room.step(now)
        case "cancel":
            room.cancel()
    live_game.feed.publish("status", live_game.status)


async def log(request: Request) -> Response:
    """What a bot printed about a move."""
    turn: int = request.path_params["turn"]
    live_games, key = live_games_of(request), request.path_params["key"]
    live_game = await live_games.find_or_resume(key)
    said = live_game.log(turn) if live_game else None
    if said is None:
        kept = await live_games.load(key)
        said = kept.logs.get((turn, turn % 2), "") if kept else ""
    return Json({"turn": turn, "text": said})


EXHIBITION_PACE = Sentence("The exhibition game goes at its own pace.")

ROUTES = [
    Route("/api/games", create, methods=["POST"]),
    Route("/api/games/{key:path}/events", events),
    Route("/api/games/{key:path}/log/{turn:int}", log),
    Route("/api/games/{key:path}/{act}", act, methods=["POST"]),
    Route("/api/live/events", list_events),
]
