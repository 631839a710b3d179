"""What can be wrong with the core: it is not there, or does not know a game."""

from schwarm.words import SchwarmError, Sentence

MISSING = Sentence(
    "This needs Schwarm's core, which cannot run here; install wasmtime (pip install wasmtime), "
    "or a C++ compiler (Debian: apt-get install g++) and Schwarm again."
)
UNKNOWN_GAME = Sentence("The core does not know {game}; play it with its own rules.")


class CoreMissing(SchwarmError, ImportError):
    """The core is not there; its sentence says how to get it."""


class NotInCore(SchwarmError, ValueError):
    """A game the core has no rules for: one from another package."""
