"""What everybody does who lets clients in: let many wait, notice who is gone, and stop without forgetting whoever was
just accepted."""

import asyncio
import os
import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

MAX_ACCEPTS_PER_TURN = 2
"""Connections that are accepted before anybody else gets their turn."""
MAX_QUEUE = 1024
"""Connections that may wait for being accepted."""
TURNS_OF_AN_ACCEPT = 5
"""At least as many turns of the event loop as asyncio takes from accepting a socket to `connection_made`."""
KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}
"""Seconds after which the system asks whether a silent client's machine is still there, seconds from one such question
to the next, and how many of them may stay unanswered."""


def let_queue(server: asyncio.Server) -> None:
    """Let many wait for being accepted: to asyncio that is the same number as how many are accepted at once."""
    for listening in server.sockets:
        with socket.socket(fileno=os.dup(listening.fileno())) as same:
            same.listen(MAX_QUEUE)


def keep_alive(client: Any) -> None:
    """Have a client noticed that went without a word: a computer that was switched off, or a router that forgot it.
    Whoever sits opposite would wait for it for ever. That also keeps routers from forgetting who waits for hours."""
    if client is not None and client.family in (socket.AF_INET, socket.AF_INET6):
        # Where the client is gone already, reading will tell.
        with suppress(OSError):
            client.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for option, value in KEEPALIVE.items():
                if hasattr(socket, option):
                    client.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)


async def stop_listening(servers: Iterable[asyncio.Server]) -> None:
    """Let nobody in any more. Whoever was just accepted comes in first: asyncio forgets them, and their socket stays
    open, if the server is closed before their connection is made."""
    known = list(servers)
    loop = asyncio.get_running_loop()
    for listening in [listening for server in known for listening in server.sockets]:
        loop.remove_reader(listening.fileno())
    await take_turns(TURNS_OF_AN_ACCEPT if known else 0)
    for server in known:
        server.close()


async def take_turns(number: int) -> None:
    """Let the event loop do what is due."""
    for _ in range(number):
        await asyncio.sleep(0)
