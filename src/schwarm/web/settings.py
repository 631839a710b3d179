"""What a page is told at its start, and the bounds of everything that comes from outside."""

from dataclasses import dataclass, field
from pathlib import Path

from schwarm.web.certificate import Certificate


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much anybody may ask for. Visitors from this machine are not counted, unless `count_local`."""

    requests: int = 3_000
    """A client's requests within `window`. A whole class often comes from one address."""
    games: int = 60
    """New games and uploads of a client within `window`."""
    all_games: int = 240
    """The same for all strangers together, and for all teams and organisers."""
    window: float = 60.0
    logins: int = 10
    """Guesses of a client at the token within `window`."""
    streams: int = 1_000
    """Live updates that one client follows at the same time: a whole school often has one address."""
    visitor_streams: int = 24
    """The same for one browser, by its cookie."""
    all_streams: int = 6_000
    connections: int = 8_000
    """Open connections to the page in all; fewer where the system allows fewer open files."""
    address_connections: int = 1_200
    """Open connections from one address of another machine."""
    header_seconds: float = 10.0
    """Seconds until the headers of a request must be here completely."""
    unread_seconds: float = 20.0
    """Seconds in which a client must take at least `read_bytes` of what waits for it."""
    read_bytes: int = 4_096
    count_local: bool = False
    running: int = 300
    """Games that are on at the page at the same time."""
    client_uploads: int = 6
    """Files of a client that are on their way or worked on; fewer than may wait to be read."""
    all_uploads: int = 64
    """The same for all clients."""
    uploads: int = 500
    """Uploaded games that are kept; the oldest go."""
    studies: int = 60
    """New studies of a client within an hour."""
    hourly_studies: int = 600
    """The same for all strangers together, and for all teams and organisers."""
    all_studies: int = 5_000
    """Studies that are kept; those go first that were not changed for longest."""
    walls: int = 120
    """Looks at a wall that are worked out for a client within `window`; a wall looks twenty times a minute."""
    tokens: int = 20
    """Tokens of the API that a client makes within an hour."""
    hourly_tokens: int = 400
    """The same for all clients."""
    study_changes: int = 300
    """Changes to studies by a client within `window`."""
    study: int = 300_000
    """Bytes of a study on its way: letters may be written as numbers."""
    body: int = 64 * 1024
    """Bytes of an ordinary request."""
    upload: int = 2_000_000
    """Bytes of an uploaded file."""
    patience: float = 20.0
    """Seconds in which a request must be here completely."""


@dataclass(frozen=True, slots=True)
class PageSettings:
    """How the page is run."""

    token: str
    """Opens everything that starts programs or administers, where the page is public."""
    chosen: bool = False
    """Whether somebody chose the token: then whoever signed in with another one is signed out."""
    public: bool = False
    referee_port: int = 13050
    proxies: tuple[str, ...] = ()
    """Addresses of web servers in front of the page: what they say about their visitors is believed."""
    certificate: Certificate | None = None
    """With it the page speaks https."""
    hosts: tuple[str, ...] = ()
    """Names besides this machine's own that the page answers to; public pages answer to all."""
    exhibition: bool = True
    """Let two computer players show a game while somebody looks."""
    fan_out: str = ""
    """Where nginx takes live updates for a crowd; empty: the page tells everybody itself."""
    read_only: bool = False
    """Nothing can be saved; every page says so."""
    guidebook: Path = Path(__file__).parent / "guidebook"
    """Where the built guide lies, if it was built."""
    bounds: Bounds = field(default_factory=Bounds)
