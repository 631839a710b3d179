"""A game by its name, as people ask for it: type checkers know what Schwarm's own games have beyond every game."""

from typing import TYPE_CHECKING, Literal, overload

from schwarm.games.base import Game
from schwarm.games.registry import find_game

if TYPE_CHECKING:
    # Only for the types: which games there are is found out when somebody asks.
    from schwarm.games.ostseeschach import Ostseeschach
    from schwarm.games.piranhas import Piranhas


@overload
def game(id: Literal["piranhas-2026", "piranhas-2019"], rules: str = ...) -> "Piranhas": ...
@overload
def game(id: Literal["ostseeschach-2022"], rules: str = ...) -> "Ostseeschach": ...
@overload
def game(id: Game | str, rules: str = ...) -> Game: ...
def game(id: Game | str, rules: str = "documents") -> Game:
    """The game with this id. `rules="official"` plays the official server's rulings where they differ."""
    return find_game(id, rules)
