"""Lessons of Piranhas: the same rules in both seasons, but 2019's fish weigh nothing and its positions say so."""

from dataclasses import replace

from schwarm.games.lesson import Lesson
from schwarm.words import Sentence

LESSONS_2026 = (
    Lesson(
        Sentence("Count the fish"),
        Sentence("Two fish are on row 4, so C4 swims two squares along it. On its column it is alone and swims one."),
        "S9/10/10/10/10/2S4m2/10/10/10/9s 0 -",
    ),
    Lesson(
        Sentence("Eat"),
        Sentence("E4 is two squares away, and two fish are on the row: C4 may eat it."),
        "S9/10/10/10/10/2S1m5/10/10/10/9s 0 -",
    ),
    Lesson(
        Sentence("Opponents are in the way"),
        Sentence("Three fish are on row 4, but C4 cannot swim three squares: nobody swims over an opponent."),
        "S9/10/10/10/10/2Ss4S1/10/10/10/9s 0 -",
    ),
    Lesson(
        Sentence("Squids"),
        Sentence("C4 swims over the squid on D4, but may not end on the one on C5."),
        "S9/10/10/10/2x7/2Sx2m3/10/10/10/9s 0 -",
    ),
    Lesson(
        Sentence("One swarm"),
        Sentence("From G7 one move unites all red fish. Blue may still answer, then the game is over."),
        "10/s9/6S3/10/10/3SS5/10/10/10/9s 0 -",
    ),
)
_WITHOUT_WEIGHTS = str.maketrans("SMLsml", "FFFfff")
LESSONS_2019 = tuple(
    replace(lesson, position=lesson.position.removesuffix(" -").translate(_WITHOUT_WEIGHTS)) for lesson in LESSONS_2026
)
