"""Where games announce themselves and are found by name, with the types of Schwarm's own games for type checkers."""

import copyreg
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, overload

from schwarm.games.base import Game, Overlay, Rules
from schwarm.games.discovery import discover, discover_own
from schwarm.games.outcome import Reason
from schwarm.words import Listing, SchwarmError, Sentence, excerpt

if TYPE_CHECKING:
    from schwarm.games.ostseeschach import Ostseeschach
    from schwarm.games.piranhas import Piranhas


DEFAULT_GAME = "piranhas-2026"
"""The game that is played by default: this year's."""

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
        # There is one instance per id and rules, also after unpickling.
        copyreg.pickle(kind, _by_name)
    first = registered[facts["id"], known[0]]
    assert isinstance(first, rulings[known[0]])
    return first


def find_game(id: Game | str, rules: str = "documents") -> Game:
    """The game with this id, which a game stands for, too; or `UnknownGame` with one sentence."""
    name = id.id if isinstance(id, Game) else id if isinstance(id, str) else repr(id)
    if (name, rules) not in registered:
        discover_own(name)
    if (name, rules) not in registered:
        discover()
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
    """A reason in a game's own words; in the common ones where the game is not installed."""
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


@overload
def game(id: Literal["piranhas-2026", "piranhas-2019"], rules: str = ...) -> "Piranhas": ...
@overload
def game(id: Literal["ostseeschach-2022"], rules: str = ...) -> "Ostseeschach": ...
@overload
def game(id: Game | str, rules: str = ...) -> Game: ...
def game(id: Game | str, rules: str = "documents") -> Game:
    """The game with this id. `rules="official"` plays the official server's rulings where they differ."""
    return find_game(id, rules)


UNKNOWN_GAME = Sentence("There is no game “{id}”; the games are {games}.")
UNKNOWN_RULES = Sentence("{id} cannot be played by “{rules}” rules; it has {known}.")
