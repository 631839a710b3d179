"""Small positions on the rules pages, each to try one rule. A game without lessons here simply has none."""

from dataclasses import dataclass

from schwarm.games import Game
from schwarm.words import Sentence


@dataclass(frozen=True, slots=True)
class Lesson:
    """One rule to try."""

    name: Sentence
    text: Sentence
    position: str


def lessons(game: Game) -> tuple[Lesson, ...]:
    """The lessons of a game; 2019's fish weigh nothing and its positions say so."""
    if game.id == "piranhas-2019":
        plain = str.maketrans("SMLsml", "FFFfff")
        return tuple(
            Lesson(lesson.name, lesson.text, lesson.position.removesuffix(" -").translate(plain)) for lesson in _FISH
        )
    return {"piranhas-2026": _FISH, "ostseeschach-2022": _SHORE}.get(game.id, ())


_FISH = (
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
_SHORE = (
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
        Sentence("An amber by a tower"),
        Sentence("The tower captures on e6. A tower was involved: that is an amber, and all of them leave the board."),
        "r7/8/4h3/8/3R+4/8/8/8 0 0:0",
    ),
    Lesson(
        Sentence("An amber on the far shore"),
        Sentence("The starfish steps onto the opponent's start line: an amber, and it leaves the board."),
        "5r2/2S5/8/8/8/8/8/8 0 0:0",
    ),
)
