"""The aquarium around and behind a Piranhas board: water, light, sand, weeds and bubbles. Scenery only."""

from schwarm.view.layout import Layout
from schwarm.view.pen import Pen, number

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
    """What is painted before the squares."""
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
