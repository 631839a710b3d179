"""Who asks: a visitor known by a cookie, perhaps the administrator; and how much they may ask for."""

import hmac
import secrets
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection

from schwarm.web.live.side_player import hash_visitor
from schwarm.web.settings import PageSettings
from schwarm.web.shell.sign_ins import SignIns

VISITOR_COOKIE = "schwarm"
ADMIN_COOKIE = "schwarm-admin"
MAX_CLIENTS = 10_000
HOUR = 3600.0
MAX_STUDIES_AN_HOUR = 600
"""New studies of all strangers together."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sent a request."""

    id: str
    """Their fingerprint; empty before they have a cookie."""
    admin: bool
    client: str
    """Where they come from, for counting."""
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

    def __init__(self, settings: PageSettings, sign_ins: SignIns | None = None) -> None:
        self.settings, self.sign_ins = settings, sign_ins or SignIns()
        self.counter = RequestCounter(settings.bounds.window)
        self._hourly = RequestCounter(HOUR)
        self.streams: Counter[str] = Counter()
        """Live updates that are followed, by clients and by visitors."""
        self.all_streams = 0

    def identify(self, connection: HTTPConnection) -> Visitor:
        address = connection.client.host if connection.client else ""
        local = is_local(address)
        if forwarded := connection.headers.get("x-forwarded-for"):
            # Somebody elsewhere may have asked, so this is nobody from this machine. Only a web server that was named
            # at the start says who: anybody can write this header. The last address is the server's own word.
            local = False
            if address in self.settings.proxies:
                address = forwarded.rpartition(",")[2].strip()
        cookie = connection.cookies.get(VISITOR_COOKIE, "")
        visitor = hash_visitor(cookie) if 16 <= len(cookie) <= 64 else ""
        admin = self.sign_ins.knows(connection.cookies.get(ADMIN_COOKIE, ""))
        return Visitor(visitor, admin or (local and not self.settings.public), address_group(address), local)

    def is_secure(self, connection: HTTPConnection) -> bool:
        """Whether a visitor came by https: to us, or to a web server in front that was named at the start."""
        if connection.url.scheme == "https":
            return True
        address = connection.client.host if connection.client else ""
        return address in self.settings.proxies and connection.headers.get("x-forwarded-proto") == "https"

    def login(self, token: str) -> str | None:
        """A new cookie of the administrator for the right token. Writes to the store."""
        right = hmac.compare_digest(token.encode(), self.settings.token.encode())
        return self.sign_ins.open() if right else None

    def count(self, visitor: Visitor, what: str, most: int) -> bool:
        """Whether a guest may do one more of something."""
        if visitor.local and not self.settings.bounds.count_local:
            return True
        return self.counter.allows(visitor.client, what, most)

    def count_game(self, visitor: Visitor) -> bool:
        """Whether a guest may begin or bring one more game."""
        bounds = self.settings.bounds
        if visitor.local and not bounds.count_local:
            return True
        # One client who asks too often takes nothing from the others.
        return self.count(visitor, "game", bounds.games) and self.counter.allows("everybody", "game", bounds.all_games)

    def count_study(self, visitor: Visitor) -> bool:
        """Whether a guest may save one more new study."""
        bounds = self.settings.bounds
        free = visitor.local and not bounds.count_local
        if free:
            return True
        # New studies push out those that nobody changed for longest: nobody may be many at once.
        mine = self._hourly.allows(visitor.client, "study", bounds.studies)
        return mine and self._hourly.allows("everybody", "study", MAX_STUDIES_AN_HOUR)

    def follow(self, visitor: Visitor) -> bool:
        """A guest opens one more stream of live updates; False if that is one too many."""
        bounds = self.settings.bounds
        free = visitor.local and not bounds.count_local
        crowded = self.streams[visitor.client] >= bounds.streams or self.streams[visitor.id] >= bounds.visitor_streams
        if self.all_streams >= bounds.all_streams or (crowded and not free):
            return False
        self.all_streams += 1
        self.streams.update((visitor.client, visitor.id))
        return True

    def unfollow(self, visitor: Visitor) -> None:
        """A stream has ended."""
        self.all_streams -= 1
        self.streams.subtract((visitor.client, visitor.id))
        for name in (visitor.client, visitor.id):
            if not self.streams[name]:
                del self.streams[name]


def new_visitor() -> str:
    return secrets.token_urlsafe(24)


def is_local(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def address_group(address: str) -> str:
    """An address as it is counted: of IPv6 only the network, since anybody has a whole one for themselves."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or known.exploded[:19])
    return str(known)
