"""Playing without looking or pointing: typed moves, the board in words, one stop of the tab key for all moves, and what
is said aloud. And what a newcomer meets first."""

import re

import pytest
from playwright.sync_api import Browser

from web.arena import Arena, Visitor
from web.browsing import Person, expect, person

pytestmark = pytest.mark.slow

ME = {"kind": "person", "name": "Anna"}
PHONE = (400, 850)


def test_a_game_by_keyboard_and_ear(browser: Browser, arena: Arena, visitor: Visitor) -> None:
    with person(browser, arena.address) as anna:
        page = anna.page
        key = anna.new_game("piranhas-2026", "person")
        anna.wait_for_turn()
        spoken, current = anna.screen.spoken, anna.game.current
        # Moves are typed as they are written, also a little carelessly.
        legal = next((start, aims[0]) for start, aims in visitor.facts(key)["positions"][-1]["moves"].items())
        anna.game.type_move("nonsense")
        shown = anna.game.explanation
        expect(shown).to_have_text(re.compile("“nonsense” is not a move; write the two squares, like [A-J][0-9]-"))
        # What is seen is heard, too, and once.
        expect(spoken).to_have_text(shown.inner_text())
        expect(shown).not_to_have_attribute("aria-live", "polite")
        anna.game.type_move(f"{legal[0]}-{legal[0][0]}5".replace("A5-A5", "A5-B5"))
        expect(shown).not_to_contain_text("nonsense")
        expect(spoken).to_have_text(shown.inner_text())
        anna.game.type_move(f"{legal[0]} {legal[1]}".lower())
        expect(current).to_have_text("-".join(legal))
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("b")
        summary = anna.game.summary
        expect(summary).to_contain_text(legal[1])
        expect(summary).to_contain_text("Heaviest swarm")
        page.keyboard.press("Escape")
        anna.wait_for_turn()
        anna.move_somewhere()
        expect(anna.game.moves).to_have_count(2)

        # All moves are one stop of the tab key; arrow keys go on inside.
        assert anna.game.tab_stops.count() == 1
        anna.game.tab_stops.focus()
        page.keyboard.press("ArrowLeft")
        expect(current).to_have_text(anna.plies[0])
        expect(anna.game.moves.first).to_be_focused()
        page.keyboard.press("Tab")
        assert not anna.is_on(anna.game.moves)

        # Whoever stands on a square stays on it when the board is turned around.
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("End")
        anna.walk_to("C3")
        page.keyboard.press("f")
        expect(anna.board.cells.first).to_have_accessible_name(re.compile("^J0:"))
        expect(anna.cell("C3")).to_be_focused()

        _move_like_a_screen_reader(anna)
        anna.press("Hint")
        expect(spoken).to_have_text(re.compile(r"^Hint: [A-J]\d-[A-J]\d$"))
        anna.game.engine.check(force=True)
        expect(spoken).to_have_text(re.compile(r"^Best move [A-J]\d-[A-J]\d: Red \d+ %\. Then "))


def _move_like_a_screen_reader(anna: Person) -> None:
    """It moves the focus itself, and clicks without a pointer: both mean the square that it is on."""
    start = anna.cell(anna.movable[0])
    start.focus()
    anna.page.keyboard.press("Enter")
    expect(start).to_have_attribute("aria-selected", "true")
    anna.page.keyboard.press("Escape")
    start.dispatch_event("click")
    expect(start).to_have_attribute("aria-selected", "true")
    anna.cell(anna.targets[0]).dispatch_event("click")
    expect(anna.game.moves).to_have_count(3)


def test_at_once_against_hecht(browser: Browser, arena: Arena) -> None:
    with person(browser, arena.address, size=PHONE) as anna:
        page = anna.page
        anna.go("/")
        assert page.evaluate("document.fonts.load('16px Figtree').then(found => found.length)") == 1
        # The menu leaves the page its room until somebody wants it.
        pages = page.get_by_role("navigation", name="Main")
        expect(pages).to_be_hidden()
        anna.press("Menu")
        expect(pages.get_by_role("link", name="Rules")).to_be_visible()
        page.keyboard.press("Escape")
        expect(pages).to_be_hidden()
        differences = anna.home.differences
        assert len(differences) == 2
        assert len(set(differences)) == 2
        page.get_by_role("button", name="Play at once against Hecht").click()
        page.wait_for_url("**/game/*")
        anna.wait_for_turn()
        expect(anna.game.name("Blue")).to_have_text("Hecht, level 1")
        assert anna.game.is_above("Blue", "Red")
        anna.resign()
        expect(anna.game.result).to_be_visible()
        # Lists show how it ended.
        anna.go("/games")
        picture = anna.home.pictures.first
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_js_property("complete", value=True)
        assert picture.evaluate("shown => shown.naturalWidth") > 0
