"""Writes SVG elements: short numbers, escaped text, classes and ids that belong to one kind of picture.

A browser copies what `<use>` refers to out of its surroundings, so a rule like `.sw-dark .sw-red` does not
reach it. Every painted element therefore carries the picture's own class, and the rules ask for both.
"""

from collections.abc import Iterable
from html import escape

Point = tuple[float, float]


def number(value: float) -> str:
    """At most two decimals, and none that say nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(places: Iterable[Point]) -> str:
    """Places as a path or a polygon writes them."""
    return " ".join(f"{number(x)} {number(y)}" for x, y in places)


class Pen:
    """Draws elements for one scope: a drawing in one theme. Pictures of different scopes share a page in peace."""

    def __init__(self, scope: str) -> None:
        self.scope = scope

    def id(self, name: str) -> str:
        return f"{self.scope}-{name}"

    def element(self, tag: str, ink: str = "", inside: str = "", /, **attributes: object) -> str:
        """An element painted with the palette's inks (`"red"`, `"badge blue"`). None leaves an attribute out."""
        classes = " ".join([self.scope, *(f"sw-{name}" for name in ink.split())]) if ink else None
        written = "".join(
            f' {name.rstrip("_").replace("_", "-")}="{escape(_value(value))}"'
            for name, value in {"class": classes, **attributes}.items()
            if value is not None
        )
        return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"

    def path(self, d: str, ink: str, **attributes: object) -> str:
        return self.element("path", ink, d=d, **attributes)

    def circle(self, x: float, y: float, radius: float, ink: str) -> str:
        return self.element("circle", ink, cx=x or None, cy=y or None, r=radius)

    def rect(self, x: float, y: float, width: float, height: float, ink: str, round_: float = 0) -> str:
        return self.element("rect", ink, x=x, y=y, width=width, height=height, rx=round_ or None)

    def group(self, *inside: str, **attributes: object) -> str:
        """A group, or nothing if it would be empty."""
        content = "".join(inside)
        return self.element("g", "", content, **attributes) if content else ""

    def define(self, name: str, *inside: str) -> str:
        return self.group(*inside, id=self.id(name))

    def use(self, name: str, x: float, y: float, transform: str | None = None) -> str:
        return self.element("use", href=f"#{self.id(name)}", x=x, y=y, transform=transform)

    def gradient(self, name: str, stops: Iterable[tuple[float, str]], start: Point, end: Point) -> str:
        """A linear gradient in the picture's own units; each stop has a place and an ink."""
        inside = "".join(self.element("stop", ink, offset=place) for place, ink in stops)
        (x1, y1), (x2, y2) = start, end
        units = "userSpaceOnUse"
        return self.element(
            "linearGradient", "", inside, id=self.id(name), gradientUnits=units, x1=x1, y1=y1, x2=x2, y2=y2
        )

    def title(self, text: str) -> str:
        return f"<title>{escape(text, quote=False)}</title>"

    def text(self, text: str, x: float, y: float, ink: str) -> str:
        """Centred text in one of the reader's own fonts; `glyphs` needs none."""
        return self.element("text", ink, escape(text, quote=False), x=x, y=y, text_anchor="middle")


def _value(value: object) -> str:
    return number(value) if isinstance(value, int | float) else str(value)
