"""The way to a server: connects, cuts what arrives into messages, and notes when each came. Plain blocking sockets."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from schwarm.player.player_errors import CannotPlay
from schwarm.protocol import Stream, StreamError
from schwarm.protocol.element import Element
from schwarm.protocol.stream import Ended
from schwarm.words import Sentence, excerpt

PATIENCE = 5.0
"""Seconds that a server may take to come up."""
PAUSE = 0.05
"""Seconds between two attempts to connect."""
BYTES_AT_ONCE = 64 * 1024


@dataclass(frozen=True, slots=True)
class Address:
    """Where a game waits: a server and, if one is given, the reservation or the room on it."""

    host: str = "localhost"
    port: int = 13050
    reservation: str | None = None
    room: str | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class Connection:
    """One conversation with a server."""

    def __init__(self, address: Address, patience: float = PATIENCE) -> None:
        self._address = address
        self._socket = _connect(address, patience)
        # A move must not wait for a packet to fill up. Where the server has hung up already, reading will tell.
        with suppress(OSError):
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, text: str) -> bool:
        """Send something; whether it could be sent. Where not, what the server said before it hung up is still there
        to be read, and says why."""
        try:
            self._socket.sendall(text.encode())
        except OSError:
            return False
        return True

    def elements(self) -> Iterator[tuple[Element, float]]:
        """What the server says, and when it arrived, until it hangs up."""
        stream = Stream()
        while data := self._receive():
            arrived = time.monotonic()
            try:
                for news in stream.feed(data):
                    if isinstance(news, Ended):
                        return
                    if isinstance(news, Element):
                        yield news, arrived
            except StreamError as error:
                raise CannotPlay(GARBAGE(address=self._address)) from error

    def _receive(self) -> bytes:
        try:
            return self._socket.recv(BYTES_AT_ONCE)
        except OSError:
            return b""

    def close(self) -> None:
        self._socket.close()


def _connect(address: Address, patience: float) -> socket.socket:
    """A socket; a server that is just starting gets some time to."""
    until = time.monotonic() + patience
    # As bytes an ordinary name needs none of Python's tables for international ones.
    host: Any = address.host.encode() if address.host.isascii() else address.host
    while True:
        left = until - time.monotonic()
        try:
            connection = socket.create_connection((host, address.port), max(left, 1.0))
        except (socket.gaierror, UnicodeError) as error:
            raise CannotPlay(NO_SUCH_HOST(host=excerpt(address.host))) from error
        except OSError as error:
            if left <= 0:
                raise CannotPlay(NOBODY_THERE(address=address)) from error
            time.sleep(PAUSE)
        else:
            # From here on there is no hurry: a game may stand still for as long as its server likes.
            connection.settimeout(None)
            return connection


NO_SUCH_HOST = Sentence("There is no computer called “{host}”; give the server's name or address with --host.")
NOBODY_THERE = Sentence("No server answers at {address}; start one, or name another with --host and --port.")
GARBAGE = Sentence("What {address} sends is not a Software-Challenge message; is another program listening there?")
