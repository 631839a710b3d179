"""What every screen has: the words of its language, and its parts by role and name."""

import re
from typing import Literal

from playwright.sync_api import Locator, Page

from schwarm.words import Sentence, speaking

Role = Literal[
    "button", "link", "textbox", "slider", "radio", "switch", "checkbox", "combobox", "tab", "region", "group",
    "navigation", "table", "dialog", "heading", "complementary", "status",
]  # fmt: skip

LINK_THE_GUIDE = """() => document.querySelector(".top-tools .guide") || document.querySelector(".top-tools")
    ?.insertAdjacentHTML("afterbegin", '<a class="quiet guide" href="/guide">Handbuch</a>')"""


class Screen:
    """A page in one language, or a part of it (`within`)."""

    def __init__(self, page: Page, lang: str, within: Locator | None = None) -> None:
        self.page, self.lang = page, lang
        self.whole = within if within is not None else page.locator("body")

    def words(self, english: str, **gaps: object) -> str:
        """A sentence of the page in the person's language."""
        with speaking(self.lang):
            return str(Sentence(english)(**gaps))

    def find(self, role: Role, english: str, *, exact: bool = True, **gaps: object) -> Locator:
        """What has this role and this name; of a name that goes on (`exact=False`) the beginning is enough."""
        name = self.words(english, **gaps)
        return self.whole.get_by_role(role, name=name if exact else re.compile("^" + re.escape(name)), exact=exact)

    def part(self, role: Role, english: str) -> "Screen":
        """A part of the screen, in which to look further."""
        return Screen(self.page, self.lang, self.find(role, english))

    def button(self, english: str, **gaps: object) -> Locator:
        return self.whole.get_by_role("button", name=self.words(english, **gaps), exact=True)

    def link(self, english: str, **gaps: object) -> Locator:
        return self.whole.get_by_role("link", name=self.words(english, **gaps), exact=True)

    def field(self, english: str, **gaps: object) -> Locator:
        """What is filled in or chosen, by its label."""
        return self.whole.get_by_label(self.words(english, **gaps), exact=True)

    @staticmethod
    def chosen(field: Locator) -> str:
        """The words of the option that is chosen in a list."""
        return str(field.evaluate("list => list.selectedOptions[0].label"))

    def select(self, field: str, option: str, **gaps: object) -> None:
        """Choose an option of a list by its words."""
        self.field(field).select_option(label=self.words(option, **gaps))

    def text(self, english: str, **gaps: object) -> Locator:
        """Where a sentence stands."""
        return self.whole.get_by_text(self.words(english, **gaps), exact=True)

    def saying(self, english: str, **gaps: object) -> Locator:
        """Where a sentence stands among others."""
        return self.whole.get_by_text(self.words(english, **gaps))

    @property
    def heading(self) -> Locator:
        """The title of the page."""
        return self.page.get_by_role("heading", level=1)

    @property
    def menu_button(self) -> Locator:
        """Opens the pages on a small screen."""
        return self.button("Menu")

    @property
    def colours(self) -> Locator:
        """Changes the colours, and says which are chosen."""
        name = self.words("Colours: light").partition(":")[0]
        return self.whole.get_by_role("button", name=re.compile(f"^{name}:"))

    @property
    def place_in_menu(self) -> Locator:
        """Where in the menu this page is."""
        return self.find("navigation", "Main").locator("[aria-current]")

    def from_menu(self, english: str) -> Locator:
        """What leads to another page from everywhere."""
        return self.part("navigation", "Main").link(english)

    def link_the_guide(self) -> None:
        """Link the guide at the top of the page, as where it is built."""
        self.page.evaluate(LINK_THE_GUIDE)

    @property
    def question(self) -> Locator:
        """What a page asks before it does something."""
        return self.page.get_by_role("dialog")

    @property
    def error(self) -> Locator:
        """The sentence that says what is wrong."""
        return self.whole.get_by_role("alert")

    @property
    def spoken(self) -> Locator:
        """What screen readers are told."""
        return self.page.locator("#announce")

    @property
    def away(self) -> Locator:
        """The bar that says that the server is away."""
        return self.page.locator("#away")

    @property
    def language(self) -> str:
        """In which language screen readers read the page."""
        return str(self.page.evaluate("document.documentElement.lang"))

    def manifest(self) -> dict[str, object]:
        """What the browser needs in order to install the page."""
        told = "fetch(document.querySelector('link[rel=manifest]').href).then(told => told.json())"
        found = self.page.evaluate(told)
        assert isinstance(found, dict)
        return found

    def script(self, name: str) -> str:
        """The address of a script of the page, beside those that this screen runs."""
        found = self.page.locator("script[type=module]").first.evaluate("script => script.src")
        return str(found).rpartition("/")[0] + "/" + name

    @property
    def toast(self) -> Locator:
        """The short message that goes by itself."""
        return self.page.locator(".toast")
