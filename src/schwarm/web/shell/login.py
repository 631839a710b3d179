"""Sign-in of the administrator, by the printed link or the page's token; and visitors' tokens for their programs."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from schwarm.web.errors import TOO_MANY, WRONG_TOKEN, Refusal, Refused
from schwarm.web.shell.access import ADMIN_COOKIE
from schwarm.web.shell.background import in_background
from schwarm.web.shell.contract import DoneJson, LoginFields, NewTokenJson, TokensJson
from schwarm.web.shell.endpoint import Endpoint
from schwarm.web.shell.middleware import set_cookie
from schwarm.web.shell.responses import access_of, render_page, visitor_of
from schwarm.web.shell.sign_ins import MAX_SECONDS
from schwarm.web.shell.tokens import ID_LENGTH, MAX_OWN
from schwarm.words import Moment


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


async def token_page(request: Request) -> Response:
    """The page on which visitors make and revoke their tokens."""
    own = access_of(request).tokens.of_visitor(visitor_of(request).id)
    return render_page(
        request,
        "tokens",
        tokens=[(token.hash[:ID_LENGTH], Moment(token.until)) for token in own],
        most=MAX_OWN,
    )


async def own_tokens(request: Request) -> TokensJson:
    """The visitor's tokens, without their secrets."""
    own = access_of(request).tokens.of_visitor(visitor_of(request).id)
    return TokensJson(tokens=[{"id": token.hash[:ID_LENGTH], "until": token.until} for token in own])


async def make_token(request: Request) -> NewTokenJson:
    """A new token for the visitor's programs. The answer shows it once; a token cannot make another one."""
    access, visitor = access_of(request), visitor_of(request)
    if visitor.token:
        raise Refused(TOKEN_FROM_TOKEN())
    access.count_token(visitor)
    secret, made = await access.tokens.make(visitor.id)
    return NewTokenJson(token=secret, id=made.hash[:ID_LENGTH], until=made.until)


async def revoke_token(request: Request, id: str) -> DoneJson:
    """Revoke a token."""
    await access_of(request).tokens.revoke(visitor_of(request).id, id)
    return DoneJson(ok=True)


TOKEN_FROM_TOKEN = Refusal("A token cannot make another one; make it in a browser.", status=403)

ROUTES = [
    Route("/login", login_page),
    Endpoint("POST", "/login", login),
    Endpoint("POST", "/logout", logout),
    Route("/tokens", token_page),
    Endpoint("GET", "/tokens", own_tokens),
    Endpoint("POST", "/tokens", make_token, 201),
    Endpoint("POST", "/tokens/{id}/revoke", revoke_token),
]
