"""The board comes first: how large it is on the screens that people have, and that nothing jumps."""

import re

import pytest
from playwright.sync_api import Browser, Page

from web.arena import Arena
from web.browsing import expect, person

pytestmark = pytest.mark.slow

SMALL_PHONES = [(667, 375), (640, 360), (568, 320)]
"""Lying on their side, and a notebook that shows everything twice as large."""
NOTEBOOK, LYING_PHONE, PHONE, LARGE = (1366, 657), (844, 390), (400, 850), (2200, 1150)
PAGES = ["/game/example-piranhas-2026", "/game/example-ostseeschach-2022", "/analysis?game=piranhas-2019"]
# Also what moves right after a click: browsers do not count that as a shift, readers do.
WATCH_SHIFTS = """() => {
    window.shifts = [];
    const place = ({x, y, width, height}) => [x, y, width, height].join(" ");
    const moved = ({node, previousRect, currentRect}) =>
        `${node?.id || node?.nodeName}: ${place(previousRect)} -> ${place(currentRect)}`;
    new PerformanceObserver(seen => seen.getEntries().forEach(({sources}) => window.shifts.push(...sources.map(moved))))
        .observe({type: "layout-shift"});
}"""
BOX = """selector => {
    const {left, top, right, bottom, width} = document.querySelector(selector).getBoundingClientRect();
    return {left, top, right, bottom, width};
}"""
OUTLINES = "all => all.map(each => getComputedStyle(each).outlineStyle)"
BACKGROUNDS = (
    """all => all.map(each => getComputedStyle(each, each.matches(".pen") ? "::before" : null).backgroundColor)"""
)
TWO_FRAMES = "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"


def box(page: Page, selector: str) -> dict[str, float]:
    found = page.evaluate(BOX, selector)
    assert isinstance(found, dict)
    return found


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(TWO_FRAMES)


@pytest.mark.parametrize("lang", ["de", "en"])
def test_the_top_is_one_row_on_the_smallest_phones(browser: Browser, arena: Arena, lang: str) -> None:
    with person(browser, arena.address, size=(320, 568), lang=lang) as reader:
        reader.go("/")
        assert box(reader.page, "#menu")["top"] < box(reader.page, ".brand")["bottom"]
        play, watch = (box(reader.page, f".hero .plain:nth-of-type({place})") for place in (1, 2))
        assert play["top"] == watch["top"]


def test_whoever_sees_few_colours_sees_what_is_chosen_and_whose_it_is(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, changed=True) as reader:
        page = reader.page
        page.emulate_media(forced_colors="active")
        reader.go("/play")
        for kind in (".choice", ".segments label"):
            assert set(page.eval_on_selector_all(f"{kind}:has(:checked)", OUTLINES)) == {"solid"}
            assert set(page.eval_on_selector_all(f"{kind}:not(:has(:checked))", OUTLINES)) == {"none"}
        reader.go(PAGES[0])
        assert len(set(page.eval_on_selector_all(".strip .dot", BACKGROUNDS))) == 2
        assert len(set(page.eval_on_selector_all(".pen", BACKGROUNDS))) == 4
        knob = page.eval_on_selector_all(".knob", BACKGROUNDS)
        page.locator("label.switch").click()
        assert page.eval_on_selector_all(".knob", BACKGROUNDS) != knob
        page.keyboard.press("End")
        expect(page.locator(".ply[aria-current]")).to_have_css("outline-style", "solid")


@pytest.mark.parametrize("game", ["piranhas-2026", "ostseeschach-2022"])
def test_the_names_of_rows_have_room_on_a_phone(browser: Browser, arena: Arena, game: str) -> None:
    with person(browser, arena.address, size=(375, 667)) as reader:
        reader.go(f"/analysis?game={game}")
        reader.wait_for_turn()
        left = "names => Math.min(...names.map(name => name.getBoundingClientRect().left))"
        assert reader.page.eval_on_selector_all(".board .sw-label", left) >= box(reader.page, ".board svg")["left"] + 2


@pytest.mark.parametrize("size", SMALL_PHONES)
def test_a_puzzle_stands_beside_its_board_on_a_phone_on_its_side(
    browser: Browser, arena: Arena, size: tuple[int, int]
) -> None:
    with person(browser, arena.address, size=size) as reader:
        reader.go("/learn/piranhas-2026")
        reader.wait_for_turn()
        board, goal = box(reader.page, ".trainer-board"), box(reader.page, "#goal")
        assert board["width"] >= 0.7 * size[1]
        assert board["bottom"] <= size[1]
        assert board["right"] <= goal["left"] <= goal["right"] <= size[0]


def test_whose_turn_it_is_has_room_beside_the_stars(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, size=(375, 667), lang="de") as reader:
        reader.go("/learn/piranhas-2026")
        expect(reader.page.locator("#side")).to_contain_text("ist am Zug")
        longest = "side => side.textContent = 'Runde 24 von 30, Blau ist am Zug'"
        reader.page.locator("#side").evaluate(longest)
        assert box(reader.page, "#side")["bottom"] < box(reader.page, "#stars")["bottom"] + 8


def test_the_board_comes_first(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, size=NOTEBOOK) as reader:
        page = reader.page
        for path in PAGES:
            resize(page, NOTEBOOK)
            reader.go(path)
            page.wait_for_selector(".square-cell", state="attached")
            board, moves = box(page, ".board"), box(page, ".moves-block")
            assert board["width"] >= 560
            assert board["bottom"] <= NOTEBOOK[1]
            # The moves have most of their column, and the whole column is seen without scrolling.
            assert moves["bottom"] - moves["top"] > NOTEBOOK[1] / 2
            assert box(page, "[data-strip=bottom]")["bottom"] <= NOTEBOOK[1]

            if "/game/" in path:
                # The result is the last row, and the end of the game shows it.
                page.keyboard.press("End")
                expect(page.locator("#moves > *").last).to_have_text(re.compile("^Anna wins"))
                expect(page.locator("#moves > *").last).to_be_in_viewport()
                page.keyboard.press("ArrowLeft")

            # The note about another move is longer or shorter; that has been drawn before the engine comes.
            page.evaluate(TWO_FRAMES)
            page.evaluate(WATCH_SHIFTS)
            before = page.locator("#engine-view").evaluate("view => view.parentElement.getBoundingClientRect().height")
            page.locator("label.switch").click()
            expect(page.locator("#bar")).to_be_visible()
            expect(page.locator("#lines li")).to_have_count(3)
            page.evaluate(TWO_FRAMES)
            assert page.locator(".engine-room").evaluate("room => room.getBoundingClientRect().height") == before
            bar = box(page, "#bar")
            assert bar["right"] <= board["left"]
            assert bar["bottom"] - bar["top"] == pytest.approx(board["width"], abs=1)
            page.locator("label.switch").click()
            expect(page.locator("#bar")).to_be_hidden()
            page.evaluate(TWO_FRAMES)
            assert page.evaluate("window.shifts") == []

            square = box(page, ".square-cell")["width"] / board["width"]
            resize(page, LYING_PHONE)
            board = box(page, ".board")
            assert board["width"] >= 320
            assert board["bottom"] <= LYING_PHONE[1]
            assert box(page, ".panel-main")["left"] > board["right"]
            # A small board gives its margins to the squares.
            assert box(page, ".square-cell")["width"] / board["width"] > square * 1.02

            resize(page, PHONE)
            board = box(page, ".board")
            assert board["width"] >= 350
            assert box(page, "[data-strip=top]")["bottom"] <= board["top"]
            assert box(page, "[data-strip=bottom]")["top"] >= board["bottom"]

            resize(page, LARGE)
            assert box(page, ".board")["width"] > 1000
            assert box(page, ".panel-more")["right"] - box(page, ".bar-room")["left"] > 0.9 * LARGE[0]


@pytest.mark.parametrize("path", [*PAGES, "/editor"])
def test_a_small_phone_on_its_side(browser: Browser, arena: Arena, path: str) -> None:
    with person(browser, arena.address, size=SMALL_PHONES[0], lang="de") as reader:
        page = reader.page
        reader.go(path)
        page.wait_for_selector(".square-cell", state="attached")
        for size in SMALL_PHONES:
            resize(page, size)
            assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
            board = box(page, ".board")
            assert board["left"] >= 0
            assert board["bottom"] <= size[1]
            if path != "/editor":
                card, slider, speed = box(page, ".moves-block"), box(page, "#slider"), box(page, "#speed")
                assert slider["width"] > 100
                assert slider["right"] <= speed["left"]
                assert speed["right"] <= card["right"]


def test_a_long_name_leaves_the_clock_whole(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, size=PHONE, lang="de") as anna:
        page = anna.page
        anna.go("/play?game=piranhas-2026")
        anna.choose("opponent", "greedy")
        anna.choose("side", "red")
        page.locator(".options summary").click()
        page.locator("#name").fill("Donaudampfschifffahrtskapitänin Wilhelmine die Zweite")
        anna.press("button[type=submit]")
        page.wait_for_url("**/game/*")
        anna.move_somewhere()
        anna.wait_for_turn()
        page.evaluate("document.querySelector('[data-strip=bottom] .clock').textContent = '2,6 s'")
        strip, you, clock = (box(page, f"[data-strip=bottom]{part}") for part in ("", " .you", " .clock"))
        expect(page.locator("[data-strip=bottom] .you")).to_have_text("(du)")
        assert you["right"] <= clock["left"]
        assert clock["right"] <= strip["right"]
        # One line each, and nothing of it is cut.
        for part in (".you", ".clock"):
            assert page.locator(f"[data-strip=bottom] {part}").evaluate(
                "part => part.scrollWidth <= part.offsetWidth && part.offsetHeight < 32"
            )
        assert page.locator("[data-strip=bottom] .who").evaluate("who => who.scrollWidth > who.offsetWidth")


@pytest.mark.parametrize("size", [NOTEBOOK, (1024, 768), PHONE])
def test_what_is_played_on_the_home_page_is_read_whole(browser: Browser, arena: Arena, size: tuple[int, int]) -> None:
    with person(browser, arena.address, size=size, lang="de") as reader:
        page = reader.page
        # A page that nobody sees hears nothing that it would write over these words.
        page.add_init_script("Object.defineProperty(document, 'hidden', {get: () => true})")
        reader.go("/")
        heights = []
        for words in ("Hecht, Stufe 8 gewinnt.", "Ostseeschach 2022: Hecht, Stufe 6 – Hecht, Stufe 8, live"):
            title = page.locator("#stage-title")
            title.evaluate("(title, words) => title.textContent = words", words)
            assert title.evaluate("title => title.scrollWidth <= title.clientWidth")
            assert box(page, "#stage-title")["right"] <= box(page, "#stage-link")["left"]
            heights.append(box(page, ".stage")["bottom"] - box(page, ".stage")["top"])
        assert heights[0] == heights[1]
