"""The pages: home, new game, a game, watching, the library, rules, analysis, and the administrator's door."""

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.games import Game, State, Team, game
from schwarm.games.gallery import gallery
from schwarm.web import aftermath, examples, invitation, library, speech
from schwarm.web.answer import Json, data, fields, guest_of, page, text, version
from schwarm.web.errors import NO_GAME, TOO_MANY, WRONG_TOKEN, Refused
from schwarm.web.gate import cookie
from schwarm.web.guest import ADMIN, LOGINS
from schwarm.web.hall import EXHIBITION, UPLOAD
from schwarm.web.play import hall_of, yours
from schwarm.web.position import position, stamps
from schwarm.web.study import thinking_of
from schwarm.words import SchwarmError

LEVELS = range(1, 11)
OWN = ("", UPLOAD)
"""Games that belong to no contest; those of contests are listed there."""


async def home(request: Request) -> Response:
    hall = hall_of(request)
    request.app.state.exhibition.begin()
    table = hall.find(EXHIBITION)
    recent = [
        line
        for line in hall.store.listing(event=OWN, finished=True, limit=40, newest_first=True)
        if _is_shown(line.key)
    ]
    return page(
        request,
        "home",
        exhibition=data(table.snapshot()) if table else None,
        examples=examples.listed(),
        recent=[library.line(summary) for summary in recent[:6]],
    )


def _is_shown(key: str) -> bool:
    """Examples and the exhibition have places of their own."""
    return key != EXHIBITION and not key.startswith("example-")


async def new(request: Request) -> Response:
    query = request.query_params
    return page(
        request,
        "play",
        levels=LEVELS,
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
            return invitation.from_game(key, where, hall_of(request))
        if text := query.get("position"):
            return game(query.get("game", "")).parse(text[:400])
    return None


async def show(request: Request) -> Response:
    """One game: to play it, to watch it, or to look at it again."""
    hall, key = hall_of(request), request.path_params["key"]
    if key == EXHIBITION:
        request.app.state.exhibition.begin()
    table = hall.find(key)
    kept = library.put_down(hall, key)
    beside = aftermath.about(hall.store, kept) if kept else aftermath.NOTHING
    if table is not None:
        facts = table.snapshot() | {"logs": library.logged(kept) if kept else None}
        mine: dict[str, object] = yours(request, table)
    elif kept is None:
        raise Refused(NO_GAME(), 404)
    else:
        facts = library.told(kept)
        mine = {
            "mine": library.sides_of(kept, guest_of(request).visitor),
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
        remark=thinking_of(request).remark(game(facts["game"])),
        overlays=game(facts["game"]).overlays,
        colours=facts["colours"],
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


async def games(request: Request) -> Response:
    number = request.query_params.get("page", "1")
    place = max(1, int(number)) if number.isascii() and number.isdigit() and len(number) < 6 else 1
    hall = hall_of(request)
    listed = hall.store.listing(
        event=OWN, finished=None, newest_first=True, limit=library.PAGE + 1, skip=(place - 1) * library.PAGE
    )
    return page(
        request,
        "games",
        recent=[library.line(summary) for summary in listed[: library.PAGE] if _is_shown(summary.key)],
        examples=examples.listed(),
        place=place,
        more=len(listed) > library.PAGE,
    )


async def rules(request: Request) -> Response:
    id = request.path_params.get("game")
    if id is None:
        return page(request, "rules")
    known: Game = game(id)
    shown = gallery(known)
    return page(
        request,
        "rule",
        known=known,
        board=data({"game": known.id, **position(shown[0], moves=True), "stamps": stamps(*shown)}),
        pieces=[(letter, str(known.piece_name(letter))) for letter in known.pieces],
        lessons=known.lessons,
    )


async def analysis(request: Request) -> Response:
    """A position of one's own, to look at and to try moves."""
    query = request.query_params
    known = game(query.get("game") or "piranhas-2026")
    seed = query.get("seed", "7")
    start = known.start(int(seed) if seed.isascii() and seed.isdigit() and len(seed) < 12 else 7)
    state = known.parse(query["position"][:400]) if query.get("position") else start
    return page(
        request,
        "analysis",
        known=known,
        remark=thinking_of(request).remark(known),
        overlays=known.overlays,
        colours=known.side_colours(),
        board=data(
            {
                "game": known.id,
                "sides": [str(known.side(team)) for team in Team],
                **position(state, moves=True),
                "stamps": stamps(state),
            }
        ),
    )


# -- the administrator's door --------------------------------------------------------------------------------------


async def login_page(request: Request) -> Response:
    """Let the administrator in, by the printed link or by typing the token."""
    token = request.query_params.get("token")
    if token is not None:
        return _admitted(request, token, RedirectResponse("/", 303))
    return page(request, "login")


async def login(request: Request) -> Response:
    return _admitted(request, text(await fields(request), "token", "", longest=200), Json({"ok": True}))


def _admitted(request: Request, token: str, answer: Response) -> Response:
    door = request.app.state.door
    if not door.counter.allows(guest_of(request).client, "login", LOGINS):
        raise Refused(TOO_MANY(), 429)
    badge = door.login(token)
    if badge is None:
        raise Refused(WRONG_TOKEN(), 403)
    answer.headers.append("Set-Cookie", cookie(ADMIN, badge, strict=True))
    return answer


async def static(request: Request) -> Response:
    """Scripts, styles and pictures of the page. Only files that are in the folder are ever opened."""
    path: str = request.path_params["path"]
    found = request.app.state.files.get(path)
    if found is None or request.path_params["version"] != version():
        raise Refused(NO_GAME(), 404)
    content, kind = found
    return Response(content, media_type=kind, headers={"Cache-Control": "public, max-age=31536000, immutable"})


def static_files() -> dict[str, tuple[bytes, str]]:
    """All files of the page, read once: an address is looked up, never opened."""
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".webmanifest": "application/json"}
    return {
        path.relative_to(speech.STATIC).as_posix(): (path.read_bytes(), kinds[path.suffix])
        for path in speech.STATIC.rglob("*")
        if path.suffix in kinds
    }


ROUTES = [
    Route("/", home),
    Route("/play", new),
    Route("/game/{key:path}", show),
    Route("/join/{code}", join),
    Route("/watch", watch),
    Route("/games", games),
    Route("/rules", rules),
    Route("/rules/{game}", rules),
    Route("/analysis", analysis),
    Route("/login", login_page),
    Route("/api/login", login, methods=["POST"]),
    Route("/static/{version}/{path:path}", static),
]
