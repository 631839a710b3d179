"""What can be wrong with the native core: it is not there, or does not know a game."""

from schwarm.words import SchwarmError, Sentence

MISSING = Sentence(
    "This needs Schwarm's native core, which was not built here; "
    "install a C++ compiler (Debian: apt-get install g++) and install Schwarm again."
)
UNKNOWN_GAME = Sentence("The native core does not know {game}; play it with its own rules.")


class CoreMissing(SchwarmError, ImportError):
    """The native core is not there; its sentence says how to get it."""


class NotInCore(SchwarmError, ValueError):
    """A game the core has no rules for: one from another package."""
