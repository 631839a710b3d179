"""What the board widget asks for: empty boards, colours, positions, and why a piece may go somewhere or not."""

from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.games import Game, Move, State, game
from schwarm.games.number import parse_whole
from schwarm.view.stencil import style
from schwarm.web.board import position_json
from schwarm.web.board.contract import StencilJson
from schwarm.web.board.picture import DRAW, MAX_WIDTH, MIN_WIDTH, PAINT, Pictures
from schwarm.web.errors import BAD_FIELD, NOT_FOUND, Refused
from schwarm.web.shell.responses import Json
from schwarm.words import speaking

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
MAX_POSITION_LENGTH = 400


def known_game(request: Request) -> Game:
    rules = request.query_params.get("rules") or "documents"
    id: str = request.path_params["game"]
    return game(id, rules)


def parse_state(request: Request) -> State:
    """The position that an address names."""
    return known_game(request).parse(request.query_params.get("position", "")[:MAX_POSITION_LENGTH])


async def stencil(request: Request) -> Response:
    """An empty board; the language is part of the address."""
    lang = request.path_params["lang"]
    if lang not in ("de", "en"):
        raise Refused(BAD_FIELD(field="lang"), 404)
    flipped = request.path_params["side"] == "turned"
    known = known_game(request)
    return Json(_stencil(known.id, known.rules, lang, flipped), headers=FOR_EVER)


@lru_cache(maxsize=64)
def _stencil(id: str, rules: str, lang: str, flipped: bool) -> StencilJson:
    with speaking(lang):
        return position_json.stencil_json(game(id, rules), flipped=flipped)


async def colours(request: Request) -> Response:
    theme = request.path_params["theme"]
    if theme not in ("light", "dark"):
        raise Refused(BAD_FIELD(field="theme"), 404)
    return Response(style(theme), media_type="text/css", headers=FOR_EVER)


async def look(request: Request) -> Response:
    """A position, perhaps after one more move, with its legal moves. Records may go on after the end of the game."""
    state = parse_state(request)
    last: Move | None = None
    if text := request.query_params.get("move"):
        last = state.game.parse_move(text[:MAX_POSITION_LENGTH])
        state = state.beyond().play(last)
    return Json(position_json.look_json(state, last=last))


async def explain(request: Request) -> Response:
    """Why a move is allowed or not, with its line."""
    move = request.query_params.get("move", "")[:MAX_POSITION_LENGTH]
    return Json(position_json.explanation_json(parse_state(request), move))


async def groups(request: Request) -> Response:
    return Json(position_json.groups_json(parse_state(request), request.path_params["overlay"]))


async def picture(request: Request) -> Response:
    """A position as SVG or PNG."""
    state = parse_state(request)
    query = request.query_params
    last = state.game.parse_move(query["last"][:MAX_POSITION_LENGTH]) if query.get("last") else None
    theme, kind = query.get("theme", "light"), request.path_params["kind"]
    if theme not in ("light", "dark", "auto"):
        raise Refused(BAD_FIELD(field="theme"))
    if kind not in ("svg", "png"):
        raise Refused(NOT_FOUND())
    facts = _position_facts(state, request) | {"last": str(last) if last else None, "theme": theme}
    name = f"{state.game.id}-{state.turn}"
    attached = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    headers = {"Cache-Control": "public, max-age=86400"} | (attached if "download" in query else {})
    if kind == "svg":
        # As an image the picture brings its own colours along; nothing else in it may do anything.
        headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        return Response(await pictures_of(request).get(DRAW, **facts), media_type="image/svg+xml", headers=headers)
    asked = parse_whole(query.get("width", ""), 0, 99_999)
    width = min(MAX_WIDTH, max(MIN_WIDTH, 1000 if asked is None else asked))
    # It is packed already: packing it again would cost as much as a page and gain nothing.
    headers["Content-Encoding"] = "identity"
    painted = await pictures_of(request).get(PAINT, **facts, width=width)
    return Response(painted, media_type="image/png", headers=headers)


def pictures_of(request: Request) -> Pictures:
    pictures = request.app.state.pictures
    assert isinstance(pictures, Pictures)
    return pictures


def _position_facts(state: State, request: Request) -> dict[str, Any]:
    """A position as a picture needs it."""
    flipped = request.query_params.get("side") == "turned"
    return {"id": state.game.id, "rules": state.game.rules, "position": str(state), "flipped": flipped}


ROUTES = [
    Route("/board/{version}/{lang}/{game}/{side}.json", stencil),
    Route("/board/{version}/{theme}.css", colours),
    Route("/api/look/{game}", look),
    Route("/api/explain/{game}", explain),
    Route("/api/groups/{game}/{overlay}", groups),
    Route("/picture/{game}.{kind}", picture),
]
