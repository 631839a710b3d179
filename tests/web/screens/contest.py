"""Contests: their list, the form for a new one, and the page of one with its tables and games."""

import re

from playwright.sync_api import Locator

from web.screens.screen import Screen


class Contest(Screen):
    @property
    def state(self) -> Locator:
        """The sentence that says whether it is being played."""
        return self.page.locator("#state")

    @property
    def progress(self) -> Locator:
        """How many games have been played."""
        return self.find("region", "Progress")

    @property
    def stop(self) -> Locator:
        return self.button("Stop").or_(self.button("Stop at once"))

    @property
    def go_on(self) -> Locator:
        return self.button("Resume")

    def press_hidden_go_on(self) -> None:
        """Go on with a contest as a page does that still offers it."""
        words = self.words("Resume")
        self.whole.get_by_role("button", name=words, exact=True, include_hidden=True).evaluate("it => it.click()")

    @property
    def publish(self) -> Locator:
        return self.button("Publish").or_(self.button("Publish again"))

    def rows(self, table: str) -> Locator:
        """The rows of a table, without its head."""
        return self.find("region", table).get_by_role("rowgroup").nth(1).get_by_role("row")

    def sort(self, stage: str, column: str) -> Locator:
        """What sorts a table by a column."""
        return self.find("region", stage).get_by_role("columnheader", name=self.words(column)).get_by_role("button")

    @property
    def sorted_columns(self) -> Locator:
        """The columns by which a table is sorted upwards."""
        return self.whole.locator("[aria-sort=ascending]")

    @property
    def contests(self) -> Locator:
        """All contests that are listed."""
        return self.find("region", "Played here").get_by_role("listitem")

    @property
    def contest_ends(self) -> Locator:
        """How far each of them is."""
        return self.contests.locator(".listed-end")

    @property
    def content(self) -> Locator:
        return self.page.locator("#contest")

    def tab(self, english: str) -> Locator:
        """A part of the page."""
        return self.part("navigation", "Parts of this page").link(english)

    @property
    def games(self) -> Locator:
        """The games that were played, also in a part of the page that is not shown."""
        return self.page.locator("#games .listed li")

    @property
    def finals(self) -> Locator:
        return self.find("region", "Final Eight")

    @property
    def duels(self) -> Locator:
        return self.finals.locator(".duel")

    @property
    def final_games(self) -> Locator:
        """The games of the Final Eight."""
        return self.finals.get_by_role("listitem").get_by_role("link")

    @property
    def champion(self) -> Locator:
        return self.whole.get_by_text(re.compile("^" + re.escape(self.words("Champion") + ":")))

    def figure(self, english: str) -> Locator:
        """A figure by its name."""
        return self.whole.locator("dl > div").filter(has_text=self.words(english)).get_by_role("definition").first

    @property
    def test(self) -> Locator:
        """What a sequential test says."""
        return self.find("region", "Match score").locator(".notice")

    def teams(self, stage: str) -> Locator:
        """The teams of a stage, as they stand."""
        return self.find("region", stage).get_by_role("rowheader")
