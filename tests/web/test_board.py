"""The board as a folder for other pages: its example opens without a server."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from web.browsing import expect, person
from web.screens.board import Board

pytestmark = pytest.mark.slow


def test_the_example_opens_without_a_server(root: Path, tmp_path: Path, browser: Browser) -> None:
    subprocess.run([sys.executable, root / "scripts/board", tmp_path], check=True, timeout=120)
    errors: list[str] = []
    with person(browser, tmp_path.as_uri()) as anna:
        anna.page.on("pageerror", lambda error: errors.append(str(error)))
        anna.page.goto(f"{tmp_path.as_uri()}/index.html")
        board = Board(anna.page, "en")
        games = anna.page.get_by_label("Game").get_by_role("option").all_text_contents()
        assert "Piranhas 2026" in games
        for game in games:
            anna.page.get_by_label("Game").select_option(label=game)
            said = anna.page.get_by_role("status")
            expect(said).to_have_text("Move 0 of 12")
            start = board.movable[0]
            board.square(start).click()
            goal = board.targets[0]
            board.square(goal).click()
            expect(said).to_have_text(f"{start}-{goal}. What comes next is up to your program.")
            assert goal in board.squares
            assert not board.movable
            anna.page.get_by_role("button", name="On").click()
            expect(said).to_have_text("Move 1 of 12")
        first = board.squares[0]
        anna.page.get_by_role("button", name="Turn around").click()
        expect(board.cells.last).to_have_accessible_name(board.square(first).get_attribute("aria-label") or "")
    assert not errors
