"""A server that follows a script: a thread with one socket, which says and hears exactly what a test wants."""

import gzip
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import schwarm
from patience import PATIENCE
from schwarm.player.connection import Address
from schwarm.protocol import Element, Stream, codec_for
from schwarm.protocol.messages import Event

RECORDED = Path(__file__).parent / "recorded"
"""Whole games between official servers and real clients, one per season: what each side said, in order."""


class Conversation:
    """The server's end of one connection."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self._opened = False
        self._stream = Stream()
        self._waiting: list[Element] = []

    def open(self) -> None:
        """Open the root, unless that was said already."""
        if not self._opened:
            self.say("<protocol>")

    def say(self, text: str) -> None:
        self._opened = True
        self.connection.sendall(text.encode())

    def tell(self, game: str, *events: Event) -> None:
        codec = codec_for(schwarm.game(game))
        self.open()
        self.say("".join(codec.write_event(event) for event in events))

    def hear(self) -> Element | None:
        """The next thing the client says; None when it has gone."""
        while not self._waiting:
            try:
                data = self.connection.recv(65536)
            except ConnectionResetError:  # it went without reading everything
                data = b""
            if not data:
                return None
            self._waiting = [news for news in self._stream.feed(data) if isinstance(news, Element)]
        return self._waiting.pop(0)


Script = Callable[[Conversation], None]


@contextmanager
def server(script: Script) -> Iterator[Address]:
    """A server for one client. What goes wrong in the script goes wrong in the test."""
    failures: list[BaseException] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.settimeout(PATIENCE)

        def serve() -> None:
            try:
                connection, _ = listening.accept()
                connection.settimeout(PATIENCE)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with connection:
                    script(Conversation(connection))
            except BaseException as error:
                failures.append(error)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield Address("127.0.0.1", listening.getsockname()[1], reservation="c0de")
        finally:
            thread.join(PATIENCE)
    if failures:
        raise failures[0]


def recorded(game: str, client: str) -> list[tuple[str, str]]:
    """What one client of a recorded game and the official server said to each other."""
    with gzip.open(RECORDED / f"{game}.json.gz", "rt", encoding="utf-8") as file:
        return [(direction, data) for direction, data in json.load(file)[client]]


def elements(data: str) -> list[Element]:
    """The messages in a complete stream."""
    return [news for news in Stream(longest=10**9).feed(data.encode()) if isinstance(news, Element)]
