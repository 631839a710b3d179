"""An SVG as a PNG picture, with resvg, which needs no system library."""

from schwarm.words import SchwarmError, Sentence


class CannotDraw(SchwarmError):
    """A part that draws pictures is not installed."""


def png(svg: str, *, width: int = 800) -> bytes:
    """The picture of an SVG, `width` pixels wide."""
    try:
        import resvg_py
    except ImportError as error:
        raise CannotDraw(NO_RESVG()) from error
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


NO_RESVG = Sentence(
    "PNG pictures need the package resvg-py, which is not installed; install it with “pip install resvg-py”."
)
