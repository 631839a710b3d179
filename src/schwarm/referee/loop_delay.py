"""How late the event loop may be: bytes that arrived while it was busy must not count against a player.

A selector that remembers when it was last asked. If it had to wait for the news, they are fresh; if they were there
already, they may have been waiting since it was last asked, and all that time may be our own delay.
"""

import asyncio
import selectors
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

Result = TypeVar("Result")

IDLE_SECONDS = 1e-4
"""A wait longer than this means that the loop was idle when the news came."""


class LoopDelay:
    """Knows, at any moment inside a callback, how long the news it handles may have been waiting for us."""

    def __init__(self) -> None:
        self.worst = 0.0
        """The longest delay so far."""
        self._news_since = time.monotonic()
        self.loop = asyncio.SelectorEventLoop(_watched_selector(self))

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """Run something to its end and close the loop. After Ctrl-C it may clean up before that is passed on.

        Where another loop runs already, as in a notebook, ours needs a thread of its own.
        """
        task = self.loop.create_task(work)
        if not _is_within_a_loop():
            return self._finish(task)
        with ThreadPoolExecutor(1) as beside:
            done = beside.submit(self._finish, task)
            try:
                return done.result()
            except KeyboardInterrupt:
                self.loop.call_soon_threadsafe(task.cancel)
                raise

    def _finish(self, task: asyncio.Task[Result]) -> Result:
        try:
            return self.loop.run_until_complete(task)
        except KeyboardInterrupt:
            task.cancel()
            with suppress(asyncio.CancelledError):
                self.loop.run_until_complete(task)
            raise
        finally:
            self.loop.run_until_complete(self.loop.shutdown_default_executor())
            self.loop.close()

    def delay(self, now: float) -> float:
        """An upper bound on our own delay for what is being handled right now."""
        late = max(0.0, now - self._news_since)
        self.worst = max(self.worst, late)
        return late

    def on_select(self, waited: float, after: float, asked_last: float) -> None:
        """The loop looked for news until `after`, of which it waited for some so long."""
        self._news_since = after if waited > IDLE_SECONDS else asked_last


def _is_within_a_loop() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _watched_selector(loop_delay: LoopDelay) -> selectors.BaseSelector:
    kind: Any = selectors.DefaultSelector

    class Watched(kind):  # type: ignore[misc]
        asked_last = time.monotonic()

        def select(self, timeout: float | None = None) -> Any:
            before = time.monotonic()
            found = super().select(timeout)
            after = time.monotonic()
            # Who has other things to do does not wait, however long looking took on a busy machine.
            loop_delay.on_select(0.0 if timeout == 0 else after - before, after, self.asked_last)
            self.asked_last = after
            return found

    watched: selectors.BaseSelector = Watched()
    return watched
