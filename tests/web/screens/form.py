"""A long form, whose button stays in sight at the lower edge of a small screen."""

from playwright.sync_api import Locator

from web.screens.screen import Screen

# A field with its label, if that is around it: how far it reaches below the upper edge of the bar, in pixels.
BEHIND_THE_BAR = """bar => {
    const here = document.activeElement;
    if (!bar.parentElement.contains(here) || bar.contains(here)) return null;
    const shown = here.closest("label") ?? here;
    return [here.id || here.name || here.tagName,
            shown.getBoundingClientRect().bottom - bar.getBoundingClientRect().top];
}"""
FIRST_FIELD = "bar => bar.parentElement.querySelector('input').focus()"


class Form(Screen):
    @property
    def bar(self) -> Locator:
        """The bar with the button."""
        return self.whole.locator("form > .sticky")

    def unfold(self) -> None:
        """Open all that is folded up."""
        for summary in self.whole.locator("form", has=self.bar).locator("summary").all():
            summary.click()
        self.page.evaluate("scrollTo(0, 0)")

    def begin(self) -> None:
        """Go to the first field."""
        self.bar.evaluate(FIRST_FIELD)

    def behind_the_bar(self) -> tuple[str, float] | None:
        """The field that has the focus, and how many of its pixels are behind the bar."""
        found = self.bar.evaluate(BEHIND_THE_BAR)
        return (str(found[0]), float(found[1])) if found else None
