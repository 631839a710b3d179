"""The pages of games that are on: home, a new game, a game, joining, watching."""

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.engine.level import LEVEL_NAMES
from schwarm.games import State, TimeControl, game
from schwarm.games.number import parse_whole
from schwarm.web.board.start_position import position_in
from schwarm.web.errors import NO_GAME, Refused
from schwarm.web.leagues.own_words import add_own_words
from schwarm.web.live.commands import EXHIBITION
from schwarm.web.live.contract import GamePageJson, OriginJson
from schwarm.web.live.routes import live_service_of, public_address, store_of, visitor_json
from schwarm.web.shell.background import in_background
from schwarm.web.shell.page_templates import to_script_json
from schwarm.web.shell.qr_code import draw_qr_code
from schwarm.web.shell.responses import render_page, visitor_of
from schwarm.web.study import examples, stored_games
from schwarm.web.study.routes import engine_queue_of
from schwarm.words import SchwarmError

MAX_LINK_LENGTH = 300
"""Characters of a link that is drawn as a QR code; part of it is whatever name a visitor has for this machine."""

OFFERED_TIMES = tuple(
    map(
        TimeControl.parse,
        ("10s", "30s", "1m", "5m", "3m+0s", "3m+2s", "5m+0s", "5m+3s", "10m+0s", "10m+5s", "20m+0s", "30m+0s"),
    )
)
"""What the page offers; the API takes any."""


async def home(request: Request) -> Response:
    exhibition = await live_service_of(request).show_exhibition()
    recent = [
        line
        for line in await store_of(request).read(
            lambda store: store.listing(event=stored_games.OWN_EVENTS, finished=True, limit=40, newest_first=True)
        )
        if stored_games.is_listed(line)
    ]
    return render_page(
        request,
        "home",
        exhibition=to_script_json(exhibition) if exhibition else None,
        examples=examples.list_examples(),
        recent=[stored_games.summary_json(summary) for summary in recent[:6]],
    )


async def new(request: Request) -> Response:
    query = request.query_params
    origin = OriginJson(key=query.get("from", ""), turn=query.get("turn", ""), position=query.get("position", ""))
    return render_page(
        request,
        "play",
        levels=LEVEL_NAMES,
        times=OFFERED_TIMES,
        port=request.app.state.settings.referee_port,
        chosen=query.get("game", ""),
        origin_shown=await _origin(request),
        origin=to_script_json(origin),
        continues=bool(origin["key"] or origin["position"]),
    )


async def _origin(request: Request) -> State | None:
    """The position that somebody wants to play on from; what is wrong with it is said when the game is to begin."""
    query = request.query_params
    turn = parse_whole(query.get("turn", ""), 0, 999)
    with suppress(SchwarmError):
        if key := query.get("from"):
            return position_in(await stored_games.find_record(request, key), turn=turn)
        if text := query.get("position"):
            return game(query.get("game", "")).parse(text[:400])
    return None


async def show(request: Request) -> Response:
    """One game: to play it, to watch it, or to look at it again."""
    service, key = live_service_of(request), request.path_params["key"]
    if key == EXHIBITION:
        await service.show_exhibition()
    found = await service.snapshot(key)
    kept = None if found is not None and found["live"] else await store_of(request).load(key)
    if kept is not None:
        kept = await add_own_words(request, store_of(request), kept)
    beside = await stored_games.find_details(request, kept)
    if found is not None:
        told, you = found, await visitor_json(request)
    elif kept is None:
        raise Refused(NO_GAME())
    else:
        told = await in_background(stored_games.stored_game_json, kept)
        you = stored_games.visitor_json(kept, visitor_of(request))
    logs = stored_games.logged_turns(kept) if kept else None
    facts = GamePageJson({**told, "logs": logs, "you": you, "preface": ""})
    if key.startswith("example-"):
        facts = examples.annotate(key, facts)
    return render_page(
        request,
        "game",
        title=facts["title"],
        game_id=facts["game"],
        names=[name or side for name, side in zip(facts["names"], facts["sides"], strict=True)],
        facts=to_script_json(facts),
        remark=engine_queue_of(request).remark(game(facts["game"])),
        overlays=game(facts["game"]).overlays,
        colours=facts["colours"],
        turned=you["mine"] == [1],
        key=key,
        beside=beside,
    )


async def join(request: Request) -> Response:
    """The link that an opponent was sent."""
    code: str = request.path_params["code"]
    service = live_service_of(request)
    invitation = await service.invitation(code)
    if invitation is None:
        raise Refused(NO_GAME())
    part = await service.part_of(invitation["key"], visitor_of(request))
    if part is None or part["mine"] or not invitation["free"]:
        # Whoever comes too late watches.
        return RedirectResponse(f"/game/{invitation['key']}", 303)
    return render_page(
        request,
        "join",
        key=invitation["key"],
        code=code,
        title=invitation["title"],
        host=invitation["host"],
        board=to_script_json(invitation["board"]),
    )


async def qr_code(request: Request) -> Response:
    """An invitation as a picture for telephones."""
    code: str = request.path_params["code"]
    if await live_service_of(request).invitation(code) is None:
        raise Refused(NO_GAME())
    link = f"{public_address(request)}/join/{code}"
    if len(link) > MAX_LINK_LENGTH:
        raise Refused(NO_GAME())
    return Response(await in_background(draw_qr_code, link), media_type="image/svg+xml")


async def watch(request: Request) -> Response:
    await live_service_of(request).show_exhibition()
    return render_page(request, "watch", port=request.app.state.settings.referee_port)


ROUTES = [
    Route("/", home),
    Route("/play", new),
    Route("/game/{key:path}", show),
    Route("/join/{code}", join),
    Route("/join/{code}/qr.svg", qr_code),
    Route("/watch", watch),
]
