"""The page in several processes: what they say to each other is bounded, nobody is told less, and who dies hurts only
their own visitors."""

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from pathlib import Path
from typing import cast

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

import schwarm
from patience import PATIENCE, until
from schwarm.referee.lobby import Lobby
from schwarm.referee.settings import Settings
from schwarm.store import open_store
from schwarm.web.errors import Refused
from schwarm.web.live.commands import Move, Sit
from schwarm.web.live.contract import VisitorJson
from schwarm.web.live.exhibition import Exhibition
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.local_live_service import LocalLiveService
from schwarm.web.processes import shared_requests
from schwarm.web.processes.forwarding import CLIENT, ForwardedRequests, Forwarding
from schwarm.web.processes.frame import LENGTH_BYTES, MAX_FRAME_BYTES, BadFrame, encode_frame, read_frame
from schwarm.web.processes.live_link import LiveLink
from schwarm.web.processes.live_socket import LiveSocket
from schwarm.web.processes.remote_live_service import RemoteLiveService
from schwarm.web.processes.shared_page import CannotShare, check_sharing
from schwarm.web.processes.shared_requests import SharedRequests
from schwarm.web.server import PageServer, bind, bind_path
from schwarm.web.settings import PageSettings
from schwarm.web.shell.access import Access, Visitor
from schwarm.web.shell.feed import Event, Feed
from schwarm.web.shell.language import choose_language
from schwarm.words import use
from store import postgres
from web import arena
from web.arena import Arena
from web.page_link import find_page_processes, reached_by_socket

GAME = schwarm.game("piranhas-2026")
ANNA, BEN = (Visitor(id, admin=False, client=id, local=False) for id in ("anna", "ben"))
WISH = {
    "game": GAME.id,
    "red": {"kind": "person", "name": "Anna"},
    "blue": {"kind": "link"},
    "start": {"seed": 7},
}
LOOKS_ON = VisitorJson(mine=[], thinks=[], admin=False, invite=None, near=True, port=None, client=False)
MOVES = [str(GAME.start(7).legal_moves()[0])]
Scenario = Callable[[LocalLiveService, LiveSocket, LiveLink], Awaitable[None]]


def play(tmp_path: Path, scenario: Scenario) -> None:
    """A scenario with the games of this process and the link of another to them."""

    async def run() -> None:
        store = open_store(tmp_path)
        games = LiveGames(Lobby(Settings(GAME)), 13050, store)
        service = LocalLiveService(games, Exhibition(games, enabled=False))
        try:
            async with asyncio.timeout(PATIENCE), reached_by_socket(service) as (sockets, link):
                await scenario(service, sockets, link)
        finally:
            await games.stop()
            store.close()

    asyncio.run(run())


async def begin_game(service: LocalLiveService) -> str:
    key = await service.begin(WISH, ANNA)
    part = await service.part_of(key, ANNA)
    assert part is not None
    assert part["invite"] is not None
    await service.handle(key, BEN, Sit(part["invite"], "Ben"))
    while not ((status := await service.status(key)) and status["running"]):
        await asyncio.sleep(0)
    return key


async def event(messages: AsyncIterator[bytes], wanted: str) -> dict[str, object]:
    """The next event of a kind; what came with it is passed over."""
    async for text in messages:
        for piece in text.decode().split("\n\n"):
            kind, _, data = piece.partition("\ndata: ")
            if kind == f"event: {wanted}":
                found: dict[str, object] = json.loads(data)
                return found
    raise AssertionError(f"no {wanted}")


def timeless(told: Mapping[str, object] | None) -> dict[str, object]:
    """How a game stands, but for the clock, which goes on while we look."""
    assert told is not None
    return {name: value for name, value in told.items() if name != "elapsed"}


def test_whoever_comes_late_is_told_all_of_it_by_their_own_process(tmp_path: Path) -> None:
    async def scenario(service: LocalLiveService, sockets: LiveSocket, link: LiveLink) -> None:
        remote = RemoteLiveService(link)
        key = await begin_game(service)
        first = await remote.follow(key, "en", LOOKS_ON)
        assert first is not None
        assert timeless(await event(first, "sync")) == timeless(await service.snapshot(key))
        await service.handle(key, ANNA, Move(MOVES[0], 0, at=time.monotonic()))
        assert (await event(first, "move"))["running"]
        late = await remote.follow(key, "en", LOOKS_ON)
        assert late is not None
        there = timeless(await service.snapshot(key))
        assert timeless(await event(late, "sync")) == timeless(await remote.snapshot(key)) == there
        # However many look on here, the game has one reader more; and it knows how many they are.
        assert len(service._games.games[key].feed) == 1
        assert (await event(first, "watching"))["watching"] == 2
        await late.aclose()  # type: ignore[attr-defined]
        assert (await event(first, "watching"))["watching"] == 1
        # Who dies does not watch any more.
        await link.close()
        while service._games.games[key].spectators.number:
            await asyncio.sleep(0)

    play(tmp_path, scenario)


def test_a_process_that_is_gone_is_no_reader_and_its_visitors_hear_the_end(tmp_path: Path) -> None:
    async def scenario(service: LocalLiveService, sockets: LiveSocket, link: LiveLink) -> None:
        remote = RemoteLiveService(link)
        key = await begin_game(service)
        messages, everything = await remote.follow(key, "de", LOOKS_ON), await remote.follow_all("de")
        assert messages is not None
        assert await anext(messages)
        assert key in (await anext(everything)).decode()
        assert list(sockets.links) == [os.getpid()]
        await sockets.close()
        assert [text async for text in messages] == []
        assert [text async for text in everything] == []
        assert link.ended.is_set()
        with pytest.raises(Refused) as refused:
            await remote.status(key)
        assert refused.value.status == 503
        while len(service._games.games[key].feed):
            await asyncio.sleep(0)

    play(tmp_path, scenario)


def test_what_is_wrong_is_said_in_the_language_of_the_visitor(tmp_path: Path) -> None:
    async def scenario(service: LocalLiveService, sockets: LiveSocket, link: LiveLink) -> None:
        with schwarm.words.speaking("de"), pytest.raises(Refused) as refused:
            await RemoteLiveService(link).handle("x", ANNA, Move("A1-A2", 0, 0.0))
        assert (refused.value.status, str(refused.value)[:4]) == (404, "Dies")
        with pytest.raises(Refused) as refused:
            await link.ask("nonsense")
        assert refused.value.status == 500

    play(tmp_path, scenario)


def test_frames_are_bounded() -> None:
    async def read(data: bytes) -> object:
        reader = asyncio.StreamReader()
        reader.feed_data(data)
        reader.feed_eof()
        return await read_frame(reader)

    assert asyncio.run(read(encode_frame({"a": "ä"}))) == {"a": "ä"}
    assert asyncio.run(read(b"")) is None
    assert asyncio.run(read(encode_frame({})[:-1])) is None
    for bad in ((MAX_FRAME_BYTES + 1).to_bytes(LENGTH_BYTES, "big"), b"\0\0\0\1x", b"\0\0\0\1" + b"1"):
        with pytest.raises(BadFrame):
            asyncio.run(read(bad))
    with pytest.raises(BadFrame):
        encode_frame({"a": "x" * MAX_FRAME_BYTES})


def run_bounded(scenario: Callable[[], Awaitable[None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await scenario()

    asyncio.run(bounded())


# -- forwarding --------------------------------------------------------------------------------------------------------


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


@pytest.mark.parametrize("data", [None, "folder", "sqlite:///x.sqlite"])
def test_several_processes_need_a_database_server(data: str | None) -> None:
    with pytest.raises(CannotShare, match="need a PostgreSQL database"):
        check_sharing(data)
    check_sharing("postgresql+psycopg://a@b/c")


# -- real processes ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_game_goes_on_while_processes_of_the_page_die_and_after_all_of_it_did() -> None:
    with postgres.server() as server, postgres.database(server) as url:
        with Arena(url, "--page-processes", "2") as before:
            anna, ben = arena.Visitor(before.page_port), arena.Visitor(before.page_port)
            key = anna.new_game({"kind": "person", "name": "Anna"}, {"kind": "link"}, start={"seed": 7})
            code = anna.facts(key)["you"]["invite"].rpartition("/")[2]
            ben.ask("/")
            assert ben.ask(f"/api/games/{key}/sit", {"code": code, "name": "Ben"}).status == 200
            crowd = [arena.Visitor(before.page_port) for _ in range(12)]
            streams = [visitor.follow(f"/api/games/{key}/events") for visitor in crowd]
            assert anna.ask(f"/api/games/{key}/move", {"move": MOVES[0], "turn": 0}).status == 200
            assert {stream.event("move")["move"]["move"] for stream in streams} == {MOVES[0]}
            # What changes something elsewhere goes through to the process that plays: counted and done once.
            assert anna.ask("/contests").status == anna.ask("/leagues").status == 200
            assert anna.ask("/nowhere").status == 404
            processes = find_page_processes(before.process.pid)
            assert len(processes) == 2
            os.kill(min(processes), signal.SIGKILL)
            until(lambda: len(find_page_processes(before.process.pid) - processes) == 1, what="another process")
            assert {anna.facts(key)["names"][1] for _ in range(12)} == {"Ben"}
            before.wait_until_saved(key, 1)
            processes = find_page_processes(before.process.pid)
            before.end(signal.SIGKILL)
            until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in processes), what="the end of all")
            for visitor in crowd:
                visitor.close()
            errors = before.errors
            assert "is being restarted" in errors
            assert errors.count("The game server ended unexpectedly, and the page ends with it") == 1
        with Arena(url, "--page-processes", "1") as after:
            anna.port = after.page_port
            facts = anna.facts(key)
            assert [move["move"] for move in facts["moves"]] == MOVES
            assert (facts["live"], facts["you"]["mine"]) == (True, [0])
            assert after.end() == 0
            assert not after.errors
