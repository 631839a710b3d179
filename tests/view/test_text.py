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


def test_a_board_in_words() -> None:
    shore, reef = schwarm.game("ostseeschach-2022"), schwarm.game("piranhas-2019")
    state = shore.parse("8/8/8/3h+4/5R2/8/8/8 0 0:0")
    pieces = "red seal: f4; tower of Blue with a cockle on top: d5."
    explained = state.explain("f4-d5")
    assert view.describe(state, Marks(line=explained)) == f"{pieces} f4-d5: {explained}"
    assert view.describe(state, Marks.picking(state, "d5")) == f"{pieces} d5 may go nowhere."
    picked = view.describe(state, Marks.picking(state, "f4"))
    assert picked == f"{pieces} f4 may go to e2, g2, d3, h3, d5, h5, e6 and g6."
    swarms = reef.parse("10/10/10/10/10/4fx4/4FF4/10/10/10 2")
    marks = Marks(last=schwarm.Move("D4", "E4"), arrows=(schwarm.Move("E3", "E5"),), overlay="swarms")
    assert view.describe(swarms, marks) == (
        "fish of Red: E3 and F3; fish of Blue: E4; squid: F4. Last move: D4-E4. Arrows: E3-E5."
        " Red, weight 2: E3 and F3; Blue, weight 1: E4."
    )


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
