"""Where the referee's process answers the page's processes: on a Unix socket in a folder that only this user may enter.

A process of the page that is slow or dies hurts only its own visitors: every answer and every event waits for it in a
task of its own, bounded in number and time, and no game waits for any of them.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import aclosing, suppress
from pathlib import Path
from typing import Any

from schwarm.web.errors import TOO_MANY, WENT_WRONG, to_refusal
from schwarm.web.live.local_live_service import LocalLiveService
from schwarm.web.processes.frame import BadFrame, encode_frame, read_frame
from schwarm.web.processes.live_calls import CALLS
from schwarm.words import SchwarmError, speaking

log = logging.getLogger("schwarm.web")

MAX_CALLS = 2_000
"""Calls of one process that are being answered."""
MAX_FOLLOWED = 2_000
"""Games that one process follows, each language for itself."""
MAX_SECONDS_TO_READ = 20.0
"""Seconds in which a process must take what waits for it; then it is cut off."""


class LiveSocket:
    """Lets other processes use the live service of this one. Runs inside the referee's event loop."""

    def __init__(self, service: LocalLiveService) -> None:
        self._service = service
        self._server: asyncio.Server | None = None
        self.links: dict[int, PageLink] = {}
        """The processes that are connected, by their numbers."""

    async def listen(self, path: Path) -> None:
        self._server = await asyncio.start_unix_server(self._serve, path)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        link = PageLink(self._service, writer)
        try:
            hello = await read_frame(reader)
            if hello is None:
                return
            self.links[hello["pid"]] = link
            try:
                await link.serve(reader)
            finally:
                if self.links.get(hello["pid"]) is link:
                    del self.links[hello["pid"]]
        except (BadFrame, KeyError, TypeError) as error:
            log.warning("A process of the page said something that makes no sense: %r", error)
        finally:
            link.close()

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for link in list(self.links.values()):
            link.close()


class PageLink:
    """One process of the page: what it asks, and what it follows."""

    def __init__(self, service: LocalLiveService, writer: asyncio.StreamWriter) -> None:
        self._service, self._writer = service, writer
        self.heard_at = time.monotonic()
        """When it said something last, by the monotonic clock."""
        self._calls: set[asyncio.Task[None]] = set()
        self._following: dict[int, asyncio.Task[None]] = {}
        self._spectators: set[str] = set()

    async def serve(self, reader: asyncio.StreamReader) -> None:
        while (frame := await read_frame(reader)) is not None:
            self.heard_at = time.monotonic()
            if "call" in frame:
                await self._begin_call(frame)
            elif "follow" in frame:
                await self._begin_following(frame)
            elif "leave" in frame:
                if task := self._following.pop(frame["leave"], None):
                    task.cancel()
            elif "spectators" in frame:
                self._count(frame["spectators"], frame["number"])

    def close(self) -> None:
        """Part with it: nothing of it is left."""
        for task in (*self._calls, *self._following.values()):
            task.cancel()
        for key in list(self._spectators):
            self._count(key, 0)
        self._writer.transport.abort()

    def _count(self, key: str, number: int) -> None:
        (self._spectators.add if number else self._spectators.discard)(key)
        self._service.count_spectators(self, key, number)

    # -- calls -------------------------------------------------------------------------------------------

    async def _begin_call(self, frame: dict[str, Any]) -> None:
        if len(self._calls) >= MAX_CALLS:
            await self._say({"id": frame["id"], "error": str(TOO_MANY()), "status": 503})
            return
        task = self._spawn(self._answer(frame))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def _answer(self, frame: dict[str, Any]) -> None:
        with speaking(frame["lang"]):
            try:
                answer = {"answer": await CALLS[frame["call"]](self._service, frame["with"])}
            except SchwarmError as error:
                refused = to_refusal(error)
                answer = {"error": str(refused), "status": refused.status}
            except Exception:
                log.exception("%s", frame["call"])
                answer = {"error": str(WENT_WRONG()), "status": 500}
        await self._say({"id": frame["id"], **answer})

    # -- events ------------------------------------------------------------------------------------------

    async def _begin_following(self, frame: dict[str, Any]) -> None:
        number: int = frame["id"]
        if len(self._following) >= MAX_FOLLOWED:
            await self._say({"id": number, "over": True})
            return
        task = self._following[number] = self._spawn(self._follow(number, frame["follow"], frame["lang"]))
        task.add_done_callback(lambda done: self._following.pop(number, None))

    async def _follow(self, number: int, key: str | None, lang: str) -> None:
        """Pass on what happens in a game, or in all of them, until it ends or nobody there listens."""
        with speaking(lang):
            messages = await (
                self._service.follow_all(lang) if key is None else self._service.follow_for_others(key, lang)
            )
            if messages is not None:
                await self._pass_on(number, messages)
        await self._say({"id": number, "over": True})

    async def _pass_on(self, number: int, messages: AsyncIterator[bytes]) -> None:
        # A feed's own iterator, which says goodbye when it is closed.
        async with aclosing(messages) as texts:  # type: ignore[type-var]
            async for text in texts:
                await self._say({"id": number, "text": text.decode()})

    async def _say(self, facts: dict[str, Any]) -> None:
        try:
            self._writer.write(encode_frame(facts))
            async with asyncio.timeout(MAX_SECONDS_TO_READ):
                await self._writer.drain()
        except BadFrame:
            log.warning("An answer was too long for a process of the page.")
            self._writer.write(encode_frame({"id": facts["id"], "error": str(WENT_WRONG()), "status": 500}))
        except (OSError, TimeoutError):
            # It reads nothing any more. Who reads its words notices, and parts with it.
            self._writer.transport.abort()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        async def quietly() -> None:
            with suppress(asyncio.CancelledError):
                await work

        return asyncio.get_running_loop().create_task(quietly())
