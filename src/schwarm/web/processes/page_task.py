"""What a process of the page is told at its start."""

from dataclasses import dataclass
from pathlib import Path

from schwarm.web.settings import PageSettings

MAX_FAREWELL_SECONDS = 5.0
"""Seconds in which a page's processes tell visitors that the referee's has ended; then they end, too."""


@dataclass(frozen=True, slots=True)
class PageTask:
    """Everything a process needs to show the page."""

    database: str
    """The URL of the database that all processes share."""
    settings: PageSettings
    live: Path
    """The socket at which games are asked for and followed."""
    inside: Path
    """The socket that takes forwarded requests."""
    listening: int
    """The number of the open file at which visitors arrive."""
    tells: bool = False
    """Whether it tells, for all processes of the page, that the game server has ended."""
