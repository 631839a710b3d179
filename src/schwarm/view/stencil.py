"""A board in parts, for a page that moves the pieces itself: the empty board, a stamp per kind of piece, what lies
beneath and above in one position, and the style sheet that all parts share.
"""

from dataclasses import dataclass

from schwarm.games import Game, State, all_games
from schwarm.view.drawing import Drawing, Scene
from schwarm.view.layout import UNIT, Layout
from schwarm.view.marks import Marks
from schwarm.view.pen import Pen, number

SCOPE = "page"
"""Stands where other pictures have their theme: a page chooses the style sheet, the parts stay the same."""


@dataclass(frozen=True, slots=True)
class Stencil:
    """The empty board. Squares are `unit` wide; `columns` and `rows` are labelled from left and from top."""

    width: int
    height: int
    left: int
    top: int
    unit: int
    columns: str
    rows: str
    defs: str
    ground: str
    tiles: str
    labels: str


def stencil(drawing: Drawing, game: Game, *, flipped: bool = False, sides: str | None = None) -> Stencil:
    """The empty board of a game."""
    scene = _scene(drawing, game.start(0), Marks(), flipped, sides)
    layout = scene.layout
    tiles = "".join(drawing.tile(scene, square) for square in layout.squares())
    return Stencil(
        width=layout.width,
        height=layout.height,
        left=layout.margin.left,
        top=layout.margin.top,
        unit=UNIT,
        columns=layout.columns,
        rows=layout.rows,
        defs=drawing.defs(scene),
        ground=drawing.background(scene),
        tiles=tiles,
        labels=drawing.labels(scene),
    )


def stamps(drawing: Drawing, state: State, sides: str | None = None) -> dict[str, str]:
    """Every kind of piece in a position by its letter, drawn around the origin."""
    scene = _scene(drawing, state, Marks(), flipped=False, sides=sides)
    first = {letter: square for square, letter in reversed(list(scene.letters.items()))}
    drawn = {}
    for letter, square in first.items():
        x, y = scene.layout.centre(square)
        place = f"translate({number(-x)} {number(-y)})"
        drawn[letter] = scene.pen.group(drawing.piece(scene, square, letter), transform=place)
    return drawn


def layers(
    drawing: Drawing, state: State, marks: Marks | None = None, *, flipped: bool = False, sides: str | None = None
) -> tuple[str, str]:
    """What a position and its marks put beneath the pieces and above them."""
    scene = _scene(drawing, state, marks or Marks(), flipped, sides)
    return drawing.beneath(scene), drawing.above(scene)


def style(theme: str) -> str:
    """The colours of all boards in one theme, `light` or `dark`."""
    palettes = {known.name: known.palette for known in map(_drawing, all_games())}
    return "\n".join(palette.rules(f"sw-{name}-{SCOPE}", theme) for name, palette in palettes.items())


def _drawing(game: Game) -> Drawing:
    from schwarm.view import drawing

    return drawing(game)


def _scene(drawing: Drawing, state: State, marks: Marks, flipped: bool, sides: str | None) -> Scene:
    sides = sides or next(iter(state.game.sides))
    return Scene(
        state=state,
        marks=marks,
        layout=Layout(state.game, drawing.margin, flipped),
        pen=Pen(f"sw-{drawing.name}-{SCOPE}"),
        inks=drawing.inks(state.game, sides),
        sides=sides,
        pieces=state.pieces(),
        letters=state.letters(),
    )
