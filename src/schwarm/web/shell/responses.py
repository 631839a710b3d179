"""Answers: JSON, pages, and no. Also reads what a request brings along, bounded in size and time."""

import asyncio
import json
from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from schwarm import __version__
from schwarm.games import all_games
from schwarm.games.number import parse_whole
from schwarm.web import errors
from schwarm.web.errors import Refused
from schwarm.web.shell import language
from schwarm.web.shell.access import Access, Visitor
from schwarm.web.shell.contract import ErrorJson
from schwarm.web.shell.static import WEB, version
from schwarm.words import SchwarmError, in_figures, say

MAX_PAGES = 99_999
THEMES = ("light", "dark")


class Json(JSONResponse):
    """JSON with letters as they are."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def visitor_of(request: Request) -> Visitor:
    visitor = request.state.visitor
    assert isinstance(visitor, Visitor)
    return visitor


def access_of(request: Request) -> Access:
    access = request.app.state.access
    assert isinstance(access, Access)
    return access


def require_admin(request: Request) -> None:
    if not visitor_of(request).admin:
        raise Refused(errors.NEEDS_TOKEN(), 403)


# -- reading -----------------------------------------------------------------------------------------------------


async def read_body(request: Request, limit: int, patience: float) -> bytes:
    """What a request brings along."""
    if int(request.headers.get("content-length") or 0) > limit:
        raise Refused(errors.TOO_BIG(limit=limit // 1000), 413)
    pieces, size = [], 0
    try:
        async with asyncio.timeout(patience):
            async for piece in request.stream():
                size += len(piece)
                if size > limit:
                    raise Refused(errors.TOO_BIG(limit=limit // 1000), 413)
                pieces.append(piece)
    except TimeoutError as error:
        raise Refused(errors.TOO_SLOW(), 408) from error
    except ClientDisconnect as error:
        raise Refused(errors.NOT_JSON()) from error
    return b"".join(pieces)


async def read_fields(request: Request) -> dict[str, Any]:
    """The JSON object that a request brings along."""
    bounds = request.app.state.settings.bounds
    data = await read_body(request, bounds.body, bounds.patience)
    try:
        found = json.loads(data or b"{}")
    except (ValueError, RecursionError) as error:
        raise Refused(errors.NOT_JSON()) from error
    if not isinstance(found, dict):
        raise Refused(errors.NOT_JSON())
    return found


def text_field(found: Mapping[str, Any], name: str, default: str | None = None, longest: int = 400) -> str:
    """A text among the fields; without a default it must be there."""
    value = found.get(name, default)
    if not isinstance(value, str) or len(value) > longest or not _is_text(value):
        raise Refused(errors.BAD_FIELD(field=name))
    return value


def _is_text(value: str) -> bool:
    """JSON can also spell what no file, database or terminal takes: null characters and halves of letters."""
    return "\0" not in value and not any("\ud800" <= char <= "\udfff" for char in value)


def page_number(request: Request) -> int:
    """Which page of a long list is asked for, from 1."""
    return parse_whole(request.query_params.get("page", ""), 1, MAX_PAGES) or 1


# -- pages -------------------------------------------------------------------------------------------------------


@cache
def _templates() -> Environment:
    pages = Environment(
        loader=FileSystemLoader(sorted(WEB.glob("*/templates"))),
        autoescape=True,
        undefined=StrictUndefined,
        # They change only with the program; looking would cost a dozen calls of the system for every page.
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters["number"] = in_figures
    pages.globals |= {"say": say, "version": __version__, "static": lambda path: f"/static/{version()}/{path}"}
    return pages


def render_page(request: Request, name: str, status: int = 200, **facts: Any) -> Response:
    """A page in the language of the request."""
    lang = request.state.lang
    theme = request.cookies.get("theme")
    facts = {
        "lang": lang,
        "theme": theme if theme in THEMES else "auto",
        "words": Markup(language.script_catalogue(lang)),
        "path": quote(request.scope["path"]),
        "query": request.url.query,
        "admin": visitor_of(request).admin,
        # Whoever is refused at the gate has not come to the application yet.
        "guide": "app" in request.scope and bool(request.app.state.guide),
        "read_only": "app" in request.scope and request.app.state.settings.read_only,
        "games": all_games(),
        "starts": _example_starts(),
        "stamp": version(),
        **facts,
    }
    return HTMLResponse(_templates().get_template(f"{name}.html").render(facts), status)


@cache
def _example_starts() -> dict[str, str]:
    """A start of each game, for its picture."""
    return {game.id: str(game.start(7)) for game in all_games()}


def render_part(name: str, **facts: Any) -> str:
    """A part of a page, in the language spoken; for live updates."""
    return _templates().get_template(f"{name}.html").render(facts)


def to_script_json(facts: Any) -> Markup:
    """Facts as JSON that may stand inside a page."""
    return Markup(json.dumps(facts, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))


# -- no ----------------------------------------------------------------------------------------------------------


def error_response(request: Request, error: SchwarmError) -> Response:
    """One sentence, as the asker reads it best."""
    status = error.status if isinstance(error, Refused) else 400
    if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
        return Json(ErrorJson(error=str(error)), status)
    return render_page(request, "sorry", status, sentence=str(error))
