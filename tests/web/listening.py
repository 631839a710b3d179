"""A reader of a stream without a connection: what it is told, in order."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

from schwarm.web.shell.feed import Stream


class Listener:
    """Takes events as a connection does. Iteration ends with the stream."""

    def __init__(self, stream: Stream | None) -> None:
        assert stream is not None
        self._stream = stream
        self._told: asyncio.Queue[bytes | None] = asyncio.Queue()
        ended = stream.on_end

        def end() -> None:
            ended()
            self._told.put_nowait(None)

        stream.on_end = end
        stream.begin(self._told.put_nowait)

    def __aiter__(self) -> "Listener":
        return self

    async def __anext__(self) -> bytes:
        told = await self._told.get()
        if told is None:
            raise StopAsyncIteration
        return told

    def leave(self) -> None:
        self._stream.end()


def split_events(text: bytes) -> Iterator[tuple[str, Any]]:
    """The events in what a connection took, with their facts; comments are left out."""
    for piece in text.decode().split("\n\n"):
        kind, _, data = piece.partition("\ndata: ")
        if data and kind.startswith("event: "):
            yield kind.removeprefix("event: "), json.loads(data)
