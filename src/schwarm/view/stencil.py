"""A board in parts, for a page that moves the pieces itself: the empty board, a stamp per kind of piece, what lies
beside the board in one position, and the style sheet that all parts share.
"""

from dataclasses import dataclass, replace

from schwarm.games import Game, State, Team, all_games
from schwarm.games.gallery import gallery
from schwarm.view import glyphs
from schwarm.view.drawing import Drawing
from schwarm.view.pen import Pen, number
from schwarm.view.scene import UNIT, Margin, Scene

SCOPE = "page"
"""Stands where other pictures have their theme: a page chooses the style sheet, the parts stay the same."""


@dataclass(frozen=True, slots=True)
class Stencil:
    """The empty board. Squares are `unit` wide; `columns` and `rows` are labelled from left and from top.

    What is drawn on it later (lines, groups, weights) is drawn by the page: with the sides' `inks` and with these
    `digits`, beneath the tiles where the page `sees_through` them."""

    width: int
    height: int
    left: int
    top: int
    unit: int
    trim: Margin
    """How much of each margin a small board can do without."""
    columns: str
    rows: str
    defs: str
    ground: str
    tiles: str
    labels: str
    inks: tuple[str, str]
    owners: dict[str, int]
    """Whose a piece is, by its letter; nobody's are left out."""
    digits: tuple[str, ...]
    sees_through: bool


def stencil(drawing: Drawing, game: Game, *, flipped: bool = False, sides: str | None = None) -> Stencil:
    """The empty board of a game."""
    scene = _scene(drawing, game.start(0), flipped=flipped, sides=sides)
    layout = scene.layout
    tiles = "".join(drawing.tile(scene, square) for square in layout.squares())
    return Stencil(
        width=layout.width,
        height=layout.height,
        left=layout.margin.left,
        top=layout.margin.top,
        unit=UNIT,
        trim=drawing.trim,
        columns=layout.columns,
        rows=layout.rows,
        defs=drawing.defs(scene),
        ground=drawing.background(scene),
        tiles=tiles,
        labels=drawing.labels(scene),
        inks=scene.inks,
        owners=_owners(game),
        digits=tuple(glyphs.GLYPHS[digit] for digit in "0123456789"),
        sees_through=drawing.sees_through,
    )


def _owners(game: Game) -> dict[str, int]:
    found: dict[str, int] = {}
    for state in gallery(game):
        for square, letter in state.letters().items():
            if (owner := state.owner(square)) is not None:
                found[letter] = owner.index
    return found


def stamps(drawing: Drawing, state: State, sides: str | None = None) -> dict[str, str]:
    """Every kind of piece in a position by its letter, drawn around the origin."""
    scene = _scene(drawing, state, sides=sides)
    first = {letter: square for square, letter in reversed(list(scene.letters.items()))}
    drawn = {}
    for letter, square in first.items():
        x, y = scene.layout.centre(square)
        place = f"translate({number(-x)} {number(-y)})"
        drawn[letter] = scene.pen.group(drawing.piece(scene, square, letter), transform=place)
    return drawn


def beside(drawing: Drawing, state: State, *, flipped: bool = False) -> str:
    """What belongs to a position but lies on no square, such as ambers."""
    return drawing.all_beside(_scene(drawing, state, flipped=flipped))


def beside_by_points(drawing: Drawing, game: Game, team: Team, points: int, *, flipped: bool = False) -> str:
    """A side's part of it, by its points."""
    return drawing.beside(_scene(drawing, game.start(0), flipped=flipped), team, points)


def style(theme: str) -> str:
    """The colours of all boards in one theme, `light` or `dark`."""
    palettes = {known.name: known.palette for known in map(_drawing, all_games())}
    return "\n".join(palette.rules(f"sw-{name}-{SCOPE}", theme) for name, palette in palettes.items())


def _drawing(game: Game) -> Drawing:
    from schwarm.view import drawing

    return drawing(game)


def _scene(drawing: Drawing, state: State, *, flipped: bool = False, sides: str | None = None) -> Scene:
    scene = drawing.scene(state, flipped=flipped, sides=sides)
    return replace(scene, pen=Pen(f"sw-{drawing.name}-{SCOPE}"))
