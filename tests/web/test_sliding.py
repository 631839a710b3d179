"""Pieces that slide over the board, for those who have not asked their system for stillness."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from quantity import quantity
from schwarm.games import all_games
from web.arena import Arena
from web.browsing import expect, person

pytestmark = pytest.mark.slow

PLIES = 20
COUNT_SLIDES = """
    window.slides = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { window.slides += 1; return animate.apply(this, how); };
"""


@pytest.mark.parametrize("season", [known.id for known in all_games()][quantity(1, 0) : quantity(2, 3)])
def test_pieces_arrive_where_they_belong(browser: Browser, arena: Arena, replays: Path, season: str) -> None:
    with person(browser, arena.address, moving=True) as reader:
        reader.page.add_init_script(COUNT_SLIDES)
        reader.go("/games")
        reader.home.file.set_input_files(replays / f"{season}.txt")
        reader.page.wait_for_url("**/game/file-*")
        current = reader.game.current
        expect(current).to_be_attached()
        plies = reader.plies
        reader.page.keyboard.press("Home")
        expect(reader.game.current_button).to_have_count(0)
        begun = len(reader.board.drawn_pieces)
        for ply in plies[:PLIES]:
            # Faster than the pieces swim: nobody has to wait for them.
            reader.page.keyboard.press("ArrowRight")
            expect(current).to_have_text(ply)
        assert reader.page.evaluate("window.slides") >= PLIES
        # In the end everything has arrived, and nothing that was captured is left behind.
        reader.page.evaluate("Promise.allSettled(document.getAnimations().map(moving => moving.finished))")
        assert reader.page.evaluate("document.getAnimations().length") == 0
        slid = reader.board.drawn_pieces
        reader.page.reload()
        expect(current).to_have_text(plies[PLIES - 1])
        assert slid == reader.board.drawn_pieces
        assert 0 < len(slid) <= begun
