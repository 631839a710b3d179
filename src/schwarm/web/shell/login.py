"""How the administrator comes in: by the printed link, or by typing the page's token."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.web.errors import TOO_MANY, WRONG_TOKEN, Refused
from schwarm.web.shell.access import ADMIN_COOKIE
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.middleware import set_cookie
from schwarm.web.shell.responses import Json, access_of, read_fields, render_page, text_field, visitor_of


async def login_page(request: Request) -> Response:
    """Let the administrator in, by the printed link or by typing the token."""
    token = request.query_params.get("token")
    if token is not None:
        return _let_in(request, token, RedirectResponse("/", 303))
    return render_page(request, "login")


async def login(request: Request) -> Response:
    return _let_in(request, text_field(await read_fields(request), "token", "", longest=200), Json(DoneJson(ok=True)))


def _let_in(request: Request, token: str, answer: Response) -> Response:
    access = access_of(request)
    if not access.counter.allows(visitor_of(request).client, "login", access.settings.bounds.logins):
        raise Refused(TOO_MANY(), 429)
    badge = access.login(token)
    if badge is None:
        raise Refused(WRONG_TOKEN(), 403)
    answer.headers.append("Set-Cookie", set_cookie(ADMIN_COOKIE, badge, strict=True))
    return answer


ROUTES = [
    Route("/login", login_page),
    Route("/api/login", login, methods=["POST"]),
]
