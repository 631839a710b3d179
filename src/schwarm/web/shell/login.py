"""How the administrator comes in: by the printed link, or by typing the page's token."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.web.errors import TOO_MANY, WRONG_TOKEN, Refused
from schwarm.web.shell.access import ADMIN_COOKIE
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson
from schwarm.web.shell.middleware import set_cookie
from schwarm.web.shell.responses import Json, access_of, read_fields, render_page, text_field, visitor_of
from schwarm.web.shell.sign_ins import MAX_SECONDS


async def login_page(request: Request) -> Response:
    """Let the administrator in, by the printed link or by typing the token."""
    token = request.query_params.get("token")
    if token is not None:
        return await _let_in(request, token, RedirectResponse("/", 303))
    cookie = request.cookies.get(ADMIN_COOKIE, "")
    return render_page(request, "login", signed_in=access_of(request).sign_ins.knows(cookie))


async def login(request: Request) -> Response:
    token = text_field(await read_fields(request), "token", "", longest=200)
    return await _let_in(request, token, Json(DoneJson(ok=True)))


async def logout(request: Request) -> Response:
    """Forget that this browser is the administrator's, also whoever copied its cookie."""
    answer = Json(DoneJson(ok=True))
    if cookie := request.cookies.get(ADMIN_COOKIE):
        await in_background(access_of(request).sign_ins.close, cookie)
        answer.headers.append("Set-Cookie", set_cookie(ADMIN_COOKIE, "", age=0, strict=True))
    return answer


async def _let_in(request: Request, token: str, answer: Response) -> Response:
    access = access_of(request)
    if not access.counter.allows(visitor_of(request).client, "login", access.settings.bounds.logins):
        raise Refused(TOO_MANY())
    badge = await in_background(access.login, token)
    if badge is None:
        raise Refused(WRONG_TOKEN())
    answer.headers.append("Set-Cookie", set_cookie(ADMIN_COOKIE, badge, age=MAX_SECONDS, strict=True))
    return answer


ROUTES = [
    Route("/login", login_page),
    Route("/api/login", login, methods=["POST"]),
    Route("/api/logout", logout, methods=["POST"]),
]
