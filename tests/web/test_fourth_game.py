"""A game from another package is played at the page, which has no file for it: a plain grid, pieces from nowhere."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from web.arena import Arena
from web.browsing import expect, person

pytestmark = pytest.mark.slow


def test_tic_tac_toe(browser: Browser, tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(root / "tests" / "fourth_game"))
    with Arena(tmp_path) as arena, person(browser, arena.address) as anna:
        anna.go("/rules/tictactoe")
        anna.new_game("tictactoe", "person")
        for number, square in enumerate(("b2", "a1", "c1", "a3", "a2", "b3", "c2"), start=1):
            anna.wait_for_target(square)
            anna.cell(square).click()
            expect(anna.game.moves).to_have_count(number)
        expect(anna.game.moves.first).to_contain_text("b2")
        anna.page.reload()
        expect(anna.game.moves).to_have_count(7)
