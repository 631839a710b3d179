"""Which core runs here: the native one where it was built, else the portable one through wasmtime, else none."""

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Literal

from schwarm.core.instance import WASM
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


Kind = Literal["native", "wasm"]

CHOICE = "SCHWARM_CORE"
"""The environment variable that asks for one of them: native, wasm or none."""


def _exists(kind: Kind) -> bool:
    if kind == "native":
        try:
            import_module("schwarm.core._native")
        except ImportError:
            # It is missing, or was made for another system: a bot's zip is used on computers of every kind.
            return False
        return True
    return WASM.exists() and find_spec("wasmtime") is not None


def choose() -> Kind | None:
    """The core that runs, by default the fastest there is; a wish that cannot be had is none at all."""
    wish = os.environ.get(CHOICE, "")
    kinds: tuple[Kind, ...] = ("native", "wasm")
    return next((kind for kind in kinds if wish in ("", kind) and _exists(kind)), None)
