"""The Baltic Sea around an Ostseeschach board: a sandbank with foam at its edge, waves and a boat. Scenery only."""

from schwarm.view.layout import UNIT, Layout
from schwarm.view.pen import Pen, number

SHORE = 15
"""How far the sandbank reaches beyond the squares."""

_WAVE = "q9 -9 18 0t18 0"
# Places of little waves, between the names of columns and rows and away from the ambers.
_WAVES = (
    (128, 26), (350, 36), (570, 22), (770, 34), (6, 174), (4, 374), (8, 574), (5, 774), (154, 928), (354, 934),
    (554, 926), (754, 934), (914, 470), (904, 516),
)  # fmt: skip
_GRAINS = ((14, 16), (84, 22), (30, 84), (70, 90), (90, 64), (10, 58), (52, 8))
_RIPPLES = "M10 18q7 -7 14 0t14 0M62 88q7 -7 14 0t14 0"


def defs(pen: Pen, layout: Layout) -> str:
    """The sea's colours and what tells a tile of sand from one of water."""
    return (
        pen.gradient("sea", ((0, "sea-top"), (1, "sea-bottom")), (0, 0), (0, layout.height))
        + pen.define("grains", *(pen.circle(x, y, 1.8, "grain") for x, y in _GRAINS))
        + pen.define("ripples", pen.path(_RIPPLES, "ripple"))
    )


def behind(pen: Pen, layout: Layout) -> str:
    """What is painted before the squares."""
    shore = _shore(layout)
    waves = "".join(f"M{x} {y}{_WAVE}" for x, y in _WAVES)
    return (
        pen.rect(0, 0, layout.width, layout.height, "sea", 30)
        + pen.path(waves, "wave")
        + pen.path(shore, "shallow")
        + pen.path(shore, "foam")
        + pen.path(shore, "shore")
        + _boat(pen, layout.right + 52, layout.bottom + 48)
    )


def _shore(layout: Layout) -> str:
    """A closed line around the board that rises and falls with the waves."""
    left, top = layout.margin.left - SHORE, layout.margin.top - SHORE
    across, down = layout.right - layout.margin.left, layout.bottom - layout.margin.top
    step = UNIT / 2
    swell = number(0.11 * step)
    half, whole = number(step / 2), number(step)
    counts = int(across / step), int(down / step)
    corner = f"q{SHORE} 0 {SHORE} {SHORE}"
    return (
        f"M{left + SHORE} {top}q{half} -{swell} {whole} 0{f't{whole} 0' * (counts[0] - 1)}{corner}"
        f"q{swell} {half} 0 {whole}{f't0 {whole}' * (counts[1] - 1)}q0 {SHORE} -{SHORE} {SHORE}"
        f"q-{half} {swell} -{whole} 0{f't-{whole} 0' * (counts[0] - 1)}q-{SHORE} 0 -{SHORE} -{SHORE}"
        f"q-{swell} -{half} 0 -{whole}{f't0 -{whole}' * (counts[1] - 1)}q0 -{SHORE} {SHORE} -{SHORE}Z"
    )


def _boat(pen: Pen, x: float, y: float) -> str:
    """A small sailing boat far out."""
    return pen.group(
        pen.path("M-2 -26V2", "mast"),
        pen.path("M1 -26C10 -18 15 -9 17 -1H1ZM-5 -20C-10 -13 -14 -7 -16 -1H-5Z", "sail"),
        pen.path("M-21 3H22C19 10 15 14 10 14H-11C-16 14 -19 9 -21 3Z", "boat"),
        pen.path("M-30 17q7.5 -6 15 0t15 0t15 0t15 0", "wave"),
        transform=f"translate({number(x)} {number(y)})",
    )
