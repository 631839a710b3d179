"""Who asks: a visitor known by a cookie, perhaps the administrator; and how much he may ask for."""

import hmac
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from ipaddress import ip_address

from starlette.requests import HTTPConnection

from schwarm.web.live.side_player import hash_visitor
from schwarm.web.settings import PageSettings

VISITOR_COOKIE = "schwarm"
ADMIN_COOKIE = "schwarm-admin"
MAX_CLIENTS = 10_000
MAX_LOGINS = 10
"""Guesses at the token that a client has within the window."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sent a request."""

    id: str
    """His fingerprint; empty before he has a cookie."""
    admin: bool
    client: str
    """Where he comes from, for counting."""
    local: bool


class RequestCounter:
    """Counts what clients do within a window of time; the memory is bounded."""

    def __init__(self, window: float) -> None:
        self._window = window
        self._counts: OrderedDict[tuple[str, str], tuple[float, int]] = OrderedDict()

    def allows(self, client: str, what: str, most: int) -> bool:
        """Count one more; False if that is too many."""
        now = time.monotonic()
        begin, count = self._counts.pop((client, what), (now, 0))
        if now - begin > self._window:
            begin, count = now, 0
        self._counts[client, what] = begin, count + 1
        if len(self._counts) > MAX_CLIENTS:
            self._counts.popitem(last=False)
        return count < most

    def __len__(self) -> int:
        """How many clients and deeds are remembered."""
        return len(self._counts)


class Access:
    """Knows visitors and administrators again."""

    def __init__(self, settings: PageSettings) -> None:
        self.settings = settings
        self.counter = RequestCounter(settings.bounds.window)
        self.streams: dict[str, int] = {}
        # A cookie that says no more than the token does, and ends with it.
        self._admin_cookie = hmac.new(settings.token.encode(), b"schwarm administrator", "sha256").hexdigest()

    def identify(self, connection: HTTPConnection) -> Visitor:
        address = connection.client.host if connection.client else ""
        local = _is_local(address)
        if local and (forwarded := connection.headers.get("x-forwarded-for")):
            # A web server on this machine passes on what somebody elsewhere asks; the last address is its own word.
            address, local = forwarded.rpartition(",")[2].strip(), False
        cookie = connection.cookies.get(VISITOR_COOKIE, "")
        visitor = hash_visitor(cookie) if 16 <= len(cookie) <= 64 else ""
        admin = hmac.compare_digest(connection.cookies.get(ADMIN_COOKIE, "").encode(), self._admin_cookie.encode())
        return Visitor(visitor, admin or (local and not self.settings.public), _address_group(address), local)

    def login(self, token: str) -> str | None:
        """The administrator's cookie for the right token."""
        right = hmac.compare_digest(token.encode(), self.settings.token.encode())
        return self._admin_cookie if right else None

    def count(self, visitor: Visitor, what: str, most: int) -> bool:
        """Whether a guest may do one more of something."""
        if visitor.local and not self.settings.bounds.count_local:
            return True
        return self.counter.allows(visitor.client, what, most)

    def may_follow(self, visitor: Visitor) -> bool:
        """Whether a guest may open one more stream of live updates."""
        bounds = self.settings.bounds
        if sum(self.streams.values()) >= bounds.all_streams:
            return False
        free = visitor.local and not bounds.count_local
        return free or self.streams.get(visitor.client, 0) < bounds.streams


def new_visitor() -> str:
    return secrets.token_urlsafe(24)


def _is_local(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _address_group(address: str) -> str:
    """An address as it is counted: of IPv6 only the network, since anybody has a whole one for himself."""
    try:
        known = ip_address(address)
    except ValueError:
        return "unknown"
    return str(known) if known.version == 4 else known.exploded[:19]
