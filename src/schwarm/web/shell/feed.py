"""Live updates for whoever looks at one thing, as server-sent events: written once per language, queues bounded."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from schwarm.words import speaking

BACKLOG = 64
"""Messages that may wait for a slow reader; then it is cut off, connects again and is told everything anew."""
HEARTBEAT = 15.0
MAX_TOLD_AT_ONCE = 50
"""Readers who are told something in one turn of the event loop."""

Event = tuple[str, Mapping[str, object]]
"""The kind of a message, and its facts; what a feed may say is in the contract of its part."""
E = TypeVar("E", bound=Event)


def encode_event(event: Event) -> bytes:
    """A message as the browser's EventSource reads it."""
    kind, facts = event
    data = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return f"event: {kind}\ndata: {data}\n\n".encode()


def split_events(text: str) -> Iterator[tuple[str, Any, bytes]]:
    """The messages in what `encode_event` wrote, each with its facts and as it was written; remarks, and what concerns
    only the connection, are left out."""
    for piece in text.split("\n\n"):
        kind, _, data = piece.partition("\ndata: ")
        if data and kind.startswith("event: "):
            yield kind.removeprefix("event: "), json.loads(data), f"{piece}\n\n".encode()


async def encode_events(events: AsyncIterator[Event]) -> AsyncIterator[bytes]:
    async for event in events:
        yield encode_event(event)


class Feed(Generic[E]):
    """Tells its readers what happens."""

    def __init__(self) -> None:
        # Weak: who went away before the first word was sent never says goodbye.
        self._readers: WeakKeyDictionary[asyncio.Queue[bytes | None], str] = WeakKeyDictionary()
        self._unsent: deque[tuple[deque[tuple[asyncio.Queue[bytes | None], str]], dict[str, bytes]]] = deque()
        """What some readers have not been told yet, and who."""

    def __len__(self) -> int:
        return len(self._readers)

    @property
    def languages(self) -> set[str]:
        """Those of the readers."""
        return set(self._readers.values())

    def publish(self, event: Callable[[], E]) -> None:
        """Tell all readers, each in their language; nothing is made where nobody listens."""
        texts: dict[str, bytes] = {}
        for lang in self.languages:
            with speaking(lang):
                texts[lang] = encode_event(event())
        self._tell(texts)

    def pass_on(self, text: bytes) -> None:
        """Tell all readers what was written elsewhere, in the one language that they have in common."""
        self._tell(dict.fromkeys(self.languages, text))

    def _tell(self, texts: dict[str, bytes]) -> None:
        if len(self._unsent) >= BACKLOG:
            self.close()
            return
        self._unsent.append((deque(self._readers.items()), texts))
        if len(self._unsent) == 1:
            self._send()

    def _send(self) -> None:
        """Tell some readers; the others in the loop's next turns, so that a crowd keeps no game waiting."""
        left = MAX_TOLD_AT_ONCE
        while self._unsent and left:
            readers, texts = self._unsent[0]
            while readers and left:
                queue, lang = readers.popleft()
                if queue in self._readers:
                    self._put(queue, texts[lang])
                    left -= 1
            if not readers:
                self._unsent.popleft()
        if self._unsent:
            asyncio.get_running_loop().call_soon(self._send)

    def close(self) -> None:
        """Part with all readers; they connect again if there is something to connect to."""
        for readers, _ in self._unsent:
            readers.clear()
        for queue in list(self._readers):
            self._readers.pop(queue, None)
            self._put(queue, None)

    def _put(self, queue: "asyncio.Queue[bytes | None]", text: bytes | None) -> None:
        if queue.full():
            self._readers.pop(queue, None)
            while not queue.empty():
                queue.get_nowait()
            text = None
        queue.put_nowait(text)

    def follow(self, lang: str, *first: E) -> AsyncIterator[bytes]:
        """What a new reader gets: how things stand (`first`), and from then on everything that happens.

        They are readers from now on, not only when they begin to read, so that nothing is missed in between."""
        return self.follow_after(lang, b"".join(map(encode_event, first)))

    def follow_after(self, lang: str, first: bytes) -> AsyncIterator[bytes]:
        """The same for somebody who is told first what was written already."""
        queue: asyncio.Queue[bytes | None] = asyncio.Queue(BACKLOG)
        self._readers[queue] = lang
        return self._read(queue, first)

    async def _read(self, queue: "asyncio.Queue[bytes | None]", first: bytes) -> AsyncIterator[bytes]:
        try:
            yield b"retry: 1000\n\n" + first
            while True:
                try:
                    text = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                if text is None:
                    return
                yield text
        finally:
            self._readers.pop(queue, None)
