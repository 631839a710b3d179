"""Draws the guide's charts of Hecht from what the training program wrote.

    python training/charts.py reliability build/training/*.reliability.json
    python training/charts.py generations build/training/*.truth.json

`reliability` is whether winning chances are honest: a dot for each ten percent, how often Hecht said it wins (to the
right), how often it did (upwards); honest dots lie on the line. `generations` is how often each generation of networks
gave a result away, with the 95 % interval; networks are called as their files are, and "-" only counts. Charts have
numbers and no words, so that the guide shows them in every language, and each game has its own, so that they stand
side by side where there is room for it.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypedDict

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "_static"
SIDE = 200
MARGIN = 44
GRID, TEXT = "#8899a6", "#7a8894"  # which can be read on a light and on a dark page
DOTS = ("#2f8fbd", "#c2772f")


class Group(TypedDict):
    """Positions of which about the same was said: the mean of that, and how often they were won."""

    said: float
    won: float


class Reliability(TypedDict):
    """What `training reliability` writes of one game."""

    game: str
    groups: list[Group]


class Rate(TypedDict):
    """How many results one network gives away with so many positions a move."""

    nodes: int
    network: str
    rate: float
    low: float
    high: float


class Truth(TypedDict):
    """What `training truth --out` writes of one game."""

    game: str
    rates: list[Rate]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("chart", choices=DRAW)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, default=FOLDER)
    given = parser.parse_args()
    for file in given.files:
        report = json.loads(file.read_text(encoding="utf-8"))
        chart = frame(DRAW[given.chart](report))
        (given.output / f"{given.chart}-{report['game']}.svg").write_text(chart, encoding="utf-8")


def frame(square: str) -> str:
    """A square with room for what stands around it."""
    # Half of the last label stands to the right of its line.
    width, height = SIDE + MARGIN + 24, SIDE + 2 * MARGIN
    look = f'font-family="sans-serif" font-size="11" fill="{TEXT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {look}>'
    return f'{head}\n<g transform="translate({MARGIN} {MARGIN - 12})">{square}</g>\n</svg>\n'


def draw_title(game: str) -> str:
    return f'<text x="{SIDE / 2}" y="-12" font-size="14" text-anchor="middle">{game}</text>'


def draw_column(at: float, label: str) -> str:
    return (
        f'<path d="M{at:g} 0V{SIDE}" stroke="{GRID}" stroke-opacity=".3"/>'
        f'<text x="{at:g}" y="{SIDE + 16}" text-anchor="middle">{label}</text>'
    )


def draw_row(at: float, label: str) -> str:
    return (
        f'<path d="M0 {at:g}H{SIDE}" stroke="{GRID}" stroke-opacity=".3"/>'
        f'<text x="-6" y="{at + 4:g}" text-anchor="end">{label}</text>'
    )


def draw_dots(points: Sequence[tuple[float, float]], colour: str) -> list[str]:
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return [
        f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>' for x, y in points),
    ]


def draw_reliability(report: Reliability) -> str:
    lines = [draw_title(report["game"])]
    for percent in range(0, 101, 25):
        at = SIDE * percent / 100
        lines += [draw_column(at, f"{percent} %"), draw_row(SIDE - at, f"{percent} %")]
    lines.append(f'<path d="M0 {SIDE}L{SIDE} 0" stroke="{GRID}" stroke-dasharray="4 3"/>')
    points = [(SIDE * group["said"], SIDE * (1 - group["won"])) for group in report["groups"]]
    return "\n".join([*lines, *draw_dots(points, DOTS[0])])


def draw_generations(report: Truth) -> str:
    """A line for each number of positions a move, from counting to the newest network."""
    lines = [draw_title(report["game"])]
    most = max(rate["high"] for rate in report["rates"])
    step = next(step for step in (0.01, 0.02, 0.03, 0.05, 0.1, 0.2) if most <= 5 * step)
    top = step * 5
    lines += [draw_row(SIDE * (1 - row / 5), f"{100 * step * row:g} %") for row in range(6)]
    by_nodes = [list(rates) for _, rates in groupby(report["rates"], lambda rate: rate["nodes"])]
    width = SIDE / len(by_nodes[0])
    columns = [width * (place + 0.5) for place in range(len(by_nodes[0]))]
    lines += [draw_column(at, rate["network"]) for at, rate in zip(columns, by_nodes[0], strict=True)]
    for rates, colour in zip(by_nodes, DOTS, strict=False):
        points = [(at, SIDE * (1 - rate["rate"] / top)) for at, rate in zip(columns, rates, strict=True)]
        for at, rate in zip(columns, rates, strict=True):
            low, high = (SIDE * (1 - bound / top) for bound in (max(rate["low"], 0), rate["high"]))
            lines.append(f'<path d="M{at:g} {low:.1f}V{high:.1f}" stroke="{colour}" stroke-opacity=".6"/>')
        lines += draw_dots(points, colour)
        x, y = points[0]
        # Thousands apart by a narrow space, which is right in every language.
        nodes = f"{rates[0]['nodes']:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
        lines.append(f'<text x="{x + 8:.1f}" y="{y - 6:.1f}" fill="{colour}">{nodes}</text>')
    return "\n".join(lines)


DRAW: dict[str, Callable[[Any], str]] = {"reliability": draw_reliability, "generations": draw_generations}


if __name__ == "__main__":
    main()
