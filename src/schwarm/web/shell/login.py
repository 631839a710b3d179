"""How the administrator comes in: by the printed link, or by typing the page's token."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.web.errors import TOO_MANY, WRONG_TOKEN, Refused
from schwarm.web.shell.access import ADMIN_COOKIE
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson, LoginFields
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.shell.middleware import set_cookie
from schwarm.web.shell.responses import access_of, render_page, visitor_of
from schwarm.web.shell.sign_ins import MAX_SECONDS


async def login_page(request: Request) -> Response:
    """Let the administrator in, by the printed link or by typing the token."""
    token = request.query_params.get("token")
    if token is not None:
        return RedirectResponse("/", 303, {"Set-Cookie": await _let_in(request, token)})
    cookie = request.cookies.get(ADMIN_COOKIE, "")
    return render_page(request, "login", signed_in=access_of(request).sign_ins.knows(cookie))


async def login(request: Request, fields: LoginFields) -> DoneJson:
    """Sign this browser in as the administrator's."""
    request.state.cookies.append(await _let_in(request, fields.token))
    return DoneJson(ok=True)


async def logout(request: Request) -> DoneJson:
    """Sign this browser out, with all copies of its cookie."""
    if cookie := request.cookies.get(ADMIN_COOKIE):
        await in_background(access_of(request).sign_ins.close, cookie)
        request.state.cookies.append(set_cookie(ADMIN_COOKIE, "", age=0, strict=True))
    return DoneJson(ok=True)


async def _let_in(request: Request, token: str) -> str:
    """The administrator's cookie for the right token."""
    access = access_of(request)
    if not access.counter.allows(visitor_of(request).client, "login", access.settings.bounds.logins):
        raise Refused(TOO_MANY())
    badge = await in_background(access.login, token)
    if badge is None:
        raise Refused(WRONG_TOKEN())
    return set_cookie(ADMIN_COOKIE, badge, age=MAX_SECONDS, strict=True)


ROUTES = [
    Route("/login", login_page),
    Endpoint("POST", "/login", login),
    Endpoint("POST", "/logout", logout),
]
