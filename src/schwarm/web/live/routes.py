"""Playing and watching over HTTP: new games, moves, live updates, and what the administrator may do."""

import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from schwarm.games import game
from schwarm.games.number import whole_in
from schwarm.web.board.start_position import check_playable
from schwarm.web.errors import BAD_FIELD, NO_GAME, TOO_MANY, Refused
from schwarm.web.leagues.membership import count_game
from schwarm.web.leagues.own_words import add_own_words
from schwarm.web.live.async_store import AsyncStore
from schwarm.web.live.commands import (
    EXHIBITION,
    Answer,
    Cancel,
    Command,
    Decline,
    Move,
    OfferDraw,
    Pause,
    Rematch,
    Resign,
    Resume,
    Sit,
    Step,
    TakeBack,
    Withdraw,
)
from schwarm.web.live.contract import KeyJson, LogJson, VisitorJson
from schwarm.web.live.live_service import LiveService
from schwarm.web.server import own_address
from schwarm.web.shell.feed import HEADERS
from schwarm.web.shell.fields import MAX_COMMAND_LENGTH
from schwarm.web.shell.responses import Json, access_of, read_fields, require_admin, text_field, visitor_of

MAX_TURN = 1_000_000
COMMANDS: dict[str, Callable[[], Command]] = {
    "undo": TakeBack,
    "decline": Decline,
    "resign": Resign,
    "withdraw": Withdraw,
    "draw": OfferDraw,
    "allow-undo": partial(Answer, "undo", True),
    "refuse-undo": partial(Answer, "undo", False),
    "accept-draw": partial(Answer, "draw", True),
    "refuse-draw": partial(Answer, "draw", False),
    "rematch": Rematch,
    "pause": Pause,
    "go": Resume,
    "step": Step,
    "cancel": Cancel,
}
"""What the page calls the commands that need no more to be said."""


def live_service_of(request: Request) -> LiveService:
    service = request.app.state.live_service
    assert isinstance(service, LiveService)
    return service


def store_of(request: Request) -> AsyncStore:
    store = request.app.state.store
    assert isinstance(store, AsyncStore)
    return store


async def create(request: Request) -> Response:
    """A new game."""
    visitor = await count_game(request)
    wish = await read_fields(request)
    return Json(KeyJson(key=await live_service_of(request).begin(wish, visitor)), 201)


async def events(request: Request) -> Response:
    """Everything that happens in a game, beginning with how it stands and what the visitor plays there."""
    key, service = request.path_params["key"], live_service_of(request)
    if key == EXHIBITION:
        # Nobody may have looked for a while, and then it has ended.
        await service.show_exhibition()
    stream = await service.follow(key, request.state.lang, await visitor_json(request))
    if stream is None:
        raise Refused(NO_GAME())
    return stream_to_visitor(request, stream)


async def list_events(request: Request) -> Response:
    """Small boards of all games that are on."""
    return stream_to_visitor(request, await live_service_of(request).follow_all(request.state.lang))


async def visitor_json(request: Request) -> VisitorJson:
    """What concerns the visitor alone: their sides, the link for their opponent, what they may administer."""
    visitor = visitor_of(request)
    part = await live_service_of(request).part_of(request.path_params["key"], visitor)
    if part is None:
        raise Refused(NO_GAME())
    return {
        "mine": part["mine"],
        "thinks": part["thinks"],
        "admin": visitor.admin and part["steerable"],
        "invite": f"{public_address(request)}/join/{part['invite']}" if part["invite"] else None,
        "near": not request.app.state.settings.public,
        "port": part["port"],
        "client": part["client"],
    }


def public_address(request: Request) -> str:
    """The page's address as others reach it; where only this machine does, as the visitor wrote it himself."""
    host, port = request.url.hostname or "127.0.0.1", request.url.port
    if request.app.state.settings.public and host in ("localhost", "127.0.0.1"):
        host = own_address()
    # A web server in front says so if visitors reach it over TLS; whoever pretends it spoils only their own link.
    scheme = "https" if "https" in (request.url.scheme, request.headers.get("x-forwarded-proto")) else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}{'' if port is None else f':{port}'}"


def stream_to_visitor(request: Request, stream: ASGIApp) -> Response:
    """Live updates for one visitor, within their limits."""
    access, visitor = access_of(request), visitor_of(request)
    if not access.follow(visitor):
        raise Refused(TOO_MANY())
    return _CountedStream(stream, lambda: access.unfollow(visitor))


def answer_stream(messages: AsyncIterator[bytes]) -> Response:
    """The events of a single answer, made for one visitor."""
    return StreamingResponse(messages, headers={name.decode(): value.decode() for name, value in HEADERS})


class _CountedStream(Response):
    """Counts until it has ended, even if it never began."""

    def __init__(self, stream: ASGIApp, ended: Callable[[], None]) -> None:
        super().__init__()
        self._stream, self._ended = stream, ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._stream(scope, receive, send)
        finally:
            self._ended()


async def act(request: Request) -> Response:
    """Something that a player or the administrator does in a game."""
    # A move has arrived when all of it has: who announces one and thinks on still thinks.
    found = await read_fields(request)
    arrived = time.monotonic()
    command = _read_command(request.path_params["act"], found, arrived, request.app.state.delay(arrived))
    visitor = await count_game(request) if isinstance(command, Rematch) else visitor_of(request)
    return Json(await live_service_of(request).handle(request.path_params["key"], visitor, command))


def _read_command(act: str, found: dict[str, Any], arrived: float, delay: float) -> Command:
    match act:
        case "move":
            turn = whole_in(found.get("turn"), 0, MAX_TURN)
            if turn is None:
                raise Refused(BAD_FIELD(field="turn"))
            return Move(text_field(found, "move", longest=20), turn, arrived, delay)
        case "sit":
            return Sit(text_field(found, "code"), text_field(found, "name", "", longest=200))
        case _ if act in COMMANDS:
            return COMMANDS[act]()
    raise Refused(BAD_FIELD(field="act"), 404)


async def ask_bot(request: Request) -> Response:
    """What a bot of the organiser would play in a position."""
    require_admin(request)
    found = await read_fields(request)
    known = game(text_field(found, "game"), text_field(found, "rules", "documents"))
    state = check_playable(known.parse(text_field(found, "position").strip()))
    player = text_field(found, "player", longest=MAX_COMMAND_LENGTH).strip()
    return Json(await live_service_of(request).ask_bot(player, state))


async def log(request: Request) -> Response:
    """What a bot printed about a move."""
    turn: int = request.path_params["turn"]
    key = request.path_params["key"]
    said = await live_service_of(request).log(key, turn)
    if said is None:
        kept = await store_of(request).load(key)
        if kept is not None:
            kept = await add_own_words(request, store_of(request), kept)
        said = kept.logs.get((turn, turn % 2), "") if kept else ""
    return Json(LogJson(turn=turn, text=said))


ROUTES = [
    Route("/api/ask-bot", ask_bot, methods=["POST"]),
    Route("/api/games", create, methods=["POST"]),
    Route("/api/games/{key:path}/events", events),
    Route("/api/games/{key:path}/log/{turn:number}", log),
    Route("/api/games/{key:path}/{act}", act, methods=["POST"]),
    Route("/api/live/events", list_events),
]
