"""Live updates beyond one process: nginx with nchan tells any number of spectators what the page tells it once.

Each public stream that is followed has a channel there, named by language and address. A spectator hears the state from
the page, and where to go on: at the channel, from the last message that the state includes. A channel carries the
stream's own events and two more: `alive`, and `again`, after which spectators return to the page for the state.
"""

import asyncio
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import quote, urlsplit

from starlette.responses import Response

from schwarm.web.shell.background import in_threads
from schwarm.web.shell.feed import HEADERS, HEARTBEAT, RETRY, Stream, encode_event

CROWD = "/crowd/"
"""Where nginx lets spectators subscribe."""
MAX_SECONDS_TO_POST = 5.0
MAX_POSTS = 2_000
"""Events that may wait for nginx; more, and spectators are told by the page itself."""
PAUSE = 2.0
"""Seconds until nginx is tried again after a failure."""
AGAIN, ALIVE = encode_event(("again", {})), encode_event(("alive", {}))

Post = tuple["Channel", bytes, "asyncio.Future[str | None] | None"]


@dataclass(slots=True, eq=False)
class Channel:
    """One stream in one language, as nginx passes it on."""

    name: str
    untap: Callable[[], None]
    tell_crowd: Callable[[int], None]
    """Takes the number of subscribers."""
    asked_at: float
    """When a spectator was sent here last."""
    cursor: str | None = None
    """The last message there, by nchan's own number."""
    subscribers: int = 0


class FanOut:
    """Used by the event loop alone. `address` is where nginx takes events: a channel's name is appended."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._connection = HTTPConnection(parts.netloc, timeout=MAX_SECONDS_TO_POST)
        self._path = parts.path.rstrip("/") + "/"
        self._channels: dict[str, Channel] = {}
        self._posts: asyncio.Queue[Post] = asyncio.Queue()
        self._thread = ThreadPoolExecutor(1, "schwarm-fan-out")
        self._retry_at = 0.0

    async def answer(self, address: str, stream: Stream) -> Response | None:
        """What a spectator of a stream is answered: the state, and where to go on; None while nginx cannot be
        reached."""
        # No turn of the loop since the stream began: the cursor stands for exactly the state that it tells first.
        cursor = await self._find_cursor(f"{stream.lang}{address}", stream)
        if cursor is None:
            return None
        name = quote(f"{stream.lang}{address}")
        elsewhere = encode_event(("elsewhere", {"address": f"{CROWD}{name}?from={quote(cursor)}"}))
        headers = {name.decode(): value.decode() for name, value in HEADERS}
        return Response(RETRY + stream.first + elsewhere, headers=headers)

    async def run(self) -> None:
        """Post events in order, one at a time, until cancelled."""
        beating = asyncio.get_running_loop().create_task(self._beat())
        try:
            while True:
                channel, event, waiting = await self._posts.get()
                if self._channels.get(channel.name) is channel:
                    try:
                        if event:
                            await self._post(channel, event)
                    except (OSError, HTTPException, ValueError, KeyError):
                        self._give_up()
                if waiting is not None and not waiting.done():
                    waiting.set_result(channel.cursor if self._channels.get(channel.name) is channel else None)
        finally:
            beating.cancel()
            self._thread.shutdown(wait=False)

    async def _find_cursor(self, name: str, stream: Stream) -> str | None:
        if time.monotonic() < self._retry_at:
            return None
        channel = self._channels.get(name) or self._open(name, stream)
        channel.asked_at = time.monotonic()
        waiting = asyncio.get_running_loop().create_future()
        self._posts.put_nowait((channel, b"", waiting))
        found: str | None = await waiting
        return found

    def _open(self, name: str, stream: Stream) -> Channel:
        def take(event: bytes) -> None:
            # The end of a feed: spectators ask the page what follows.
            self._posts.put_nowait((channel, event or AGAIN, None))
            if self._posts.qsize() > MAX_POSTS:
                self._give_up()

        feed, lang = stream.feed, stream.lang
        channel = Channel(name, lambda: feed.untap(lang), stream.on_crowd, time.monotonic())
        self._channels[name] = channel
        feed.tap(lang, take)
        # Spectators may be there since another life of this process, and have missed something.
        self._posts.put_nowait((channel, AGAIN, None))
        return channel

    def _close(self, channel: Channel) -> None:
        del self._channels[channel.name]
        channel.untap()
        channel.tell_crowd(0)

    def _give_up(self) -> None:
        """What nginx missed is unknown: spectators who come are told by the page itself for a while."""
        self._retry_at = time.monotonic() + PAUSE
        self._connection.close()
        for channel in list(self._channels.values()):
            self._close(channel)

    async def _post(self, channel: Channel, event: bytes) -> None:
        answer = await in_threads(self._thread, self._send, channel.name, event)
        channel.cursor = str(answer["last_message_id"])
        if answer["subscribers"] != channel.subscribers:
            channel.subscribers = int(answer["subscribers"])
            channel.tell_crowd(channel.subscribers)

    def _send(self, name: str, event: bytes) -> dict[str, Any]:
        kind, _, data = event.decode().partition("\ndata: ")
        headers = {"Accept": "text/json", "X-EventSource-Event": kind.removeprefix("event: ")}
        self._connection.request("POST", self._path + quote(name), data.rstrip("\n").encode(), headers)
        with self._connection.getresponse() as response:
            answer: dict[str, Any] = json.loads(response.read())
        return answer

    async def _beat(self) -> None:
        """Show that the page lives, and forget channels without spectators."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            for channel in list(self._channels.values()):
                if channel.subscribers or time.monotonic() - channel.asked_at < 2 * HEARTBEAT:
                    self._posts.put_nowait((channel, ALIVE, None))
                else:
                    self._close(channel)
