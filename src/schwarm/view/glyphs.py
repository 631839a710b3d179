"""Letters and digits drawn as strokes, so that a picture looks the same on machines without fonts.

Each glyph stands in a box 10 wide and 14 high, upper case and digits as tall as the box.
"""

from schwarm.view.pen import Pen, number

HEIGHT = 14
ADVANCE = 13

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
    "9": "M2 13.6C6.2 12.4 9.2 8.6 9.2 4.4A4.2 4.3 0 1 0 .8 4.4A4.2 4.3 0 0 0 9.1 5",
}


def write(pen: Pen, text: str, x: float, y: float, height: float, ink: str) -> str:
    """A short text, centred on a place. What has no glyph leaves a gap."""
    scale = height / HEIGHT
    left = x - scale * (ADVANCE * len(text) - (ADVANCE - 10)) / 2
    top = y - height / 2
    strokes = []
    for place, letter in enumerate(text):
        if shape := GLYPHS.get(letter):
            at = f"translate({number(left + scale * ADVANCE * place)} {number(top)}) scale({number(scale)})"
            strokes.append(pen.path(shape, ink, transform=at))
    return "".join(strokes)
