"""What the hooks of a drawing are told: a position, the marks on it, and where and with what it is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass

from schwarm.games import Explanation, Move, State
from schwarm.view.layout import Layout
from schwarm.view.pen import Pen


@dataclass(frozen=True, slots=True)
class Marks:
    """All optional; an empty one shows the bare position."""

    last: Move | None = None
    """The move that led here."""
    selected: str | None = None
    """The square of a piece that was picked up."""
    targets: tuple[str, ...] = ()
    """Where it may go."""
    line: Explanation | None = None
    """The movement line of a move with its number of fish, as `state.explain` gives it."""
    overlay: str = ""
    """Outline the groups of this overlay of the game, such as `swarms`, with their weights."""
    arrows: tuple[Move, ...] = ()
    """Moves to point at, the most important first."""

    @classmethod
    def picking(cls, state: State, square: str, *, last: Move | None = None) -> "Marks":
        """A piece picked up and all its targets."""
        state.game.check_square(square)
        targets = tuple(move.to for move in state.legal_moves() if move.start == square)
        return cls(last=last, selected=square, targets=targets)


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
        """The ink of the side whose piece stands on a square, `neutral` for pieces without a side."""
        team = self.state.owner(square)
        return self.inks[team.index] if team else "neutral"
