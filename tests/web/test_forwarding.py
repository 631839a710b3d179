"""What a process of the page does not answer itself goes to the one behind it: as it came, and once for a crowd."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import cast

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from patience import PATIENCE
from schwarm.web.errors import Refused
from schwarm.web.processes import shared_requests
from schwarm.web.processes.forwarding import CLIENT, ForwardedRequests, Forwarding
from schwarm.web.processes.shared_requests import SharedRequests
from schwarm.web.server import PageServer, bind, bind_path
from schwarm.web.settings import PageSettings
from schwarm.web.shell.access import Access, Visitor
from schwarm.web.shell.feed import Event, Feed
from schwarm.web.shell.language import choose_language
from schwarm.words import use
from web import arena
from web.page_link import event

ANNA = Visitor("anna", admin=False, client="anna", local=False)


def run_bounded(scenario: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await scenario()

    asyncio.run(bounded())


async def inside(request: Request) -> Response:
    """What the process behind the page sees of a request."""
    body = await request.body()
    assert request.client is not None
    names = [name for name, _ in request.headers.items()]
    facts = [request.method, str(request.url.query), len(body), request.client.host, CLIENT.decode() in names]
    return Response(json.dumps(facts), headers={"X-Kept": "yes"})


async def endless(request: Request) -> Response:
    async def pieces() -> AsyncIterator[bytes]:
        request.app.state.open += 1
        try:
            while True:
                yield b"x" * 1000
                await asyncio.sleep(0)
        finally:
            request.app.state.open -= 1

    return StreamingResponse(pieces())


def test_what_is_not_answered_here_is_answered_there_as_if_they_were_connected_to_it(tmp_path: Path) -> None:
    async def here(request: Request) -> Response:
        return PlainTextResponse("here")

    async def scenario() -> None:
        routes = [Route("/inside", inside, methods=["GET", "POST"]), Route("/endless", endless)]
        there = Starlette(routes=routes)
        there.state.open = 0
        path = Path(f"/tmp/schwarm-{os.getpid()}-{tmp_path.name[-8:]}")
        inner = PageServer(ForwardedRequests(there), bind_path(path), proxies=("",))
        app = Starlette(routes=[Route("/here", here)])
        gone: list[bool] = []
        ours = ("/here", "/static/x")
        access = Access(PageSettings("token"))
        page = Forwarding(app, path, lambda scope: scope["path"] in ours, access, lambda: bool(gone))
        bound = bind("127.0.0.1", 0)
        port = bound.getsockname()[1]
        outer = PageServer(page, bound)
        await inner.start()
        await outer.start()
        try:
            visitor = arena.Visitor(port)
            ask = lambda *given, **named: asyncio.to_thread(visitor.ask, *given, **named)  # noqa: E731
            assert (await ask("/here")).text == "here"
            got = await ask("/inside?a=1%20b")
            assert got.json == ["GET", "a=1%20b", 0, "127.0.0.1", False]
            assert got.headers["x-kept"] == "yes"
            large = await ask("/inside", b"x" * 3_000_000, headers={"X-Schwarm-Client": "10.0.0.1 5 https"})
            assert large.json == ["POST", "", 3_000_000, "127.0.0.1", False]
            # Who goes away in the middle is missed there, too.
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
            await reader.readexactly(100_000)
            assert there.state.open == 1
            writer.transport.abort()
            while there.state.open:
                await asyncio.sleep(0.01)
            # And where nobody is behind the page, it says so in a sentence, in the language of whoever asks.
            await inner.stop()
            path.unlink()
            assert ((await ask("/api/nothing")).status, (await ask("/nothing")).status) == (503, 503)
            assert (await ask("/api/nothing")).error.startswith("The game server behind this page has stopped")
            assert (await ask("/here")).text == "here"
            gone.append(True)
            german = await ask("/here", headers={"Accept-Language": "de"})
            assert german.status == 503
            assert "Der Spielserver hinter dieser Seite läuft nicht mehr" in german.text
            assert (await ask("/static/x")).status == 404
        finally:
            await outer.stop()
            await inner.stop()
            path.unlink(missing_ok=True)

    run_bounded(scenario)


class Board:
    """The process behind the page: tells what it is asked for, and counts how often."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.feed: Feed[Event] = Feed()

    async def wall(self, request: Request) -> Response:
        lang = choose_language(request)
        self.asked.append(f"{request.url.path}?{request.url.query} {lang}")
        return JSONResponse({"lang": lang}, 404 if "nowhere" in request.url.path else 200)

    async def events(self, request: Request) -> Response:
        lang = choose_language(request)
        self.asked.append(f"{request.url.path} {lang}")
        if "nowhere" in request.url.path:
            return JSONResponse({"error": "nowhere"}, 404)
        first = ("scoreboard", {"told": len(self.asked)})
        return StreamingResponse(self.feed.follow(lang, first), media_type="text/event-stream")

    @property
    def routes(self) -> list[Route]:
        wall, events = "/api/leagues/{key}/wall", "/api/contests/{event:path}/events"
        return [Route(wall, self.wall), Route(events, self.events)]


def request(target: str, lang: str = "en") -> Request:
    use(lang)
    where, _, query = target.partition("?")
    app = Starlette()
    app.state.access = Access(PageSettings("token"))
    facts = {"path": where, "raw_path": where.encode(), "query_string": query.encode(), "headers": []}
    return Request({"type": "http", "method": "GET", "app": app, "state": {"visitor": ANNA}, **facts})


def test_a_crowd_asks_the_process_behind_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_requests, "FRESH_SECONDS", 1e9)
    monkeypatch.setattr(shared_requests, "KEEP_SECONDS", 0.01)

    async def scenario() -> None:
        board = Board()
        path = Path(f"/tmp/schwarm-{os.getpid()}-{tmp_path.name[-8:]}")
        inner = PageServer(ForwardedRequests(Starlette(routes=board.routes)), bind_path(path), proxies=("",))
        await inner.start()
        shared = SharedRequests(path)

        async def follow(target: str) -> AsyncIterator[bytes]:
            answer = await shared.follow(request(target))
            assert isinstance(answer, StreamingResponse)
            return cast("AsyncIterator[bytes]", answer.body_iterator)

        try:
            many = await asyncio.gather(*(shared.answer(request("/api/leagues/a/wall")) for _ in range(20)))
            assert {(answer.status_code, bytes(answer.body)) for answer in many} == {(200, b'{"lang":"en"}')}
            for target in ("/api/leagues/a/wall?hide=x", "/api/leagues/nowhere/wall"):
                statuses = [(await shared.answer(request(target, lang))).status_code for lang in ("en", "de", "de")]
                assert set(statuses) == {404 if "nowhere" in target else 200}
            assert board.asked == [
                "/api/leagues/a/wall? en",
                "/api/leagues/a/wall?hide=x en",
                "/api/leagues/a/wall?hide=x de",
                "/api/leagues/nowhere/wall? en",
                "/api/leagues/nowhere/wall? de",
            ]
            board.asked.clear()
            # A stream is followed once; whoever comes late is told how things stand by its last event.
            readers = await asyncio.gather(*(follow(f"/api/contests/a/events?made={up}") for up in range(5)))
            assert [(await event(reader, "scoreboard"))["told"] for reader in readers] == [1] * 5
            board.feed.publish(lambda: ("scoreboard", {"told": "ä\n\n" + "x" * 200_000}))
            assert len(str((await event(readers[0], "scoreboard"))["told"])) == 200_003
            late = await follow("/api/contests/a/events")
            assert str((await event(late, "scoreboard"))["told"]).startswith("ä")
            assert (board.asked, len(board.feed)) == (["/api/contests/a/events en"], 1)
            assert (await shared.follow(request("/api/contests/nowhere/events"))).status_code == 404
            # When all have looked away, it is not followed any more.
            for reader in (*readers, late):
                await reader.aclose()  # type: ignore[attr-defined]
            while len(board.feed):
                await asyncio.sleep(0.01)
            # And when the other process ends, so does the stream.
            last = await follow("/api/contests/a/events")
            await event(last, "scoreboard")
            board.feed.close()
            assert [text async for text in last] == []
        finally:
            await inner.stop()
            path.unlink(missing_ok=True)
        with pytest.raises(Refused) as refused:
            await shared.answer(request("/api/leagues/b/wall"))
        assert refused.value.status == 503
        with pytest.raises(Refused):
            await shared.follow(request("/api/contests/b/events"))

    run_bounded(scenario)
