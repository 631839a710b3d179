"""Requests begin one after the other, one in each turn of the event loop.

Games are played in the same loop. Without this, as many pages as are asked for at once would be made before the next
move is looked at; so it is at most one. Where requests keep coming, the loop has as much time for everything else as it
spent on them. Clients take turns: a flood makes only its own sender wait.
"""

import asyncio
import time

from schwarm.web.shell.waiting_line import WaitingLine

MAX_REST_SECONDS = 0.02
"""How long the next request waits at most for the time that the last one took."""


class Turnstile:
    """Lets requests in one by one."""

    def __init__(self) -> None:
        self._line = WaitingLine()
        self._turning = False
        self._worked = 0.0
        """Seconds that the loop had worked when the last request was let in."""

    def __len__(self) -> int:
        return len(self._line)

    async def enter(self, client: str) -> None:
        """Wait until it is this client's turn."""
        if self._turning:
            await self._line.join(client)
        else:
            self._turning = True
            self._worked = time.thread_time()
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        if self._line.call_next() is None:
            self._turning = False
            return
        worked = time.thread_time()
        rest, self._worked = min(worked - self._worked, MAX_REST_SECONDS), worked
        asyncio.get_running_loop().call_later(rest, self._turn)
