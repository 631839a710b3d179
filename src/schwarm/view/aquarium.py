"""The aquarium around and behind a Piranhas board: water, light, sand, weeds and bubbles. Scenery only."""

from schwarm.view.pen import Pen, number
from schwarm.view.scene import Layout

SCALES = {0: 0.86, 1: 0.62, 2: 0.79, 3: 0.97}
"""How large a fish of each weight is drawn; 0 is for games where fish have none."""

# The lower jaw juts out under the lip: nothing says "piranha" like an underbite.
_BODY = "M36 -4C29 -20 15 -30 -2 -30C-13 -30 -22 -19 -29 -8V8C-22 18 -12 30 3 31C19 32 35 25 44 7C44 2 40 0 37 2Z"
_BELLY = "M-25 9C-18 19 -10 28 3 29C18 30 33 23 41 9C28 15 10 17 -2 14C-10 12 -18 9 -25 9Z"
_MOUTH = "M42.5 4.5C36 10 29 12 20 9"
_TEETH = "M41.5 5.5L38.5 -5.5L34 8.8ZM33 9.3L29.5 0L26 10.3Z"
_PECTORAL = "M-1 9C-6 8 -14 11 -18 19C-10 22 0 20 2 13Z"
# Half closed from above, slanting forward: not angry, only determined.
_LID = "M-10.5 -6L11 -1.5C11.5 -8 7 -11.5 1 -11.5C-5 -11.5 -9 -10 -10.5 -6Z"

# Red swims with a sail and a forked tail, Blue with spines and a fan: told apart without colour.
_FINS = {
    "sail": (
        "M14 -27C8 -41 -4 -46 -18 -45C-14 -37 -16 -28 -21 -19Z",
        "M-16 24C-18 33 -15 40 -21 44C-10 46 2 40 8 30Z",
        "M-26 -7C-32 -14 -39 -22 -48 -25C-44 -15 -43 -7 -40 0C-43 7 -44 15 -48 25C-39 22 -32 14 -26 7Z",
    ),
    "spines": (
        "M18 -25L14 -43L5 -33L-3 -46L-9 -33L-20 -40L-21 -19Z",
        "M-14 25L-20 39L-9 34L-3 44L6 30Z",
        "M-26 -7C-30 -15 -36 -21 -43 -21C-50 -14 -50 14 -43 21C-36 21 -30 15 -26 7Z",
    ),
}
_RAYS = {
    "sail": "M-32 -4L-42 -17M-32 4L-42 17M-8 -31L-10 -41M4 -32L-1 -41",
    "spines": "M-32 -5L-43 -12M-33 0H-46M-32 5L-43 12",
}

_STRIPES = {
    1: "M-11 -22C-7 -9 -7 3 -10 12",
    2: "M-17 -17C-14 -9 -14 3 -16 10M-5 -25C-1 -9 -1 3 -4 13",
    3: "M-22 -13C-20 -8 -20 2 -22 7M-12.5 -21C-9 -9 -9 3 -11.5 11M-2 -26C2 -9 2 3 -1 13",
}
_SPOTS = {1: [(-10, -5)], 2: [(-17, -2), (-5, -14)], 3: [(-19, 0), (-10, -16), (-4, -1)]}

_MANTLE = "M0 -46C12 -38 22 -24 24 -6C25 6 17 14 0 14C-17 14 -25 6 -24 -6C-22 -24 -12 -38 0 -46Z"
_SIDE_FINS = (
    "M-10 -37C-24 -38 -36 -30 -38 -19C-32 -18 -26 -17 -22 -15ZM10 -37C24 -38 36 -30 38 -19C32 -18 26 -17 22 -15Z"
)
_ARMS = (
    "M-17 7C-30 14 -26 24 -34 30C-39 34 -44 30 -42 26",
    "M-11 10C-18 20 -14 30 -20 38C-24 43 -30 41 -30 37",
    "M-4 11C-6 22 -2 30 -6 40C-8 44 -12 45 -14 42",
    "M4 11C6 22 2 30 6 40C8 44 12 45 14 42",
    "M11 10C18 20 14 30 20 38C24 43 30 41 30 37",
    "M17 7C30 14 26 24 34 30C39 34 44 30 42 26",
)


def fish(pen: Pen, name: str, ink: str, fins: str, weight: int) -> str:
    """A fish to be used by name. `fins` is "sail", facing right, or "spines", facing left and with spots."""
    scale = SCALES[weight]
    around = "".join(_FINS[fins]) + _BODY
    parts = [
        pen.path(around, f"halo {ink}-halo"),
        *(pen.path(fin, f"{ink}-fin") for fin in _FINS[fins]),
        pen.path(_RAYS[fins], f"{ink}-fold"),
        pen.path(_BODY, ink),
        pen.path(_BELLY, f"{ink}-belly"),
        _marks(pen, ink, fins, weight) if weight else "",
        pen.path(_PECTORAL, f"{ink}-fin"),
        pen.path(_TEETH, "teeth"),
        pen.path(_MOUTH, f"{ink}-fold"),
        _eye(pen, ink, scale),
    ]
    facing = -scale if fins == "spines" else scale
    # Lines stay equally thick on small fish, or they would vanish first.
    width = number(3.2 / scale)
    drawn = pen.group(*parts, transform=f"scale({number(facing)} {number(scale)})", stroke_width=width)
    return pen.define(name, drawn)


def _eye(pen: Pen, ink: str, scale: float) -> str:
    """Small fish have large eyes."""
    return pen.group(
        pen.circle(0, 0, 10, "eye"),
        pen.circle(3, 1.5, 5.2, "pupil"),
        pen.circle(4.8, -0.5, 1.8, "glint"),
        pen.path(_LID, ink),
        transform=f"translate(16 -7) scale({number(scale**-0.35)})",
    )


def _marks(pen: Pen, ink: str, fins: str, weight: int) -> str:
    """The weight once more, as one to three stripes or spots."""
    if fins == "sail":
        return pen.path(_STRIPES[weight], f"{ink}-stripe")
    return "".join(pen.circle(x, y, 6.2, f"{ink}-spot") for x, y in _SPOTS[weight])


def squid(pen: Pen, name: str) -> str:
    """A squid to be used by name. It never moves, and it does not mind."""
    arms = "".join(_ARMS)
    return pen.define(
        name,
        pen.path(_MANTLE + _SIDE_FINS, "halo", stroke_width=3),
        pen.path(arms, "squid-arm-line"),
        pen.path(arms, "squid-arm"),
        pen.path(_SIDE_FINS, "squid-fin"),
        pen.path(_MANTLE, "squid"),
        pen.path("M-9 -30C-4 -34 4 -34 9 -30M-13 -21C-6 -26 6 -26 13 -21", "squid-fold"),
        *(
            pen.circle(x, -5, 8, "eye") + pen.circle(x, -4, 4, "pupil") + pen.circle(x + 1.5, -6, 1.6, "glint")
            for x in (-10, 10)
        ),
        pen.path("M-5 7C-2 10 2 10 5 7", "squid-fold"),
    )


_BUBBLES = (
    (1086, 742, 9), (1098, 706, 6), (1084, 668, 11), (1101, 560, 7), (1090, 520, 4), (1096, 300, 9),
    (1086, 262, 5), (20, 470, 5), (16, 250, 7), (22, 226, 4), (930, 24, 6), (948, 34, 4), (330, 30, 5),
)  # fmt: skip
_PEBBLES = ((36, 1098, 13, 8), (62, 1103, 9, 6), (1052, 1101, 14, 8), (1080, 1094, 10, 7), (560, 1111, 7, 4))


def defs(pen: Pen, layout: Layout) -> str:
    height = layout.height
    water = ((0, "water-top"), (0.45, "water-middle"), (1, "water-bottom"))
    return (
        pen.gradient("water", water, (0, 0), (0, height))
        + pen.gradient("ray", ((0, "ray-top"), (1, "ray-bottom")), (0, 0), (0, 0.82 * height))
        + pen.gradient("sand", ((0, "sand-top"), (1, "sand-bottom")), (0, layout.bottom), (0, height))
    )


def behind(pen: Pen, layout: Layout) -> str:
    """The background behind the squares."""
    width, height, floor = layout.width, layout.height, layout.bottom
    # The tank's corners are cut by the shapes themselves: a clip path would be one more id on the page.
    sand = (
        f"M3 {floor + 16}C120 {floor + 2} 260 {floor + 22} 420 {floor + 12}S760 {floor + 22} 900 {floor + 10}"
        f"S1060 {floor + 2} {width - 3} {floor + 14}V{height - 33}A30 30 0 0 1 {width - 33} {height - 3}"
        f"H33A30 30 0 0 1 3 {height - 33}Z"
    )
    dune = (
        f"M3 {floor + 52}C160 {floor + 34} 330 {floor + 64} 520 {floor + 52}S900 {floor + 40} {width - 3} {floor + 56}"
        f"V{height - 33}A30 30 0 0 1 {width - 33} {height - 3}H33A30 30 0 0 1 3 {height - 33}Z"
    )
    return "".join(
        [
            pen.rect(3, 3, width - 6, height - 6, "water", 30),
            *(pen.path(ray, "ray") for ray in _rays(height)),
            pen.path(
                f"M22 22c60 -12 110 12 170 0s120 12 180 0s120 12 180 0s120 12 180 0s120 12 180 0s120 8 {width - 934} 0",
                "surface",
            ),
            pen.path(sand, "sand"),
            pen.path(dune, "dune"),
            _weeds(pen, layout),
            *(pen.element("ellipse", "pebble", cx=x, cy=y, rx=rx, ry=ry) for x, y, rx, ry in _PEBBLES),
            *(pen.circle(x, y, radius, "bubble") for x, y, radius in _BUBBLES),
            pen.rect(3, 3, width - 6, height - 6, "glass", 30),
        ]
    )


def _rays(height: int) -> list[str]:
    """Light that falls through the surface and fades on its way down; nested beams make soft edges."""
    low = round(0.86 * height)
    beams = ((150, 110, 190), (400, 60, 170), (610, 150, 150), (900, 70, 120))
    return [
        f"M{number(middle - wide * share / 2)} 6h{number(wide * share)}L{number(middle + lean + wide * share)} {low}"
        f"H{number(middle + lean - wide * share)}Z"
        for middle, wide, lean in beams
        for share in (1.0, 0.72, 0.44, 0.2)
    ]


def _weeds(pen: Pen, layout: Layout) -> str:
    """Plants in the lower corners, where no fish and no number is hidden."""
    floor, right = layout.bottom + 30, layout.right
    blades = (
        (right + 33, floor - 2, 150, 9, "weed-dark"),
        (right + 10, floor, 270, 11, "weed"),
        (right + 24, floor + 4, 205, -12, "weed-dark"),
        (right + 38, floor + 4, 110, 8, "weed"),
        (9, floor + 2, 62, -5, "weed-dark"),
        (19, floor + 5, 48, 6, "weed"),
        (30, floor + 6, 30, 5, "weed-dark"),
    )
    return "".join(pen.path(_blade(x, y, height, sway), ink) for x, y, height, sway, ink in blades)


def _blade(x: int, y: int, height: int, sway: int) -> str:
    """A leaf that narrows towards its tip and leans one way, then the other."""
    wide = abs(sway)
    return (
        f"M{x} {y}c{-sway} {number(-0.2 * height)} {2 * sway} {number(-0.35 * height)} 0 {number(-0.55 * height)}"
        f"s{sway} {number(-0.3 * height)} {sway} {number(-0.45 * height)}"
        f"c{number(0.6 * sway)} {number(0.2 * height)} {number(wide - sway)} {number(0.3 * height)}"
        f" {number(wide - sway)} {number(0.45 * height)}"
        f"s{number(1.6 * sway)} {number(0.35 * height)} 0 {number(0.55 * height)}Z"
    )
