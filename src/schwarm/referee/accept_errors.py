"""No more open files: asyncio complains about every connection it cannot accept, thousands of times a second. Here it
is said once."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from schwarm.words import Message, Sentence

AGAIN_SECONDS = 600.0
"""Seconds after which it may be said again."""
ACCEPT = "socket.accept() out of system resource"
"""How asyncio names this trouble."""


def tell_accept_errors_once(
    loop: asyncio.AbstractEventLoop,
    trouble: Callable[[Message], None],
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Say in one sentence that nobody can connect any more. Everything else is reported as usual."""
    said: float | None = None

    def on_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        nonlocal said
        if context.get("message") != ACCEPT:
            loop.default_exception_handler(context)
        elif said is None or clock() - said > AGAIN_SECONDS:
            said = clock()
            trouble(NO_MORE_FILES())

    loop.set_exception_handler(on_error)


NO_MORE_FILES = Sentence(
    "Schwarm may open no more files here, so new connections have to wait; allow more with “ulimit -n NUMBER”."
)
