"""Why games cannot be kept: one sentence."""

from typing import Self

from schwarm.words import SchwarmError, Sentence


class CannotStore(SchwarmError):
    """A database that cannot be used, or a game that does not fit into it."""


class MissingLibrary(CannotStore):
    """The libraries that talk to databases are not installed."""

    @classmethod
    def of(cls, error: ImportError) -> Self:
        library = error.name or "sqlalchemy"
        return cls(MISSING(library=library, extra=EXTRAS.get(library, "web")))


EXTRAS = {"psycopg": "postgres"}
"""Libraries that do not come with the page."""
MISSING = Sentence("Keeping games needs the package {library}; install it with: pip install 'schwarm[{extra}]'")
