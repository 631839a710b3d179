"""Who waits, by client: clients take turns, so that whoever asks for much keeps only themselves waiting."""

import asyncio
from collections import deque


class WaitingLine:
    """Runs inside the event loop."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """The client at the front is next."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def join(self, client: str) -> asyncio.Future[None]:
        """Something to wait for that is done when the client is called."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        return turn

    def call_next(self, last: str | None = None) -> str | None:
        """Call whoever is next and has not gone, if anybody is there; whoever was called last only if no other is."""
        while self._waiting:
            client = next((other for other in self._waiting if other != last), next(iter(self._waiting)))
            queue = self._waiting.pop(client)
            turn = queue.popleft()
            if queue:
                self._waiting[client] = queue
            if not turn.done():
                turn.set_result(None)
                return client
        return None
