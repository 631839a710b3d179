"""Who asks: a visitor known by a cookie, perhaps the administrator; and how much they may ask for."""

import hmac
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from starlette.requests import HTTPConnection

from schwarm.web.live.side_player import hash_visitor
from schwarm.web.settings import PageSettings
from schwarm.web.shell.fair_share import FairShare, Quota
from schwarm.web.shell.sign_ins import SignIns
from schwarm.web.shell.tokens import Tokens
from schwarm.words import Message, Sentence

VISITOR_COOKIE = "schwarm"
ADMIN_COOKIE = "schwarm-admin"
MAX_CLIENTS = 10_000
HOUR = 3600.0


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sent a request."""

    id: str
    """Their fingerprint; empty before they have a cookie."""
    admin: bool
    client: str
    """Where they come from, for counting; or which code they came with."""
    local: bool
    member: bool = False
    """Whether they came with a code of a team or an organiser."""
    token: str = ""
    """The hash of the token that the request came with."""


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

    def __init__(self, settings: PageSettings, sign_ins: SignIns | None = None, tokens: Tokens | None = None) -> None:
        self.settings, self.sign_ins = settings, sign_ins or SignIns()
        self.tokens = tokens or Tokens()
        self.counter = RequestCounter(settings.bounds.window)
        bounds = settings.bounds
        # Teams and organisers have quotas apart from those of strangers. A token has one more, beside its network's.
        kinds = ("guest", "member", "token")
        self._games = {kind: Quota(bounds.games, bounds.all_games, bounds.window) for kind in kinds}
        self._studies = {kind: Quota(bounds.studies, bounds.hourly_studies, HOUR) for kind in kinds}
        self._tokens = Quota(bounds.tokens, bounds.hourly_tokens, HOUR)
        self.uploads = FairShare(bounds.client_uploads, bounds.all_uploads)
        self.streams = FairShare(bounds.streams, bounds.all_streams)
        """Live updates that are followed."""
        self._streams_of_visitors: Counter[str] = Counter()

    def identify(self, connection: HTTPConnection) -> Visitor:
        address = connection.client.host if connection.client else ""
        local = is_local(address)
        if forwarded := connection.headers.get("x-forwarded-for"):
            # Somebody elsewhere may have asked, so this is nobody from this machine. Only a web server that was named
            # at the start says who: anybody can write this header. The last address is the server's own word.
            local = False
            if address in self.settings.proxies:
                address = forwarded.rpartition(",")[2].strip()
        token = self.tokens.find(connection)
        if token is not None:
            return Visitor(token.visitor, False, address_group(address), local, token=token.hash)
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

    def is_free(self, visitor: Visitor) -> bool:
        """Whether a visitor is not counted."""
        return visitor.local and not self.settings.bounds.count_local

    def count(self, visitor: Visitor, what: str, most: int) -> bool:
        """Whether a guest may do one more of something."""
        if self.is_free(visitor):
            return True
        return all(self.counter.allows(who, what, most) for who in (visitor.client, visitor.token) if who)

    def count_game(self, visitor: Visitor) -> None:
        """A guest begins or brings one more game; raises `Refused`."""
        if not (self.is_free(visitor) or visitor.admin):
            _count(self._games, visitor)

    def count_study(self, visitor: Visitor) -> None:
        """A guest saves one more new study; raises `Refused`. New studies push out those that were not changed for
        longest."""
        if not (self.is_free(visitor) or visitor.admin):
            own = MANY_STUDIES(most=self.settings.bounds.studies)
            _count(self._studies, visitor, own, STUDIES_CROWDED())

    def count_token(self, visitor: Visitor) -> None:
        """A visitor makes one more token; raises `Refused`."""
        if not self.is_free(visitor):
            self._tokens.count(visitor.client)

    def follow(self, visitor: Visitor) -> bool:
        """A guest opens one more stream of live updates; False if that is one too many."""
        if self.is_free(visitor):
            allowed = self.streams.taken < self.streams.total
        else:
            own = self._streams_of_visitors[visitor.id] < self.settings.bounds.visitor_streams
            allowed = own and self.streams.allows(visitor.client)
        if allowed:
            self.streams.take(visitor.client)
            self._streams_of_visitors[visitor.id] += 1
        return allowed

    def unfollow(self, visitor: Visitor) -> None:
        """A stream has ended."""
        self.streams.give_back(visitor.client)
        self._streams_of_visitors[visitor.id] -= 1
        if not self._streams_of_visitors[visitor.id]:
            del self._streams_of_visitors[visitor.id]


def _count(quotas: Mapping[str, Quota], visitor: Visitor, *words: Message) -> None:
    quotas["member" if visitor.member else "guest"].count(visitor.client, *words)
    if visitor.token:
        quotas["token"].count(visitor.token, *words)


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


MANY_STUDIES = Sentence(
    "A team or an address can save {most} new studies within an hour, and yours are used up; wait a while, or keep "
    "this one as a file."
)
STUDIES_CROWDED = Sentence(
    "Too many new studies were saved by others within the last hour; wait a while, or keep this one as a file."
)
