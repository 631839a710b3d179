"""Live updates for whoever looks at one thing, as server-sent events: written once per language, queues bounded."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from schwarm.words import speaking

BACKLOG = 64
"""Messages that may wait for a slow reader; then it is cut off, connects again and is told everything anew."""
HEARTBEAT = 15.0

Event = tuple[str, Mapping[str, object]]
"""The kind of a message, and its facts; what a feed may say is in the contract of its part."""
E = TypeVar("E", bound=Event)


def encode_event(event: Event) -> bytes:
    """A message as the browser's EventSource reads it."""
    kind, facts = event
    data = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return f"event: {kind}\ndata: {data}\n\n".encode()


async def encode_events(events: AsyncIterator[Event]) -> AsyncIterator[bytes]:
    async for event in events:
        yield encode_event(event)


class Feed(Generic[E]):
    """Tells its readers what happens."""

    def __init__(self) -> None:
        # Weak: who went away before the first word was sent never says goodbye.
        self._readers: WeakKeyDictionary[asyncio.Queue[bytes | None], str] = WeakKeyDictionary()

    def __len__(self) -> int:
        return len(self._readers)

    def publish(self, event: Callable[[], E]) -> None:
        """Tell all readers, each in his language; nothing is made where nobody listens."""
        texts: dict[str, bytes] = {}
        for queue, lang in list(self._readers.items()):
            if lang not in texts:
                with speaking(lang):
                    texts[lang] = encode_event(event())
            self._put(queue, texts[lang])

    def close(self) -> None:
        """Part with all readers; they connect again if there is something to connect to."""
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

        He is a reader from now on, not only when he begins to read, so that nothing is missed in between."""
        queue: asyncio.Queue[bytes | None] = asyncio.Queue(BACKLOG)
        self._readers[queue] = lang
        return self._read(queue, b"".join(map(encode_event, first)))

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
