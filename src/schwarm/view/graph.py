"""The course of a game as a picture: one side's winning chance turn by turn, Red's water below and Blue's above.

Draws the numbers it is given and knows no engine. Every turn is a group with `data-turn`, which a page can listen to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from schwarm.games import Game, Team
from schwarm.view import glyphs
from schwarm.view.drawing import THEMES
from schwarm.view.palette import Palette
from schwarm.view.pen import Pen, Point, number, points
from schwarm.view.scene import Margin
from schwarm.words import Message, Sentence

MARGIN = Margin(78, 20, 78, 58)
TEXT = 13
"""The height of a label."""
WORD = 17
"""The height of a side's name."""
ROOM = 36
"""At least this much lies between two labels of the rounds."""
STEPS = (1, 2, 5, 10, 20, 50)


class Slip(Enum):
    """A move that gave something away; the shapes differ too, for people who cannot see colours."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


@dataclass(frozen=True, slots=True)
class GraphPoint:
    """A turn of the game: the chance that Red wins, from 0 to 1, and a remark about the move that led there."""

    chance: float
    move: str = ""
    slip: Slip | None = None
    remark: Message | str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where things are in the picture."""

    width: int
    height: int
    first: int
    turns: int

    @property
    def right(self) -> int:
        return self.width - MARGIN.right

    @property
    def bottom(self) -> int:
        return self.height - MARGIN.bottom

    @property
    def step(self) -> float:
        """From one turn to the next."""
        return (self.right - MARGIN.left) / max(self.turns - 1, 1)

    def x(self, turn: int) -> float:
        return MARGIN.left + self.step * (turn - self.first)

    def y(self, chance: float) -> float:
        return self.bottom - (self.bottom - MARGIN.top) * min(max(chance, 0.0), 1.0)


def graph(
    game: Game,
    moments: Sequence[GraphPoint],
    *,
    first: int = 0,
    theme: str = "light",
    sides: str | None = None,
    width: int = 1000,
    height: int = 360,
    size: int | None = None,
) -> str:
    """A self-contained SVG. The first moment is the position at turn `first`; `size` is the width in pixels.

    `width` and `height` are the picture's own units: a narrow one gets fewer labels, not smaller ones.
    """
    if theme not in THEMES:
        raise ValueError(f"The theme must be one of {', '.join(THEMES)}, not {theme!r}.")
    if not moments:
        raise ValueError("A graph needs the chances of at least one position.")
    pen = Pen(f"sw-graph-{theme}")
    frame = Frame(width, height, first, len(moments))
    names = [str(game.side(team, sides)) for team in Team]
    inks = game.side_colours(sides)
    places = [(frame.x(first + place), frame.y(moment.chance)) for place, moment in enumerate(moments)]
    if len(places) == 1:
        places.append((float(frame.right), places[0][1]))
    inside = [
        pen.title(str(CAPTION(game=game.title, one=names[0], two=names[1]))),
        f"<style>{_palette(*inks).rules(pen.scope, theme)}</style>",
        pen.element("defs", "", _waters(pen, frame, inks)),
        pen.rect(0, 0, width, height, "ground", 16),
        _areas(pen, frame, places, inks),
        _grid(pen, frame),
        _labels(pen, frame, names, inks),
        pen.path(f"M{points(places)}", "course-halo"),
        pen.path(f"M{points(places)}", "course"),
        *(_turn(pen, frame, names, first + place, moment) for place, moment in enumerate(moments)),
    ]
    return pen.element(
        "svg",
        "",
        "".join(inside),
        xmlns="http://www.w3.org/2000/svg",
        class_=f"sw-graph sw-{theme}",
        viewBox=f"0 0 {width} {height}",
        width=size,
        height=size and size * height / width,
        role="img",
    )


def _waters(pen: Pen, frame: Frame, inks: tuple[str, str]) -> str:
    """Each side's colour is strongest at its own edge."""
    one, two = inks
    top, bottom = (0.0, float(MARGIN.top)), (0.0, float(frame.bottom))
    plot = pen.rect(MARGIN.left, MARGIN.top, frame.right - MARGIN.left, frame.bottom - MARGIN.top, "plot", 8)
    return (
        pen.gradient(f"{two}-water", [(0, f"{two}-edge"), (1, f"{two}-middle")], top, bottom)
        + pen.gradient(f"{one}-water", [(0, f"{one}-middle"), (1, f"{one}-edge")], top, bottom)
        + pen.element("clipPath", "", plot, id=pen.id("plot"))
    )


def _areas(pen: Pen, frame: Frame, places: Sequence[Point], inks: tuple[str, str]) -> str:
    corners = [*places, (frame.right, frame.bottom), (MARGIN.left, frame.bottom)]
    return pen.group(
        pen.rect(MARGIN.left, MARGIN.top, frame.right - MARGIN.left, frame.bottom - MARGIN.top, f"{inks[1]}-water"),
        pen.path(f"M{points(corners)}Z", f"{inks[0]}-water"),
        clip_path=f"url(#{pen.id('plot')})",
    )


def _grid(pen: Pen, frame: Frame) -> str:
    across = "".join(f"M{MARGIN.left} {number(frame.y(chance))}H{frame.right}" for chance in (0.25, 0.75))
    upward = "".join(f"M{number(frame.x(turn))} {MARGIN.top}V{frame.bottom}" for _, turn in _rounds(frame))
    middle = f"M{MARGIN.left} {number(frame.y(0.5))}H{frame.right}"
    return pen.path(across + upward, "grid") + pen.path(middle, "even")


def _rounds(frame: Frame) -> list[tuple[int, int]]:
    """The rounds that are named below, each with the turn it ends with; as many as there is room for."""
    last = frame.first + frame.turns - 1
    step = next((step for step in STEPS if 2 * step * frame.step >= ROOM), STEPS[-1])
    ends = range(frame.first // 2 + 1, last // 2 + 1)
    return [(round, 2 * round) for round in ends if round % step == 0]


def _labels(pen: Pen, frame: Frame, names: Sequence[str], inks: tuple[str, str]) -> str:
    """Percent of Red on the left and of Blue on the right, rounds below, and whose water is whose."""
    one, two = inks
    written = []
    for percent in (0, 50, 100):
        y = min(max(frame.y(percent / 100), MARGIN.top + TEXT / 2), frame.bottom - TEXT / 2)
        for text, x, ink in (
            (f"{percent} %", MARGIN.left - 10 - glyphs.length(f"{percent} %", TEXT) / 2, f"{one}-label"),
            (f"{100 - percent} %", frame.right + 10 + glyphs.length(f"{100 - percent} %", TEXT) / 2, f"{two}-label"),
        ):
            written.append(glyphs.write(pen, text, x, y, TEXT, f"label {ink}"))
    below = frame.bottom + 10 + TEXT / 2
    for round, turn in _rounds(frame):
        written.append(glyphs.write(pen, str(round), frame.x(turn), below, TEXT, "label"))
    middle = (MARGIN.left + frame.right) / 2
    written.append(glyphs.write(pen, str(ROUND), middle, frame.height - 8 - TEXT / 2, TEXT, "label"))
    for name, ink, y in (
        (names[0], f"{one}-name", frame.bottom - 12 - WORD / 2),
        (names[1], f"{two}-name", MARGIN.top + 12 + WORD / 2),
    ):
        if glyphs.can_write(name):
            written.append(glyphs.write(pen, name, MARGIN.left + 14 + glyphs.length(name, WORD) / 2, y, WORD, ink))
    return pen.group(*written, pointer_events="none")


def _turn(pen: Pen, frame: Frame, names: Sequence[str], turn: int, moment: GraphPoint) -> str:
    """A column that can be pointed at, with the mark of a slip."""
    half = frame.step / 2
    left = max(frame.x(turn) - half, MARGIN.left)
    right = min(frame.x(turn) + half, frame.right)
    return pen.group(
        pen.title(_title(names, turn, moment)),
        pen.rect(left, MARGIN.top, right - left, frame.bottom - MARGIN.top, "column"),
        _mark(pen, frame.x(turn), frame.y(moment.chance), moment.slip) if moment.slip else "",
        data_turn=turn,
        data_chance=round(moment.chance, 4),
    )


def _title(names: Sequence[str], turn: int, moment: GraphPoint) -> str:
    said = START if not moment.move else AFTER
    title = str(said(turn=turn, move=moment.move, side=names[0], percent=f"{100 * moment.chance:.0f}"))
    return f"{title} · {moment.remark}" if moment.remark else title


def _mark(pen: Pen, x: float, y: float, slip: Slip) -> str:
    if slip is Slip.BLUNDER:
        return pen.path(f"M{number(x)} {number(y - 9)}l9 9l-9 9l-9 -9Z", "mark blunder")
    if slip is Slip.MISTAKE:
        return pen.circle(x, y, 6, "mark mistake")
    return pen.circle(x, y, 4, "mark inaccuracy")


CAPTION = Sentence("{game}: the winning chances of {one} (below) and {two} (above)")
START = Sentence("Turn {turn}: {side} {percent} %")
AFTER = Sentence("Turn {turn}, {move}: {side} {percent} %")
ROUND = Sentence("Round")

_STROKE = "fill:none;stroke-linecap:round;stroke-linejoin:round"
_LINES: Mapping[str, str] = {
    "grid": "fill:none;stroke-width:1",
    "even": "fill:none;stroke-width:1.5;stroke-dasharray:1 6;stroke-linecap:round",
    "course": f"{_STROKE};stroke-width:2.5",
    "course-halo": f"{_STROKE};stroke-width:6",
    "label": f"{_STROKE};stroke-width:1.6",
    "column": "fill-opacity:0",
    "column:hover": "fill-opacity:.14",
    "mark": "stroke-width:2;stroke-linejoin:round;pointer-events:none",
}
_COLOURS: Mapping[str, tuple[str, str]] = {
    "ground": ("fill:#f7fafc", "fill:#12181e"),
    "grid": ("stroke:#0b2236;stroke-opacity:.1", "stroke:#fff;stroke-opacity:.1"),
    "even": ("stroke:#0b2236;stroke-opacity:.55", "stroke:#fff;stroke-opacity:.6"),
    "course": ("stroke:#1b2630", "stroke:#f3f7fa"),
    "course-halo": ("stroke:#fff;stroke-opacity:.75", "stroke:#0a0f14;stroke-opacity:.6"),
    "label": ("stroke:#4a5763", "stroke:#aebac5"),
    "column": ("fill:#0b2236", "fill:#fff"),
    "inaccuracy": ("fill:#ffd23f;stroke:#3b2c00", "fill:#ffd23f;stroke:#1d1600"),
    "mistake": ("fill:#ff9418;stroke:#3d1f00", "fill:#ff9f33;stroke:#1f1000"),
    "blunder": ("fill:#b3149c;stroke:#fff", "fill:#ff6ee7;stroke:#2b0025"),
}
# Of each colour a side can have: the water at its edge and in the middle, its percents, its name.
_WATERS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "red": (("#f0836f", "#a5362a"), ("#fbd9d0", "#4f211d"), ("#a8281a", "#ff8d7a"), ("#7d1509", "#ffc9bf")),
    "blue": (("#8fb8f2", "#1d4f93"), ("#dbe9fc", "#16304f"), ("#1c4fa8", "#86bdff"), ("#0d3580", "#cfe4ff")),
    "white": (("#fff", "#d7dde1"), ("#f1f4f6", "#8b969e"), ("#56636d", "#e9eef1"), ("#3b4750", "#1b252c")),
    "black": (("#4c565f", "#05080b"), ("#a3adb5", "#39434b"), ("#20272d", "#aab6bf"), ("#fff", "#dfe6ea")),
    "green": (("#6cc796", "#1c6b40"), ("#d3f0e0", "#153b28"), ("#12693a", "#6fe0a4"), ("#0a4a27", "#c9f5dd")),
    "yellow": (("#f5cf57", "#8a6a0c"), ("#fcf0c8", "#4a3c12"), ("#7a5a00", "#ffd95e"), ("#5c4300", "#fff0bd")),
}


def _palette(*inks: str) -> Palette:
    """What a graph of two sides is painted with."""
    lines, colours = dict(_LINES), dict(_COLOURS)
    for ink in inks:
        edge, middle, label, name = _WATERS[ink]
        lines[f"{ink}-name"] = f"{_STROKE};stroke-width:1.7"
        colours[f"{ink}-edge"] = (f"stop-color:{edge[0]}", f"stop-color:{edge[1]}")
        colours[f"{ink}-middle"] = (f"stop-color:{middle[0]}", f"stop-color:{middle[1]}")
        colours[f"{ink}-water"] = (f"fill:url(#{ink}-water)", f"fill:url(#{ink}-water)")
        colours[f"{ink}-label"] = (f"stroke:{label[0]}", f"stroke:{label[1]}")
        colours[f"{ink}-name"] = (f"stroke:{name[0]}", f"stroke:{name[1]}")
    return Palette(lines, colours)
