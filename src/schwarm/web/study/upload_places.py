"""Files that visitors bring along, on their way and while they are worked on: bounded for each client, and in all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from schwarm.web.errors import Refused
from schwarm.web.shell.side_process import TOO_BUSY

MAX_OF_CLIENT = 6
"""Fewer than may wait to be read: who sends large files, or sends them slowly, takes nothing from the others."""
MAX_IN_ALL = 64


class UploadPlaces:
    """Who brings something at the moment. Used by the event loop alone."""

    def __init__(self) -> None:
        self._clients: Counter[str] = Counter()

    @contextmanager
    def take(self, client: str) -> Iterator[None]:
        """A place until the end of the block; raises `Refused` where there is none."""
        if self._clients[client] >= MAX_OF_CLIENT or self._clients.total() >= MAX_IN_ALL:
            raise Refused(TOO_BUSY(), 503)
        self._clients[client] += 1
        try:
            yield
        finally:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]
