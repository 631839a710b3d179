"""Games that are on: small boards in a list, and a game in somebody else's page."""

import re

from playwright.sync_api import Locator, Page

from web.screens.board import Board
from web.screens.game import Game
from web.screens.screen import Screen

OFFER = """async ([address, offered]) => {
    const {SmallBoards} = await import(address);
    const list = document.createElement("ul"), boards = new SmallBoards(list, {most: 3, within: "cup/"});
    const common = {game: "piranhas-2026", title: "", colours: ["red", "blue"], sides: ["Red", "Blue"], letters: {},
        above: [], stamps: {}, round: 1, last: null, running: true, watching: 0, join: null};
    const shown = [];
    for (const [name, over] of offered) {
        boards.one({...common, key: `cup/${name}`, names: [name, ""], over: over === "."});
        shown.push([...list.querySelectorAll(".side.red")].map((side) => side.textContent).join(""));
    }
    return shown;
}"""


class Watching(Screen):
    def card(self, name: str) -> Locator:
        """The small board of a game, by the name of a player."""
        return self.whole.get_by_role("listitem").filter(has_text=name)

    def link_to(self, name: str) -> Locator:
        """What opens a game."""
        return self.card(name).get_by_role("link", name=re.compile(re.escape(name))).first

    def moved(self, name: str) -> Locator:
        """Where the last move of a game went, on its small board."""
        return self.card(name).locator(".sw-last-to")

    def offer(self, games: list[str]) -> object:
        """Which games a list of three shows after each piece of news: `A` goes on, `A.` is over."""
        return self.page.evaluate(OFFER, [self.script("small-boards.js"), games])


class Embedded(Game):
    """A game inside another page."""

    @staticmethod
    def framed(page: Page) -> Locator:
        """The content of the frame of a page."""
        return page.locator("iframe").content_frame.locator("body")

    @property
    def board(self) -> Board:
        return Board(self.page, self.lang, self.whole)

    @property
    def slider(self) -> Locator:
        # In a small frame there is no room for it.
        name = self.words("Move of the game")
        return self.whole.get_by_role("slider", name=name, exact=True, include_hidden=True)

    @property
    def names(self) -> Locator:
        """Who plays."""
        return self.whole.get_by_role("heading", level=1)

    @property
    def line(self) -> Locator:
        """How the game stands."""
        return self.whole.locator("#line")

    @property
    def wide_board(self) -> Locator:
        return self.whole.locator(".board")

    @property
    def content(self) -> Locator:
        return self.whole.get_by_role("main")

    @property
    def whole_game(self) -> Locator:
        """Leads to the game on its own page."""
        return self.link("Open on Schwarm")
