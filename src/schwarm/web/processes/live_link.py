"""The page's end of the connection to the process in which games are played: calls with answers, and what is followed.

Every call is answered within a bounded time or refused; whoever listens is told when the other side has ended.
"""

import asyncio
import itertools
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from schwarm.web.errors import GONE, TOO_MANY, Refused, said
from schwarm.web.processes.frame import BadFrame, encode_frame, read_frame
from schwarm.words import language

MAX_SECONDS_TO_ANSWER = 30.0
MAX_CALLS = 1_000
"""Calls that wait for their answers."""
SIGN_EVERY = 2.0
"""Seconds between two signs of life."""


class LiveLink:
    """One connection. Used by the event loop alone."""

    def __init__(self) -> None:
        self._writer: asyncio.StreamWriter | None = None
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._listeners: dict[int, tuple[Callable[[str], None], Callable[[], None]]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.ended = asyncio.Event()
        """Set when the other side is gone: there are no games any more."""

    async def connect(self, path: Path) -> None:
        reader, self._writer = await asyncio.open_unix_connection(path)
        self._say({"pid": os.getpid()})
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(work) for work in (self._read(reader), self._give_signs())]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._writer is not None:
            self._writer.close()
            with suppress(OSError):
                await self._writer.wait_closed()

    async def ask(self, call: str, **facts: Any) -> Any:
        """Have something done there, in the language spoken here; raises `Refused` with the sentence from there."""
        if self.ended.is_set():
            raise Refused(GONE())
        if len(self._answers) >= MAX_CALLS:
            raise Refused(TOO_MANY(), 503)
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        try:
            self._say({"id": number, "call": call, "with": facts, "lang": language()})
            async with asyncio.timeout(MAX_SECONDS_TO_ANSWER):
                return await answer
        except TimeoutError as error:
            raise Refused(TOO_MANY(), 503) from error
        finally:
            del self._answers[number]

    def follow(self, key: str | None, lang: str, take: Callable[[str], None], over: Callable[[], None]) -> int:
        """Hear everything that happens in a game, or with None in all; gives a number to leave with."""
        number = next(self._numbers)
        self._listeners[number] = take, over
        if self.ended.is_set():
            self._end(number)
        else:
            self._say({"id": number, "follow": key, "lang": lang})
        return number

    def leave(self, number: int) -> None:
        if self._listeners.pop(number, None):
            self._say({"leave": number})

    def tell_spectators(self, key: str, number: int) -> None:
        self._say({"spectators": key, "number": number})

    # -- the connection ----------------------------------------------------------------------------------

    def _say(self, facts: dict[str, Any]) -> None:
        if self._writer is not None and not self._writer.is_closing():
            # Bounded by the calls that may wait, and the other side reads at once.
            self._writer.write(encode_frame(facts))

    async def _give_signs(self) -> None:
        while True:
            self._say({"alive": True})
            await asyncio.sleep(SIGN_EVERY)

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            with suppress(BadFrame):
                while (frame := await read_frame(reader)) is not None:
                    self._take(frame)
        finally:
            self.ended.set()
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(Refused(GONE()))
            for number in list(self._listeners):
                self._end(number)

    def _take(self, frame: dict[str, Any]) -> None:
        number = frame["id"]
        if "text" in frame:
            if number in self._listeners:
                self._listeners[number][0](frame["text"])
        elif "over" in frame or number in self._listeners:
            self._end(number)
        elif (answer := self._answers.get(number)) is not None and not answer.done():
            if "error" in frame:
                answer.set_exception(Refused(said(frame["error"]), frame["status"]))
            else:
                answer.set_result(frame["answer"])

    def _end(self, number: int) -> None:
        if listener := self._listeners.pop(number, None):
            listener[1]()
