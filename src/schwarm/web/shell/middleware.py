"""Every request passes here: host, origin, counting, language and cookie; every answer gets its safety headers.

Plain ASGI, so that streams of live updates are not copied once more.
"""

from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import quote

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from schwarm.web import errors
from schwarm.web.errors import Refused
from schwarm.web.live.side_player import hash_visitor
from schwarm.web.shell import language
from schwarm.web.shell.access import VISITOR_COOKIE, Access, Visitor, new_visitor
from schwarm.web.shell.fair_share import FairShare
from schwarm.web.shell.responses import error_response
from schwarm.web.shell.tokens import BAD_TOKEN, bearer_of
from schwarm.web.shell.turnstile import Turnstile
from schwarm.words import use

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
FRAMED = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
"""For the page that others may show inside theirs; nothing else may be framed."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
YEAR = 365 * 24 * 3600
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")
SAFE = ("GET", "HEAD")


class AccessMiddleware:
    """Lets in what may come in."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app, self.access = app, access
        self.turnstile = Turnstile()
        bounds = access.settings.bounds
        # Behind a web server in front, this is what the connections of an address are elsewhere.
        self._under_way = FairShare(bounds.address_connections, bounds.connections)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        lang = language.choose_language(request)
        use(lang)
        visitor = self.access.identify(request)
        if not (self.access.is_free(visitor) or self._under_way.allows(visitor.client)):
            # Before anything that costs time, so no page around the sentence.
            refusal = Response(str(errors.TOO_MANY()), 429, {"Connection": "close"}, "text/plain")
            await refusal(scope, receive, send)
            return
        with self._under_way.holding(visitor.client):
            await self._answer(request, visitor, lang, send)

    async def _answer(self, request: Request, visitor: Visitor, lang: str, send: Send) -> None:
        scope = request.scope
        await self.turnstile.enter(visitor.client)
        fresh = None
        if not visitor.id:
            fresh = new_visitor()
            visitor = Visitor(hash_visitor(fresh), visitor.admin, visitor.client, visitor.local)
        scope.setdefault("state", {})["visitor"] = visitor
        scope["state"]["lang"] = lang

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                self._add_headers(headers, fresh)
                if self.access.is_secure(request):
                    _secure_cookies(headers)
            await send(message)

        answer = self._refusal(request, visitor) or _language_chosen(request)
        await (answer or self.app)(scope, request.receive, with_headers)

    def _refusal(self, request: Request, visitor: Visitor) -> Response | None:
        refused = self._why_not(request, visitor)
        return error_response(request, refused) if refused else None

    def _why_not(self, request: Request, visitor: Visitor) -> Refused | None:
        if not self._answers_to(request.headers.get("host", "")):
            return Refused(errors.WRONG_HOST())
        if not request.scope["path"].isprintable():
            return Refused(errors.NOT_FOUND())
        if bearer_of(request) and not visitor.token:
            return Refused(BAD_TOKEN())
        # Browsers send no token by themselves.
        if request.method not in SAFE and not (visitor.token or _from_this_page(request)):
            return Refused(errors.FOREIGN())
        if not self.access.count(visitor, "request", self.access.settings.bounds.requests):
            return Refused(errors.TOO_MANY())
        return None

    def _answers_to(self, host: str) -> bool:
        """Only to names of our own: another name may be a stranger's that was made to lead here."""
        settings = self.access.settings
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host
        return settings.public or name.lower() in (*OWN_NAMES, *settings.hosts)

    def _add_headers(self, headers: MutableHeaders, fresh: str | None) -> None:
        for name, value in HEADERS.items():
            if name not in headers:
                headers[name] = value
        if "cache-control" not in headers:
            headers["Cache-Control"] = "no-store"
        # A page of others is no place to know somebody again.
        framed = headers["Content-Security-Policy"] == FRAMED
        if fresh and not framed and headers.get("content-type", "").startswith("text/html"):
            headers.append("Set-Cookie", set_cookie(VISITOR_COOKIE, fresh, age=YEAR))


def _secure_cookies(headers: MutableHeaders) -> None:
    """Who came by https is known again by https only."""
    cookies = headers.getlist("set-cookie")
    if cookies:
        del headers["set-cookie"]
        for cookie in cookies:
            headers.append("Set-Cookie", f"{cookie}; Secure")


def _from_this_page(request: Request) -> bool:
    """Whether a request that changes something comes from our own scripts. Forms and scripts of other pages cannot send
    this header without being asked about it first, and we never say yes."""
    if request.headers.get("x-schwarm") != "page":
        return False
    if request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host")


def _language_chosen(request: Request) -> Response | None:
    """`?lang=de` is remembered and taken out of the address."""
    if request.method != "GET" or "lang" not in request.query_params or request.url.path.startswith("/api/"):
        return None
    query = request.url.remove_query_params("lang").query
    # Only path and query: an address of another host never comes out of here.
    target = "/" + quote(request.scope["path"].lstrip("/")) + (f"?{query}" if query else "")
    answer = RedirectResponse(target, 303)
    answer.headers.append("Set-Cookie", set_cookie(language.COOKIE, request.state.lang, age=YEAR))
    return answer


def set_cookie(name: str, value: str, *, age: int | None = None, strict: bool = False) -> str:
    """A cookie that scripts cannot read and other sites cannot send along."""
    jar: SimpleCookie = SimpleCookie()
    jar[name] = value
    morsel: Any = jar[name]
    morsel["path"], morsel["httponly"], morsel["samesite"] = "/", True, "Strict" if strict else "Lax"
    if age is not None:
        morsel["max-age"] = age
    return str(morsel.OutputString())
