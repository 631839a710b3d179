"""An SVG as a PNG picture, with resvg, which needs no system library."""

from schwarm.games.number import check_number
from schwarm.words import SchwarmError, Sentence, excerpt

MAX_WIDTH = 8_192
"""Pixels. Who draws far larger ones finds no memory for them, and ends the whole process."""


class CannotDraw(SchwarmError):
    """A part that draws pictures is not installed, or there is nothing that it could draw."""


def png(svg: str, *, width: int = 800) -> bytes:
    """The picture of an SVG, `width` pixels wide, up to 8192."""
    if not isinstance(svg, str):
        raise CannotDraw(NOT_AN_SVG(given=excerpt(repr(svg))))
    width = check_number("width", width, 1, MAX_WIDTH)
    try:
        import resvg_py
    except ImportError as error:
        raise CannotDraw(NO_RESVG()) from error
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
    except ValueError as error:
        raise CannotDraw(NOT_AN_SVG(given=excerpt(repr(svg)))) from error


NOT_AN_SVG = Sentence("A PNG picture is made from an SVG, like view.svg(state), not from {given}.")
NO_RESVG = Sentence(
    "PNG pictures need the package resvg-py, which is not installed; install it with “pip install resvg-py”."
)
