"""What the hooks of a drawing are told: the places of its squares, the position and the marks on it, and a pen."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from schwarm.games import Explanation, Game, Move, State
from schwarm.view.pen import Pen, Point

UNIT = 100


class Margin(NamedTuple):
    """The room around the board."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True, slots=True)
class Layout:
    """The places of a board's squares, turned by 180° when flipped."""

    game: Game
    margin: Margin
    flipped: bool = False

    @property
    def columns(self) -> str:
        """The column labels as they stand from left to right."""
        return self.game.columns[::-1] if self.flipped else self.game.columns

    @property
    def rows(self) -> str:
        """The row labels as they stand from top to bottom."""
        return self.game.rows if self.flipped else self.game.rows[::-1]

    @property
    def width(self) -> int:
        return self.margin.left + UNIT * len(self.columns) + self.margin.right

    @property
    def height(self) -> int:
        return self.margin.top + UNIT * len(self.rows) + self.margin.bottom

    @property
    def right(self) -> int:
        """Where the board ends and the right margin begins."""
        return self.width - self.margin.right

    @property
    def bottom(self) -> int:
        """Where the board ends and the bottom margin begins."""
        return self.height - self.margin.bottom

    def squares(self) -> list[str]:
        """All squares from top left to bottom right, so that what stands tall may cover what is behind it."""
        return [column + row for row in self.rows for column in self.columns]

    def place(self, square: str) -> tuple[int, int]:
        """A square's column from the left and row from the top, from 0."""
        return self.columns.index(square[0]), self.rows.index(square[1])

    def corner(self, square: str) -> tuple[int, int]:
        """The top left corner of a square."""
        column, row = self.place(square)
        return self.margin.left + UNIT * column, self.margin.top + UNIT * row

    def centre(self, square: str) -> Point:
        x, y = self.corner(square)
        return x + UNIT / 2, y + UNIT / 2


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
