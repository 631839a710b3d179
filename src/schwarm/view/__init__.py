"""A state as text and as a picture. Draws what it is shown and knows no rules.

The drawing of a game is found by name: a module here with the name of the game's module in `schwarm.games`, or the
entry point `schwarm.drawings` of another package with the game's id. Every other game gets a plain grid.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec

from schwarm.games import Game, State
from schwarm.games.base import read_state
from schwarm.games.record import Record, read_record
from schwarm.games.registry import given_game
from schwarm.view.animation import animate, png
from schwarm.view.drawing import Drawing
from schwarm.view.scene import Marks
from schwarm.view.text import describe, rich_text, text

ENTRY_POINTS = "schwarm.drawings"
NOTHING = Marks()

__all__ = ["Drawing", "Marks", "describe", "drawing", "gif", "png", "rich_text", "svg", "text"]


def svg(
    state: State,
    marks: Marks = NOTHING,
    *,
    theme: str = "light",
    flipped: bool = False,
    sides: str | None = None,
    size: int | None = None,
) -> str:
    """A position as a self-contained SVG. `theme` is light, dark or auto; `sides` a style of the game's sides."""
    return drawing(read_state(state).game).svg(state, marks, theme=theme, flipped=flipped, sides=sides, size=size)


def gif(
    record: Record,
    *,
    theme: str = "light",
    flipped: bool = False,
    sides: str | None = None,
    width: int = 480,
) -> bytes:
    """A whole game as an animated GIF; raises `CannotDraw` where a package is missing or the game is too long."""
    moves = [None, *(played.move for played in read_record(record).moves)]
    steps = list(zip(record.states(), moves, strict=True))
    return animate(drawing(record.start.game), steps, theme=theme, flipped=flipped, sides=sides, width=width)


def drawing(game: Game | str) -> Drawing:
    """What draws a game, which may be given by its id."""
    game = given_game(game)
    return _drawing(game.id, type(game).__module__)


@cache
def _drawing(id: str, module: str) -> Drawing:
    from importlib.metadata import entry_points  # slow to import

    for point in entry_points(group=ENTRY_POINTS, name=id):
        found = point.load()
        assert isinstance(found, Drawing), f"{point.value} is no schwarm.view.Drawing"
        return found
    package, _, rest = module.partition("schwarm.games.")
    name = rest.split(".")[0]
    if not package and name and find_spec(f"schwarm.view.{name}"):
        own = import_module(f"schwarm.view.{name}").DRAWING
        assert isinstance(own, Drawing)
        return own
    return Drawing()
