"""Both seasons of Piranhas: fish and squids in an aquarium seen from the front."""

from typing import ClassVar

from schwarm.games.piranhas import Fish, PiranhasState
from schwarm.view import aquarium, glyphs
from schwarm.view.aquarium import fish, squid
from schwarm.view.drawing import Drawing
from schwarm.view.palette import AQUARIUM, Palette
from schwarm.view.pen import points
from schwarm.view.scene import UNIT, Margin, Scene

FINS = ("sail", "spines")


class PiranhasDrawing(Drawing):
    """An aquarium. Fish show their weight by size and by stripes or spots, in 2019 neither."""

    name: ClassVar[str] = "piranhas"
    palette: ClassVar[Palette] = AQUARIUM
    margin: ClassVar[Margin] = Margin(62, 44, 58, 76)
    trim: ClassVar[Margin] = Margin(16, 34, 44, 26)
    sees_through: ClassVar[bool] = True

    def defs(self, scene: Scene) -> str:
        shapes = [squid(scene.pen, "squid")]
        shapes += [
            fish(scene.pen, f"{ink}-{weight}", ink, fins, weight)
            for ink, fins in zip(scene.inks, FINS, strict=True)
            for weight in ((1, 2, 3) if _has_weights(scene) else (0,))
        ]
        return aquarium.defs(scene.pen, scene.layout) + "".join(shapes)

    def background(self, scene: Scene) -> str:
        """The tank and the checks of its back wall, which are not part of the squares: marks lie on top of them."""
        checks = {"pale": "", "deep": ""}
        for square in scene.layout.squares():
            x, y = scene.layout.corner(square)
            checks[self.tile_ink(scene, square)] += f"M{x} {y}h{UNIT}v{UNIT}h-{UNIT}Z"
        wall = "".join(scene.pen.path(shape, ink) for ink, shape in checks.items())
        return aquarium.behind(scene.pen, scene.layout) + wall

    def tile(self, scene: Scene, square: str) -> str:
        return scene.pen.rect(*scene.layout.corner(square), UNIT, UNIT, "tile")

    def piece(self, scene: Scene, square: str, letter: str) -> str:
        piece = scene.pieces[square]
        name = "squid"
        if isinstance(piece, Fish):
            name = f"{scene.inks[piece.team.index]}-{piece.weight if _has_weights(scene) else 0}"
        return scene.pen.use(name, *scene.layout.centre(square))

    def labels(self, scene: Scene) -> str:
        layout = scene.layout
        x, y = layout.margin.left / 2 + 8, layout.bottom + 33
        across = [(column, layout.centre(column + layout.rows[0])[0]) for column in layout.columns]
        upward = [(row, layout.centre(layout.columns[0] + row)[1]) for row in layout.rows]
        return "".join(
            [glyphs.write(scene.pen, column, place, y, 27, "sand-label") for column, place in across]
            + [glyphs.write(scene.pen, row, x, place, 27, "label") for row, place in upward]
        )

    # -- marks -------------------------------------------------------------------------------------------

    def tints(self, scene: Scene, square: str) -> list[str]:
        # The movement line is a band behind the squares here.
        return [ink for ink in super().tints(scene, square) if ink != "on-line"]

    def beneath(self, scene: Scene) -> str:
        return self.hulls(scene) + self._band(scene)

    def above(self, scene: Scene) -> str:
        return self.weights(scene) + self.line(scene) + self.arrows(scene)

    def _band(self, scene: Scene) -> str:
        """The movement line from edge to edge, with a ring under every fish that counts."""
        line = scene.marks.line.line if scene.marks.line else ()
        if not line:
            return ""
        ends = [scene.layout.centre(square) for square in (line[0], line[-1])]
        rings = [
            scene.pen.circle(*scene.layout.centre(square), 45, "counted")
            for square in line
            if isinstance(scene.pieces.get(square), Fish)
        ]
        return scene.pen.path(f"M{points(ends)}", "band") + "".join(rings)


def _has_weights(scene: Scene) -> bool:
    state = scene.state
    assert isinstance(state, PiranhasState)
    return state.game.weighted


DRAWING = PiranhasDrawing()
