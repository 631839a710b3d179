"""Letters and digits drawn as strokes, so that a picture looks the same on machines without fonts, and signs on top of
any board: dots, rings, arrows, crosses and badges. They know places, not squares or rules.

Each glyph stands in a box 14 high and 10 wide, or as wide as `WIDTHS` says; capitals and digits are as tall as it.
"""

from math import hypot

from schwarm.view.pen import Pen, Point, number, points

HEIGHT = 14
GAP = 3
WIDTHS = {"i": 1, "l": 1, "t": 6, "r": 6, "!": 2, "k": 8, "n": 8, "u": 8, "z": 8, "%": 14, "W": 14, "w": 12, " ": 4}

GLYPHS = {
    "A": "M0 14L5 0L10 14M1.9 9H8.1",
    "B": "M1 7V0H5.4A3.4 3.4 0 0 1 5.4 6.8H1V14H6A3.6 3.6 0 0 0 6 6.8H5",
    "C": "M9.6 2.6A5.4 6.9 0 1 0 9.6 11.4",
    "D": "M1 0V14H3.6A5.8 7 0 0 0 3.6 0Z",
    "E": "M8.8 0H1.4V14H8.8M1.4 6.8H7.4",
    "F": "M8.8 0H1.4V14M1.4 6.8H7.4",
    "G": "M9.4 2.6A5.4 6.9 0 1 0 9.7 10.4V7.6H6",
    "H": "M.8 0V14M9.2 0V14M.8 6.8H9.2",
    "I": "M5 0V14",
    "J": "M7.6 0V10A3.5 4 0 0 1 .6 10",
    "a": "M9 9.4A4.2 4.5 0 1 1 .6 9.4A4.2 4.5 0 1 1 9 9.4M9 5V14",
    "b": "M1 0V14M1 9.4A4.2 4.5 0 1 1 9.4 9.4A4.2 4.5 0 1 1 1 9.4",
    "c": "M8.6 6.5A4.3 4.5 0 1 0 8.6 12.3",
    "d": "M9 0V14M9 9.4A4.2 4.5 0 1 0 .6 9.4A4.2 4.5 0 1 0 9 9.4",
    "e": "M.9 9.4H9.1A4.1 4.5 0 1 0 8 12.6",
    "f": "M8.4 .5C5.6 -.5 4.2 .9 4.2 3.6V14M1.4 5.4H7.8",
    "g": "M9 9.4A4.2 4.5 0 1 1 .6 9.4A4.2 4.5 0 1 1 9 9.4M9 5V14.4A4 3.6 0 0 1 1.4 15.6",
    "h": "M1 0V14M1 9A4 4.2 0 0 1 9 9V14",
    "0": "M5 0A4.4 7 0 0 1 5 14A4.4 7 0 0 1 5 0Z",
    "1": "M2 3.4L6 0V14",
    "2": "M.9 3.9A4 3.9 0 1 1 8.2 6.2L.9 14H9.2",
    "3": "M1.2 2.2A4 3.5 0 1 1 5 6.7H4A4.3 3.7 0 1 1 .7 11.8",
    "4": "M7 14V0L.4 9.9H9.8",
    "5": "M8.6 0H2.2L1.5 6.2A4.5 4.2 0 1 1 .8 12.2",
    "6": "M8 .4C3.8 1.6 .8 5.4 .8 9.6A4.2 4.3 0 1 0 9.2 9.6A4.2 4.3 0 0 0 .9 9",
    "7": "M.6 0H9.4L3.8 14",
    "8": "M5 6.6A3.5 3.3 0 1 1 5 0A3.5 3.3 0 1 1 5 6.6A4.2 3.7 0 1 0 5 14A4.2 3.7 0 1 0 5 6.6",
    "R": "M1.2 14V0H5.4A3.9 3.7 0 0 1 5.4 7.4H1.2M5.6 7.4L9.6 14",
    "S": "M8.9 2.4A4.3 3.5 0 1 0 5 6.8A4.3 3.6 0 1 1 .8 11.6",
    "W": "M0 0L3.5 14L7 3L10.5 14L14 0",
    "i": "M.5 5V14M.5 .6V.8",
    "k": "M1 0V14M7.4 5L1 10.4M3.6 8.4L8 14",
    "l": "M.5 0V14",
    "n": "M.6 5V14M.6 8.4A3.6 3.6 0 0 1 7.6 8.4V14",
    "o": "M4.8 4.9A4.2 4.55 0 1 1 4.8 14A4.2 4.55 0 1 1 4.8 4.9Z",
    "r": "M.6 5V14M.6 9A4 4 0 0 1 5.6 5.2",
    "t": "M2.4 1.6V11.4A2.4 2.6 0 0 0 5.8 13.6M0 5H5.6",
    "u": "M.6 5V10.4A3.6 3.6 0 0 0 7.6 10.4M7.6 5V14",
    "w": "M0 5L3 14L6 6L9 14L12 5",
    "z": "M.6 5H7.4L.6 14H7.6",
    "ß": "M1 14V3.6A3.6 3.6 0 0 1 8.2 3.6C8.2 5.6 5 6 5 7.6C5 9 9.2 9 9.2 11.4C9.2 13.6 6.4 14.6 4.2 13.4",
    "%": "M3 .4A2.6 3 0 1 1 3 6.4A2.6 3 0 1 1 3 .4ZM11 7.6A2.6 3 0 1 1 11 13.6A2.6 3 0 1 1 11 7.6ZM11.4 0L2.6 14",
    "9": "M2 13.6C6.2 12.4 9.2 8.6 9.2 4.4A4.2 4.3 0 1 0 .8 4.4A4.2 4.3 0 0 0 9.1 5",
}


def can_write(text: str) -> bool:
    """Whether every letter has a glyph."""
    return all(letter in GLYPHS or letter == " " for letter in text)


def length(text: str, height: float) -> float:
    """How wide a text of this height is."""
    return height / HEIGHT * (sum(WIDTHS.get(letter, 10) + GAP for letter in text) - GAP)


def write(pen: Pen, text: str, x: float, y: float, height: float, ink: str) -> str:
    """A short text, centred on a place. Letters without a glyph leave a gap."""
    scale = height / HEIGHT
    left = x - length(text, height) / 2
    top = y - height / 2
    strokes = []
    for letter in text:
        if shape := GLYPHS.get(letter):
            at = f"translate({number(left)} {number(top)}) scale({number(scale)})"
            strokes.append(pen.path(shape, ink, transform=at))
        left += scale * (WIDTHS.get(letter, 10) + GAP)
    return "".join(strokes)


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
    return plate + write(pen, text, x, y, 24, f"digits {ink}-digits")
