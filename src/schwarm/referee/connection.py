"""One client: bytes in, messages out, everything bounded. What the messages mean is the lobby's business."""

import asyncio
import logging
import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any

from schwarm.protocol import Codec, StreamError
from schwarm.protocol.codec import BadPacket
from schwarm.protocol.element import Element
from schwarm.protocol.messages import Closing, Event, Leave, MoveRequested
from schwarm.protocol.stream import Ended
from schwarm.referee.throttle import TALK_BYTES, Inbox, News, RefusalBudget

if TYPE_CHECKING:
    from schwarm.referee.lobby import Lobby
    from schwarm.referee.room import Room

log = logging.getLogger("schwarm.referee")

MAX_READ_BYTES = 16 * 1024
"""Bytes of one client that are taken from the system at once."""
MAX_UNANSWERED_BYTES = 64 * 1024
"""Bytes a client may leave unread before it is no longer listened to."""
MAX_UNREAD_BYTES = 512 * 1024
"""Bytes a client may leave unread before it is disconnected."""
KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 15, "TCP_KEEPCNT": 4}
"""Seconds after which the system asks whether a silent client's machine is still there, seconds from one such question
to the next, and how many of them may stay unanswered."""


class Connection(asyncio.BufferedProtocol):
    """A socket and what is known about who is at its other end."""

    # One buffer for all: it is filled and emptied within one callback.
    _buffer = memoryview(bytearray(MAX_READ_BYTES))

    def __init__(self, lobby: "Lobby") -> None:
        self.lobby = lobby
        self.codec: Codec | None = None
        """The season this client speaks, once it said so."""
        self.origin = ""
        """Where it comes from, see `origin_of`."""
        self.admin = False
        self.rooms: set[Room] = set()
        self.wrong_passwords = 0
        now = lobby.clock()
        self.refusals = RefusalBudget(now)
        self.deaf_since: float | None = None
        """Since when the client has not read what it was told; until it does, only the move that it is asked for is
        heard."""
        self.inbox = Inbox(now)
        self._asked = False
        """A move is expected, so that what comes next is handled at once."""
        self._waits = False
        """It waits for its turn; meanwhile nothing more is read."""
        self._cause: Leave | None = None
        """Why it leaves its games."""
        self.transport: asyncio.Transport | None = None
        self._opened, self._unreadable = False, ""
        self._unsent: list[str] = []
        self._leaving = False
        """The conversation is over, the goodbye is on its way."""
        self._closed = False

    # -- asyncio's side --------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.set_write_buffer_limits(MAX_UNANSWERED_BYTES)
        keep_alive(transport.get_extra_info("socket"))
        self.origin = origin_of(transport.get_extra_info("peername"))
        if not self.lobby.admit(self):
            transport.abort()

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        if self._closed or self._leaving:
            return
        at = self.lobby.clock()
        self.inbox.put(bytes(self._buffer[:nbytes]), at, self.lobby.delay(at))
        # A player that is asked to move does not wait behind clients that only talk.
        asked, self._asked = self._asked, False
        if not asked or self._do_one_thing():
            self._wait()

    def pause_writing(self) -> None:
        self.deaf_since = self.lobby.clock()

    def resume_writing(self) -> None:
        self.deaf_since = None
        self._wait()

    def _wait(self) -> None:
        """Read nothing more until what came has been handled, in turns with others."""
        if self._waits:
            return
        self._waits = True
        self.inbox.pause(self.lobby.clock())
        if self.transport is not None:
            self.transport.pause_reading()
        self.lobby.turns.add(self.work)

    def work(self) -> bool:
        """Handle one thing that came, when it is this client's turn."""
        if self._cause is not None:
            return self._leave_room(self._cause)
        if self.deaf_since is None and (self._do_one_thing() or (self._cause is not None and self.rooms)):
            return True
        self._waits = False
        heard = self.deaf_since is None or self._asked
        # Where the end was read already, it would be read again and again, without a pause.
        if heard and not self.inbox.ended and self.transport is not None:
            self.inbox.resume(self.lobby.clock())
            self.transport.resume_reading()
        return False

    def _do_one_thing(self) -> bool:
        """Look at a piece of what came and handle one message; whether there is more."""
        looked = self.inbox.look()
        news = self.inbox.take()
        if news is not None:
            self._handle(news)
        else:
            self.refusals.spend(looked / TALK_BYTES, self.inbox.came_at)
            if self.too_talkative:
                self.close_after_garbage(Leave.GARBAGE)
        if self._closed or self._leaving:
            self.inbox.clear()
        return bool(self.inbox)

    def _handle(self, news: News) -> None:
        try:
            if isinstance(news, Element):
                self.lobby.handle(self, news, at=self.inbox.came_at, delay=self.inbox.delay)
            elif isinstance(news, Ended):
                self.on_end_of_input()
            elif isinstance(news, StreamError):
                raise news
        except StreamError:
            self.close_after_garbage(Leave.GARBAGE)
        except BadPacket as error:
            self._unreadable = news.beginning() if isinstance(news, Element) else ""
            self.close_after_garbage(error.leave)
        except Exception:
            # What one client sends must never cost another one its game, not even through a mistake of ours.
            log.exception("A message could not be handled.")
            self._leave_rooms(Leave.LOST)
            self._hang_up()

    def eof_received(self) -> bool:
        self.inbox.end()
        self._wait()
        return True

    def connection_lost(self, error: Exception | None) -> None:
        self._closed = True
        self._cause = self._cause or Leave.LOST
        if self.rooms:
            self._wait()
        self.lobby.forget(self)

    # -- talking ---------------------------------------------------------------------------------------

    @property
    def local(self) -> bool:
        """Whether the client is on this machine."""
        return self.transport is not None and is_local(self.transport.get_extra_info("peername"))

    @property
    def seated(self) -> bool:
        """Whether the client plays, or waits for an opponent."""
        return any(room.seat_of(self) for room in self.rooms)

    @property
    def too_talkative(self) -> bool:
        """Whether the client talks and talks and does not play."""
        return self.refusals.exhausted and not self.admin

    @property
    def unsent(self) -> int:
        """How many bytes wait for the client to read."""
        return self.transport.get_write_buffer_size() if self.transport else 0

    def notify(self, event: Event) -> None:
        """Send an event, in the season's words."""
        codec = self.lobby.codec_of(event) or self.codec or self.lobby.default_codec
        self.write(self.lobby.encode(codec, event))
        if isinstance(event, MoveRequested):
            self._asked = True
            # The clock runs from now on, whatever else the event loop does before it sends.
            self._flush()
            if self.deaf_since is not None:
                self._wait()

    def write(self, text: str) -> None:
        """Send a text soon, together with what else is said in this moment."""
        if self._closed:
            return
        if not self._unsent:
            self.lobby.call_soon(self._flush)
        if not self._opened:
            self._opened = True
            self._unsent.append("<protocol>")
        self._unsent.append(text)

    def _flush(self) -> None:
        if self._unsent and self.transport is not None:
            self.transport.write("".join(self._unsent).encode())
            if self.unsent > MAX_UNREAD_BYTES:
                # Not now: a room is in the middle of telling all its occupants.
                self.lobby.call_soon(self.abort)
        self._unsent.clear()

    # -- going -----------------------------------------------------------------------------------------

    def abort(self) -> None:
        """Part at once with a client that does not read."""
        self._closed = True
        self._leave_rooms(Leave.LOST)
        if self.transport:
            self.transport.abort()

    def disconnect(self) -> None:
        """Hung up on for breaking a rule."""
        self._leaving = True
        self.notify(Closing())
        self.lobby.call_soon(self.close)

    def close(self) -> None:
        """Close in good order."""
        self.write("\n</protocol>")
        self._hang_up()

    def close_after_refusal(self) -> None:
        """Close after a refusal that ends the conversation."""
        self._leaving = True
        self._leave_rooms(Leave.SAID_GOODBYE)
        self.lobby.call_soon(self.close)

    def close_after_garbage(self, cause: Leave) -> None:
        """What came cannot be read: the game is lost, the connection too."""
        if self._closed:
            return
        self._leave_rooms(cause)
        self._close_as_season_does()

    def on_end_of_input(self) -> None:
        """Nothing more will be said, but the client may still listen."""
        if not self._closed:
            self._leave_rooms(Leave.LOST)
            self._close_as_season_does()

    def on_goodbye(self) -> None:
        self._leave_rooms(Leave.SAID_GOODBYE)
        self.close()

    def _leave_rooms(self, cause: Leave) -> None:
        """Leave one game now and the others in turns: to leave a game is to end it, which takes a while."""
        self._cause = cause
        if self._leave_room(cause):
            self._wait()

    def _leave_room(self, cause: Leave) -> bool:
        if self.rooms:
            self.rooms.pop().leave(self, cause, self._unreadable)
        return bool(self.rooms)

    def _close_as_season_does(self) -> None:
        if self.codec and self.codec.quirks.closes_politely:
            self.close()
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        self._flush()
        self._closed = True
        if self.transport:
            self.transport.close()


def origin_of(peer: object) -> str:
    """An address as far as it tells households apart, to which IPv6 gives a whole network. Empty for a Unix socket."""
    if not isinstance(peer, tuple):
        return ""
    address = ip_address(peer[0].partition("%")[0])
    if isinstance(address, IPv4Address):
        return str(address)
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))


def is_local(peer: object) -> bool:
    """Whether a client is on this machine, as every client of a Unix socket is; such a socket has no address."""
    if not isinstance(peer, tuple):
        return isinstance(peer, str)
    address: str = peer[0]
    return address == "::1" or address.startswith("127.")


def keep_alive(client: Any) -> None:
    """Notice a client that vanished, with a computer that was switched off or a router that forgot it: its opponent
    would wait without end. That also keeps routers from forgetting clients that wait for hours."""
    if client is not None and client.family in (socket.AF_INET, socket.AF_INET6):
        # If the client is gone already, reading will tell.
        with suppress(OSError):
            client.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for option, value in KEEPALIVE.items():
                if hasattr(socket, option):
                    client.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
