"""Puzzles and one's own mistakes: the page asks, says right or wrong and why, and remembers how far one has come."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, expect

import schwarm
from schwarm.engine.puzzle import Puzzle, puzzles
from schwarm.games import Move
from web.arena import Arena
from web.browsing import NARROW, WIDE, Person, person

pytestmark = [pytest.mark.slow, pytest.mark.core]

PIRANHAS = "piranhas-2026"


def asked(reader: Person, game: str) -> Puzzle:
    """The puzzle that is on the page."""
    reader.wait_for_turn()
    address = urlsplit(reader.page.locator("#analyse").get_attribute("href") or "")
    position = parse_qs(address.query)["position"][0]
    return next(puzzle for puzzle in puzzles(schwarm.game(game)) if str(puzzle.state) == position)


def try_out(reader: Person, move: Move) -> None:
    reader.move(move.start, move.to)


def test_puzzles_are_asked_explained_and_remembered(arena: Arena, browser: Browser) -> None:
    with person(browser, arena.address, size=WIDE) as reader:
        page = reader.page
        reader.go(f"/learn/{PIRANHAS}")
        puzzle = asked(reader, PIRANHAS)
        try_out(reader, next(move for move in puzzle.state.legal_moves() if move != puzzle.move))
        expect(page.locator("#answer-title")).to_have_text("Not that one.")
        expect(page.locator("#answer-text")).not_to_be_empty()
        page.click("#again")
        reader.wait_for_turn()
        page.click("#hint")
        reader.wait_for_target(puzzle.move.to)
        reader.hit(puzzle.move.to)
        expect(page.locator("#answer-title")).to_have_text("Right!")
        expect(page.locator("#answer-text")).to_have_text(str(puzzle.state.explain(puzzle.move).message))
        if len(puzzle.line) > 1:
            page.locator("#line button").nth(1).click()
            expect(page.locator("#line button").nth(1)).to_have_attribute("aria-pressed", "true")
        # It was not found at the first try.
        expect(page.locator("#streak")).to_have_text("0")
        for solved in (1, 2):
            page.click("#next")
            expect(page.locator("#answer")).to_be_hidden()
            try_out(reader, asked(reader, PIRANHAS).move)
            expect(page.locator("#streak")).to_have_text(str(solved))
        # After two in a row something harder comes, and a reload forgets nothing.
        page.click("#next")
        expect(page.locator("#answer")).to_be_hidden()
        assert asked(reader, PIRANHAS).difficulty == 2
        page.select_option("#difficulty", "4")
        expect(page.locator("#stars")).to_have_text("★★★★☆")
        page.reload()
        assert asked(reader, PIRANHAS).difficulty == 4
        expect(page.locator("#best")).to_have_text("2")
        page.click("#show")
        expect(page.locator("#answer-title")).to_contain_text("The solution: ")
        page.select_option("#difficulty", "own")
        expect(page.locator("#goal")).to_contain_text("No puzzles of your own yet.")
        reader.go("/learn")
        expect(page.locator(f'.card[data-game="{PIRANHAS}"] [data-solved]')).to_have_text("2 puzzles solved.")


@pytest.mark.parametrize("game", ["ostseeschach-2022", "piranhas-2019"])
def test_other_games_have_puzzles_too(arena: Arena, browser: Browser, game: str) -> None:
    with person(browser, arena.address, size=NARROW) as reader:
        reader.go(f"/learn/{game}")
        try_out(reader, asked(reader, game).move)
        expect(reader.page.locator("#answer-title")).to_have_text("Right!")
