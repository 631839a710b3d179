"""Lessons of Ostseeschach."""

from schwarm.games.lesson import Lesson
from schwarm.words import Sentence

LESSONS = (
    Lesson(
        Sentence("Each in its own way"),
        Sentence("A cockle, a gull, a starfish and a seal: pick up each and see where it may go."),
        "r6h/8/8/8/1H1M1S1R/8/8/8 0 0:0",
    ),
    Lesson(
        Sentence("Build a tower"),
        Sentence("The seal jumps onto the starfish on e6: now it is a tower of two, and dangerous."),
        "r7/8/4s3/8/3R4/8/8/8 0 0:0",
    ),
    Lesson(
        Sentence("An amber with a tower"),
        Sentence("The tower captures on e6. A tower was involved: that is an amber, and all of them leave the board."),
        "r7/8/4h3/8/3R+4/8/8/8 0 0:0",
    ),
    Lesson(
        Sentence("An amber on the far shore"),
        Sentence("The starfish steps onto the opponent's start line: an amber, and it leaves the board."),
        "5r2/2S5/8/8/8/8/8/8 0 0:0",
    ),
)
