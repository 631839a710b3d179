"""The home page, and the lists of stored games."""

from playwright.sync_api import Locator

from web.screens.board import Board
from web.screens.screen import Screen


class Home(Screen):
    @property
    def differences(self) -> list[str]:
        """What is special about a game among those like it."""
        return self.whole.locator(".difference").all_inner_texts()

    @property
    def stage_title(self) -> Locator:
        """Who plays the game at the top."""
        return self.page.locator("#stage-title")

    @property
    def stage_board(self) -> Board:
        return Board(self.page, self.lang, self.stage)

    @property
    def stage(self) -> Locator:
        """The game at the top, with its title."""
        return self.whole.get_by_role("figure")

    @property
    def games_to_learn_from(self) -> Locator:
        return self.find("region", "Games to learn from").get_by_role("listitem")

    def fits(self, title: str) -> bool:
        """Whether a title of the game at the top is read whole, beside the link to the game."""
        self.stage_title.evaluate("(part, title) => part.textContent = title", title)
        whole = self.stage_title.evaluate("part => part.scrollWidth <= part.clientWidth")
        return bool(whole) and self.box(self.stage_title).right <= self.box(self.link("Look closer")).left

    @property
    def drawings(self) -> Locator:
        """How the games of a list ended, drawn by the browser."""
        return self.pictures.locator("svg")

    @property
    def pictures(self) -> Locator:
        """How the games of a list ended, drawn."""
        return self.whole.locator(".listed-picture")

    @property
    def own_games(self) -> Locator:
        """The games that were played here, the latest first."""
        return self.find("region", "Played here").get_by_role("listitem")

    def listed(self, name: str) -> Locator:
        """A listed game, by the name of a player."""
        return self.whole.get_by_role("listitem").filter(has_text=name)

    def opens(self, key: str) -> Locator:
        """The listed game that has this address."""
        return self.whole.get_by_role("link").and_(self.page.locator(f'[href="/game/{key}"]'))

    @property
    def file(self) -> Locator:
        """Where a replay is opened."""
        return self.field("Choose a file")
