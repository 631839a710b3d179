"""Where games announce themselves and are found by name. `schwarm.games.lookup` knows the types of Schwarm's own."""

import copyreg
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from schwarm.games.base import Game, Overlay, Rules
from schwarm.games.discovery import discover
from schwarm.games.reason import Reason
from schwarm.words import Listing, SchwarmError, Sentence, excerpt

DEFAULT_GAME = "piranhas-2026"
"""What is played where nobody says what: this year's game."""

G = TypeVar("G", bound=Game)

registered: dict[tuple[str, str], Game] = {}
"""Every game that announced itself, by its id and rules."""


class UnknownGame(SchwarmError):
    """No game has this id, or the game does not know these rules."""


def register(rulings: Mapping[Rules, type[G]], **facts: Any) -> G:
    """Announce a game: the class that plays each set of rules, and the facts they share."""
    known = tuple(rulings)
    for rules, kind in rulings.items():
        found = kind(rules=rules, rulings=known, **facts)
        registered[found.id, rules] = found
        # There is one instance per id and rules, also for whoever unpickles one.
        copyreg.pickle(kind, _by_name)
    first = registered[facts["id"], known[0]]
    assert isinstance(first, rulings[known[0]])
    return first


def find_game(id: Game | str, rules: str = "documents") -> Game:
    """The game with this id, which a game stands for, too; or `UnknownGame` with one sentence."""
    discover()
    name = id.id if isinstance(id, Game) else id if isinstance(id, str) else repr(id)
    if found := registered.get((name, rules)):
        return found
    same = Listing(known.rules for known in registered.values() if known.id == name)
    if not same:
        raise UnknownGame(UNKNOWN_GAME(id=excerpt(name), games=Listing(game.id for game in all_games())))
    raise UnknownGame(UNKNOWN_RULES(id=name, rules=excerpt(rules), known=same))


def given_game(given: Game | str) -> Game:
    """A game that is given as such or by its id; anything else is an `UnknownGame`."""
    return given if isinstance(given, Game) else find_game(given)


def find_reason(game_id: str, value: str) -> Reason:
    """A reason in a game's own words; in everybody's where the game is not installed."""
    reason = Reason.read(value)
    try:
        return reason.in_words_of(find_game(game_id).reasons)
    except UnknownGame:
        return reason


def _by_name(game: Game) -> tuple[Callable[..., Any], tuple[str, str]]:
    return find_game, (game.id, game.rules)


def all_games() -> list[Game]:
    """Every game there is, by the documents; the newest season first."""
    discover()
    found = [known for known in registered.values() if known.rules == known.rulings[0]]
    return sorted(found, key=lambda known: (-known.season, known.id))


def all_overlays() -> list[Overlay]:
    """What all games together can show over a position."""
    return list({overlay.id: overlay for known in all_games() for overlay in known.overlays}.values())


UNKNOWN_GAME = Sentence("There is no game “{id}”; the games are {games}.")
UNKNOWN_RULES = Sentence("{id} cannot be played by “{rules}” rules; it has {known}.")
