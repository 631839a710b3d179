"""The pages of games that are on: home, a new game, a game, joining, watching."""

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.games import State, game
from schwarm.web.board.position_json import board_json
from schwarm.web.errors import NO_GAME, Refused
from schwarm.web.live import game_form
from schwarm.web.live.contract import GamePageJson, OriginJson
from schwarm.web.live.live_games import EXHIBITION
from schwarm.web.live.routes import live_games_of, visitor_json
from schwarm.web.shell.responses import render_page, to_script_json, visitor_of
from schwarm.web.study import examples, stored_games
from schwarm.web.study.routes import engine_queue_of
from schwarm.words import SchwarmError

LEVELS = range(1, 11)


async def home(request: Request) -> Response:
    live_games = live_games_of(request)
    request.app.state.exhibition.begin()
    live_game = live_games.find(EXHIBITION)
    recent = [
        line
        for line in await live_games.store.read(
            lambda store: store.listing(event=stored_games.OWN_EVENTS, finished=True, limit=40, newest_first=True)
        )
        if stored_games.is_listed(line.key)
    ]
    return render_page(
        request,
        "home",
        exhibition=to_script_json(live_game.snapshot()) if live_game else None,
        examples=examples.list_examples(),
        recent=[stored_games.summary_json(summary) for summary in recent[:6]],
    )


async def new(request: Request) -> Response:
    query = request.query_params
    origin = OriginJson(key=query.get("from", ""), turn=query.get("turn", ""), position=query.get("position", ""))
    return render_page(
        request,
        "play",
        levels=LEVELS,
        port=live_games_of(request).server.port,
        chosen=query.get("game", ""),
        origin_shown=await _origin(request),
        origin=to_script_json(origin),
        continues=bool(origin["key"] or origin["position"]),
    )


async def _origin(request: Request) -> State | None:
    """The position that somebody wants to play on from; what is wrong with it is said when the game is to begin."""
    query = request.query_params
    turn = query.get("turn", "")
    where = {"turn": int(turn)} if turn.isascii() and turn.isdigit() and len(turn) < 4 else {}
    with suppress(SchwarmError):
        if key := query.get("from"):
            return await game_form.position_in_game(key, where, live_games_of(request))
        if text := query.get("position"):
            return game(query.get("game", "")).parse(text[:400])
    return None


async def show(request: Request) -> Response:
    """One game: to play it, to watch it, or to look at it again."""
    live_games, key = live_games_of(request), request.path_params["key"]
    if key == EXHIBITION:
        request.app.state.exhibition.begin()
    live_game = await live_games.find_or_resume(key)
    kept = await stored_games.find_finished(live_games, key)
    beside = await stored_games.find_details(live_games, kept)
    if live_game is not None:
        told, you = live_game.snapshot(), visitor_json(request, live_game)
    elif kept is None:
        raise Refused(NO_GAME(), 404)
    else:
        told, you = stored_games.stored_game_json(kept), stored_games.visitor_json(kept, visitor_of(request))
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
    live_game = await live_games_of(request).by_invite(code)
    if live_game is None:
        raise Refused(NO_GAME(), 404)
    visitor = visitor_of(request).id
    if live_game.sides_of(visitor):
        return RedirectResponse(f"/game/{live_game.key}", 303)
    record = live_game.record
    return render_page(
        request,
        "join",
        live_game=live_game,
        code=code,
        title=record.start.game.title,
        host=next((name for name in record.players if name), ""),
        board=to_script_json(board_json(record.final, moves=False)),
    )


async def watch(request: Request) -> Response:
    request.app.state.exhibition.begin()
    return render_page(request, "watch", port=live_games_of(request).server.port)


ROUTES = [
    Route("/", home),
    Route("/play", new),
    Route("/game/{key:path}", show),
    Route("/join/{code}", join),
    Route("/watch", watch),
]
