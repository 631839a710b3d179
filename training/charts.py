"""Draws whether winning chances are honest: docs/_static/reliability.svg from what `training reliability` wrote.

Usage: python training/charts.py build/training/*.reliability.json
A dot for each ten percent: how often Hecht said it wins (to the right), how often it did (upwards); honest dots lie on
the line. The chart has numbers and no words, so that the guide shows it in every language.
"""

import argparse
import json
from pathlib import Path
from typing import TypedDict

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "docs" / "_static" / "reliability.svg"
SIDE = 200
MARGIN = 44
GRID, TEXT, DOT = "#8899a6", "#7a8894", "#2f8fbd"  # which can be read on a light and on a dark page


class Group(TypedDict):
    """Positions of which about the same was said: the mean of that, and how often they were won."""

    said: float
    won: float


class Report(TypedDict):
    """What `training reliability` writes of one game."""

    game: str
    groups: list[Group]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--output", type=Path, default=FILE)
    given = parser.parse_args()
    reports = [json.loads(file.read_text(encoding="utf-8")) for file in given.files]
    given.output.write_text(draw_charts(reports), encoding="utf-8")


def draw_charts(reports: list[Report]) -> str:
    """One square a game, side by side."""
    step = SIDE + MARGIN + 12
    # Half of the last label stands to the right of its line.
    width, height = step * len(reports) + 12, SIDE + 2 * MARGIN
    look = f'font-family="sans-serif" font-size="11" fill="{TEXT}"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {look}>']
    for place, report in enumerate(reports):
        parts.append(f'<g transform="translate({place * step + MARGIN} {MARGIN - 12})">{draw_square(report)}</g>')
    return "\n".join([*parts, "</svg>\n"])


def draw_square(report: Report) -> str:
    lines = [f'<text x="{SIDE / 2}" y="-12" font-size="14" text-anchor="middle">{report["game"]}</text>']
    for percent in range(0, 101, 25):
        at = SIDE * percent / 100
        lines += [
            f'<path d="M{at:g} 0V{SIDE}M0 {at:g}H{SIDE}" stroke="{GRID}" stroke-opacity=".3"/>',
            f'<text x="{at:g}" y="{SIDE + 16}" text-anchor="middle">{percent} %</text>',
            f'<text x="-6" y="{SIDE - at + 4:g}" text-anchor="end">{percent} %</text>',
        ]
    lines.append(f'<path d="M0 {SIDE}L{SIDE} 0" stroke="{GRID}" stroke-dasharray="4 3"/>')
    points = [(SIDE * group["said"], SIDE * (1 - group["won"])) for group in report["groups"]]
    lines.append(
        f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}" fill="none" stroke="{DOT}" '
        'stroke-width="1.5"/>'
    )
    lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{DOT}"/>' for x, y in points]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
