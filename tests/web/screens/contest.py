"""Contests: their list, the form for a new one, and the page of one with its tables and games."""

import re

from playwright.sync_api import Locator

from web.screens.screen import Screen

THICK = """marks => marks.map(mark => ["Top", "Right", "Bottom", "Left"].filter(
    side => parseFloat(getComputedStyle(mark)[`border${side}Width`]) > 2).join())"""
ARROW = "marks => marks.map(mark => getComputedStyle(mark, '::after').content)"
BEYOND = "boxes => Object.fromEntries(boxes.map(box => [box.ariaLabel, box.scrollWidth - box.clientWidth]))"
RENEWED = """async address => {
  const { beginParts, renewParts } = await import(address);
  const place = document.querySelector("main"), found = [];
  const report = (name) => `<details id="${name}"><summary>Report</summary></details>`;
  const part = (name, more) => `<section data-part="${name}">
    <table class="sortable"><thead><tr><th>games</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
    ${report(`${name}-one`)}${report(`${name}-two`)}
    <button id="${name}-button">Choose</button>${more}</section>`;
  const draw = (more) => part("first", "") + part("second", more);
  place.innerHTML = draw("");
  beginParts(place);
  const parts = () => [...place.querySelectorAll("[data-part]")], before = parts();
  renewParts(place, draw(""));
  found.push(parts().every((each, number) => each === before[number]));
  for (const name of ["#second-two summary", "#second-button", "#second-button ~ p a", ".sort"]) {
    const last = () => [...place.querySelectorAll(name)].at(-1);
    renewParts(place, draw('<p><a href="#">old</a></p>'));
    const chosen = last();
    chosen.focus();
    renewParts(place, draw('<p><a href="#">new</a></p>'));
    found.push(document.activeElement !== chosen && document.activeElement === last());
  }
  return found;
}"""
SORTED = """async address => {
  const { sortTables } = await import(address), place = document.querySelector("main");
  const rows = [["850.0 ms", "0.850000"], ["–", ""], ["1.20 s", "1.200000"], ["2.5 ms", "0.002500"]];
  const cells = rows.map(([text, by], place) => `<tr><td data-sort="${by}">${text}</td><td>${place || "–"}</td></tr>`);
  const heads = "<thead><tr><th>median</th><th>won</th></tr></thead>";
  place.innerHTML = `<table class="sortable">${heads}<tbody>${cells.join("")}</tbody></table>`;
  sortTables(place);
  return [...place.querySelectorAll(".sort")].map((head) => {
    head.click();
    return [...place.querySelectorAll("tbody tr")].map((row) => row.cells[0].textContent);
  });
}"""


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
    def tabs(self) -> Locator:
        """All parts of the page, side by side."""
        return self.find("navigation", "Parts of this page")

    def beyond_their_boxes(self) -> dict[str, float]:
        """By how many pixels each table is wider than its place."""
        found = self.whole.get_by_role("group").filter(has=self.page.get_by_role("table")).evaluate_all(BEYOND)
        assert isinstance(found, dict)
        return found

    @property
    def games(self) -> Locator:
        """The games that were played, also in a part of the page that is not shown."""
        return self.page.locator("#games .listed li")

    @property
    def finals(self) -> Locator:
        return self.find("region", "Final Eight")

    @property
    def duels(self) -> Locator:
        """The encounters of the Final Eight."""
        return self.finals.get_by_role("group", name=" – ")

    @property
    def finalists(self) -> Locator:
        """Who met in them, each with the games that it won."""
        return self.duels.get_by_role("paragraph")

    def encounters(self, stage: str) -> Locator:
        """Who met on the match days of a stage, with their games."""
        return self.find("region", stage).get_by_role("listitem").filter(has=self.page.get_by_role("list"))

    @staticmethod
    def thick_sides(encounters: Locator) -> list[str]:
        """On which side each game of encounters has its thick line."""
        found = encounters.get_by_role("link").evaluate_all(THICK)
        assert isinstance(found, list)
        return found

    def arrows(self) -> list[str]:
        """The arrows of the games of the Final Eight on a published page."""
        found = self.whole.locator(".duel .dot").evaluate_all(ARROW)
        assert isinstance(found, list)
        return found

    @property
    def final_games(self) -> Locator:
        """The games of the Final Eight."""
        return self.finals.get_by_role("listitem").get_by_role("link")

    @property
    def champion(self) -> Locator:
        return self.whole.get_by_text(re.compile("^" + re.escape(self.words("Champion") + ":")))

    @property
    def test(self) -> Locator:
        """What a sequential test says."""
        return self.find("region", "Match score").locator(".notice")

    def teams(self, stage: str) -> Locator:
        """The teams of a stage, as they stand."""
        return self.find("region", stage).get_by_role("rowheader")

    def renew_parts(self) -> object:
        """Draw parts that look alike again: whether those that did not change stay, and whether in one that did the
        focus is where it was."""
        return self.page.evaluate(RENEWED, self.script("renew-parts.js"))

    def sort_a_table(self) -> object:
        """The rows of a table after a press on each of its heads."""
        return self.page.evaluate(SORTED, self.script("sort-tables.js"))


class NewContest(Screen):
    """The form for a contest, also for one on the teams of a league."""

    @property
    def forecast(self) -> Locator:
        """What the contest will need."""
        return self.find("status", "Forecast")

    @property
    def difference(self) -> Locator:
        """Says what differs from the rules."""
        return self.find("status", "Difference from the rules")
