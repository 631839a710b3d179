"""A position as a picture. `Drawing` draws any game as a plain grid; a game's own drawing overrides its hooks.

A drawing asks the state what is where; it knows no rules.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

from schwarm.games import Game, Group, State, Team
from schwarm.view import glyphs
from schwarm.view.contour import contour
from schwarm.view.palette import PLAIN, Palette
from schwarm.view.pen import Pen, number
from schwarm.view.scene import UNIT, Layout, Margin, Marks, Scene
from schwarm.words import Sentence

THEMES = ("light", "dark", "auto")

TO_MOVE = Sentence("{game}, round {round}: {side} to move")
OVER = Sentence("{game}, round {round}: {outcome}")
OCCUPIED = Sentence("{square}: {piece}")
EMPTY = Sentence("{square}: empty")


class Drawing:
    """Draws positions of one game. Without overriding anything: a plain grid with the notation's letters."""

    name: ClassVar[str] = "plain"
    palette: ClassVar[Palette] = PLAIN
    margin: ClassVar[Margin] = Margin(60, 30, 30, 60)
    trim: ClassVar[Margin] = Margin(10, 20, 20, 10)
    """What small boards leave out of the margins; as much across as down."""
    sees_through: ClassVar[bool] = False
    """Whether the tiles let through what lies beneath them: then groups and lines lie there, else on top."""

    def svg(
        self,
        state: State,
        marks: Marks | None = None,
        *,
        theme: str = "light",
        flipped: bool = False,
        sides: str | None = None,
        size: int | None = None,
    ) -> str:
        """The whole picture as one SVG document, the same for the same arguments."""
        return self._document(self.scene(state, marks, theme, flipped=flipped, sides=sides), theme, size)

    def scene(
        self,
        state: State,
        marks: Marks | None = None,
        theme: str = "light",
        *,
        flipped: bool = False,
        sides: str | None = None,
    ) -> Scene:
        """What the hooks are told about a position."""
        if theme not in THEMES:
            raise ValueError(f"The theme must be one of {', '.join(THEMES)}, not {theme!r}.")
        sides = sides or next(iter(state.game.sides))
        if sides not in state.game.sides:
            raise ValueError(f"The sides of {state.game.id} are {', '.join(state.game.sides)}, not {sides!r}.")
        return Scene(
            state=state,
            marks=marks or Marks(),
            layout=Layout(state.game, self.margin, flipped),
            pen=Pen(f"sw-{self.name}-{theme}"),
            inks=self.inks(state.game, sides),
            sides=sides,
            pieces=state.pieces(),
            letters=state.letters(),
        )

    def inks(self, game: Game, sides: str) -> tuple[str, str]:
        """The inks of the two sides: the colours that the game declares, red and blue where the palette lacks one."""
        colours = game.side_colours(sides)
        return colours if set(colours) <= self.palette.colours.keys() else ("red", "blue")

    def empty(self, state: State, *, theme: str = "light", flipped: bool = False, sides: str | None = None) -> str:
        """The picture of a position without its pieces."""
        scene = self.scene(state, None, theme, flipped=flipped, sides=sides)
        return self._document(replace(scene, pieces={}, letters={}), theme, None)

    def squares(self, states: Iterable[State], *, theme: str = "light") -> dict[str, dict[str, str]]:
        """Every square's part of the picture by itself, for pages that change only a few of them: empty (under ""),
        and with each kind of piece that these positions show, by its letter."""
        found: dict[str, dict[str, str]] = {}
        for state in states:
            scene = self.scene(state, None, theme)
            squares = scene.layout.squares()
            if "" not in found:
                bare = replace(scene, pieces={}, letters={})
                found[""] = {square: self._square(bare, square) for square in squares}
            for at, letter in scene.letters.items():
                if letter not in found:
                    found[letter] = {square: self._moved(scene, at, square) for square in squares}
        return found

    def _moved(self, scene: Scene, start: str, to: str) -> str:
        """A square with the piece of another one."""
        (x, y), (x2, y2) = scene.layout.centre(start), scene.layout.centre(to)
        letter = scene.letters[start]
        piece = scene.pen.group(
            self.piece(scene, start, letter), transform=f"translate({number(x2 - x)} {number(y2 - y)})"
        )
        name = OCCUPIED(square=to, piece=scene.state.game.piece_name(letter, scene.sides))
        return scene.pen.group(scene.pen.title(str(name)), self.tile(scene, to), piece, data_square=to)

    def _document(self, scene: Scene, theme: str, size: int | None) -> str:
        pen, width, height = scene.pen, scene.layout.width, scene.layout.height
        inside = [
            pen.title(self.caption(scene)),
            f"<style>{self.palette.rules(pen.scope, theme)}</style>",
            pen.element("defs", "", self.defs(scene)),
            self.background(scene),
            pen.group(self.beneath(scene)),
            *(self._square(scene, square) for square in scene.layout.squares()),
            # Clicks go through to the squares.
            pen.group(self.labels(scene), self.above(scene), pointer_events="none"),
        ]
        return pen.element(
            "svg",
            "",
            "".join(inside),
            xmlns="http://www.w3.org/2000/svg",
            class_=f"sw-board sw-{self.name} sw-{theme}",
            viewBox=f"0 0 {width} {height}",
            width=size,
            height=size and size * height / width,
            role="img",
        )

    def _square(self, scene: Scene, square: str) -> str:
        x, y = scene.layout.corner(square)
        letter = scene.letters.get(square)
        name = EMPTY(square=square)
        if letter is not None:
            name = OCCUPIED(square=square, piece=scene.state.game.piece_name(letter, scene.sides))
        return scene.pen.group(
            scene.pen.title(str(name)),
            self.tile(scene, square),
            *(scene.pen.rect(x + 4, y + 4, UNIT - 8, UNIT - 8, ink, 14) for ink in self.tints(scene, square)),
            self.piece(scene, square, letter) if letter is not None else "",
            self.target(scene, square) if square in scene.marks.targets else "",
            data_square=square,
        )

    # -- hooks: words ------------------------------------------------------------------------------------

    def caption(self, scene: Scene) -> str:
        """What the picture shows, for people who cannot see it."""
        state, game = scene.state, scene.state.game
        outcome = state.outcome()
        if outcome is None:
            side = game.side(state.to_move, scene.sides)
            return str(TO_MOVE(game=game.title, round=state.round, side=side))
        names = (game.side(team, scene.sides) for team in Team)
        return str(OVER(game=game.title, round=state.round, outcome=outcome.sentence(*names)))

    # -- hooks: the board --------------------------------------------------------------------------------

    def defs(self, scene: Scene) -> str:
        """Shapes and gradients used more than once."""
        return ""

    def background(self, scene: Scene) -> str:
        return scene.pen.rect(0, 0, scene.layout.width, scene.layout.height, "ground", 16)

    def tile(self, scene: Scene, square: str) -> str:
        return scene.pen.rect(*scene.layout.corner(square), UNIT, UNIT, self.tile_ink(scene, square))

    def tile_ink(self, scene: Scene, square: str) -> str:
        """Squares alternate; the lowest corner is a dark one, however the board is turned."""
        game = scene.state.game
        odd = (game.columns.index(square[0]) + game.rows.index(square[1])) % 2
        return "pale" if odd else "deep"

    def piece(self, scene: Scene, square: str, letter: str) -> str:
        x, y = scene.layout.centre(square)
        ink = scene.ink(square)
        return scene.pen.circle(x, y, 36, f"piece {ink}") + scene.pen.text(letter, x, y + 15, f"letter {ink}-letter")

    def labels(self, scene: Scene) -> str:
        """The names of columns and rows."""
        layout, pen = scene.layout, scene.pen
        marked = []
        for column in layout.columns:
            x, _ = layout.centre(column + layout.rows[0])
            marked.append(pen.text(column, x, layout.bottom + 42, "label"))
        for row in layout.rows:
            _, y = layout.centre(layout.columns[0] + row)
            marked.append(pen.text(row, layout.margin.left / 2, y + 12, "label"))
        return "".join(marked)

    # -- hooks: marks ------------------------------------------------------------------------------------

    def tints(self, scene: Scene, square: str) -> list[str]:
        """The inks in which a square's marks are painted, under its piece."""
        marks = scene.marks
        inks = []
        if marks.line and square in marks.line.line:
            inks.append("on-line")
        if marks.last and square in marks.last:
            inks.append("last-to" if square == marks.last.to else "last-start")
        if square == marks.selected:
            inks.append("selected")
        return inks

    def target(self, scene: Scene, square: str) -> str:
        """A square where the picked up piece may go, over what is there."""
        sign = glyphs.ring if square in scene.letters else glyphs.dot
        return sign(scene.pen, *scene.layout.centre(square))

    def beneath(self, scene: Scene) -> str:
        """Between the background and the squares; seen where tiles let it through."""
        return ""

    def above(self, scene: Scene) -> str:
        """Over everything: groups, the movement line with its count, then arrows, the most important on top."""
        return self.all_beside(scene) + self.hulls(scene) + self.weights(scene) + self.line(scene) + self.arrows(scene)

    def all_beside(self, scene: Scene) -> str:
        return "".join(
            self.beside(scene, team, points) for team, points in zip(Team, scene.state.points(), strict=True)
        )

    def beside(self, scene: Scene, team: Team, points: int) -> str:
        """What lies beside the board for a side's points, such as its ambers; in most games nothing."""
        return ""

    def hulls(self, scene: Scene) -> str:
        """An outline around every group of the overlay; a side's heaviest is drawn through, the others dashed."""
        drawn = []
        heaviest: dict[Team, int] = {}
        for group in self._groups(scene):
            centres = [scene.layout.centre(square) for square in group.squares]
            rank = "hull" if group.weight == heaviest.setdefault(group.team, group.weight) else "hull-minor"
            drawn.append(scene.pen.path(contour(centres, UNIT, 45), f"{scene.inks[group.team.index]}-hull {rank}"))
        return "".join(drawn)

    def weights(self, scene: Scene) -> str:
        """Each group's weight at its upper right end."""
        drawn = []
        for group in self._groups(scene):
            x, y = min((scene.layout.centre(square) for square in group.squares), key=lambda at: (at[1], -at[0]))
            ink, square = f"{scene.inks[group.team.index]}-badge", group.team is Team.TWO
            drawn.append(glyphs.badge(scene.pen, x + 34, y - 36, str(group.weight), ink, square=square))
        return "".join(drawn)

    def _groups(self, scene: Scene) -> list[Group]:
        overlay = scene.state.game.overlay(scene.marks.overlay)
        return overlay.groups(scene.state) if overlay else []

    def line(self, scene: Scene) -> str:
        """The line a rule looked along, the way the move takes, what forbids it, and the count."""
        pen, layout, line = scene.pen, scene.layout, scene.marks.line
        if line is None or not scene.state.game.is_square(line.move.start):
            return ""
        start, end = layout.centre(line.move.start), layout.centre(line.move.to)
        drawn = glyphs.arrow(pen, start, end, "way" if line.legal else "no-way", 13, _gap(scene, line.move.to))
        if not line.legal and line.move.start != line.move.to:
            drawn += glyphs.cross(pen, *layout.centre(line.at or line.move.to))
        if line.landing:
            drawn += glyphs.dot(pen, *layout.centre(line.landing))
        if line.line:
            # On the side of the start that the arrow leaves free.
            aside = (-34 if end[0] >= start[0] else 34, -34 if end[1] >= start[1] else 34)
            drawn += glyphs.badge(pen, start[0] + aside[0], start[1] + aside[1], str(line.fish), "count")
        return drawn

    def arrows(self, scene: Scene) -> str:
        moves = [move for move in scene.marks.arrows if scene.state.game.is_square(move.start)]
        drawn = []
        for rank, move in reversed(list(enumerate(moves))):
            scene.state.game.check_square(move.to)
            start, end = scene.layout.centre(move.start), scene.layout.centre(move.to)
            ink, width = ("arrow", 18) if rank == 0 else ("arrow-minor", 14)
            drawn.append(glyphs.arrow(scene.pen, start, end, ink, width, _gap(scene, move.to)))
        return "".join(drawn)


def _gap(scene: Scene, square: str) -> float:
    """An arrow stops short of a piece, so that it stays visible."""
    return 30 if square in scene.letters else 8
