"""The native core: the rules of `schwarm.games` at native speed. Optional; `available` says whether it is there.

`Board` is a fast mutable board for tree searches. It plays exactly what the pure rules play, which tests check.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from schwarm.core.errors import MISSING, CoreMissing, NotInCore

available = find_spec("schwarm.core._native") is not None
"""Whether the native core was built."""

if TYPE_CHECKING:
    from schwarm.core.board import Board as Board

__all__ = ["Board", "CoreMissing", "NotInCore", "available", "need"]


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
