"""The form for a new game."""

import re

from playwright.sync_api import Locator

import schwarm
from schwarm.words import speaking
from web.screens.screen import Screen

BEYOND_THEIR_FRAMES = """() => [...document.querySelectorAll(".choice.picture")]
    .filter(frame => frame.querySelector("span").getBoundingClientRect().right > frame.getBoundingClientRect().right)
    .map(frame => frame.textContent.trim())"""

OPPONENTS = {
    "hecht": "Hecht",
    "greedy": "Greedy",
    "person": "Person here",
    "link": "Person elsewhere",
    "open": "Anybody",
    "bot": "Your own bot",
    "client": "Client",
}
SIDES = ("red", "blue", "chance", "none")
"""In the order in which they are offered: each game has its own words for them."""


class NewGame(Screen):
    def fieldset(self, what: str) -> Locator:
        return self.find("group", {"game": "Game", "opponent": "Opponent", "side": "You play"}[what])

    def offers(self, what: str) -> Locator:
        """All that can be chosen: of games, opponents or sides."""
        return self.fieldset(what).get_by_role("radio")

    def labels(self, what: str, *, chosen: bool) -> Locator:
        """What is seen of the offer that is chosen, or of the others."""
        which = "label:has(:checked)" if chosen else "label:not(:has(:checked))"
        return self.fieldset(what).locator(which).filter(has=self.page.get_by_role("radio"))

    def offer(self, what: str, value: str) -> Locator:
        if what == "side":
            return self.offers(what).nth(SIDES.index(value))
        title = self.words(OPPONENTS[value]) if what == "opponent" else self.title(value)
        return self.fieldset(what).get_by_role("radio", name=re.compile("^" + re.escape(title)))

    def title(self, game: str) -> str:
        with speaking(self.lang):
            return str(schwarm.game(game).title)

    def titles_beyond_their_frames(self) -> list[str]:
        """The titles of games that reach beyond the frames that they stand in, also in other forms."""
        found = self.page.evaluate(BEYOND_THEIR_FRAMES)
        assert isinstance(found, list)
        return found

    @property
    def level(self) -> Locator:
        return self.find("slider", "Level", exact=False)

    @property
    def level_shown(self) -> Locator:
        """The number and the name of the level that is chosen."""
        return self.fieldset("opponent").get_by_role("status")

    @property
    def level_beaten(self) -> Locator:
        """Says that the level was beaten in the game that is chosen."""
        return self.fieldset("opponent").get_by_text("✓ " + self.words("beaten"), exact=True)

    @property
    def options(self) -> Locator:
        """Opens the rest of the form."""
        return self.text("Name, time and start").or_(self.text("Name and start"))

    def start_from_seed(self, number: int) -> None:
        self.options.click()
        self.select("Starting position", "by number")
        self.field("Number of the start").fill(str(number))
