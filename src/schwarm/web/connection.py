"""One browser's connection to the page, and all of them: bounded in number, in silence and in what is left unread.
Requests of which two servers could see different ends are refused.

What is said on it is uvicorn's business; here is only who may come in, and how long they may keep us waiting.
"""

import asyncio
import gc
import itertools
from typing import Any

import h11
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from schwarm.web.settings import Bounds
from schwarm.web.shell.access import address_group, is_local
from schwarm.web.shell.fair_share import FairShare
from schwarm.web.shell.feed import Stream

MAX_HEADER_BYTES = 32 * 1024
MAX_UNREAD_BYTES = 128 * 1024
"""Live updates that may wait for a slow reader: two whole games."""
FREEZE_EVERY = 100
"""Streams that begin until the garbage collector is told to pass over what lives."""


class ConnectionPlaces:
    """Who is connected. Where all places are taken, the connection makes room that has been silent longest, or else has
    left an answer unread for longest."""

    def __init__(self, bounds: Bounds, proxies: tuple[str, ...] = ()) -> None:
        self.bounds = bounds
        self._uncounted = proxies
        self._shares = FairShare(bounds.address_connections, bounds.connections)
        self._origins: dict[PageConnection, str | None] = {}
        # In the order in which they fell silent, and in which they stopped reading.
        self._silent: dict[PageConnection, None] = {}
        self._unread: dict[PageConnection, None] = {}
        self._streams = 0
        """Those that began since objects were frozen last."""
        self._crowded = False

    def __len__(self) -> int:
        return len(self._origins)

    def admit(self, connection: "PageConnection", address: str) -> bool:
        """Somebody connects; False if there are too many already, at all or from where they come."""
        # Visitors of a web server in front all come from its address; the page counts them one by one.
        counted = address not in self._uncounted and not (is_local(address) and not self.bounds.count_local)
        origin = address_group(address) if counted else None
        if origin is not None and not self._shares.allows(origin):
            return False
        if len(self._origins) >= self.bounds.connections:
            slowest = next(itertools.chain(self._silent, self._unread), None)
            if slowest is None:
                return False
            slowest.hang_up()
        self._origins[connection] = origin
        if origin is not None:
            self._shares.take(origin)
        self._silent[connection] = None
        return True

    def note_silence(self, connection: "PageConnection", *, silent: bool) -> None:
        """Whether somebody says or is told nothing at the moment."""
        if not silent:
            self._silent.pop(connection, None)
        elif connection in self._origins:
            self._silent.setdefault(connection)

    def note_unread(self, connection: "PageConnection", *, unread: bool) -> None:
        """Whether somebody does not read what waits for them."""
        if not unread:
            self._unread.pop(connection, None)
        elif connection in self._origins:
            self._unread.setdefault(connection)

    def forget(self, connection: "PageConnection") -> None:
        origin = self._origins.pop(connection, None)
        self._silent.pop(connection, None)
        self._unread.pop(connection, None)
        if origin is not None:
            self._shares.give_back(origin)
        if self._crowded and len(self._origins) < FREEZE_EVERY:
            # The crowd has gone; what it left behind in circles goes, too.
            self._crowded = False
            gc.unfreeze()
            gc.collect()
            gc.freeze()

    def note_stream(self) -> None:
        """One more connection will live long. The collector would visit all of its objects again and again, and stop
        the event loop: 0.4 s for 5,000 streams. They go with their last reference."""
        self._streams += 1
        if self._streams >= FREEZE_EVERY:
            self._streams, self._crowded = 0, True
            gc.collect(1)
            gc.freeze()


class _Unambiguous(h11.Connection):
    """HTTP without requests that name two lengths: h11 believes one of them, a web server in front may believe the
    other, and what is between them would be a request that nobody sent."""

    def next_event(self) -> Any:
        event = super().next_event()
        if isinstance(event, h11.Request) and {b"content-length", b"transfer-encoding"} <= dict(event.headers).keys():
            raise h11.RemoteProtocolError("both Content-Length and Transfer-Encoding")
        return event


class PageConnection(H11Protocol):
    """A connection whose owner has to send headers soon and to read what they asked for."""

    places: ConnectionPlaces
    _patience: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None
    _unread = 0
    _stream: Stream | None = None

    def __init__(self, config: Config, *arguments: Any, **named: Any) -> None:
        super().__init__(config, *arguments, **named)
        self.conn = _Unambiguous(h11.SERVER, MAX_HEADER_BYTES)
        self.app_state = {"connection": self}

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.places.admit(self, self.client[0] if self.client else ""):
            self._wait_for_headers()
        else:
            transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        self._stop_waiting()
        self._stop_watching()
        self.places.forget(self)
        if self._stream is not None:
            self._stream.end()
        # Break the circles of request and connection: both go without the garbage collector.
        self.app_state, self._stream = {}, None
        if self.scope is not None:
            self.scope["state"].pop("connection", None)

    def hang_up(self) -> None:
        """Part at once with somebody who keeps us waiting."""
        self._stop_waiting()
        self.places.forget(self)
        self.transport.abort()

    # -- headers -------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._note_silence()
        if not self._answering:
            # Also whoever goes on sending what nobody asked for has only so long to come to the next request.
            self._wait_for_headers()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note_silence()

    @property
    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _note_silence(self) -> None:
        if self._answering:
            self._stop_waiting()
        self.places.note_silence(self, silent=not self._answering)

    def _wait_for_headers(self) -> None:
        if self._patience is None and not self.transport.is_closing():
            self._patience = self.loop.call_later(self.places.bounds.header_seconds, self.hang_up)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    # -- live updates --------------------------------------------------------------------------------------------

    def carry(self, stream: Stream) -> None:
        """Let a stream write its events to the transport, past the layers that handle answers. They have sent the
        headers and will send the end; what is between follows the same framing."""
        self._stream = stream
        self.places.note_stream()
        if self.transport.is_closing():
            stream.end()
        else:
            stream.begin(self._write_chunk if self.scope["http_version"] >= "1.1" else self._write)

    def _write_chunk(self, event: bytes) -> None:
        self._write(b"%x\r\n%b\r\n" % (len(event), event))

    def _write(self, data: bytes) -> None:
        if self.transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            self.hang_up()
        else:
            self.transport.write(data)

    # -- slow readers --------------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self.places.note_unread(self, unread=True)
        self._watch_reader()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.places.note_unread(self, unread=False)
        self._stop_watching()

    def _watch_reader(self) -> None:
        self._unread = self.transport.get_write_buffer_size()
        self._reading = self.loop.call_later(self.places.bounds.unread_seconds, self._check_reader)

    def _check_reader(self) -> None:
        if self._unread - self.transport.get_write_buffer_size() < self.places.bounds.read_bytes:
            self.hang_up()
        else:
            self._watch_reader()

    def _stop_watching(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
