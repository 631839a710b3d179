"""Where games announce themselves and are found by name.

Schwarm's own games are the modules of this package; others come from installed packages through the
entry point group `schwarm.games`. No list of games is kept anywhere.
"""

import pkgutil
import warnings
from collections.abc import Mapping
from importlib import import_module
from threading import Event, RLock
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from schwarm.games.base import Game, Rules
from schwarm.games.overlay import Overlay
from schwarm.words import Listing, SchwarmError, Sentence, excerpt

if TYPE_CHECKING:
    # So that type checkers know the swarms of Piranhas by the game's name; nothing else depends on it.
    from schwarm.games.ostseeschach import Ostseeschach
    from schwarm.games.piranhas import Piranhas

ENTRY_POINTS = "schwarm.games"
DEFAULT_GAME = "piranhas-2026"
"""What is played where nobody says what: this year's game."""

G = TypeVar("G", bound=Game)

_games: dict[tuple[str, str], Game] = {}
_discovering = RLock()
_discovered = Event()


class UnknownGame(SchwarmError):
    """No game has this id, or the game does not know these rules."""


def register(rulings: Mapping[Rules, type[G]], **facts: Any) -> G:
    """Announce a game: the class that plays each set of rules, and the facts they share."""
    known = tuple(rulings)
    for rules, kind in rulings.items():
        found = kind(rules=rules, rulings=known, **facts)
        _games[found.id, rules] = found
    first = _games[facts["id"], known[0]]
    assert isinstance(first, rulings[known[0]])
    return first


@overload
def game(id: Literal["piranhas-2026", "piranhas-2019"], rules: str = ...) -> "Piranhas": ...
@overload
def game(id: Literal["ostseeschach-2022"], rules: str = ...) -> "Ostseeschach": ...
@overload
def game(id: str, rules: str = ...) -> Game: ...
def game(id: str, rules: str = "documents") -> Game:
    """The game with this id. `rules="official"` plays the official server's rulings where they differ."""
    _discover()
    if found := _games.get((id, rules)):
        return found
    same = Listing(known.rules for known in _games.values() if known.id == id)
    if not same:
        raise UnknownGame(UNKNOWN_GAME(id=excerpt(id), games=Listing(game.id for game in all_games())))
    raise UnknownGame(UNKNOWN_RULES(id=id, rules=excerpt(rules), known=same))


def all_games() -> list[Game]:
    """Every game there is, by the documents; the newest season first."""
    _discover()
    found = [known for known in _games.values() if known.rules == known.rulings[0]]
    return sorted(found, key=lambda known: (-known.season, known.id))


def all_overlays() -> list[Overlay]:
    """What all games together can show over a position."""
    return list({overlay.id: overlay for known in all_games() for overlay in known.overlays}.values())


def _discover() -> None:
    """Import every game once. Who is imported by this and asks for a game finds those that came before it."""
    with _discovering:
        if not _discovered.is_set():
            _discovered.set()
            _import_all()


def _import_all() -> None:
    from importlib.metadata import entry_points  # slow to import, and often not needed

    package = import_module("schwarm.games")
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"schwarm.games.{module.name}")
    for point in entry_points(group=ENTRY_POINTS):
        try:
            point.load()
        except Exception as error:
            # A broken package must not take the other games down with it.
            warnings.warn(str(BROKEN(name=point.name, error=excerpt(repr(error), 200))), stacklevel=2)


UNKNOWN_GAME = Sentence("There is no game “{id}”; the games are {games}.")
BROKEN = Sentence("The game “{name}” from another package cannot be loaded and is left out: {error}")
UNKNOWN_RULES = Sentence("{id} cannot be played by “{rules}” rules; it has {known}.")
