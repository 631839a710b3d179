"""Leagues: the form for a new one with its sheet of codes, its page, a team's page, and the organiser's."""

import re
from pathlib import Path

from playwright.sync_api import Locator

from web.screens.screen import Screen

CODE = re.compile(r"^[0-9A-Z]{4}(-[0-9A-Z]{4}){2}$")
STEP_IN_ROW = """row => {
    const words = [row.querySelector("a span"), row.cells[2].firstElementChild ?? row.cells[2]];
    const [team, rating] = words.map(word => word.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2);
    return Math.abs(team - rating);
}"""


class NewLeague(Screen):
    @property
    def make(self) -> Locator:
        """The button of the form, also while another part of the page is shown instead."""
        words = self.words("Make the league")
        return self.whole.get_by_role("button", name=words, exact=True, include_hidden=True)

    def fill(self, title: str, teams: int, games_at_once: int) -> None:
        self.field("Title").fill(title)
        self.field("Number of teams").fill(str(teams))
        self.field("Games at the same time").fill(str(games_at_once))


class CodeSheet(Screen):
    """Codes to be printed. A sheet stays in the language in which it was made."""

    @property
    def sheet(self) -> Locator:
        ending = self.words("{title}: codes to hand out", title="")
        return self.whole.get_by_role("region", name=re.compile(re.escape(ending) + "$"))

    @property
    def cards(self) -> Locator:
        return self.sheet.get_by_role("listitem")

    @property
    def codes(self) -> Locator:
        return self.cards.get_by_text(CODE)

    @property
    def language(self) -> str:
        """In which language screen readers read it."""
        return str(self.sheet.evaluate("sheet => sheet.closest('[lang]').lang"))

    @property
    def printed(self) -> Locator:
        """Says that they are printed, and leads on."""
        return self.link("I have printed them")


class League(Screen):
    @property
    def state(self) -> Locator:
        """The sentence that says what it does now."""
        return self.find("region", "State of the league").get_by_role("paragraph").first

    @property
    def players(self) -> Locator:
        """Teams and sparring partners with a rating, the best first."""
        return self.find("region", "Ratings").get_by_role("rowheader")

    @property
    def teams(self) -> Locator:
        return self.players.get_by_role("link")

    @property
    def partners(self) -> Locator:
        return self.players.filter(has_text=self.words("sparring partner"))

    def step_in_row(self) -> float:
        """By how many pixels the first team stands higher or lower than its rating."""
        rows = self.find("region", "Ratings").get_by_role("row")
        return float(rows.filter(has=self.page.get_by_role("link")).first.evaluate(STEP_IN_ROW))

    @property
    def games(self) -> Locator:
        """The games that were played last."""
        return self.find("region", "Last games").get_by_role("listitem").get_by_role("link")

    def tab(self, english: str) -> Locator:
        """A part of the page."""
        return self.part("navigation", "Parts of this page").link(english)


class TeamPage(Screen):
    def call_it(self, name: str, picture: str) -> None:
        """Say who the team is when it has come in."""
        self.field("Name of your team").fill(name)
        self.find("radio", picture).check(force=True)
        self.button("That is us").click()

    def hand_in(self, file: Path) -> None:
        label = re.compile("^" + re.escape(self.words("Choose your zip, or drop it here")))
        self.whole.get_by_label(label).set_input_files(file)
        self.button("Hand in").click()

    @property
    def versions(self) -> Locator:
        """What the team has handed in, the newest first."""
        heading = self.page.get_by_role("heading", level=3)
        return self.find("region", "Versions").get_by_role("listitem").filter(has=heading)

    @property
    def passed(self) -> Locator:
        """Says of a version that it plays."""
        return self.versions.get_by_text(self.words("plays"), exact=True)

    @property
    def not_passed(self) -> Locator:
        return self.versions.get_by_text(self.words("not passed"), exact=True)

    @property
    def report(self) -> Locator:
        """Opens what the check of a version found."""
        return self.versions.get_by_text(self.words("Check report"), exact=True)

    @property
    def good_findings(self) -> Locator:
        return self.versions.get_by_role("listitem").filter(has_text="✓")

    @property
    def games(self) -> Locator:
        """The games that it played last."""
        return self.find("region", "Last games").get_by_role("listitem")


class Organising(Screen):
    """The organiser's page."""

    def team(self, name: str) -> Screen:
        """What can be done about a team."""
        link = self.page.get_by_role("link", name=name, exact=True)
        teams = self.find("region", "Teams and codes").get_by_role("listitem")
        return Screen(self.page, self.lang, teams.filter(has=link))
