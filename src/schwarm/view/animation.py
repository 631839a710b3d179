"""Pictures in pixels: an SVG as PNG, with resvg, and a game as an animated GIF."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from math import isqrt
from typing import TYPE_CHECKING

from schwarm.games import Move, State
from schwarm.games.number import check_number
from schwarm.view.drawing import Drawing
from schwarm.view.pen import number
from schwarm.view.scene import UNIT, Marks, Scene
from schwarm.words import SchwarmError, Sentence, excerpt

if TYPE_CHECKING:
    from PIL.Image import Image


MAX_WIDTH = 8_192
"""Pixels. Who draws far larger ones finds no memory for them, and ends the whole process."""


class CannotDraw(SchwarmError):
    """A part that draws pictures is not installed, or there is nothing that it could draw."""


def png(svg: str, *, width: int = 800) -> bytes:
    """The picture of an SVG, `width` pixels wide, up to 8192."""
    if not isinstance(svg, str):
        raise CannotDraw(NOT_AN_SVG(given=excerpt(repr(svg))))
    width = check_number("width", width, 1, MAX_WIDTH)
    try:
        import resvg_py
    except ImportError as error:
        raise CannotDraw(NO_RESVG()) from error
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
    except ValueError as error:
        raise CannotDraw(NOT_AN_SVG(given=excerpt(repr(svg)))) from error


MAX_FRAMES = 400
"""Positions of a picture; a longer game is refused."""
MAX_PIXELS = 400_000_000
"""Of all frames together, which Pillow keeps until the last one is there: each takes about two bytes."""
SECONDS_PER_MOVE = 0.8
SECONDS_AT_END = 3.0
COLOURS = 255
DETAILS = 100
"""How many of them are reserved for pieces and marks, which cover so little that the board would take them all."""
SAMPLES = 9
"""Positions whose colours stand for those of all."""
SAME = 255
"""The colour that is left, for what does not change from frame to frame."""
AROUND = {"light": "#ffffff", "dark": "#0d1518"}
"""The colour of a page around the board's round corners."""

Step = tuple[State, Move | None]
"""A position, and the move that led to it."""


def animate(
    drawing: Drawing,
    steps: Sequence[Step],
    *,
    theme: str = "light",
    flipped: bool = False,
    sides: str | None = None,
    width: int = 480,
    seconds: float = SECONDS_PER_MOVE,
) -> bytes:
    """The picture of positions one after the other; raises `CannotDraw`."""
    try:
        from PIL import Image
    except ImportError as error:
        raise CannotDraw(NO_PILLOW()) from error
    if len(steps) > MAX_FRAMES:
        raise CannotDraw(TOO_LONG(moves=len(steps) - 1, most=MAX_FRAMES - 1))
    width = check_number("width", width, 1, MAX_WIDTH)
    most = isqrt(MAX_PIXELS // len(steps))
    if width > most:
        raise CannotDraw(TOO_WIDE(positions=len(steps), most=most, width=width))
    workshop = _Frames(drawing, theme, flipped, sides, width)
    palette = _palette(workshop, steps)
    # Drawn while they are written, so that no more than one of each is kept.
    frames = (workshop.frame(*step).quantize(palette=palette, dither=Image.Dither.NONE) for step in steps)
    first = next(frames)
    durations = [round(1000 * seconds)] * (len(steps) - 1) + [round(1000 * SECONDS_AT_END)]
    written = io.BytesIO()
    first.save(
        written,
        "GIF",
        save_all=True,
        append_images=(_changed(frame, before) for before, frame in pairwise(chain([first], frames))),
        duration=durations,
        loop=0,
        optimize=False,
        transparency=SAME,
        disposal=1,
    )
    return written.getvalue()


class _Frames:
    """Positions of one game as pixels, put together from parts that are drawn when they are first needed."""

    def __init__(self, drawing: Drawing, theme: str, flipped: bool, sides: str | None, width: int) -> None:
        self._drawing, self._theme, self._flipped, self._sides, self._width = drawing, theme, flipped, sides, width
        self._boards: dict[str, Image] = {}
        self._parts: dict[str, Image] = {}

    def frame(self, state: State, last: Move | None) -> "Image":
        scene = self._drawing.scene(state, Marks(last=last), self._theme, flipped=self._flipped, sides=self._sides)
        picture = self._board(scene).copy()
        for square in (last.start, last.to) if last else ():
            if state.game.is_square(square):
                for ink in self._drawing.tints(scene, square):
                    self._put(picture, scene, square, ink, self._tint(scene, square, ink))
        for square in scene.layout.squares():
            if (letter := scene.letters.get(square)) is not None:
                drawn = self._drawing.piece(scene, square, letter) if f"piece {letter}" not in self._parts else ""
                self._put(picture, scene, square, f"piece {letter}", drawn)
        return picture

    def details(self, frame: "Image", state: State, last: Move | None) -> Iterator["Image"]:
        """The squares of the last move, and one with each kind of piece."""
        scene = self._drawing.scene(state, Marks(), self._theme, flipped=self._flipped)
        scale = self._width / scene.layout.width
        moved = [square for square in ((last.start, last.to) if last else ()) if state.game.is_square(square)]
        for square in (*moved, *{letter: square for square, letter in scene.letters.items()}.values()):
            x, y = scene.layout.corner(square)
            yield frame.crop((round(x * scale), round(y * scale), round((x + UNIT) * scale), round((y + UNIT) * scale)))

    def _board(self, scene: Scene) -> "Image":
        """The board without its pieces, with what lies beside it."""
        from PIL import Image

        beside = self._drawing.all_beside(replace(scene, marks=Marks()))
        if beside not in self._boards:
            empty = self._drawing.empty(scene.state, theme=self._theme, flipped=self._flipped, sides=self._sides)
            drawn = _pixels(empty, self._width)
            board = self._boards[beside] = Image.new("RGB", drawn.size, AROUND.get(self._theme, AROUND["light"]))
            board.paste(drawn, (0, 0), drawn)
        return self._boards[beside]

    def _tint(self, scene: Scene, square: str, ink: str) -> str:
        x, y = scene.layout.corner(square)
        return scene.pen.rect(x + 4, y + 4, UNIT - 8, UNIT - 8, ink, 14)

    def _put(self, picture: "Image", scene: Scene, square: str, name: str, drawn: str) -> None:
        """Put a part around the middle of a square; it is drawn once, and may be two squares wide."""
        scale = self._width / scene.layout.width
        x, y = scene.layout.centre(square)
        if name not in self._parts:
            pen = scene.pen
            style = f"<style>{self._drawing.palette.rules(pen.scope, self._theme)}</style>"
            inside = style + pen.element("defs", "", self._drawing.defs(scene)) + drawn
            box = f"{number(x - UNIT)} {number(y - UNIT)} {2 * UNIT} {2 * UNIT}"
            part = pen.element("svg", "", inside, xmlns="http://www.w3.org/2000/svg", viewBox=box)
            self._parts[name] = _pixels(part, max(1, round(2 * UNIT * scale)))
        part_drawn = self._parts[name]
        corner = round((x - UNIT) * scale), round((y - UNIT) * scale)
        picture.paste(part_drawn, corner, part_drawn)


def _palette(frames: _Frames, steps: Sequence[Step]) -> "Image":
    """Colours for all frames: a palette for each of them would flicker and take ten times the space."""
    from PIL import Image

    some = [*steps[:: len(steps) // (SAMPLES - 1) + 1], steps[-1]]
    drawn = [frames.frame(*step) for step in some]
    details = [square for step, frame in zip(some, drawn, strict=True) for square in frames.details(frame, *step)]
    palette = Image.new("P", (1, 1))
    palette.putpalette(_colours(drawn[:: SAMPLES // 2], COLOURS - DETAILS) + _colours(details, DETAILS))
    return palette


def _colours(pictures: "Sequence[Image]", most: int) -> list[int]:
    """Red, green and blue of each colour, padded with black."""
    from PIL import Image

    sheet = Image.new("RGB", (max(each.width for each in pictures), sum(each.height for each in pictures)))
    top = 0
    for each in pictures:
        sheet.paste(each, (0, top))
        top += each.height
    found = sheet.quantize(most).getpalette() or []
    return (found + [0] * 3 * most)[: 3 * most]


def _changed(frame: "Image", before: "Image") -> "Image":
    """A frame without what it shares with the one before it, which stays on the screen."""
    from PIL import Image, ImageChops

    plain, old = (Image.frombytes("L", each.size, each.tobytes()) for each in (frame, before))
    same = ImageChops.difference(plain, old).point([255] + [0] * 255)
    changed = frame.copy()
    changed.paste(SAME, None, same)
    return changed


def _pixels(svg: str, width: int) -> "Image":
    from PIL import Image

    return Image.open(io.BytesIO(png(svg, width=width))).convert("RGBA")


NOT_AN_SVG = Sentence("A PNG picture is made from an SVG, like view.svg(state), not from {given}.")
NO_RESVG = Sentence(
    "PNG pictures need the package resvg-py, which is not installed; install it with “pip install resvg-py”."
)
NO_PILLOW = Sentence(
    "GIF pictures need the package Pillow, which is not installed; install it with “pip install pillow”."
)
TOO_WIDE = Sentence("A GIF picture of {positions} positions can be at most {most} pixels wide, not {width}.")
TOO_LONG = Sentence("A GIF picture shows at most {most} moves, and this game has {moves}.")
