"""A game, being played, watched or replayed: board, moves, clocks, what it says and what can be done."""

import re

from playwright.sync_api import Locator

from web.screens.board import Board
from web.screens.screen import Screen


class Game(Screen):
    @property
    def board(self) -> Board:
        return Board(self.page, self.lang)

    @property
    def moves(self) -> Locator:
        """The moves of the game, in order, as they are listed."""
        return self.part("group", "Moves").whole.get_by_role("button", name=re.compile(r"^\S+-\S+"))

    @property
    def state(self) -> Locator:
        """The line that says whose turn it is, or how the game ended."""
        return self.page.locator("#state-line")
