"""The board: squares by their names, pieces that can move, and what is drawn on it."""

import re

from playwright.sync_api import Locator

from web.screens.screen import Screen


class Board(Screen):
    @property
    def grid(self) -> Locator:
        return self.whole.get_by_role("grid")

    def square(self, name: str) -> Locator:
        return self.grid.get_by_role("gridcell", name=re.compile(f"^{name}:"))

    @property
    def squares(self) -> list[str]:
        """All squares in the order in which they are shown, from the upper left."""
        return self._names(self.grid.get_by_role("gridcell"))

    @property
    def movable(self) -> list[str]:
        """The squares whose pieces can move."""
        return self._names(self.grid.get_by_role("gridcell", name=re.compile(f", {self.words('can move')}$")))

    @property
    def arrows(self) -> Locator:
        """Arrows that the engine or a hint draws."""
        return self.whole.locator(".sw-arrow")

    @property
    def own_arrows(self) -> Locator:
        """Arrows that a person draws."""
        return self.whole.locator(".own-arrow")

    @property
    def bands(self) -> Locator:
        """Lines along which a move is counted."""
        return self.whole.locator(".sw-band")

    def _names(self, cells: Locator) -> list[str]:
        return cells.evaluate_all("cells => cells.map(cell => cell.getAttribute('aria-label').split(':')[0])")
