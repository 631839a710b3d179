"""Playing and watching over HTTP: new games, moves, live updates, and what the administrator may do."""

import time
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp

from schwarm.games import game
from schwarm.web.board.start_position import check_playable
from schwarm.web.errors import NO_GAME, TOO_MANY, Refused
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
from schwarm.web.live.contract import (
    Act,
    AskBotFields,
    AskedBotJson,
    GameEvent,
    KeyJson,
    ListEvent,
    LogJson,
    MoveFields,
    NewGameFields,
    SitFields,
    VisitorJson,
)
from schwarm.web.live.live_service import LiveService
from schwarm.web.server import own_address
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.endpoint import Endpoint, EventStream
from schwarm.web.shell.feed import HEADERS, Stream
from schwarm.web.shell.responses import access_of, require_admin, visitor_of

COMMANDS: dict[Act, Callable[[], Command]] = {
    "undo": TakeBack,
    "decline": Decline,
    "resign": Resign,
    "withdraw": Withdraw,
    "draw": OfferDraw,
    "allow-undo": partial(Answer, "undo", True),
    "refuse-undo": partial(Answer, "undo", False),
    "accept-draw": partial(Answer, "draw", True),
    "refuse-draw": partial(Answer, "draw", False),
    "pause": Pause,
    "go": Resume,
    "step": Step,
    "cancel": Cancel,
}


def live_service_of(request: Request) -> LiveService:
    service = request.app.state.live_service
    assert isinstance(service, LiveService)
    return service


def store_of(request: Request) -> AsyncStore:
    store = request.app.state.store
    assert isinstance(store, AsyncStore)
    return store


async def create(request: Request, fields: NewGameFields) -> KeyJson:
    """A new game."""
    return KeyJson(key=await live_service_of(request).begin(fields, await count_game(request)))


async def events(request: Request) -> EventStream[GameEvent]:
    """Everything that happens in a game, beginning with how it stands and what the visitor plays there."""
    key, service = request.path_params["key"], live_service_of(request)
    if key == EXHIBITION:
        # It ends after a while without visitors.
        await service.show_exhibition()
    you = await visitor_json(request)
    stream = await service.follow(key, request.state.lang, you)
    if stream is None:
        raise Refused(NO_GAME())
    # Players hear it from the page itself, without a way round.
    return stream_to_visitor(request, stream) if you["mine"] else await stream_to_crowd(request, stream)


async def list_events(request: Request) -> EventStream[ListEvent]:
    """Small boards of all games that are on."""
    return await stream_to_crowd(request, await live_service_of(request).follow_all(request.state.lang))


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
    # A web server in front says so if visitors reach it over TLS; a forged header spoils only the forger's link.
    scheme = "https" if "https" in (request.url.scheme, request.headers.get("x-forwarded-proto")) else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}{'' if port is None else f':{port}'}"


async def stream_to_crowd(request: Request, stream: Stream) -> EventStream[Any]:
    """Live updates that are the same for everybody, but for what they begin with."""
    fan_out = request.app.state.fan_out
    elsewhere = await fan_out.answer(request.url.path, stream) if fan_out else None
    return EventStream(elsewhere, lambda: None) if elsewhere else stream_to_visitor(request, stream)


def stream_to_visitor(request: Request, stream: ASGIApp) -> EventStream[Any]:
    """Live updates for one visitor, within their limits."""
    access, visitor = access_of(request), visitor_of(request)
    if not access.follow(visitor):
        raise Refused(TOO_MANY())
    return EventStream(stream, lambda: access.unfollow(visitor))


def answer_stream(messages: AsyncIterator[bytes]) -> Response:
    """The events of a single answer, made for one visitor."""
    return StreamingResponse(messages, headers={name.decode(): value.decode() for name, value in HEADERS})


async def move(request: Request, fields: MoveFields) -> DoneJson:
    """Play a move."""
    # A move has arrived when all of it has: a client that announces one and thinks on still thinks.
    arrived = time.monotonic()
    delay = request.app.state.delay(arrived)
    return await _handle(request, Move(fields.move, fields.turn, arrived, delay))


async def sit(request: Request, fields: SitFields) -> DoneJson:
    """Take the seat of an invitation or of an open challenge."""
    return await _handle(request, Sit(fields.code, fields.name))


async def rematch(request: Request) -> KeyJson:
    """Begin again with the sides swapped; the answer is the new game."""
    visitor = await count_game(request)
    begun = await live_service_of(request).handle(request.path_params["key"], visitor, Rematch())
    return cast("KeyJson", begun)


async def act(request: Request, act: Act) -> DoneJson:
    """What players do besides moving; the administrator pauses, steps and cancels."""
    return await _handle(request, COMMANDS[act]())


async def _handle(request: Request, command: Command) -> DoneJson:
    await live_service_of(request).handle(request.path_params["key"], visitor_of(request), command)
    return DoneJson(ok=True)


async def ask_bot(request: Request, fields: AskBotFields) -> AskedBotJson:
    """What a bot of the organiser would play in a position."""
    require_admin(request)
    state = check_playable(game(fields.game, fields.rules).parse(fields.position.strip()))
    return await live_service_of(request).ask_bot(fields.player.strip(), state)


async def log(request: Request, turn: int) -> LogJson:
    """What a bot printed about a move."""
    key = request.path_params["key"]
    said = await live_service_of(request).log(key, turn)
    if said is None:
        kept = await store_of(request).load(key)
        if kept is not None:
            kept = await add_own_words(request, store_of(request), kept)
        said = kept.logs.get((turn, turn % 2), "") if kept else ""
    return LogJson(turn=turn, text=said)


COMMAND_ROUTES = [
    Endpoint("POST", "/games/{key:path}/move", move),
    Endpoint("POST", "/games/{key:path}/sit", sit),
    Endpoint("POST", "/games/{key:path}/rematch", rematch),
    Endpoint("POST", "/games/{key:path}/{act}", act),
]
ROUTES = [
    Endpoint("POST", "/ask-bot", ask_bot),
    Endpoint("POST", "/games", create, 201),
    Endpoint("GET", "/games/{key:path}/events", events),
    Endpoint("GET", "/games/{key:path}/log/{turn:number}", log),
    *COMMAND_ROUTES,
    Endpoint("GET", "/live/events", list_events),
]
