"""What a page's process does not answer itself goes on to the process in which games, contests and leagues are played.

That is everything that changes something, but for what happens in a game that is on: so there is one place that counts
new games, guesses and uploads, and one that runs contests and leagues. Requests travel as HTTP over a Unix socket, one
connection each, so that the system itself lets nobody send faster than the other side reads.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import h11
from starlette.requests import Request
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as ASGIMessage

from schwarm.web.errors import GONE, TOO_MANY, Refused
from schwarm.web.shell import language
from schwarm.web.shell.access import Access
from schwarm.web.shell.responses import error_response
from schwarm.words import Message, use

CLIENT = b"x-schwarm-client"
"""Who asks, by the word of the process that they are connected to; visitors cannot say it themselves."""
MAX_FORWARDED = 500
"""Requests of one process that are on their way."""
MAX_SECONDS_TO_CONNECT = 10.0
MAX_SECONDS_TO_READ = 400.0
"""Seconds of silence of the other process; a slow upload has 300."""
READ_BYTES = 64 * 1024
STATIC = "/static/"
"""Scripts and styles: what also a page needs that only says that nothing works."""
OWN_HEADERS = (b"connection", b"transfer-encoding", b"keep-alive")
"""What concerns one connection alone."""


def answers_here(routes: Sequence[BaseRoute]) -> Callable[[Scope], bool]:
    """Whether a request is for one of these routes, of which only those count that change nothing or belong to a
    game that is on."""

    def is_ours(scope: Scope) -> bool:
        # Whoever plays again begins a new game, and those are counted in one place.
        if scope["path"].endswith("/rematch"):
            return False
        return any(route.matches(scope)[0] is Match.FULL for route in routes)

    return is_ours


class NotForwarded(Exception):
    """The other process does not answer, or not to the end."""


class Forwarding:
    """Answers here what it can, and has the rest answered there."""

    def __init__(
        self,
        app: ASGIApp,
        path: Path,
        is_ours: Callable[[Scope], bool],
        access: Access,
        is_gone: Callable[[], bool] = lambda: False,
    ) -> None:
        """`is_gone` says whether the process behind has ended: then nothing of a page would be true any more."""
        self._app, self._path, self._is_ours, self._access, self._is_gone = app, path, is_ours, access, is_gone
        self._under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        if self._is_gone() and not scope["path"].startswith(STATIC):
            await self._refuse(GONE(), scope, receive, send)
        elif self._is_ours(scope):
            await self._app(scope, receive, send)
        elif self._under_way >= MAX_FORWARDED:
            await self._refuse(TOO_MANY(), scope, receive, send)
        else:
            self._under_way += 1
            try:
                await self._forward(scope, receive, send)
            finally:
                self._under_way -= 1

    async def _refuse(self, why: Message, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        lang = language.choose_language(request)
        use(lang)
        scope.setdefault("state", {}).update(lang=lang, visitor=self._access.identify(request))
        await error_response(request, Refused(why, 503))(scope, receive, send)

    async def _forward(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def pass_on(message: ASGIMessage) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await forward(self._path, scope, receive, pass_on)
        except NotForwarded:
            # In the middle of an answer the visitor sees a connection that broke off, and asks again.
            if not begun:
                await self._refuse(GONE(), scope, receive, send)


async def forward(path: Path, scope: Scope, receive: Receive, send: Send) -> None:
    """Have a request answered by the process that listens at a path; raises `NotForwarded`, perhaps in the middle."""
    try:
        async with asyncio.timeout(MAX_SECONDS_TO_CONNECT):
            reader, writer = await asyncio.open_unix_connection(path)
    except (OSError, TimeoutError) as error:
        raise NotForwarded from error
    line = h11.Connection(h11.CLIENT, max_incomplete_event_size=READ_BYTES)
    sending = asyncio.get_running_loop().create_task(_send_request(scope, receive, line, writer))
    try:
        await _pass_answer(line, reader, send)
    except (OSError, TimeoutError, h11.RemoteProtocolError) as error:
        raise NotForwarded from error
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError, OSError, h11.LocalProtocolError):
            await sending
        writer.transport.abort()


async def _send_request(scope: Scope, receive: Receive, line: h11.Connection, writer: asyncio.StreamWriter) -> None:
    """Send a request with all its body; then wait until the visitor goes, which ends it there, too."""
    target = scope.get("raw_path") or scope["path"].encode()
    if scope["query_string"]:
        target += b"?" + scope["query_string"]
    address, port = scope["client"] or ("", 0)
    sent = [header for header in scope["headers"] if header[0] not in (*OWN_HEADERS, CLIENT)]
    if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
        sent.append((b"transfer-encoding", b"chunked"))
    sent += [(b"connection", b"close"), (CLIENT, f"{address} {port} {scope['scheme']}".encode())]
    writer.write(line.send(h11.Request(method=scope["method"], target=target, headers=sent)) or b"")
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            writer.transport.abort()
            return
        more = message.get("more_body", False)
        if body := message.get("body", b""):
            writer.write(line.send(h11.Data(data=body)) or b"")
            await writer.drain()
    writer.write(line.send(h11.EndOfMessage()) or b"")
    await writer.drain()
    while (await receive())["type"] != "http.disconnect":
        pass
    writer.transport.abort()


async def _pass_answer(line: h11.Connection, reader: asyncio.StreamReader, send: Send) -> None:
    while True:
        event = line.next_event()
        if event is h11.NEED_DATA:
            async with asyncio.timeout(MAX_SECONDS_TO_READ):
                line.receive_data(await reader.read(READ_BYTES))
        elif isinstance(event, h11.Response):
            headers = [(bytes(name), bytes(value)) for name, value in event.headers if bytes(name) not in OWN_HEADERS]
            await send({"type": "http.response.start", "status": event.status_code, "headers": headers})
        elif isinstance(event, h11.Data):
            await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        elif isinstance(event, h11.EndOfMessage):
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            return
        elif isinstance(event, h11.ConnectionClosed):
            raise h11.RemoteProtocolError("it ended in the middle")


class ForwardedRequests:
    """The other end: believes who asks, since only processes of this user can say so, and answers as if they were
    connected here."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            address, port, scheme = dict(scope["headers"])[CLIENT].decode().rsplit(" ", 2)
            headers = [header for header in scope["headers"] if header[0] != CLIENT]
            scope = {**scope, "client": (address, int(port)), "scheme": scheme, "headers": headers}
        await self._app(scope, receive, send)
