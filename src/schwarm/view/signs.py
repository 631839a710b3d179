"""Signs on top of any board: dots, rings, arrows, crosses and badges. They know places, not squares or rules."""

from math import hypot

from schwarm.view import glyphs
from schwarm.view.pen import Pen, Point, number, points


def dot(pen: Pen, x: float, y: float) -> str:
    """Here a piece may go."""
    return pen.circle(x, y, 15, "target")


def ring(pen: Pen, x: float, y: float) -> str:
    """Here a piece may go and something is in its place."""
    return pen.circle(x, y, 44, "capture-halo") + pen.circle(x, y, 44, "capture")


def cross(pen: Pen, x: float, y: float) -> str:
    """This is what forbids a move."""
    shape = f"M{number(x - 20)} {number(y - 20)}l40 40m0 -40l-40 40"
    return pen.path(shape, "cross-halo") + pen.path(shape, "cross")


def arrow(pen: Pen, start: Point, end: Point, ink: str, width: float, gap: float = 8) -> str:
    """A slender arrow from one square's centre to another's, with a gap before its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    if not length:
        return ""
    along = (dx / length, dy / length)
    head = width * 2.4

    def place(forward: float, aside: float) -> Point:
        return start[0] + along[0] * forward - along[1] * aside, start[1] + along[1] * forward + along[0] * aside

    tip = length - gap
    neck = tip - head
    shape = [
        place(22, width * 0.3),
        place(neck + width * 0.3, width * 0.5),
        place(neck - width * 0.2, width * 1.3),
        place(tip, 0),
        place(neck - width * 0.2, -width * 1.3),
        place(neck + width * 0.3, -width * 0.5),
        place(22, -width * 0.3),
    ]
    return pen.path(f"M{points(shape)}Z", ink)


def badge(pen: Pen, x: float, y: float, text: str, ink: str, *, square: bool = False) -> str:
    """A number on a small plate. The square one and the round one tell the sides apart without colour."""
    width = 44 + 19 * (len(text) - 1)
    plate = pen.rect(x - width / 2, y - 22, width, 44, f"badge {ink}", 9 if square else 22)
    return plate + glyphs.write(pen, text, x, y, 24, f"digits {ink}-digits")
