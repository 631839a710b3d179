"""Boards as text: readable without colour, coloured where there is colour."""

import schwarm
from schwarm import view
from schwarm.view import Marks

SHORE = "rhmsshmr/8/8/8/3r+4/8/8/RMHSSMHR 0 0:0"

BALTIC = """\
     a   b   c   d   e   f   g   h
 8   r   h   m   s   s   h   m   r    8
 7   ·   ·   ·   ·   ·   ·   ·   ·    7
 6   ·   ·   ·   ·   ·   ·   ·   ·    6
 5   ·   ·   ·   ·   ·   ·   ·   ·    5
 4   ·   ·   ·   r+  ·   ·   ·   ·    4
 3   ·   ·   ·   ·   ·   ·   ·   ·    3
 2  (·)  ·   ·   ·   ·   ·   ·   ·    2
 1  [R] <M>  H   S   S   M   H   R    1
     a   b   c   d   e   f   g   h"""


def test_a_board_with_marks() -> None:
    state = schwarm.game("ostseeschach-2022").parse(SHORE)
    marks = Marks(selected="b1", targets=("a2",), last=schwarm.Move("c8", "a1"))
    shown = view.text(state, marks)
    assert shown.replace("[m]", " m ") == BALTIC


def test_flipped_boards_turn_by_half() -> None:
    state = schwarm.game("piranhas-2026").start(1)
    upright, flipped = view.text(state).splitlines(), view.text(state, flipped=True).splitlines()
    assert flipped[0].split() == upright[0].split()[::-1]
    assert flipped[1].split()[1:-1] == upright[-2].split()[1:-1][::-1]


def test_the_sides_have_their_colours() -> None:
    state = schwarm.game("piranhas-2019").start(1)
    styles = {str(span.style) for span in view.rich_text(state).spans}
    assert {"bold red", "bold bright_blue"} <= styles
    styles = {str(span.style) for span in view.rich_text(state, sides="white-black").spans}
    assert "bold red" not in styles
