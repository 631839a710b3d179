"""Why games cannot be kept: one sentence."""

from typing import Self

from schwarm.words import SchwarmError, Sentence


class CannotStore(SchwarmError):
    """A database that cannot be used, or a game that does not fit into it."""


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
NO_LEAGUE = Sentence("There is no such league here; it may have been deleted.")
MISSING = Sentence("Keeping games needs the package {library}; install it with: pip install 'schwarm[{extra}]'")
