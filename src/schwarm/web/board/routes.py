"""What the board widget asks for: empty boards, colours, positions, and why a piece may go somewhere or not."""

from functools import lru_cache
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from schwarm.games import Move, State, game
from schwarm.view.stencil import style
from schwarm.web.board import position_json
from schwarm.web.board.contract import (
    ExplanationJson,
    GroupJson,
    LookJson,
    MoveQuery,
    PictureQuery,
    PositionQuery,
    StencilJson,
)
from schwarm.web.board.picture import DRAW, MAX_WIDTH, MIN_WIDTH, PAINT, Pictures
from schwarm.web.errors import NOT_FOUND, Refused
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.shell.responses import Json
from schwarm.words import speaking

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}


def parse_state(request: Request, query: PositionQuery) -> State:
    """The position that an address names."""
    id: str = request.path_params["game"]
    return game(id, query.rules or "documents").parse(query.position)


async def stencil(request: Request) -> Response:
    """An empty board; the language is part of the address."""
    lang = request.path_params["lang"]
    if lang not in ("de", "en"):
        raise Refused(NOT_FOUND())
    flipped = request.path_params["side"] == "turned"
    known = game(request.path_params["game"], request.query_params.get("rules") or "documents")
    return Json(_stencil(known.id, known.rules, lang, flipped), headers=FOR_EVER)


@lru_cache(maxsize=64)
def _stencil(id: str, rules: str, lang: str, flipped: bool) -> StencilJson:
    with speaking(lang):
        return position_json.stencil_json(game(id, rules), flipped=flipped)


async def colours(request: Request) -> Response:
    theme = request.path_params["theme"]
    if theme not in ("light", "dark"):
        raise Refused(NOT_FOUND())
    return Response(style(theme), media_type="text/css", headers=FOR_EVER)


async def look(request: Request, query: MoveQuery) -> LookJson:
    """A position with its legal moves, after one more move if there is one. Records may go on after a game's end."""
    state = parse_state(request, query)
    last: Move | None = None
    if query.move:
        last = state.game.parse_move(query.move)
        state = state.beyond().play(last)
    return position_json.look_json(state, last=last)


async def explain(request: Request, query: MoveQuery) -> ExplanationJson:
    """Why a move is allowed or not, with its line."""
    return position_json.explanation_json(parse_state(request, query), query.move)


async def groups(request: Request, query: PositionQuery, overlay: str) -> list[GroupJson]:
    """Squares that belong together, such as swarms."""
    return position_json.groups_json(parse_state(request, query), overlay)


async def picture(request: Request, query: PictureQuery, kind: Literal["svg", "png"]) -> Response:
    """A position as SVG or PNG."""
    state = parse_state(request, query)
    last = state.game.parse_move(query.last) if query.last else None
    facts: dict[str, Any] = {
        "id": state.game.id,
        "rules": state.game.rules,
        "position": str(state),
        "flipped": query.side == "turned",
        "last": str(last) if last else None,
        "theme": query.theme,
    }
    name = f"{state.game.id}-{state.turn}"
    attached = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    headers = {"Cache-Control": "public, max-age=86400"} | (attached if query.download is not None else {})
    if kind == "svg":
        # As an image the picture brings its own colours along; nothing else in it may do anything.
        headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        return Response(await pictures_of(request).get(DRAW, **facts), media_type="image/svg+xml", headers=headers)
    width = min(MAX_WIDTH, max(MIN_WIDTH, query.width))
    # It is packed already: packing it again would cost as much as a page and gain nothing.
    headers["Content-Encoding"] = "identity"
    painted = await pictures_of(request).get(PAINT, **facts, width=width)
    return Response(painted, media_type="image/png", headers=headers)


def pictures_of(request: Request) -> Pictures:
    pictures = request.app.state.pictures
    assert isinstance(pictures, Pictures)
    return pictures


ROUTES = [
    Route("/board/{version}/{lang}/{game}/{side}.json", stencil),
    Route("/board/{version}/{theme}.css", colours),
    Endpoint("GET", "/look/{game}", look),
    Endpoint("GET", "/explain/{game}", explain),
    Endpoint("GET", "/groups/{game}/{overlay}", groups),
    Endpoint("GET", "/picture/{game}.{kind}", picture, files=("image/svg+xml", "image/png")),
]
