"""The core that was chosen, native or portable: `backend.Board` and `backend.Hecht` are the same for both."""

from typing import TYPE_CHECKING

from schwarm.core.choice import MISSING, CoreMissing, choose

if TYPE_CHECKING or choose() == "native":
    from schwarm.core import _native as backend
elif choose() == "wasm":
    from schwarm.core import portable as backend
else:
    raise CoreMissing(MISSING())

__all__ = ["backend"]
