"""What a game can show over a position when somebody asks: groups of squares, such as the swarms of Piranhas.

A game declares its overlays with its facts; the page, the terminal and pictures offer what they find there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from schwarm.games.outcome import Team
from schwarm.words import Sentence

if TYPE_CHECKING:
    from schwarm.games.base import State


class Group(NamedTuple):
    """Squares of a side that belong together, and what they weigh."""

    team: Team
    squares: frozenset[str]
    weight: int


@dataclass(frozen=True, slots=True)
class Overlay:
    """One kind of groups. All words are for people; `id` is for addresses and options."""

    id: str
    name: Sentence
    """What the groups are called, and what one types at the terminal to see them: `swarms`."""
    show: Sentence
    """On a button: “Show the swarms”."""
    tell: Sentence
    """In a list of commands: “list the swarms and their weights”."""
    groups: Callable[["State"], list[Group]]
    """The groups of a position; each side's heaviest first."""


def overlay_of(state: "State", id: str) -> Overlay | None:
    """The overlay that a position's game has under this id."""
    return next((overlay for overlay in state.game.overlays if overlay.id == id), None)
