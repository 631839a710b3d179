"""The page's own server, inside the referee's event loop."""

import asyncio
import contextlib
import socket
from collections.abc import Iterator
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from schwarm.referee.server import MAX_QUEUE
from schwarm.web.certificate import Certificate
from schwarm.web.connection import MAX_HEADER_BYTES, ConnectionPlaces, PageConnection
from schwarm.web.settings import Bounds

STOPPING = 3
MAX_ACCEPTS = 8
"""Connections that are accepted in a turn of the event loop. More than requests that begin in one: a crowd waits in the
line where networks take turns, not in the system's queue."""


class _Quiet(uvicorn.Server):
    """uvicorn without its signal handlers: whoever runs the loop decides when it ends."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    def install_signal_handlers(self) -> None:
        pass


class PageServer:
    """Serves an application on a socket that is bound already."""

    def __init__(
        self,
        app: ASGIApp,
        bound: socket.socket,
        bounds: Bounds | None = None,
        proxies: tuple[str, ...] = (),
        *,
        certificate: Certificate | None = None,
    ) -> None:
        self._socket = bound
        places = self.places = ConnectionPlaces(bounds or Bounds(), proxies)

        class Connection(PageConnection):
            """uvicorn makes them from their class alone."""

            def __init__(self, *arguments: Any, **named: Any) -> None:
                super().__init__(*arguments, **named)
                self.places = places

        config = uvicorn.Config(
            app,
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            # Whatever strangers send instead of HTTP is not worth a line each.
            log_level="error",
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            backlog=MAX_ACCEPTS,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=STOPPING,
            h11_max_incomplete_event_size=MAX_HEADER_BYTES,
            ssl_certfile=certificate.certificate if certificate else None,
            ssl_keyfile=certificate.key if certificate else None,
        )
        self._server = _Quiet(config)
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to serve; when this returns, the page answers."""
        self._task = asyncio.get_running_loop().create_task(self._server.serve(sockets=[self._socket]))
        while not self._server.started:
            if self._task.done():
                self._task.result()
                return
            await asyncio.sleep(0.01)
        # uvicorn lets as few wait as it accepts at once.
        self._socket.listen(MAX_QUEUE)

    async def stop(self) -> None:
        self._server.should_exit = True
        if self._task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self._task


def own_address() -> str:
    """The address under which others in the network find this machine; nothing is sent to learn it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # An address that is reserved for examples: only the way there is asked for.
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return "127.0.0.1"
    return found


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(MAX_QUEUE)
        bound.setblocking(False)
    except BaseException:
        bound.close()
        raise
    return bound
