"""What lives and lies on a Baltic beach: cockle, gull, starfish and seal, their tokens, and amber.

Everything is drawn around the origin and fits a square of a hundred units.
"""

from math import cos, pi, sin

from schwarm.view.pen import Pen, Point, number, points
from schwarm.view.scene import UNIT, Layout

THICKNESS = 9
"""How much of a token's side is seen."""
SIZE = 1.1
"""How much larger than its own drawing an animal stands on its token."""


def token(pen: Pen, name: str, ink: str, shape: str, *, tower: bool) -> str:
    """A token to be used by name: one, or two on top of each other. `shape` is "round" or "scalloped"."""
    outline = _disc(41) if shape == "round" else _scallop_path(38, 10)
    inner = _disc(35.5) if shape == "round" else _scallop_path(32.5, 10)
    # A tower's lower token is of plain wood, since its animal is unknown, and wider, to be seen from above.
    layers = [("wood", 6.0, 1.1), (ink, -12.0, 1.0)] if tower else [(ink, 6.0, 1.0)]
    parts = [pen.element("ellipse", "shadow", cy=9, rx=44 * layers[0][2], ry=40)]
    for layer, y, wide in layers:
        at = f"translate(0 {number(y)})" + (f" scale({number(wide)} 1)" if wide != 1 else "")
        top = f"translate(0 {number(y - THICKNESS)})" + (f" scale({number(wide)} 1)" if wide != 1 else "")
        parts.append(pen.path(outline, f"{layer}-side", transform=at))
        parts.append(pen.path(outline, layer, transform=top))
    parts.append(pen.path(inner, f"{ink}-rim", transform=f"translate(0 {number(layers[-1][1] - THICKNESS)})"))
    return pen.define(name, *parts)


def chip(pen: Pen, name: str, ink: str, shape: str) -> str:
    """A side's token, small and empty: it says whose ambers these are."""
    outline = _disc(17) if shape == "round" else _scallop_path(16, 10)
    return pen.define(name, pen.path(outline, ink))


def lift(*, tower: bool) -> float:
    """How far above the square's centre an animal stands on its token."""
    return -22 if tower else -4


def _disc(radius: float) -> str:
    r = number(radius)
    return f"M-{r} 0A{r} {r} 0 0 1 {r} 0A{r} {r} 0 0 1 -{r} 0Z"


def _scallop_path(radius: float, lobes: int) -> str:
    """A closed line of arcs, like the rim of a shell."""
    corners = [_polar(radius, (n + 0.5) / lobes) for n in range(lobes)]
    bulge = number(2 * radius * sin(pi / lobes) * 0.62)
    arcs = "".join(f"A{bulge} {bulge} 0 0 1 {points([corner])}" for corner in [*corners[1:], corners[0]])
    return f"M{points(corners[:1])}{arcs}Z"


def _polar(radius: float, turn: float) -> Point:
    """A place on a circle, a turn clockwise from the top."""
    return radius * sin(2 * pi * turn), -radius * cos(2 * pi * turn)


# -- animals -----------------------------------------------------------------------------------------------


def cockle(pen: Pen, name: str) -> str:
    """Herzmuschel: a fan of ribs over a small hinge."""
    ribs = [_polar(27, turn) for turn in (-0.21, -0.14, -0.07, 0, 0.07, 0.14, 0.21)]
    edge = [_polar(29, turn) for turn in (-0.245, -0.175, -0.105, -0.035, 0.035, 0.105, 0.175, 0.245)]
    hinge: Point = (0, 20)
    low = [(x, y + 8) for x, y in edge]
    fan = f"M{points([(-7, 19)])}L{points(low[:1])}"
    fan += "".join(f"A7 7 0 0 1 {points([place])}" for place in low[1:]) + "L7 19Z"
    lines = "".join(f"M{points([hinge])}L{points([(x * 0.93, y + 10)])}" for x, y in ribs)
    return _animal(
        pen,
        name,
        pen.path("M-13 15C-15 21 -11 25 -6 24H6C11 25 15 21 13 15Z", "animal-shade"),
        pen.path(fan, "animal"),
        pen.path(lines, "rib"),
        pen.path(fan, "outline"),
    )


def gull(pen: Pen, name: str) -> str:
    """Möwe: standing, with a grey wing and a yellow beak."""
    body = (
        "M24 -18C24 -25 18 -29 12 -28C5 -27 3 -21 3 -15C2 -9 -4 -6 -11 -3C-19 0 -26 6 -31 12"
        "C-24 13 -19 14 -14 16C-6 20 6 20 13 14C20 8 20 -2 19 -9C22 -11 24 -14 24 -18Z"
    )
    return _animal(
        pen,
        name,
        pen.path("M-3 17V29M-3 29H4M6 16V29M6 29H13", "leg"),
        pen.path("M22 -21L34 -16C33 -13 28 -12 23 -13Z", "beak"),
        pen.path(body, "animal"),
        pen.path("M8 -4C1 -7 -8 -3 -14 1C-22 5 -28 9 -34 15C-24 14 -12 15 -4 12C4 9 9 3 8 -4Z", "wing"),
        pen.path("M-16 8C-22 10 -28 12 -34 15C-26 14.5 -18 14.5 -12 14Z", "dark"),
        pen.circle(15, -20, 2.8, "dark"),
        aside=-1.5,
    )


def starfish(pen: Pen, name: str) -> str:
    """Seestern: five soft arms and a smile."""
    tips = [_polar(35, n / 5) for n in range(5)]
    notches = [_polar(15, (n + 0.5) / 5) for n in range(5)]
    shape = ""
    for n in range(5):
        (tx, ty), (nx, ny), (bx, by) = tips[n], notches[n], notches[n - 1]
        # Straight arms with round ends: the tip is cut a little before the point.
        one = (bx + (tx - bx) * 0.8, by + (ty - by) * 0.8)
        two = (nx + (tx - nx) * 0.8, ny + (ty - ny) * 0.8)
        shape += f"{'L' if shape else 'M'}{points([one])}Q{points([(tx, ty), two])}"
        shape += f"Q{points([(nx * 1.02, ny * 1.02)])} "
        following = tips[(n + 1) % 5]
        shape += points([(nx + (following[0] - nx) * 0.3, ny + (following[1] - ny) * 0.3)])
    shape += "Z"
    dots = [_polar(22, n / 5) for n in range(5)]
    return _animal(
        pen,
        name,
        pen.path(shape, "animal", transform="translate(0 2)"),
        *(pen.circle(x, y + 2, 2.4, "freckle") for x, y in dots),
        pen.circle(-5.5, -1, 2.9, "dark"),
        pen.circle(5.5, -1, 2.9, "dark"),
        pen.path("M-5 6C-2 9.5 2 9.5 5 6", "outline"),
    )


def seal(pen: Pen, name: str) -> str:
    """Robbe: lying on its belly, head and tail up."""
    body = (
        "M9 -20C10 -28 19 -31 25 -27C31 -24 33 -17 30 -12C28 -6 27 2 23 9C18 18 8 22 -4 21C-14 20 -21 16 -26 9"
        "C-30 5 -34 2 -36 -4C-31 -5 -27 -4 -24 -1C-24 -5 -23 -9 -20 -12C-16 -8 -16 -2 -18 3"
        "C-12 5 -6 3 -1 -2C4 -7 8 -13 9 -20Z"
    )
    return _animal(
        pen,
        name,
        pen.path(body, "animal"),
        pen.path("M6 10C4 17 -1 23 -8 26C-6 29 2 29 8 24C12 20 14 15 14 11Z", "animal-shade"),
        pen.circle(20, -20, 2.9, "dark"),
        pen.element("ellipse", "dark", cx=30.5, cy=-17.5, rx=3, ry=2.4),
        pen.path("M29 -13C27 -10 23 -10 21 -12M25 -14L15 -11M25 -13L17 -6", "whisker"),
        aside=-1.5,
    )


def _animal(pen: Pen, name: str, *parts: str, aside: float = 0) -> str:
    """An animal to be used by name, moved aside where its head would reach over the token."""
    at = f"translate({number(aside)})" if aside else ""
    return pen.define(name, pen.group(*parts, transform=f"{at}scale({number(SIZE)})"))


ANIMALS = {"cockle": cockle, "gull": gull, "starfish": starfish, "seal": seal}

_DROP = "M0 -24C6 -14 17 -5 17 8C17 18 9 25 0 25C-9 25 -17 18 -17 8C-17 -5 -6 -14 0 -24Z"


def amber(pen: Pen, name: str) -> str:
    """Bernstein: a drop with a gleam and a gnat inside."""
    return pen.define(
        name,
        pen.path(_DROP, "amber"),
        pen.path("M-10 9C-10 1 -5 -5 -1 -11", "gleam"),
        pen.path("M3 11L9 8M4 13L10 14", "gnat-leg"),
        pen.element("ellipse", "gnat", cx=4, cy=12, rx=4.5, ry=2.4),
    )


def slot(pen: Pen, name: str) -> str:
    """The hollow an amber will fill."""
    return pen.define(name, pen.path(_DROP, "slot"))


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
    """The background behind the squares."""
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
