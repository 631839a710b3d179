"""The home page, and the lists of stored games."""

from playwright.sync_api import Locator

from web.screens.screen import Screen


class Home(Screen):
    @property
    def differences(self) -> list[str]:
        """What is special about a game among those like it."""
        return self.whole.locator(".difference").all_inner_texts()

    @property
    def pictures(self) -> Locator:
        """How the games of a list ended, drawn."""
        return self.whole.locator(".listed-picture")

    @property
    def file(self) -> Locator:
        """Where a replay is opened."""
        return self.field("Choose a file")
