"""Nobody is left outside: axe looks at every page, in both themes and widths; no page is wider than its screen."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from quantity import quantity
from schwarm.games import all_games
from web.arena import Arena, Visitor
from web.browsing import NARROW, WIDE, expect, person

pytestmark = pytest.mark.slow

ME = {"kind": "person", "name": "Anna"}
PAGES = [
    "/",
    "/play",
    "/watch",
    "/games",
    "/contests",
    "/contests/new",
    "/rules",
    "/analysis",
    "/login",
    "/nowhere",
    "/play?from=x&turn=3",
]


WAYS = [(WIDE, False, "de"), (NARROW, True, "en"), (WIDE, True, "en"), (NARROW, False, "de")]


@pytest.mark.parametrize(("size", "dark", "lang"), WAYS[: quantity(2, 4)])
def test_every_page(browser: Browser, arena: Arena, visitor: Visitor, size, dark: bool, lang: str) -> None:
    running = visitor.new_game(ME, {**ME, "name": "Ben"}, start={"seed": 7})
    over = visitor.new_game(ME, {"kind": "player", "player": "greedy"}, "ostseeschach-2022")
    visitor.ask(f"/api/v1/games/{over}/resign", {})
    link = visitor.facts(visitor.new_game(ME, {"kind": "link"}))["you"]["invite"].removeprefix(arena.address)
    games = [f"/game/{running}", f"/game/{over}", link]
    with person(browser, arena.address, size=size, dark=dark, lang=lang, allowed="404") as reader:
        every = [*PAGES, *games, *(f"/rules/{game.id}" for game in all_games())]
        # One look takes every fourth page, the one in the other theme and width others, unless there is time for all.
        for path in every[quantity(2 * int(dark), 0) :: quantity(4, 1)]:
            reader.go(path)
            results = Axe().run(reader.page)
            found = [
                f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
                for violation in results.response["violations"]
            ]
            assert not found, (path, found)
            wider = reader.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wider <= 0, f"{path} is {wider} pixels wider than the screen"


@pytest.mark.parametrize("width", [360, 390, 412, 430])
def test_the_top_has_room_for_its_menu(browser: Browser, arena: Arena, width: int) -> None:
    with person(browser, arena.address, size=(width, 640), lang="de") as reader:
        reader.go("/")
        # Where the guide is built, the top of every page has a link to it.
        reader.screen.link_the_guide()
        menu = reader.screen.menu_button.bounding_box()
        assert menu is not None
        assert menu["x"] + menu["width"] <= width - 12


def test_the_button_for_the_colours_says_which_are_chosen(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        reader.go("/rules")
        button, chosen = reader.screen.colours, ["like your system", "light", "dark", "like your system"]
        for number, name in enumerate(chosen):
            expect(button).to_have_accessible_name(f"Colours: {name}")
            if number:
                expect(reader.screen.spoken).to_have_text(f"Colours: {name}")
            button.click()


def test_the_smallest_phone(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    key = visitor.new_game(ME, {**ME, "name": "A name that is as long as names may be, sixty characters"})
    with person(browser, arena.address, size=(360, 640), lang="de", allowed="404") as reader:
        for path in [*PAGES, f"/game/{key}", "/rules/ostseeschach-2022"]:
            reader.go(path)
            reader.screen.link_the_guide()
            wider = reader.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wider <= 0, f"{path} is {wider} pixels wider than the screen"


def test_letters_twice_as_large_fit_on_a_phone(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    key = visitor.new_game(ME, {"kind": "player", "player": "hecht:level=4"})
    with person(browser, arena.address, size=(375, 812), lang="de", changed=True) as reader:
        page = reader.page
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
        for path in ("/", "/play", "/learn", "/leagues/new", "/game/example-piranhas-2026", f"/game/{key}"):
            reader.go(path)
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
            wider = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wider <= 0, f"{path} is {wider} pixels wider than the screen"
            assert not reader.form.titles_beyond_their_frames()
            # Whoever needs large letters sets them for all pages, and finds the menu on all of them.
            for tool in (reader.screen.menu_button, reader.screen.colours):
                place = tool.bounding_box()
                assert place is not None
                assert place["x"] + place["width"] <= 375
                assert place["y"] < 32, "the top is one row"
        assert reader.game.name("Blue").evaluate("name => name.scrollWidth <= name.clientWidth")


@pytest.mark.parametrize("path", ["/play", "/contests/new", "/leagues/new"])
def test_on_a_phone_the_start_button_covers_no_field_that_has_the_focus(
    browser: Browser, arena: Arena, path: str
) -> None:
    with person(browser, arena.address, size=(375, 600), keyboard=True) as reader:
        reader.go(path)
        reader.long_form.unfold()
        reader.long_form.begin()
        seen = set()
        for key in ("Tab", "Shift+Tab"):
            for _ in range(40):
                reader.page.keyboard.press(key)
                if found := reader.long_form.behind_the_bar():
                    field, pixels = found
                    seen.add(field)
                    assert pixels <= 0, f"{field} is {pixels:.0f} pixels behind the bar"
        assert len(seen) > 3
