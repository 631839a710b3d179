"""Variations beside a game: moves are tried, named, drawn upon, moved and deleted, also without a connection."""

from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser

from schwarm.games.record import Record
from web.browsing import Person, expect, person
from web.places import HERE_FIRST, Place

pytestmark = pytest.mark.slow


def try_a_move(reader: Person, number: int, moves: int) -> str:
    """Move a piece; gives the move, which stands in the list as one of so many beside the game then."""
    start, to = reader.move_somewhere(number)
    expect(reader.page.locator(".variation .ply")).to_have_count(moves)
    expect(reader.page.locator(".ply[aria-current] > span").first).to_have_text(f"{start}-{to}")
    return f"{start}-{to}"


def draw(reader: Person, start: str, to: str, button: Literal["left", "right"]) -> None:
    reader.cell(start).hover()
    reader.page.mouse.down(button=button)
    reader.cell(to).hover()
    reader.page.mouse.up(button=button)


@HERE_FIRST
def test_moves_are_tried_beside_a_game(browser: Browser, place: Place) -> None:
    with person(browser, place.address, allowed="ERR_FAILED") as reader:
        page = reader.page
        reader.go(place.game.format("piranhas-2026") + "turn=3")
        expect(page.locator(".ply[aria-current]")).to_have_count(1)
        played = reader.plies
        first = try_a_move(reader, 0, 1)
        try_a_move(reader, 1, 2)
        try_a_move(reader, 2, 3)
        page.locator(".variation .ply").first.click()
        other = try_a_move(reader, 8, 4)
        expect(page.locator(".variation .variation .ply")).to_have_text([other])
        # Said and drawn.
        page.locator("[data-tree=words]").click()
        page.locator("#tree-name").fill("The quiet way")
        page.locator("#tree-note").fill("Nothing opens.")
        expect(page.locator(".variation .variation .variation-name")).to_have_text("The quiet way")
        draw(reader, "D5", "G3", "right")
        reader.cell("E6").click(button="right", modifiers=["Alt"])
        page.locator("[data-pen=red]").click()
        draw(reader, "B3", "B6", "left")
        page.locator("[data-pen=red]").click()
        expect(page.locator(".own-arrow.green, .own-arrow.red")).to_have_count(2)
        expect(page.locator(".own-circle.blue")).to_have_count(1)
        # Taken along as text, and still there after a reload.
        page.locator("summary").filter(has_text="Save").click()
        with page.expect_download() as saved:
            page.locator("#record-text").click()
        record = Record.parse(Path(saved.value.path()).read_text())
        assert [str(move.move) for move in record.moves] == played
        (tried,) = record.moves[2].variations
        assert str(tried.moves[0].move) == first
        (quiet,) = tried.moves[0].variations
        assert quiet.name == "The quiet way"
        assert quiet.moves[0].note == "[green D5-G3] [blue E6] [red B3-B6] Nothing opens."
        page.reload()
        expect(page.locator(".own-arrow")).to_have_count(0)
        if "html" not in place.game:
            _step_without_a_connection(reader, first)
        page.locator(".variation .variation .ply").click()
        expect(page.locator(".own-arrow")).to_have_count(2)
        # Brought to the front, and deleted.
        page.locator("[data-tree=promote]").click()
        expect(page.locator(".variation .variation .ply")).not_to_have_text([other])
        page.keyboard.press("ArrowDown")
        expect(page.locator(".ply[aria-current] > span").first).not_to_have_text(other)
        page.keyboard.press("Delete")
        expect(page.locator(".variation .variation")).to_have_count(0)
        expect(page.locator(".ply[aria-current] > span").first).to_have_text(first)
        page.locator("[data-tree=remove]").click()
        assert reader.plies == played
        expect(page.locator("[data-tree=remove]")).to_be_disabled()


def _step_without_a_connection(reader: Person, first: str) -> None:
    """Positions beside the game that are not known yet have to be asked for; where nobody answers, that is said."""
    page, slider = reader.page, reader.page.locator("#slider")
    current = page.locator(".ply[aria-current] > span").first
    page.locator(".variation .ply").first.click()
    expect(current).to_have_text(first)
    shown = slider.input_value()
    page.route("**/api/look/**", lambda route: route.abort())
    for step in (lambda: page.keyboard.press("ArrowRight"), page.locator(".variation .variation .ply").click):
        step()
        expect(page.locator(".toast")).to_have_text("The server does not answer; check whether it is still running.")
        expect(slider).to_have_value(shown)
        expect(current).to_have_text(first)
        page.evaluate("document.querySelector('.toast').remove()")
    page.locator("[data-go=play]").click()
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "false")
    page.unroute("**/api/look/**")
