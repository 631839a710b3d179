"""What every screen has: the words of its language, and its parts by role and name."""

import re
from dataclasses import dataclass
from typing import Literal

from playwright.sync_api import Locator, Page

from schwarm.words import Sentence, speaking

Role = Literal[
    "button", "link", "textbox", "slider", "radio", "switch", "checkbox", "combobox", "tab", "region", "group",
    "navigation", "table", "dialog", "heading", "complementary", "status", "list", "img", "radiogroup",
]  # fmt: skip
BACKGROUNDS = """all => all.map(each => {
    const [own, before] = [null, "::before"].map(part => getComputedStyle(each, part));
    return before.content === "none" ? own.backgroundColor : before.backgroundColor;
})"""
TWO_FRAMES = "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
# Also what moves right after a click: browsers do not count that as a shift, readers do.
WATCH_SHIFTS = """() => {
    window.shifts = [];
    const place = ({x, y, width, height}) => [x, y, width, height].join(" ");
    const moved = ({node, previousRect, currentRect}) =>
        `${node?.id || node?.nodeName}: ${place(previousRect)} -> ${place(currentRect)}`;
    new PerformanceObserver(seen => seen.getEntries().forEach(({sources}) => window.shifts.push(...sources.map(moved))))
        .observe({type: "layout-shift"});
}"""


@dataclass(frozen=True)
class Box:
    """Where something is on the screen, in pixels."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height


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

    def inside(self, role: Role, english: str) -> Locator:
        """What has this role and this name inside of something, for whoever filters by that."""
        return self.page.get_by_role(role, name=self.words(english), exact=True)

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

    def figure(self, english: str, **gaps: object) -> Locator:
        """A figure by its name."""
        name = self.words(english, **gaps)
        return self.whole.locator("dl > div").filter(has_text=name).get_by_role("definition").first

    # -- where things are --------------------------------------------------------------------------------

    @staticmethod
    def box(part: Locator) -> Box:
        found = part.first.bounding_box()
        assert found, f"{part} is not on the screen"
        return Box(found["x"], found["y"], found["width"], found["height"])

    def settle(self) -> None:
        """Wait until all that is known is drawn."""
        self.page.evaluate(TWO_FRAMES)

    def resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.settle()

    def watch_shifts(self) -> None:
        """Remember from now on what moves without anybody moving it."""
        self.page.evaluate(WATCH_SHIFTS)

    @property
    def shifts(self) -> list[str]:
        found = self.page.evaluate("window.shifts")
        assert isinstance(found, list)
        return found

    @property
    def too_wide(self) -> int:
        """By how many pixels the page is wider than the screen."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))

    @staticmethod
    def colours_of(parts: Locator) -> list[str]:
        """The colours in which parts are drawn, from the left."""
        found = parts.evaluate_all(BACKGROUNDS)
        assert isinstance(found, list)
        return found

    @staticmethod
    def frames_of(parts: Locator) -> list[str]:
        """The kinds of frames around parts, or none."""
        found = parts.evaluate_all("all => all.map(each => getComputedStyle(each).outlineStyle)")
        assert isinstance(found, list)
        return found

    @staticmethod
    def is_cut(part: Locator) -> bool:
        """Whether some of a part's words are not shown for want of room."""
        return bool(part.evaluate("part => part.scrollWidth > part.offsetWidth"))

    # -- what every page has -----------------------------------------------------------------------------

    @property
    def brand(self) -> Locator:
        return self.link("Schwarm, home")

    def read_in(self, language: str) -> None:
        """Go over to the same page in another language, by the name of it."""
        self.whole.get_by_role("link", name=language, exact=True).click()

    @property
    def heading(self) -> Locator:
        """The title of the page."""
        return self.page.get_by_role("heading", level=1)

    @property
    def menu_button(self) -> Locator:
        """Opens the pages on a small screen."""
        return self.button("Menu")

    @property
    def own_part(self) -> "Screen":
        """What only this page has, without its top and its foot."""
        return Screen(self.page, self.lang, self.page.get_by_role("main"))

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
    def question(self) -> "Screen":
        """What a page asks before it does something, with its answers."""
        return Screen(self.page, self.lang, self.page.get_by_role("dialog"))

    @property
    def error(self) -> Locator:
        """The sentence that says what is wrong."""
        return self.whole.get_by_role("alert")

    @staticmethod
    def speaks_by_itself(part: Locator) -> bool:
        """Whether screen readers read a part aloud whenever it changes."""
        return bool(part.evaluate("part => part.closest('[aria-live], [role=status], [role=alert]') !== null"))

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
