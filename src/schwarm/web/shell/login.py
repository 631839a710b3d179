"""How the administrator comes in: by the printed link, or by typing the token."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.web.errors import TOO_MANY, WRONG_TOKEN, Refused
from schwarm.web.shell.access import ADMIN, LOGINS
from schwarm.web.shell.middleware import cookie
from schwarm.web.shell.responses import Json, fields, guest_of, page, text


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


ROUTES = [
    Route("/login", login_page),
    Route("/api/login", login, methods=["POST"]),
]
