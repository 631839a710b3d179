"""The core that was chosen, native or portable: `backend.Board` and `backend.Hecht` are the same for both."""

from typing import TYPE_CHECKING

from schwarm.core.choice import choose

if TYPE_CHECKING or choose() == "native":
    from schwarm.core import _native as backend
else:
    from schwarm.core import portable as backend

__all__ = ["backend"]
