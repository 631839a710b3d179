"""What is the same for all who look, such as a scoreboard or a wall: a page's process asks for it once and tells it to
everybody here, so that a crowd costs the process that plays no more than one visitor.

Only for addresses whose answers do not depend on who asks, but for their language.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Message, Scope

from schwarm.web.errors import GONE, TOO_MANY, Refused
from schwarm.web.live.routes import stream_to_visitor
from schwarm.web.processes.forwarding import NotForwarded, forward
from schwarm.web.shell.feed import Event, Feed, split_events
from schwarm.words import language

FRESH_SECONDS = 1.0
"""How long an answer is told to others, too."""
KEEP_SECONDS = 5.0
"""Seconds for which a stream is still followed after the last one here has looked away."""
MAX_ANSWERS = 200
"""Answers that are remembered or under way."""
MAX_STREAMS = 200
MAX_BYTES = 8_000_000
"""Of an answer, and of a single event."""
OWN = ("127.0.0.1", 0)
"""Where these requests come from: this process, not one of its visitors."""

Name = tuple[bytes, bytes, str]
"""Path, query and language."""


@dataclass(frozen=True, slots=True)
class SharedAnswer:
    """An answer as it came."""

    status: int
    kind: str
    body: bytes

    def to_response(self) -> Response:
        return Response(self.body, self.status, media_type=self.kind)


class SharedRequests:
    """Asks the process that listens at a path. Used by the event loop alone."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._answers: dict[Name, tuple[float, asyncio.Task[SharedAnswer]]] = {}
        self._streams: dict[Name, _SharedStream] = {}

    async def answer(self, request: Request) -> Response:
        """What somebody else was told a moment ago, or the same asked for anew."""
        name = _name_of(request)
        asked_at, task = self._answers.pop(name, (0.0, None))
        if task is None or (task.done() and time.monotonic() - asked_at > FRESH_SECONDS):
            asked_at, task = time.monotonic(), asyncio.get_running_loop().create_task(self._ask(name))
            # Those who asked may all have gone when it fails.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        self._answers[name] = asked_at, task
        while len(self._answers) > MAX_ANSWERS:
            del self._answers[next(iter(self._answers))]
        try:
            # Whoever goes away takes nothing from the others.
            return (await asyncio.shield(task)).to_response()
        except NotForwarded as error:
            raise Refused(GONE()) from error

    async def _ask(self, name: Name) -> SharedAnswer:
        collector = _Collector()
        await forward(self._path, _scope(name), _Silence(), collector.take)
        return collector.answer()

    async def follow(self, request: Request) -> Response:
        """Events of a stream of which each tells all: how things stand, and everything from now on."""
        path, _, lang = _name_of(request)
        # A stream has no query: with made-up ones a single visitor could take all the places.
        name = path, b"", lang
        stream = self._streams.get(name)
        if stream is None:
            if len(self._streams) >= MAX_STREAMS:
                raise Refused(TOO_MANY(), 503)
            stream = self._streams[name] = _SharedStream()
            reading = asyncio.get_running_loop().create_task(self._read(name, stream))
            reading.add_done_callback(lambda done: stream.close())
            asyncio.get_running_loop().call_later(KEEP_SECONDS, self._leave_if_alone, stream, reading)
        stream.waiting += 1
        try:
            refusal = await asyncio.shield(stream.known)
            if refusal is not None:
                return refusal.to_response()
            if self._streams.get(name) is not stream:
                raise Refused(GONE())
            return stream_to_visitor(request, stream.follow())
        finally:
            stream.waiting -= 1

    async def _read(self, name: Name, stream: "_SharedStream") -> None:
        try:
            await forward(self._path, _scope(name), _Silence(), stream.take)
        except NotForwarded:
            stream.fail()
        finally:
            if self._streams.get(name) is stream:
                del self._streams[name]

    def _leave_if_alone(self, stream: "_SharedStream", reading: "asyncio.Task[None]") -> None:
        """Follow it no longer than somebody here does."""
        if len(stream.feed) or stream.waiting:
            asyncio.get_running_loop().call_later(KEEP_SECONDS, self._leave_if_alone, stream, reading)
        else:
            reading.cancel()


class _Collector:
    """Puts an answer together."""

    def __init__(self) -> None:
        self._status, self._kind, self._body = 503, "application/json", bytearray()

    def take_start(self, message: Message) -> int:
        self._status = message["status"]
        self._kind = dict(message["headers"]).get(b"content-type", b"application/json").decode("latin-1")
        return self._status

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.take_start(message)
        elif len(self._body) + len(message["body"]) > MAX_BYTES:
            raise NotForwarded
        else:
            self._body += message["body"]

    def answer(self) -> SharedAnswer:
        return SharedAnswer(self._status, self._kind, bytes(self._body))


class _SharedStream:
    """One stream, and how things stand by its last event."""

    def __init__(self) -> None:
        self.feed: Feed[Event] = Feed()
        self.known: asyncio.Future[SharedAnswer | None] = asyncio.get_running_loop().create_future()
        """None when it has begun; else why not."""
        self.waiting = 0
        """Those who wait for its beginning."""
        self._collector, self._refused = _Collector(), False
        self._rest, self._last = b"", b""

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._refused = self._collector.take_start(message) != 200
        elif self._refused:
            await self._collector.take(message)
            if not message["more_body"]:
                self._tell(self._collector.answer())
        else:
            whole, mark, self._rest = (self._rest + message["body"]).rpartition(b"\n\n")
            if len(self._rest) > MAX_BYTES:
                raise NotForwarded
            for _, _, written in split_events((whole + mark).decode()):
                self._last = written
                self.feed.pass_on(written)
                self._tell(None)

    def follow(self) -> AsyncIterator[bytes]:
        return self.feed.follow_after(language(), self._last)

    def fail(self) -> None:
        if not self.known.done():
            self.known.set_exception(Refused(GONE()))
            # Perhaps nobody waits for it any more.
            self.known.exception()

    def close(self) -> None:
        self.fail()
        self.feed.close()

    def _tell(self, refusal: SharedAnswer | None) -> None:
        if not self.known.done():
            self.known.set_result(refusal)


class _Silence:
    """A visitor who asks, sends nothing more and stays."""

    def __init__(self) -> None:
        self._asked = False

    async def __call__(self) -> Message:
        if self._asked:
            await asyncio.get_running_loop().create_future()
        self._asked = True
        return {"type": "http.request", "body": b"", "more_body": False}


def _name_of(request: Request) -> Name:
    return request.scope.get("raw_path") or request.scope["path"].encode(), request.scope["query_string"], language()


def _scope(name: Name) -> Scope:
    path, query, lang = name
    headers = [(b"host", b"localhost"), (b"accept-language", lang.encode())]
    return {
        "type": "http",
        "method": "GET",
        "path": path.decode("latin-1"),
        "raw_path": path,
        "query_string": query,
        "headers": headers,
        "client": OWN,
        "scheme": "http",
    }


async def answer(request: Request) -> Response:
    shared: SharedRequests = request.app.state.shared_requests
    return await shared.answer(request)


async def follow(request: Request) -> Response:
    shared: SharedRequests = request.app.state.shared_requests
    return await shared.follow(request)


ROUTES = [
    Route("/api/leagues/{key}/wall", answer),
    Route("/api/contests/{event:path}/wall", answer),
    Route("/api/wall/games/{key:path}", answer),
    Route("/api/contests/{event:path}/events", follow),
    Route("/api/leagues/{key}/events", follow),
]
"""A scoreboard, the walls, and the games that they show."""
