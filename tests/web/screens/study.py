"""Studies, positions of one's own, the editor, and the rules with a board to try them on."""

import re

from playwright.sync_api import Locator

from web.screens.screen import Screen

SAVE_AND_WRITE = """([save, note, text]) => {
  save.click();
  save.click();
  note.value = text;
  note.dispatchEvent(new Event("input"));
}"""


class Study(Screen):
    """The part of an analysis that is saved under a link."""

    @property
    def panel(self) -> Screen:
        return self.part("region", "Study")

    @property
    def title(self) -> Locator:
        return self.panel.field("Title")

    @property
    def state(self) -> Locator:
        """Whether it is saved."""
        return self.panel.whole.get_by_role("status")

    @property
    def error(self) -> Locator:
        return self.panel.error

    @property
    def save(self) -> Locator:
        return self.panel.button("Save as a study")

    @property
    def as_text(self) -> Locator:
        return self.panel.link("Save as text (.txt)")

    @property
    def file(self) -> Locator:
        """Where a text is opened."""
        return self.panel.field("Open a text")

    @property
    def own(self) -> Locator:
        """One's own studies; they are listed when the list is opened."""
        return self.panel.whole.get_by_role("group").filter(has_text=self.words("Your studies")).get_by_role("link")

    @property
    def open_own(self) -> Locator:
        return self.panel.text("Your studies")

    def copied(self, button: str) -> str:
        """What a button copies."""
        self.panel.button(button).click()
        return str(self.page.evaluate("navigator.clipboard.readText()"))

    def save_and_write_at_once(self, comment: str) -> None:
        """Press the button twice, and write a comment before the answer is there."""
        note = self.field("Comment")
        self.page.evaluate(SAVE_AND_WRITE, [self.save.element_handle(), note.element_handle(), comment])


class Position(Screen):
    """A position of one's own: its text, and what can be done with it."""

    @property
    def written(self) -> Locator:
        return self.field("Position text")

    @property
    def game(self) -> Locator:
        """Which game it is a position of."""
        return self.field("Game")


class Editor(Position):
    def piece(self, name: str) -> Locator:
        """A piece that can be put on the board, by its name."""
        return self.find("radiogroup", "Pieces").get_by_role("radio", name=name, exact=True)

    @property
    def remarks(self) -> Locator:
        """Whether the position can be played, and what no game has."""
        return self.find("list", "About this position")

    def ambers(self, side: str) -> Locator:
        return self.part("group", "Ambers").field(side)


class Rules(Screen):
    @property
    def lessons(self) -> Locator:
        return self.find("list", "Try it").get_by_role("button")

    def lesson(self, name: str) -> Locator:
        """Sets up a position on which something can be tried, by its name in the person's language."""
        return self.find("list", "Try it").get_by_role("button", name=re.compile(f"^{re.escape(name)} "))

    @property
    def chosen_lesson(self) -> Locator:
        return self.find("list", "Try it").get_by_role("button", pressed=True)

    @property
    def why(self) -> Locator:
        """Why a piece may go there, or what this is about."""
        return self.page.locator("#why")
