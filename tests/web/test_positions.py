"""Positions of one's own as a person uses them: set up, analysed, played on from, and rules tried on them."""

import re

import pytest
from playwright.sync_api import Browser

import schwarm
from web.arena import Arena
from web.browsing import NARROW, expect, person
from web.places import SITE_FIRST, Place

pytestmark = pytest.mark.slow


@pytest.mark.thorough
def test_playing_on_from_a_position_of_a_game(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        reader.go("/game/example-piranhas-2026?turn=22")
        text = reader.page.evaluate("document.querySelector('.ply[aria-current]').textContent")
        assert text
        reader.page.locator("#from-here").click()
        reader.page.wait_for_url("**/play?*")
        reader.choose("opponent", "greedy")
        reader.press("button[type=submit]")
        reader.page.wait_for_url("**/game/*")
        expect(reader.state_line()).to_have_text("It is your turn.")
        reader.move_somewhere()
        expect(reader.page.locator(".round").first).to_have_text("12.")


def test_a_position_of_ones_own(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, allowed="status of 400") as reader:
        reader.go("/analysis?game=ostseeschach-2022&position=5r2%2F2S5%2F8%2F8%2F8%2F8%2F8%2F8+0+0%3A0")
        reader.wait_for_turn()
        reader.move("c7", "c8")
        expect(reader.page.locator("#text")).to_have_value("5r2/8/8/8/8/8/8/8 1 1:0")
        reader.page.keyboard.press("ArrowLeft")
        reader.page.locator("#text").fill("<script>alert(1)</script>")
        reader.page.locator("#set-up button[type=submit]").click()
        expect(reader.page.locator("#error")).to_contain_text("The position")
        # Blue takes the second amber, and nothing comes after that.
        reader.go("/analysis?game=ostseeschach-2022&position=8%2F8%2F8%2F4s%2B3%2F3M4%2F8%2F8%2F7R+1+0%3A1")
        reader.page.locator("label.switch").click()
        expect(reader.page.locator("#announce")).to_have_text("Best move e5-d4: Red 0 %.")
        reader.go("/analysis?game=ostseeschach-2022&position=5r2%2F8%2F8%2F8%2F8%2F8%2F8%2F8+2+2%3A0")
        expect(reader.state_line()).to_contain_text("Red wins")


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["/analysis", "/editor"])
def test_whoever_goes_back_finds_the_game_of_that_page_chosen(browser: Browser, arena: Arena, path: str) -> None:
    with person(browser, arena.address) as reader:
        page = reader.page
        reader.go(f"{path}?game=ostseeschach-2022")
        for game in ("piranhas-2019", "piranhas-2026"):
            expect(page.locator("#text")).not_to_have_value("")
            page.locator("#which").select_option(game)
            page.wait_for_url(f"**{path}?game={game}*")
        for game in ("piranhas-2019", "ostseeschach-2022"):
            page.go_back()
            expect(page.locator("h1")).to_contain_text(schwarm.game(game).title)
            expect(page.locator("#which")).to_have_value(game)


@pytest.mark.thorough
def test_rules_can_be_tried_with_the_keyboard(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, keyboard=True, size=NARROW) as reader:
        reader.go("/rules/ostseeschach-2022")
        reader.press(".lesson[data-position^='5r2']")
        expect(reader.page.locator("#why")).to_contain_text("The starfish steps onto the opponent's start line")
        reader.walk_to("c7")
        reader.page.keyboard.press("Enter")
        reader.walk_to("c8")
        expect(reader.page.locator("#why")).not_to_contain_text("the opponent's start line")
        reader.page.keyboard.press("Enter")
        expect(reader.cell("c7")).to_have_attribute("aria-label", "c7: empty")


def test_rules_can_be_tried(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, lang="de") as reader:
        reader.go("/rules/piranhas-2026")
        reader.page.locator(".lesson").nth(1).click()
        expect(reader.cell("E4")).to_have_attribute("aria-label", re.compile("blauer Fisch"))
        reader.move("C4", "E4")
        expect(reader.cell("E4")).to_have_attribute("aria-label", re.compile("roter Fisch"))
        reader.page.locator("#back").click()
        expect(reader.cell("C4")).to_have_attribute("aria-label", re.compile("roter Fisch"))


@SITE_FIRST
def test_a_position_is_set_up_piece_by_piece(browser: Browser, place: Place) -> None:
    with person(browser, place.address, allowed="status of 400") as reader:
        page, text = reader.page, reader.page.locator("#text")
        reader.go(place.editor.format("piranhas-2026"))
        expect(page.locator("#remarks")).to_have_text(
            re.compile(r"^This position can be played\. Heaviest swarm \d+:\d+ · ")
        )
        page.locator("#empty").click()
        expect(text).to_have_value("10/10/10/10/10/10/10/10/10/10 0 -")
        expect(page.locator("#remarks")).to_contain_text("The game is over here")
        expect(page.locator("#from-here")).to_have_attribute("aria-disabled", "true")
        # Chosen and put down; by keyboard, too.
        page.locator("#palette [data-letter=L]").click()
        reader.cell("A0").click()
        page.locator("#palette [data-letter=L]").focus()
        page.keyboard.press("ArrowRight")
        expect(page.locator("#palette [data-letter=s]")).to_be_focused()
        reader.walk_to("C3")
        page.keyboard.press("Enter")
        expect(text).to_have_value("10/10/10/10/10/10/2s7/10/10/L9 0 -")
        # Dragged onto the board, over it and off it.
        squid, cell = page.locator("#palette [data-letter=x]"), reader.cell
        squid.drag_to(cell("E5"))
        expect(text).to_have_value("10/10/10/10/4x5/10/2s7/10/10/L9 0 -")
        cell("E5").drag_to(cell("F6"))
        expect(text).to_have_value("10/10/10/5x4/10/10/2s7/10/10/L9 0 -")
        cell("F6").drag_to(page.locator("#remarks"))
        expect(text).to_have_value("10/10/10/10/10/10/2s7/10/10/L9 0 -")
        page.locator("#undo").click()
        expect(text).to_have_value("10/10/10/5x4/10/10/2s7/10/10/L9 0 -")
        # Turn and credit.
        page.locator("#side").select_option("1")
        page.locator("#round").fill("7")
        page.locator("#credit").select_option("b")
        expect(text).to_have_value("10/10/10/5x4/10/10/2s7/10/10/L9 13 b")
        # What no game has, and what is no position at all.
        for square in ("H1", "H2"):
            squid.drag_to(cell(square))
        expect(page.locator("#remarks")).to_contain_text("squid: here are 3, but a game has at most 2.")
        for number in ("40", "-3"):
            page.locator("#round").fill(number)
            expect(page.locator("#remarks .impossible")).to_have_text(
                f"There is no round {number}; a game has the rounds 1 to 30."
            )
            expect(page.locator("#analyse")).to_have_attribute("aria-disabled", "true")
            expect(text).to_have_value(re.compile(" 13 b$"))
        page.locator("#undo").click()
        expect(page.locator("#remarks .impossible")).to_have_count(0)
        position = text.input_value()
        page.reload()
        expect(text).to_have_value(position)
        # Ambers belong to another game, and so do towers.
        reader.go(place.editor.format("ostseeschach-2022"))
        page.locator("#amber-1").fill("1")
        page.locator("#amber-1").blur()
        page.locator("#palette [data-letter='R+']").drag_to(cell("e5"))
        page.wait_for_function("document.querySelector('#text').value.includes('4R+3')")
        assert text.input_value().endswith(" 0 0:1")
        page.locator("#analyse").click()
        expect(page.locator("#state-line")).to_contain_text("Round 1")
        expect(cell("e5")).to_have_attribute("aria-label", re.compile("tower of Red with a seal"))
