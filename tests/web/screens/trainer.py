"""Learning: the overview of games and levels, and the puzzles with their answers."""

from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator

import schwarm
from schwarm.words import speaking
from web.screens.screen import Screen


class Learn(Screen):
    def card(self, game: str) -> Locator:
        """What is there to learn of a game."""
        return self.whole.get_by_role("listitem").filter(has=self.page.get_by_role("heading", name=self._title(game)))

    def puzzles(self, game: str) -> Locator:
        return self.whole.get_by_role("link", name=f"{self.words('Puzzles')} {self._title(game)}", exact=True)

    def first_game(self, game: str) -> Locator:
        """Begins a first game in which every step is explained."""
        name = f"{self.words('First game, guided')} {self._title(game)}"
        return self.whole.get_by_role("button", name=name, exact=True)

    def level(self, number: int) -> Locator:
        """A level of Hecht, with its name and whether it was beaten."""
        return self.find("region", "Ten levels of Hecht").get_by_role("listitem").nth(number - 1)

    def _title(self, game: str) -> str:
        with speaking(self.lang):
            return str(schwarm.game(game).title)


class Trainer(Screen):
    @property
    def position(self) -> str:
        """The position that is asked, as text."""
        name = self.words("Analyse")
        link = self.whole.get_by_role("link", name=name, exact=True, include_hidden=True)
        return parse_qs(urlsplit(link.get_attribute("href") or "").query)["position"][0]

    @property
    def board(self) -> Locator:
        return self.whole.locator(".trainer-board")

    @property
    def goal(self) -> Locator:
        """What is to be found."""
        return self._panel.get_by_role("heading", level=2)

    @property
    def turn(self) -> Locator:
        """Which round it is, and whose turn."""
        return self.page.locator("#side")

    def stars(self, difficulty: int) -> Locator:
        return self.find("img", "Difficulty {n} of 5", n=difficulty)

    def turn_reads(self, text: str) -> None:
        """Let the round and the turn read what they might, to see whether there is room for it."""
        self.turn.evaluate("(turn, text) => turn.textContent = text", text)

    @property
    def any_stars(self) -> Locator:
        return self._panel.get_by_role("img").first

    # -- what is said about a try ------------------------------------------------------------------------

    @property
    def answer(self) -> Locator:
        return self.find("region", "Answer")

    @property
    def verdict(self) -> Locator:
        """Whether it was right."""
        return self.answer.get_by_role("heading").first

    @property
    def reason(self) -> Locator:
        return self.answer.get_by_role("paragraph").first

    @property
    def line(self) -> Locator:
        """How Hecht would go on, move by move."""
        return self.find("group", "Hecht's line").get_by_role("button")

    @property
    def line_end(self) -> Locator:
        """How the game ends if it goes on like that."""
        return self.answer.get_by_role("paragraph").last

    @property
    def next(self) -> Locator:
        return self.button("Next")

    def next_beside_line_end(self) -> tuple[float, float]:
        """Where the button to go on is before it is known how the line ends, and where it is then."""
        said, tops = self.line_end.inner_text(), []
        for text in ("", said):
            self.line_end.evaluate("(line, text) => line.textContent = text", text)
            tops.append(self.box(self.next).top)
        return tops[0], tops[1]

    def press_next_twice(self) -> None:
        """As somebody does who is impatient."""
        self.next.evaluate("button => { button.click(); button.click(); }")

    # -- how far one has come --------------------------------------------------------------------------------

    @property
    def streak(self) -> Locator:
        return self.figure("In a row")

    @property
    def best(self) -> Locator:
        return self.figure("Best")

    @property
    def solved(self) -> Locator:
        return self.figure("Solved")

    @property
    def _panel(self) -> Locator:
        return self.find("complementary", "The puzzle")
