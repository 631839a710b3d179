"""A picture of the house, drawn from the layers that `lint-imports` checks: it cannot show what is not so."""

import tomllib
from pathlib import Path

WIDTH, FLOOR, GAP, EDGE = 720, 58, 10, 24
ROOF = 64
COLOURS = {
    "light": {"wall": "#d8e2e2", "floor": "#f4f7f7", "room": "#ffffff", "line": "#0b6670", "ink": "#12282c"},
    "dark": {"wall": "#26383c", "floor": "#131f22", "room": "#1a292d", "line": "#63cfd3", "ink": "#e4eeee"},
}
FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"


def layers(pyproject: Path) -> list[list[str]]:
    """The rooms of every floor, from the top."""
    contracts = tomllib.loads(pyproject.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
    found = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [[room.strip() for room in floor.split("|")] for floor in found]


def svg(layers: list[list[str]], theme: str) -> str:
    """All floors under one roof, with an arrow for the direction of imports."""
    colour = COLOURS[theme]
    height = ROOF + len(layers) * FLOOR + EDGE
    right = WIDTH - 60
    parts = [
        f'<path d="M{EDGE - 14} {ROOF} L{(EDGE + right) / 2} 10 L{right + 14} {ROOF} Z" fill="{colour["line"]}"/>',
        f'<rect x="{EDGE}" y="{ROOF}" width="{right - EDGE}" height="{len(layers) * FLOOR}" fill="{colour["wall"]}"/>',
    ]
    for number, rooms in enumerate(layers):
        parts += _floor(rooms, ROOF + number * FLOOR, right, colour)
    x, bottom = WIDTH - 28, ROOF + len(layers) * FLOOR - 8
    parts.append(
        f'<path d="M{x} {ROOF + 8}V{bottom}m-9 -14l9 14l9 -14" fill="none" stroke="{colour["line"]}" stroke-width="3" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">{"".join(parts)}</svg>'


def _floor(rooms: list[str], top: int, right: int, colour: dict[str, str]) -> list[str]:
    inside = right - EDGE - 2 * GAP
    width = (inside - GAP * (len(rooms) - 1)) / len(rooms)
    parts = [
        f'<rect x="{EDGE + 4}" y="{top + 3}" width="{right - EDGE - 8}" height="{FLOOR - 5}" fill="{colour["floor"]}"/>'
    ]
    for place, room in enumerate(rooms):
        x = EDGE + GAP + place * (width + GAP)
        parts.append(
            f'<rect x="{x:.1f}" y="{top + 9}" width="{width:.1f}" height="{FLOOR - 17}" rx="8" fill="{colour["room"]}" '
            f'stroke="{colour["line"]}" stroke-width="1.5"/>'
            f'<text x="{x + width / 2:.1f}" y="{top + 35}" text-anchor="middle" font-family="{FONT}" font-size="18" '
            f'font-weight="600" fill="{colour["ink"]}">{room}</text>'
        )
    return parts
