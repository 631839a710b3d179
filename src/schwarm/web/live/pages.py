"""The pages of games that are on: home, a new game, a game, joining, watching."""

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.games import State, game
from schwarm.web.board.position_json import position, stamps
from schwarm.web.errors import NO_GAME, Refused
from schwarm.web.live import game_form
from schwarm.web.live.live_games import EXHIBITION
from schwarm.web.live.routes import hall_of, yours
from schwarm.web.shell.responses import data, guest_of, page
from schwarm.web.study import examples, game_details, stored_games
from schwarm.web.study.routes import thinking_of
from schwarm.words import SchwarmError

LEVELS = range(1, 11)


async def home(request: Request) -> Response:
    hall = hall_of(request)
    request.app.state.exhibition.begin()
    table = hall.find(EXHIBITION)
    recent = [
        line
        for line in hall.store.listing(event=stored_games.OWN, finished=True, limit=40, newest_first=True)
        if stored_games.is_listed(line.key)
    ]
    return page(
        request,
        "home",
        exhibition=data(table.snapshot()) if table else None,
        examples=examples.listed(),
        recent=[stored_games.line(summary) for summary in recent[:6]],
    )


async def new(request: Request) -> Response:
    query = request.query_params
    return page(
        request,
        "play",
        levels=LEVELS,
        engine=thinking_of(request).available,
        port=hall_of(request).port,
        chosen=query.get("game", ""),
        origin_shown=_origin(request),
        origin=data(
            {"key": query.get("from", ""), "turn": query.get("turn", ""), "position": query.get("position", "")}
        ),
        continues=bool(query.get("from") or query.get("position")),
    )


def _origin(request: Request) -> State | None:
    """The position that somebody wants to play on from; what is wrong with it is said when the game is to begin."""
    query = request.query_params
    turn = query.get("turn", "")
    where = {"turn": int(turn)} if turn.isascii() and turn.isdigit() and len(turn) < 4 else {}
    with suppress(SchwarmError):
        if key := query.get("from"):
            return game_form.from_game(key, where, hall_of(request))
        if text := query.get("position"):
            return game(query.get("game", "")).parse(text[:400])
    return None


async def show(request: Request) -> Response:
    """One game: to play it, to watch it, or to look at it again."""
    hall, key = hall_of(request), request.path_params["key"]
    if key == EXHIBITION:
        request.app.state.exhibition.begin()
    table = hall.find(key)
    kept = stored_games.put_down(hall, key)
    beside = game_details.about(hall.store, kept) if kept else game_details.NOTHING
    if table is not None:
        facts = table.snapshot() | {"logs": stored_games.logged(kept) if kept else None}
        mine: dict[str, object] = yours(request, table)
    elif kept is None:
        raise Refused(NO_GAME(), 404)
    else:
        facts = stored_games.told(kept)
        mine = {
            "mine": stored_games.sides_of(kept, guest_of(request).visitor),
            "admin": guest_of(request).admin,
            "invite": None,
            "near": False,
            "port": None,
            "client": False,
        }
    if key.startswith("example-"):
        facts |= examples.annotated(key, facts)
    return page(
        request,
        "game",
        title=facts["title"],
        game_id=facts["game"],
        names=[name or side for name, side in zip(facts["names"], facts["sides"], strict=True)],
        facts=data(facts | {"you": mine}),
        engine=thinking_of(request).available,
        turned=mine["mine"] == [1],
        key=key,
        beside=beside,
    )


async def join(request: Request) -> Response:
    """The link that an opponent was sent."""
    code: str = request.path_params["code"]
    table = hall_of(request).by_invite(code)
    if table is None:
        raise Refused(NO_GAME(), 404)
    visitor = guest_of(request).visitor
    if table.sides_of(visitor):
        return RedirectResponse(f"/game/{table.key}", 303)
    record = table.record
    return page(
        request,
        "join",
        table=table,
        code=code,
        title=record.start.game.title,
        host=next((name for name in record.players if name), ""),
        board=data({"game": record.start.game.id, **position(record.final), "stamps": stamps(record.final)}),
    )


async def watch(request: Request) -> Response:
    request.app.state.exhibition.begin()
    return page(request, "watch", port=hall_of(request).port)


ROUTES = [
    Route("/", home),
    Route("/play", new),
    Route("/game/{key:path}", show),
    Route("/join/{code}", join),
    Route("/watch", watch),
]
