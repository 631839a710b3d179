"""Pieces that slide over the board, for those who have not asked their system for stillness."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from quantity import quantity
from schwarm.games import all_games
from web.arena import Arena
from web.browsing import Person, expect, person

pytestmark = pytest.mark.slow

PLIES = 20
COUNT_SLIDES = """
    window.slides = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) { window.slides += 1; return animate.apply(this, how); };
"""
PIECES = """layer => [...layer.children].map(piece => {
    const { x, y, width, height } = piece.getBoundingClientRect();
    const parts = [...piece.querySelectorAll("use")].map(part => part.getAttribute("href"));
    return [...[x, y, width, height].map(Math.round), ...parts].join(" ");
}).sort()"""


def pieces(reader: Person) -> list[str]:
    """Everything that is drawn on the layer of the pieces, and where."""
    found = reader.page.locator(".board > svg > g").nth(4).evaluate(PIECES)
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize("season", [known.id for known in all_games()][quantity(1, 0) : quantity(2, 3)])
def test_pieces_arrive_where_they_belong(browser: Browser, arena: Arena, replays: Path, season: str) -> None:
    with person(browser, arena.address, moving=True) as reader:
        reader.page.add_init_script(COUNT_SLIDES)
        reader.go("/games")
        reader.page.locator("#file").set_input_files(replays / f"{season}.txt")
        reader.page.wait_for_url("**/game/file-*")
        current = reader.page.locator(".ply[aria-current] > span").first
        expect(current).to_be_attached()
        plies = reader.plies
        reader.page.keyboard.press("Home")
        expect(reader.page.locator(".ply[aria-current]")).to_have_count(0)
        begun = len(pieces(reader))
        for ply in plies[:PLIES]:
            # Faster than the pieces swim: nobody has to wait for them.
            reader.page.keyboard.press("ArrowRight")
            expect(current).to_have_text(ply)
        assert reader.page.evaluate("window.slides") >= PLIES
        # In the end everything has arrived, and nothing that was captured is left behind.
        reader.page.evaluate("Promise.allSettled(document.getAnimations().map(moving => moving.finished))")
        assert reader.page.evaluate("document.getAnimations().length") == 0
        slid = pieces(reader)
        reader.page.reload()
        expect(current).to_have_text(plies[PLIES - 1])
        assert slid == pieces(reader)
        assert 0 < len(slid) <= begun
