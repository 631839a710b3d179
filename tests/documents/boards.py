"""Positions for the document tests, written as a list of pieces: `FA4 fC4 xE5` or `He4 r+d6`.

A piece is its letter in the notation and its square. In Piranhas, F and f stand for a fish whose weight does
not matter: a fish of 2019 or a small one of 2026, so that one board serves both seasons.
"""

import re
from typing import Any

import pytest

import schwarm
from schwarm import State, Team

RED, BLUE = Team.ONE, Team.TWO

PIRANHAS_2026 = schwarm.game("piranhas-2026")
PIRANHAS_2019 = schwarm.game("piranhas-2019")
OSTSEESCHACH = schwarm.game("ostseeschach-2022")

both_seasons = pytest.mark.parametrize("game", [PIRANHAS_2026, PIRANHAS_2019], ids=["2026", "2019"])


def position(game: schwarm.games.Game, pieces: str, turn: int = 0, last: str | None = None) -> Any:
    """The position with these pieces; `last` is the last field: the credit of 2026 or the ambers of 2022."""
    board = {piece[-2:]: piece[:-2] for piece in pieces.split()}
    assert len(board) == len(pieces.split()), "two pieces on one square"
    dots = "/".join("".join(board.pop(column + row, ".") for column in game.columns) for row in game.rows[::-1])
    assert not board, f"not on the board: {board}"
    rows = re.sub(r"\.+", lambda run: str(len(run[0])), dots)
    if game.id == "piranhas-2019":
        return game.parse(f"{rows} {turn}")
    if game.id == "piranhas-2026":
        return game.parse(f"{rows.replace('F', 'S').replace('f', 's')} {turn} {last or '-'}")
    return game.parse(f"{rows} {turn} {last or '0:0'}")


def targets(state: State, start: str) -> set[str]:
    """Where the piece on a square may go."""
    return {move.to for move in state.beyond().legal_moves() if move.start == start}


def squares(*spans: str) -> set[str]:
    """The squares of spans along a column or row, such as `A1-A8` or `B0-I0`."""
    found = set()
    for span in spans:
        (low_column, low_row), (high_column, high_row) = map(tuple, span.split("-"))
        found |= {
            chr(column) + chr(row)
            for column in range(ord(low_column), ord(high_column) + 1)
            for row in range(ord(low_row), ord(high_row) + 1)
        }
    return found
