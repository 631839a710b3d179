"""The native core: the rules of `schwarm.games` at native speed. Optional; `available` says whether it is there.

`Board` is a fast mutable board for tree searches. It plays exactly what the pure rules play, which tests check.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from schwarm.words import SchwarmError, Sentence

available = find_spec("schwarm.core._native") is not None
"""Whether the native core was built."""

if TYPE_CHECKING:
    from schwarm.core.board import Board as Board

__all__ = ["Board", "CoreMissing", "NotInCore", "available", "need"]

MISSING = Sentence(
    "This needs Schwarm's native core, which was not built here; "
    "install a C++ compiler (Debian: apt-get install g++) and install Schwarm again."
)


class CoreMissing(SchwarmError, ImportError):
    """The native core is not there; its sentence says how to get it."""


class NotInCore(SchwarmError, ValueError):
    """A game the core has no rules for: one from another package."""


UNKNOWN_GAME = Sentence("The native core does not know {game}; play it with its own rules.")


def need() -> None:
    """Raise `CoreMissing` if the native core is not there."""
    if not available:
        raise CoreMissing(MISSING())


def __getattr__(name: str) -> object:
    if name != "Board":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    need()
    from schwarm.core.board import Board

    return Board
