"""Ostseeschach: tokens with beach animals on a sandbank in the Baltic Sea, ambers at its shore."""

from typing import ClassVar

from schwarm.games import Team
from schwarm.games.ostseeschach import Kind, OstseeschachState, Piece
from schwarm.view import beach, glyphs
from schwarm.view.drawing import Drawing
from schwarm.view.palette import BEACH, Palette
from schwarm.view.scene import UNIT, Margin, Scene
from schwarm.words import Sentence

SHAPES = ("round", "scalloped")
ANIMALS = {Kind.COCKLE: "cockle", Kind.GULL: "gull", Kind.STARFISH: "starfish", Kind.SEAL: "seal"}
PITCH = 66
"""The distance from one amber to the next."""
SHOWN = 4
"""More ambers than these are one stone and a number, to stay on the side's own half of the shore."""

AMBERS = Sentence("{side}: {n} amber", "{side}: {n} ambers")


class OstseeschachDrawing(Drawing):
    """A sandbank. Red's tokens are round and Blue's scalloped, so that they differ without colour too."""

    name: ClassVar[str] = "ostseeschach"
    palette: ClassVar[Palette] = BEACH
    margin: ClassVar[Margin] = Margin(72, 72, 96, 96)
    trim: ClassVar[Margin] = Margin(10, 14, 12, 8)

    def defs(self, scene: Scene) -> str:
        pen = scene.pen
        shapes = [draw(pen, name) for name, draw in beach.ANIMALS.items()]
        shapes += [
            beach.token(pen, f"{ink}{'-tower' if tower else ''}", ink, shape, tower=tower)
            for ink, shape in zip(scene.inks, SHAPES, strict=True)
            for tower in (False, True)
        ]
        shapes += [beach.chip(pen, f"{ink}-chip", ink, shape) for ink, shape in zip(scene.inks, SHAPES, strict=True)]
        shapes += [beach.amber(pen, "amber"), beach.slot(pen, "slot")]
        return beach.defs(pen, scene.layout) + "".join(shapes)

    def background(self, scene: Scene) -> str:
        return beach.behind(scene.pen, scene.layout)

    def tile(self, scene: Scene, square: str) -> str:
        x, y = scene.layout.corner(square)
        ink = self.tile_ink(scene, square)
        return scene.pen.rect(x, y, UNIT, UNIT, ink) + scene.pen.use("grains" if ink == "pale" else "ripples", x, y)

    def piece(self, scene: Scene, square: str, letter: str) -> str:
        piece = scene.pieces[square]
        assert isinstance(piece, Piece)
        x, y = scene.layout.centre(square)
        token = scene.inks[piece.team.index] + ("-tower" if piece.tower else "")
        animal = scene.pen.use(ANIMALS[piece.kind], x, y + beach.lift(tower=piece.tower))
        return scene.pen.use(token, x, y) + animal

    def target(self, scene: Scene, square: str) -> str:
        piece = scene.pieces.get(square)
        if not isinstance(piece, Piece):
            return super().target(scene, square)
        x, y = scene.layout.centre(square)
        return glyphs.ring(scene.pen, x, y + beach.lift(tower=piece.tower))

    def labels(self, scene: Scene) -> str:
        layout = scene.layout
        x, y = layout.margin.left / 2 - 7, layout.bottom + 50
        across = [(column, layout.centre(column + layout.rows[0])[0]) for column in layout.columns]
        upward = [(row, layout.centre(layout.columns[0] + row)[1]) for row in layout.rows]
        return "".join(
            [glyphs.write(scene.pen, column, place, y, 26, "label") for column, place in across]
            + [glyphs.write(scene.pen, row, x, place, 26, "label") for row, place in upward]
        )

    def beside(self, scene: Scene, team: Team, points: int) -> str:
        """A side's ambers at its end of the right shore, with hollows for those it still needs."""
        state, layout, pen = scene.state, scene.layout, scene.pen
        assert isinstance(state, OstseeschachState)
        x = layout.right + layout.margin.right / 2 + 6
        at_the_top = (team is Team.TWO) != layout.flipped
        end, step = (layout.margin.top + 22, PITCH) if at_the_top else (layout.bottom - 22, -PITCH)
        y = end + 0.85 * step
        if points > SHOWN:
            stones = [pen.use("amber", x, y), glyphs.badge(pen, x, y + step, str(points), "count")]
        else:
            places = max(state.game.ambers_to_win, points)
            stones = [pen.use("amber" if n < points else "slot", x, y + n * step) for n in range(places)]
        name = AMBERS(side=state.game.side(team, scene.sides), n=points)
        return pen.group(pen.title(str(name)), pen.use(f"{scene.inks[team.index]}-chip", x, end), *stones)


DRAWING = OstseeschachDrawing()
