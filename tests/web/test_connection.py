"""Connections to the page: bounded in number, in silence and in what is left unread. A real server with a tiny app."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from patience import PATIENCE
from schwarm.web.connection import ConnectionPlaces
from schwarm.web.server import PageServer, bind
from schwarm.web.settings import Bounds
from schwarm.web.shell.feed import Event, Feed

REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
SHORT = 0.3
"""Seconds: short for a test, and longer than anything here takes that should not be cut off."""


class App:
    """Answers at once, or later when it is told to."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.asked_for_later = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/later":
            self.asked_for_later += 1
            await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})


class Flood:
    """Answers without end, as fast as is read."""

    def __init__(self) -> None:
        self.held_up = 0
        """How many answers wait for somebody to read."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        gone = asyncio.ensure_future(receive())
        while not gone.done():
            self.held_up += 1
            await send({"type": "http.response.body", "body": b"x" * 50_000, "more_body": True})
            self.held_up -= 1
            await asyncio.sleep(0)


_opened: list[asyncio.StreamWriter] = []


@asynccontextmanager
async def serving(app: Any, **bounds: Any) -> AsyncIterator[tuple[PageServer, int]]:
    """A server; whoever connected is gone at the end of the block."""
    bound = bind("127.0.0.1", 0)
    server = PageServer(app, bound, Bounds(**bounds))
    await server.start()
    try:
        yield server, bound.getsockname()[1]
    finally:
        while _opened:
            _opened.pop().close()
        await server.stop()
        bound.close()


async def connect(port: int, say: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(say)
    _opened.append(writer)
    return reader, writer


async def is_hung_up_on(reader: asyncio.StreamReader) -> bool:
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            return await reader.read() == b""
    return True


async def until(condition: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def test_whoever_sends_no_headers_has_to_go() -> None:
    async def scenario() -> None:
        app = App()
        async with serving(app, header_seconds=SHORT) as (server, port):
            later, _ = await connect(port, REQUEST.replace(b"/", b"/later", 1))
            silent, _ = await connect(port)
            begun, slow = await connect(port, REQUEST[:20])
            endless, talking = await connect(port, REQUEST.replace(b"\r\n\r\n", b"\r\nContent-Length: 999\r\n\r\n"))
            assert (await endless.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            for each in (slow, talking):
                each.write(b"x")
            assert await is_hung_up_on(silent)
            assert await is_hung_up_on(begun)
            assert await is_hung_up_on(endless)
            # Who waits for an answer is not silent.
            app.go.set()
            assert (await later.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            assert len(server.places) == 1

    asyncio.run(scenario())


def test_whoever_has_been_silent_longest_makes_room() -> None:
    async def scenario() -> None:
        app = App()
        async with serving(app, connections=4) as (server, port):
            later, _ = await connect(port, REQUEST.replace(b"/", b"/later", 1))
            silent = [await connect(port) for _ in range(3)]
            await until(lambda: len(server.places) == 4)
            honest, asking = await connect(port, REQUEST)
            assert (await honest.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            assert await is_hung_up_on(silent[0][0])
            assert len(server.places) == 4
            # Where everybody is being answered, nobody is sent away for a newcomer.
            for _, each in silent[1:]:
                each.write(REQUEST.replace(b"/", b"/later", 1))
            asking.write(REQUEST.replace(b"/", b"/later", 1))
            await until(lambda: app.asked_for_later == 4)
            late, _ = await connect(port, REQUEST)
            assert await is_hung_up_on(late)
            app.go.set()
            assert (await later.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            while _opened:
                _opened.pop().close()
            await until(lambda: not len(server.places))

    asyncio.run(scenario())


def test_whoever_does_not_read_has_to_go() -> None:
    async def scenario() -> None:
        async with serving(Flood(), unread_seconds=SHORT) as (server, port):
            await connect(port, REQUEST)
            reader, _ = await connect(port, REQUEST)
            await until(lambda: len(server.places) == 2)

            async def read() -> None:
                while await reader.read(100_000):
                    pass

            reading = asyncio.create_task(read())
            await until(lambda: len(server.places) == 1)
            assert not reading.done()
            reading.cancel()

    asyncio.run(scenario())


def test_whoever_leaves_answers_unread_makes_room_at_once() -> None:
    async def scenario() -> None:
        app = Flood()
        async with serving(app, connections=3) as (server, port):
            for _ in range(3):
                await connect(port, REQUEST)
            await until(lambda: app.held_up == 3)
            newcomer, _ = await connect(port, REQUEST)
            assert (await newcomer.readuntil(b"x")).startswith(b"HTTP/1.1 200")
            assert len(server.places) == 3

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE))


LENGTHS = [
    b"Content-Length: 4\r\nTransfer-Encoding: chunked",
    b"Transfer-Encoding: chunked\r\nContent-Length: 4",
    b"Content-length:4\r\nX: y\r\ntransfer-encoding:CHUNKED",
    b"Content-Length: 4\r\nContent-Length: 5",
]


@pytest.mark.parametrize("lengths", LENGTHS)
def test_requests_with_two_lengths_are_refused(lengths: bytes) -> None:
    hidden = b"0\r\n\r\n" + REQUEST

    async def scenario() -> None:
        async with serving(App()) as (_, port):
            reader, _ = await connect(port, REQUEST.replace(b"\r\n\r\n", b"\r\n" + lengths + b"\r\n\r\n") + hidden)
            answer = await reader.read()
            assert answer.startswith(b"HTTP/1.1 400 ")
            assert b"connection: close" in answer.lower()
            assert answer.count(b"HTTP/1.1") == 1

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE))


class Somebody:
    """A connection that only takes a place."""


def test_one_address_cannot_take_all_places() -> None:
    places = ConnectionPlaces(Bounds(connections=100, address_connections=2), proxies=("192.0.2.50",))

    def admitted(address: str) -> bool:
        return places.admit(Somebody(), address)  # type: ignore[arg-type]

    first: Any = Somebody()
    assert places.admit(first, "192.0.2.1")
    assert [admitted("192.0.2.1") for _ in range(2)] == [True, False]
    assert [admitted("::ffff:192.0.2.1"), admitted("192.0.2.2")] == [False, True]
    assert [admitted(f"2001:db8::{number}") for number in range(3)] == [True, True, False]
    # This machine and a web server in front speak for many.
    assert all(admitted(address) for address in ("127.0.0.1", "192.0.2.50") for _ in range(9))
    places.forget(first)
    assert [admitted("192.0.2.1"), admitted("192.0.2.1")] == [True, False]


# -- live updates ------------------------------------------------------------------------------------------------

FIRST, MOVE = b"retry: 1000\n\nevent: first\ndata: {}\n\n", b"event: move\ndata: {}\n\n"


class Following:
    """Answers every request with a stream of the same feed."""

    def __init__(self) -> None:
        self.feed: Feed[Event] = Feed()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.feed.follow("en", ("first", {}))(scope, receive, send)


@pytest.mark.parametrize(("version", "framed"), [("1.1", True), ("1.0", False)])
def test_events_come_framed_as_the_client_understands_them_and_the_connection_serves_again(
    version: str, framed: bool
) -> None:
    async def scenario() -> None:
        app = Following()
        async with serving(app) as (_, port), asyncio.timeout(PATIENCE):
            reader, writer = await connect(port, REQUEST.replace(b"1.1", version.encode()))
            heads = await reader.readuntil(b"\r\n\r\n")
            assert (b"transfer-encoding: chunked" in heads.lower()) == framed

            async def hear() -> bytes:
                if not framed:
                    return await reader.readuntil(b"{}\n\n")
                size = int(await reader.readline(), 16)
                return (await reader.readexactly(size + 2))[:-2]

            assert await hear() == FIRST
            app.feed.publish(lambda: ("move", {}))
            assert await hear() == MOVE
            app.feed.close()
            if framed:
                assert await hear() == b""
                writer.write(REQUEST.replace(b"GET", b"HEAD"))
                assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
                writer.write(REQUEST)
                assert (await reader.readuntil(FIRST)).startswith(b"HTTP/1.1 200")
            else:
                assert await reader.read() == b""

    asyncio.run(scenario())


def test_who_reads_no_events_is_cut_off_and_the_others_hear_them() -> None:
    async def scenario() -> None:
        app = Following()
        async with serving(app) as (_, port), asyncio.timeout(PATIENCE):
            slow, _ = await connect(port, REQUEST)
            quick, _ = await connect(port, REQUEST.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
            await slow.readuntil(FIRST)
            await quick.readuntil(FIRST)
            reading, told = asyncio.create_task(quick.read(-1)), 0
            while len(app.feed) == 2:
                app.feed.publish(lambda: ("move", {"long": "x" * 50_000}))
                told += 1
                await asyncio.sleep(0.01)
            assert len(app.feed) == 1
            app.feed.close()
            assert (await reading).count(b"event: move") == told

    asyncio.run(scenario())


def test_who_leaves_is_no_reader_any_more() -> None:
    async def scenario() -> None:
        app = Following()
        async with serving(app) as (_, port):
            reader, writer = await connect(port, REQUEST)
            await reader.readuntil(FIRST)
            writer.close()
            await until(lambda: not len(app.feed))

    asyncio.run(scenario())
