"""Live updates as server-sent events: each is encoded once per language, then written to every reader's connection."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Generic, TypeVar
from weakref import WeakSet

from starlette.types import Receive, Scope, Send

from schwarm.words import speaking

BACKLOG = 64
"""Events that may wait for a connection, and events of a feed that may be on their way."""
HEARTBEAT = 15.0
"""Seconds between two signs of life."""
MAX_TOLD_AT_ONCE = 20
"""Readers that are written to in one turn of the event loop."""
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    # Declared as encoded: otherwise a middleware would compress it, and hold events back.
    (b"content-encoding", b"identity"),
]
RETRY = b"retry: 1000\n\n"
ALIVE = b": still here\n\n"

Event = tuple[str, Mapping[str, object]]
"""The kind of a message, and its facts; what a feed may say is in the contract of its part."""
E = TypeVar("E", bound=Event)


def encode_event(event: Event) -> bytes:
    """A message as the browser's EventSource reads it."""
    kind, facts = event
    return f"event: {kind}\ndata: {encode_json(facts)}\n\n".encode()


def encode_joined(kind: str, known: str, facts: Mapping[str, object]) -> bytes:
    """A message of facts that are encoded already, and more of them."""
    return f"event: {kind}\ndata: {known[:-1]},{encode_json(facts)[1:]}\n\n".encode()


def encode_json(facts: Mapping[str, object]) -> str:
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


async def encode_events(events: AsyncIterator[Event]) -> AsyncIterator[bytes]:
    async for event in events:
        yield encode_event(event)


class Stream:
    """One reader of a feed, as an answer (ASGI). Events wait here until the connection takes them."""

    def __init__(self, feed: "Feed[Any]", lang: str, first: bytes) -> None:
        self.feed, self.lang, self.first = feed, lang, first
        """What the reader hears first: the state at the time of subscribing."""
        self.on_begin: Callable[[], None] = _nothing
        self.on_end: Callable[[], None] = _nothing
        """Called when the connection takes events, and when it no longer does."""
        self.on_crowd: Callable[[int], None] = lambda number: None
        """Takes how many follow the same elsewhere."""
        self._waiting = [RETRY + first]
        self._write: Callable[[bytes], None] | None = None
        self._ended = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        try:
            if scope["method"] != "HEAD":
                scope["state"]["connection"].carry(self)
                await self._ended.wait()
        finally:
            self.end()
        await send({"type": "http.response.body", "body": b""})

    def begin(self, write: Callable[[bytes], None]) -> None:
        """From now on events are written at once."""
        self._write = write
        write(b"".join(self._waiting))
        self.on_begin()

    def tell(self, event: bytes) -> None:
        if self._write is not None:
            self._write(event)
        elif len(self._waiting) < BACKLOG:
            self._waiting.append(event)
        else:
            self.end()

    def end(self) -> None:
        """Complete the answer. Browsers connect again and hear the state anew."""
        if not self._ended.is_set():
            self._ended.set()
            self.feed.forget(self)
            if self._write is not None:
                self.on_end()


class Feed(Generic[E]):
    """Tells its readers what happens."""

    def __init__(self) -> None:
        # Weak: an answer that is never sent never ends.
        self._streams: WeakSet[Stream] = WeakSet()
        self._taps: dict[str, Callable[[bytes], None]] = {}
        self._unsent: deque[tuple[deque[Stream], dict[str, bytes]]] = deque()
        """Events that some readers have not been told yet, and those readers."""
        self._beating: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._streams) + len(self._taps)

    @property
    def languages(self) -> set[str]:
        """Those of the readers."""
        return {stream.lang for stream in self._streams} | self._taps.keys()

    def publish(self, event: Callable[[], E]) -> None:
        """Tell all readers, each in their language; without readers nothing is encoded."""
        events: dict[str, bytes] = {}
        for lang in self.languages:
            with speaking(lang):
                events[lang] = encode_event(event())
        for lang, take in list(self._taps.items()):
            take(events[lang])
        self._tell(events)

    def _tell(self, events: dict[str, bytes]) -> None:
        if len(self._unsent) >= BACKLOG:
            self.close()
            return
        self._unsent.append((deque(self._streams), events))
        if len(self._unsent) == 1:
            self._send()

    def _send(self) -> None:
        """Tell some readers; the others in the loop's next turns, so that a crowd delays no game."""
        left = MAX_TOLD_AT_ONCE
        while self._unsent and left:
            streams, events = self._unsent[0]
            while streams and left:
                stream = streams.popleft()
                if stream in self._streams:
                    stream.tell(events[stream.lang])
                    left -= 1
            if not streams:
                self._unsent.popleft()
        if self._unsent:
            asyncio.get_running_loop().call_soon(self._send)

    def _beat(self) -> None:
        """Tell readers of a quiet feed that the connection lives; dead ones are found by it."""
        self._beating = None
        if self._streams:
            self._tell(dict.fromkeys(self.languages, ALIVE))
            self._beat_later()

    def _beat_later(self) -> None:
        if self._beating is None:
            self._beating = asyncio.get_running_loop().call_later(HEARTBEAT, self._beat)

    def follow(self, lang: str, *first: E | bytes) -> Stream:
        """A new reader: hears `first`, the state at this moment, and then everything that happens.

        Subscribed from now on, not only once the connection takes events, so that nothing is missed in between."""
        told = (each if isinstance(each, bytes) else encode_event(each) for each in first)
        stream = Stream(self, lang, b"".join(told))
        self._streams.add(stream)
        self._beat_later()
        return stream

    def tap(self, lang: str, take: Callable[[bytes], None]) -> None:
        """Hand every event in a language to `take`, before any reader hears it; nothing when the feed ends."""
        self._taps[lang] = take

    def untap(self, lang: str) -> None:
        self._taps.pop(lang, None)

    def forget(self, stream: Stream) -> None:
        self._streams.discard(stream)

    def close(self) -> None:
        """Part with all readers; they connect again if there is something to connect to."""
        self._unsent.clear()
        for take in list(self._taps.values()):
            take(b"")
        for stream in list(self._streams):
            stream.end()


def _nothing() -> None:
    pass
