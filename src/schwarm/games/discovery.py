"""Every game there is gets imported, once: Schwarm's own modules beside this one, and what installed packages announce
through the entry point group `schwarm.games`. No list of games is kept anywhere; importing a game registers it.
"""

import pkgutil
import warnings
from importlib import import_module
from pathlib import Path
from threading import Event, RLock

from schwarm.words import Sentence, excerpt

ENTRY_POINTS = "schwarm.games"

_discovering = RLock()
_discovered = Event()


def discover() -> None:
    """Import every game once. A module that is imported by this and asks for a game finds those before it."""
    with _discovering:
        if not _discovered.is_set():
            _discovered.set()
            _import_all()


def discover_own(id: str) -> None:
    """Import the one game of Schwarm's own whose id begins with its package's name: a bot needs no others."""
    name = id.partition("-")[0]
    if name.isidentifier() and (Path(__file__).parent / name / "__init__.py").is_file():
        import_module(f"{__package__}.{name}")


def _import_all() -> None:
    from importlib.metadata import entry_points  # slow to import, and often not needed

    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        import_module(f"{__package__}.{module.name}")
    for point in entry_points(group=ENTRY_POINTS):
        try:
            point.load()
        except Exception as error:
            # A broken package must not take the other games down with it.
            warnings.warn(str(BROKEN(name=point.name, error=excerpt(repr(error), 200))), stacklevel=2)


BROKEN = Sentence("The game “{name}” from another package cannot be loaded and is left out: {error}")
