"""Why games cannot be kept: one sentence."""

from typing import Self

from schwarm.words import SchwarmError, Sentence


class CannotStore(SchwarmError):
    """A database that cannot be used, or a game that does not fit into it."""


class Unusable(CannotStore):
    """A database that cannot be used at the moment. Its sentence names the database, so it is for those who run it."""


class DiskFull(Unusable):
    """There is no room for what should be kept."""


class Busy(Unusable):
    """Another program holds the database for too long."""


class NoLeague(SchwarmError):
    """A league that is not there, or not any more."""

    def __init__(self) -> None:
        super().__init__(NO_LEAGUE())


class MissingLibrary(CannotStore):
    """The libraries that talk to databases are not installed."""

    @classmethod
    def of(cls, error: ImportError) -> Self:
        library = error.name or "sqlalchemy"
        return cls(MISSING(library=library, extra=EXTRAS.get(library, "web")))


EXTRAS = {"psycopg": "postgres"}
"""Libraries that do not come with the page."""
DISK_FULL = Sentence("The server's disk is nearly full, so nothing can be handed in or saved; tell the organiser.")
"""For those who use the server."""
NO_LEAGUE = Sentence("There is no such league here; it may have been deleted.")
MISSING = Sentence("Keeping games needs the package {library}; install it with: pip install 'schwarm[{extra}]'")
