"""Positions of one's own as a person uses them: set up, analysed, played on from, and rules tried on them."""

import re

import pytest
from playwright.sync_api import Browser

import schwarm
from web.arena import Arena
from web.browsing import NARROW, expect, person
from web.places import SITE_FIRST, Place

pytestmark = pytest.mark.slow

LARGE, SMALL = "large red fish, weight 3", "small blue fish, weight 1"
TOWER = "tower of Red with a seal on top"
NO_ROUND = "There is no round {round}; a game has the rounds 1 to {rounds}."


@pytest.mark.thorough
def test_playing_on_from_a_position_of_a_game(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address) as reader:
        reader.go("/game/example-piranhas-2026?turn=22")
        expect(reader.game.current).not_to_be_empty()
        reader.press(reader.screen.link("Play from here"))
        reader.page.wait_for_url("**/play?*")
        reader.choose("opponent", "greedy")
        reader.start()
        expect(reader.game.state).to_have_text("It is your turn.")
        reader.move_somewhere()
        expect(reader.game.first_round).to_have_text("12.")


def test_a_position_of_ones_own(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, allowed="status of 400") as reader:
        reader.go("/analysis?game=ostseeschach-2022&position=5r2%2F2S5%2F8%2F8%2F8%2F8%2F8%2F8+0+0%3A0")
        reader.wait_for_turn()
        reader.move("c7", "c8")
        expect(reader.position.written).to_have_value("5r2/8/8/8/8/8/8/8 1 1:0")
        reader.page.keyboard.press("ArrowLeft")
        reader.position.written.fill("<script>alert(1)</script>")
        reader.press("Set up")
        expect(reader.screen.error).to_contain_text("The position")
        # Blue takes the second amber, and nothing comes after that.
        reader.go("/analysis?game=ostseeschach-2022&position=8%2F8%2F8%2F4s%2B3%2F3M4%2F8%2F8%2F7R+1+0%3A1")
        reader.game.switch.click()
        expect(reader.screen.spoken).to_have_text("Best move e5-d4: Red 0 %.")
        reader.go("/analysis?game=ostseeschach-2022&position=5r2%2F8%2F8%2F8%2F8%2F8%2F8%2F8+2+2%3A0")
        expect(reader.game.state).to_contain_text("Red wins")


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["/analysis", "/editor"])
def test_whoever_goes_back_finds_the_game_of_that_page_chosen(browser: Browser, arena: Arena, path: str) -> None:
    with person(browser, arena.address) as reader:
        page, position = reader.page, reader.position
        reader.go(f"{path}?game=ostseeschach-2022")
        for game in ("piranhas-2019", "piranhas-2026"):
            expect(position.written).not_to_have_value("")
            position.game.select_option(label=str(schwarm.game(game).title))
            page.wait_for_url(f"**{path}?game={game}*")
        for game in ("piranhas-2019", "ostseeschach-2022"):
            page.go_back()
            title = str(schwarm.game(game).title)
            expect(reader.screen.heading).to_contain_text(title)
            assert position.chosen(position.game) == title


@pytest.mark.thorough
def test_rules_can_be_tried_with_the_keyboard(browser: Browser, arena: Arena) -> None:
    lesson = next(each for each in schwarm.game("ostseeschach-2022").lessons if each.position.startswith("5r2"))
    with person(browser, arena.address, keyboard=True, size=NARROW) as reader:
        reader.go("/rules/ostseeschach-2022")
        reader.press(reader.rules.lesson(str(lesson.name)))
        expect(reader.rules.why).to_contain_text("The starfish steps onto the opponent's start line")
        reader.walk_to("c7")
        reader.page.keyboard.press("Enter")
        reader.walk_to("c8")
        expect(reader.rules.why).not_to_contain_text("the opponent's start line")
        reader.page.keyboard.press("Enter")
        expect(reader.cell("c7")).to_have_accessible_name("c7: empty")


def test_rules_can_be_tried(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, lang="de") as reader:
        reader.go("/rules/piranhas-2026")
        reader.rules.lessons.nth(1).click()
        expect(reader.cell("E4")).to_have_accessible_name(re.compile("blauer Fisch"))
        reader.move("C4", "E4")
        expect(reader.cell("E4")).to_have_accessible_name(re.compile("roter Fisch"))
        reader.press("Take back")
        expect(reader.cell("C4")).to_have_accessible_name(re.compile("roter Fisch"))


@SITE_FIRST
def test_a_position_is_set_up_piece_by_piece(browser: Browser, place: Place) -> None:
    with person(browser, place.address, allowed="status of 400") as reader:
        page, screen, editor, cell = reader.page, reader.screen, reader.editor, reader.cell
        text, remarks = editor.written, editor.remarks
        reader.go(place.editor.format("piranhas-2026"))
        expect(remarks).to_have_text(re.compile(r"^This position can be played\. Heaviest swarm \d+:\d+ · "))
        reader.press("Empty board")
        expect(text).to_have_value("10/10/10/10/10/10/10/10/10/10 0 -")
        expect(remarks).to_contain_text("The game is over here")
        expect(screen.link("Play from here")).to_be_disabled()
        # Chosen and put down; by keyboard, too.
        large, small = editor.piece(LARGE), editor.piece(SMALL)
        large.click()
        cell("A0").click()
        large.focus()
        page.keyboard.press("ArrowRight")
        expect(small).to_be_focused()
        reader.walk_to("C3")
        page.keyboard.press("Enter")
        expect(text).to_have_value("10/10/10/10/10/10/2s7/10/10/L9 0 -")
        # Dragged onto the board, over it and off it.
        squid = editor.piece("squid")
        squid.drag_to(cell("E5"))
        expect(text).to_have_value("10/10/10/10/4x5/10/2s7/10/10/L9 0 -")
        cell("E5").drag_to(cell("F6"))
        expect(text).to_have_value("10/10/10/5x4/10/10/2s7/10/10/L9 0 -")
        cell("F6").drag_to(remarks)
        expect(text).to_have_value("10/10/10/10/10/10/2s7/10/10/L9 0 -")
        reader.press("Undo")
        expect(text).to_have_value("10/10/10/5x4/10/10/2s7/10/10/L9 0 -")
        # Turn and credit.
        editor.select("To move", "Blue")
        editor.field("Round").fill("7")
        editor.select("First complete swarm", "Blue")
        expect(text).to_have_value("10/10/10/5x4/10/10/2s7/10/10/L9 13 b")
        # What no game has, and what is no position at all.
        for square in ("H1", "H2"):
            squid.drag_to(cell(square))
        expect(remarks).to_contain_text("squid: here are 3, but a game has at most 2.")
        for number in ("40", "-3"):
            editor.field("Round").fill(number)
            expect(screen.text(NO_ROUND, round=number, rounds=30)).to_be_visible()
            expect(screen.link("Analyse")).to_be_disabled()
            expect(text).to_have_value(re.compile(" 13 b$"))
        reader.press("Undo")
        expect(remarks).not_to_contain_text("There is no round")
        expect(screen.link("Analyse")).to_be_enabled()
        position = text.input_value()
        page.reload()
        expect(text).to_have_value(position)
        # Ambers belong to another game, and so do towers.
        reader.go(place.editor.format("ostseeschach-2022"))
        editor.ambers("Blue").fill("1")
        editor.piece(TOWER).drag_to(cell("e5"))
        expect(text).to_have_value(re.compile(r"4R\+3.* 0 0:1$"))
        reader.press(screen.link("Analyse"))
        expect(reader.game.state).to_contain_text("Round 1")
        expect(cell("e5")).to_have_accessible_name(re.compile("tower of Red with a seal"))
