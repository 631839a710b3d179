"""What the hooks of a drawing are told: a position, what is marked in it, and where and with what it is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass

from schwarm.games import State
from schwarm.view.layout import Layout
from schwarm.view.marks import Marks
from schwarm.view.pen import Pen


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture to draw: what the hooks are told."""

    state: State
    marks: Marks
    layout: Layout
    pen: Pen
    inks: tuple[str, str]
    """The palette's names for the two sides."""
    sides: str
    pieces: Mapping[str, object]
    letters: Mapping[str, str]

    def ink(self, square: str) -> str:
        """The ink of the side whose piece stands on a square, `neutral` for nobody's."""
        team = self.state.owner(square)
        return self.inks[team.index] if team else "neutral"
