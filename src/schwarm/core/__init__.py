"""The core: the rules of `schwarm.games` at native speed, or as WebAssembly where no native one was built.

Optional; `available` says whether it is there, and `kind` which one. `Board` is a fast mutable board for tree searches.
It plays exactly what the pure rules play, which tests check.
"""

from typing import TYPE_CHECKING

from schwarm.core.choice import MISSING, CoreMissing, NotInCore, choose

kind = choose()
"""Which core runs here: "native", "wasm" (through wasmtime, at more than half the speed) or None."""
available = kind is not None
"""Whether there is one."""

if TYPE_CHECKING:
    from schwarm.core.board import GAME_OVER as GAME_OVER
    from schwarm.core.board import Board as Board

__all__ = ["GAME_OVER", "Board", "CoreMissing", "NotInCore", "available", "kind", "need"]


def need() -> None:
    """Raise `CoreMissing` if there is no core."""
    if not available:
        raise CoreMissing(MISSING())


def __getattr__(name: str) -> object:
    if name not in ("GAME_OVER", "Board"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    need()
    from schwarm.core import board

    return getattr(board, name)
