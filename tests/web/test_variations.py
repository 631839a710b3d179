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
    expect(reader.game.tried).to_have_count(moves)
    expect(reader.game.current).to_have_text(f"{start}-{to}")
    return f"{start}-{to}"


def draw(reader: Person, start: str, to: str, button: Literal["left", "right"]) -> None:
    reader.cell(start).hover()
    reader.page.mouse.down(button=button)
    reader.cell(to).hover()
    reader.page.mouse.up(button=button)


@HERE_FIRST
def test_moves_are_tried_beside_a_game(browser: Browser, place: Place) -> None:
    with person(browser, place.address, allowed="ERR_FAILED") as reader:
        page, game, board = reader.page, reader.game, reader.board
        reader.go(place.game.format("piranhas-2026") + "turn=3")
        expect(game.current).to_have_count(1)
        played = reader.plies
        first = try_a_move(reader, 0, 1)
        try_a_move(reader, 1, 2)
        try_a_move(reader, 2, 3)
        game.tried.first.click()
        other = try_a_move(reader, 8, 4)
        expect(game.tried_inside).to_have_text([other])
        # Said and drawn.
        reader.press("Write a comment")
        game.variation_name.fill("The quiet way")
        game.comment.fill("Nothing opens.")
        expect(game.inner_variations).to_contain_text("The quiet way")
        expect(game.variation("The quiet way").get_by_role("button")).to_have_text([other])
        draw(reader, "D5", "G3", "right")
        reader.cell("E6").click(button="right", modifiers=["Alt"])
        reader.press("Draw in red")
        draw(reader, "B3", "B6", "left")
        reader.press("Draw in red")
        for colour in ("green", "red"):
            expect(board.own_arrow(colour)).to_have_count(1)
        expect(board.own_circle("blue")).to_have_count(1)
        # Taken along as text, and still there after a reload.
        game.menu("Save").click()
        with page.expect_download() as saved:
            game.link("Record text (.txt)").click()
        record = Record.parse(Path(saved.value.path()).read_text())
        assert [str(move.move) for move in record.moves] == played
        (tried,) = record.moves[2].variations
        assert str(tried.moves[0].move) == first
        (quiet,) = tried.moves[0].variations
        assert quiet.name == "The quiet way"
        assert quiet.moves[0].note == "[green D5-G3] [blue E6] [red B3-B6] Nothing opens."
        page.reload()
        expect(board.own_arrows).to_have_count(0)
        if "html" not in place.game:
            _step_without_a_connection(reader, first)
        game.tried_inside.click()
        expect(board.own_arrows).to_have_count(2)
        # Brought to the front, and deleted.
        reader.press("Move this variation up")
        expect(game.tried_inside).not_to_have_text([other])
        page.keyboard.press("ArrowDown")
        expect(game.current).not_to_have_text(other)
        page.keyboard.press("Delete")
        expect(game.inner_variations).to_have_count(0)
        expect(game.current).to_have_text(first)
        reader.press("Delete from this move on")
        assert reader.plies == played
        expect(game.button("Delete from this move on")).to_be_disabled()


def _step_without_a_connection(reader: Person, first: str) -> None:
    """Positions beside the game that are not known yet have to be asked for; where nobody answers, that is said."""
    page, game, toast = reader.page, reader.game, reader.screen.toast
    game.tried.first.click()
    expect(game.current).to_have_text(first)
    shown = game.slider.input_value()
    page.route("**/api/v1/look/**", lambda route: route.abort())
    for step in (lambda: page.keyboard.press("ArrowRight"), game.tried_inside.click):
        step()
        expect(toast).to_have_text("The server does not answer; check whether it is still running.")
        expect(game.slider).to_have_value(shown)
        expect(game.current).to_have_text(first)
        toast.evaluate("toast => toast.remove()")
    reader.press("Play it back")
    expect(toast).to_be_visible()
    expect(game.button("Play it back")).to_have_attribute("aria-pressed", "false")
    page.unroute("**/api/v1/look/**")
