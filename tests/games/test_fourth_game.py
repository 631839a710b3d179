"""A game from another package joins through its entry point; nothing central is edited for it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from patience import PATIENCE

pytestmark = pytest.mark.slow


@pytest.fixture
def environment(root: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(root / "tests" / "fourth_game"), "SCHWARM_LANG": "en"}


def run(environment: dict[str, str], *arguments: str, typed: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, input=typed, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_it_conforms(environment: dict[str, str], data: Path) -> None:
    program = (
        "import schwarm, pathlib; from schwarm import conformance;"
        f"conformance.check(schwarm.game('tictactoe'), golden=pathlib.Path({str(data / 'tictactoe')!r})); print('yes')"
    )
    assert run(environment, "-c", program) == "yes\n"


def test_searches_have_a_board_for_it(environment: dict[str, str]) -> None:
    """Its moves are not two squares, and have numbers all the same."""
    program = (
        "import schwarm; from schwarm.player import Board; board = Board(schwarm.game('tictactoe').start())\n"
        "def best(board):\n"
        "    worth = -1 if board.outcome() and board.outcome().winner else 0\n"
        "    values = []\n"
        "    for number in board.legal_moves():\n"
        "        board.push(number); values.append(-best(board)); board.pop()\n"
        "    return max(values, default=worth)\n"
        "for text in ('b2', 'b1', 'a1'): board.push(text)\n"
        "print(board.copy().legal_moves() == board.legal_moves(), board.move(board.number('c3')), -best(board))"
    )
    assert run(environment, "-c", program) == "True c3 1\n"


def test_it_is_listed(environment: dict[str, str]) -> None:
    assert "tictactoe" in run(environment, "-m", "schwarm", "games")


def test_it_can_be_played(environment: dict[str, str]) -> None:
    typed = "b2\na1\nc1\na3\na2\nb3\nc2\n"
    said = run(environment, "-m", "schwarm", "play", "tictactoe", "--red", "person", "--blue", "person", typed=typed)
    assert "Crosses wins." in said


def test_it_is_drawn_as_a_plain_grid(environment: dict[str, str], tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    run(environment, "-m", "schwarm", "show", "oo1/XXX/o1X 7", "--game", "tictactoe", "--svg", str(picture))
    assert picture.read_text().count("data-square=") == 9
