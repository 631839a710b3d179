"""Answers: JSON, pages, and no. Also reads what a request brings along, bounded in size and time."""

import asyncio
from typing import Any
from urllib.parse import quote

import msgspec
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from schwarm.games.number import parse_whole
from schwarm.web import errors
from schwarm.web.errors import Refused, code_of, to_refusal
from schwarm.web.shell.access import Access, Visitor
from schwarm.web.shell.contract import ErrorJson
from schwarm.web.shell.page_templates import ADDRESSES, page_facts, render
from schwarm.words import SchwarmError

MAX_PAGES = 99_999
THEMES = ("light", "dark")


class Json(JSONResponse):
    """JSON with letters as they are."""

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


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
        raise Refused(errors.NEEDS_TOKEN())


# -- reading -----------------------------------------------------------------------------------------------------


async def read_body(request: Request, limit: int, patience: float) -> bytes:
    """What a request brings along."""
    if int(request.headers.get("content-length") or 0) > limit:
        raise Refused(errors.TOO_BIG(limit=limit // 1000))
    pieces, size = [], 0
    try:
        async with asyncio.timeout(patience):
            async for piece in request.stream():
                size += len(piece)
                if size > limit:
                    raise Refused(errors.TOO_BIG(limit=limit // 1000))
                pieces.append(piece)
    except TimeoutError as error:
        raise Refused(errors.TOO_SLOW()) from error
    except ClientDisconnect as error:
        raise Refused(errors.NOT_JSON()) from error
    return b"".join(pieces)


def page_number(request: Request) -> int:
    """Which page of a long list is asked for, from 1."""
    return parse_whole(request.query_params.get("page", ""), 1, MAX_PAGES) or 1


class _AddressNumber(Convertor[int]):
    """A number in an address (`{version:number}`), never longer than a database can look up; anything else is no
    address of ours. Starlette's own takes any length, and even Python refuses to read some of them."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _AddressNumber())


# -- pages -------------------------------------------------------------------------------------------------------


def render_page(request: Request, name: str, status: int = 200, **facts: Any) -> Response:
    """A page in the language of the request."""
    lang = request.state.lang
    theme = request.cookies.get("theme")
    # Whoever is refused at the gate has not come to the application yet.
    inside = "app" in request.scope
    facts = {
        **page_facts(lang, quote(request.scope["path"]), ADDRESSES),
        "theme": theme if theme in THEMES else "auto",
        "query": request.url.query,
        "admin": visitor_of(request).admin,
        "guide": inside and bool(request.app.state.guide),
        "read_only": inside and request.app.state.settings.read_only,
        **facts,
    }
    return HTMLResponse(render(name, facts), status)


def render_part(name: str, **facts: Any) -> str:
    """A part of a page, in the language spoken; for live updates."""
    return render(name, facts)


# -- no ----------------------------------------------------------------------------------------------------------


def error_response(request: Request, error: SchwarmError | OSError) -> Response:
    """One sentence, as the asker reads it best."""
    refused = to_refusal(error)
    if request.url.path.startswith("/api/") or request.method not in ("GET", "HEAD"):
        return Json(ErrorJson(error={"code": code_of(refused), "sentence": str(refused)}), refused.status)
    return render_page(request, "sorry", refused.status, sentence=str(refused))
