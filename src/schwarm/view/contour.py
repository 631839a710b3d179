"""The outline around connected squares: one smooth closed curve, also through corners that only touch.

The squares' centres are joined by links; the outline runs at a fixed distance around the links. It is
traced through a fine grid of those distances ("marching squares").
"""

from collections.abc import Iterator
from math import ceil, floor, hypot

from schwarm.view.pen import Point, number

STEP = 12.5
"""The width of the grid the outline is traced through."""

_SIDES = (((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (0, 1)), ((0, 1), (0, 0)))

Node = tuple[int, int]
Edge = tuple[Node, Node]


def contour(centres: list[Point], pitch: float, distance: float) -> str:
    """A path around points that lie on a grid of the given pitch; neighbours, also diagonal ones, are joined."""
    far = distance + 3 * STEP
    exact: dict[Node, float] = {}
    for link in _links(sorted(centres), pitch):
        for node in _around(link, far):
            here = _distance((node[0] * STEP, node[1] * STEP), link)
            exact[node] = min(here, exact.get(node, far))
    field = {node: _blur(exact, node, far) - distance for node in exact}
    return "".join(_smooth(loop) for loop in _loops(field))


def _around(link: tuple[Point, Point], far: float) -> Iterator[Node]:
    """The places of the grid near a link; further away the outline cannot be."""
    (x1, y1), (x2, y2) = link
    for i in range(floor((min(x1, x2) - far) / STEP), ceil((max(x1, x2) + far) / STEP) + 1):
        for j in range(floor((min(y1, y2) - far) / STEP), ceil((max(y1, y2) + far) / STEP) + 1):
            yield i, j


def _links(centres: list[Point], pitch: float) -> list[tuple[Point, Point]]:
    """Each point with itself and with its neighbours."""
    reach = 1.5 * pitch
    return [
        (one, two)
        for place, one in enumerate(centres)
        for two in centres[place:]
        if abs(one[0] - two[0]) < reach and abs(one[1] - two[1]) < reach
    ]


def _distance(place: Point, link: tuple[Point, Point]) -> float:
    (x, y), ((x1, y1), (x2, y2)) = place, link
    dx, dy = x2 - x1, y2 - y1
    square = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((x - x1) * dx + (y - y1) * dy) / square)) if square else 0.0
    return hypot(x - x1 - along * dx, y - y1 - along * dy)


def _blur(field: dict[Node, float], node: Node, far: float) -> float:
    """A mean with the neighbours: it takes the sharpness out of inner corners."""
    i, j = node
    around = sum(field.get(near, far) for near in ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)))
    return (2 * field[node] + around) / 6


def _loops(field: dict[Node, float]) -> list[list[Point]]:
    """The closed lines where the field changes its sign, as points."""
    following: dict[Edge, Edge] = {}
    for i, j in field:
        if not all(node in field for node in ((i + 1, j), (i, j + 1), (i + 1, j + 1))):
            continue
        ends = [((i + a, j + b), (i + c, j + d)) for (a, b), (c, d) in _SIDES]
        # Walking round a cell, the line enters where it gets dry and leaves at the next place where it gets wet.
        changes = [(edge, field[edge[0]] < 0) for edge in ends if (field[edge[0]] < 0) != (field[edge[1]] < 0)]
        for place, (edge, leaves_inside) in enumerate(changes):
            if leaves_inside:
                after = changes[(place + 1) % len(changes)][0]
                following[_key(edge)] = _key(after)
    loops = []
    while following:
        edge = next(iter(following))
        loop = []
        while edge in following:
            loop.append(_crossing(field, edge))
            edge = following.pop(edge)
        loops.append(loop)
    return loops


def _key(edge: Edge) -> Edge:
    return (edge[0], edge[1]) if edge[0] < edge[1] else (edge[1], edge[0])


def _crossing(field: dict[Node, float], edge: Edge) -> Point:
    (i1, j1), (i2, j2) = edge
    share = field[edge[0]] / (field[edge[0]] - field[edge[1]])
    return STEP * (i1 + share * (i2 - i1)), STEP * (j1 + share * (j2 - j1))


def _smooth(loop: list[Point]) -> str:
    """A closed path of curves with the points as handles; points on straight stretches are left out."""
    bent = [
        point
        for before, point, after in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
        if abs((point[0] - before[0]) * (after[1] - point[1]) - (point[1] - before[1]) * (after[0] - point[0])) > 2
    ]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(bent, bent[1:] + bent[:1], strict=True)]
    start = middles[-1]
    curves = "".join(f"Q{_short(point)} {_short(middle)}" for point, middle in zip(bent, middles, strict=True))
    return f"M{_short(start)}{curves}Z"


def _short(point: Point) -> str:
    return f"{number(round(point[0], 1))} {number(round(point[1], 1))}"
