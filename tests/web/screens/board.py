"""The board: squares by their names, pieces that can move, and what is drawn on it."""

import re

from playwright.sync_api import Locator

from web.screens.screen import Screen

PIECES = """layer => [...layer.children].map(piece => {
    const { x, y, width, height } = piece.getBoundingClientRect();
    const parts = [...piece.querySelectorAll("use")].map(part => part.getAttribute("href"));
    return [...[x, y, width, height].map(Math.round), ...parts].join(" ");
}).sort()"""


class Board(Screen):
    @property
    def grid(self) -> Locator:
        return self.whole.get_by_role("grid")

    @property
    def cells(self) -> Locator:
        return self.grid.get_by_role("gridcell")

    def square(self, name: str) -> Locator:
        return self.grid.get_by_role("gridcell", name=re.compile(f"^{name}:"))

    @property
    def names(self) -> list[str]:
        """What screen readers say of each square, from the upper left."""
        found = self.cells.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label'))")
        assert isinstance(found, list)
        return found

    @property
    def squares(self) -> list[str]:
        """All squares in the order in which they are shown, from the upper left."""
        return self._named("")

    @property
    def movable(self) -> list[str]:
        """The squares whose pieces can move."""
        return self._named(f", {self.words('can move')}")

    @property
    def targets(self) -> list[str]:
        """The squares where the piece in hand may go."""
        return self._named(f", {self.words('may go here')}")

    def pieces(self, described: str) -> list[str]:
        """The squares with pieces whose description begins like this, in the person's language."""
        return [name.partition(":")[0] for name in self.names if f": {described}" in name]

    def _named(self, end: str) -> list[str]:
        return [name.partition(":")[0] for name in self.names if name.endswith(end)]

    @property
    def waiting_pieces(self) -> Locator:
        """The squares whose pieces can move, once there are any."""
        return self._ending("can move")

    def wait_for_turn(self) -> None:
        """Wait until a piece can be moved."""
        self.waiting_pieces.first.wait_for(state="attached")

    def wait_for_target(self, square: str) -> None:
        """Wait until the piece in hand may go to a square."""
        words = re.escape(self.words("may go here"))
        self.grid.get_by_role("gridcell", name=re.compile(f"^{square}:.*, {words}$")).wait_for(state="attached")

    def _ending(self, english: str) -> Locator:
        return self.grid.get_by_role("gridcell", name=re.compile(f", {re.escape(self.words(english))}$"))

    @property
    def focused(self) -> str | None:
        """The square that the keyboard is on."""
        name = self.page.evaluate(
            "document.activeElement.role === 'gridcell' ? document.activeElement.ariaLabel : null"
        )
        return None if name is None else str(name).partition(":")[0]

    @property
    def frame(self) -> Locator:
        """The board with all that is drawn on it."""
        return self.whole.locator(".board")

    @property
    def edge_names(self) -> Locator:
        """The names of rows and columns at the board's edge."""
        return self.whole.locator(".board .sw-label")

    @property
    def picture(self) -> Locator:
        """The drawing of the board."""
        return self.whole.locator(".board > svg")

    @property
    def stale(self) -> Locator:
        """The board, while it waits for news."""
        return self.whole.locator(".board.waiting")

    @property
    def walking(self) -> Locator:
        """The frame that shows the keyboard's way over the board."""
        return self.whole.locator(".squares.walking")

    @property
    def planned(self) -> Locator:
        """Both squares of a planned move."""
        return self.whole.locator(".board .planned")

    @property
    def last_to(self) -> Locator:
        """Where the last move went."""
        return self.whole.locator(".sw-last-to")

    @property
    def arrows(self) -> Locator:
        """Arrows that the engine or a hint draws."""
        return self.whole.locator(".sw-arrow")

    @property
    def own_arrows(self) -> Locator:
        """Arrows that a person draws."""
        return self.whole.locator(".own-arrow")

    def own_arrow(self, colour: str) -> Locator:
        return self.whole.locator(f".own-arrow.{colour}")

    def own_circle(self, colour: str) -> Locator:
        return self.whole.locator(f".own-circle.{colour}")

    @property
    def bands(self) -> Locator:
        """Lines along which a move is counted."""
        return self.whole.locator(".sw-band")

    @property
    def outlines(self) -> Locator:
        """Lines around swarms."""
        return self.whole.locator(".sw-hull")

    @property
    def drawn_pieces(self) -> list[str]:
        """Everything that is drawn on the layer of the pieces, and where."""
        found = self.picture.locator("> g").nth(4).evaluate(PIECES)
        assert isinstance(found, list)
        return found
