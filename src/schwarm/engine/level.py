"""The ten levels of Hecht. Low ones look less far and misjudge moves as people do; 10 is full strength.

`docs/hecht.md` has the figures that show how much stronger each level is than the one before.
"""

from dataclasses import dataclass
from numbers import Integral

from schwarm.words import SchwarmError, Sentence, excerpt


class UnknownLevel(SchwarmError, ValueError):
    """There are ten levels."""


@dataclass(frozen=True, slots=True)
class Level:
    """How far a level looks, and how much it errs.

    `error` is the spread, in hundredths of a logit, of what it misjudges each move by: small where a position is clear,
    since a move that wins at once is out of reach of any error.
    """

    depth: int | None = None
    nodes: int | None = None
    error: float = 0.0


LEVELS: tuple[Level, ...] = (
    Level(depth=1, error=220.0),
    Level(depth=1, error=130.0),
    Level(depth=1, error=70.0),
    Level(depth=1, error=30.0),
    Level(depth=2, error=20.0),
    Level(depth=3, error=10.0),
    Level(nodes=4_000),
    Level(nodes=12_000),
    Level(nodes=60_000),
    Level(),
)


@dataclass(frozen=True, slots=True)
class LevelName:
    """What a level is called, and what it stands for."""

    number: int
    name: Sentence
    about: Sentence


LEVEL_NAMES: tuple[LevelName, ...] = (
    LevelName(1, Sentence("Roe"), Sentence("Plays almost anything: for your very first game.")),
    LevelName(2, Sentence("Fry"), Sentence("Sees what is good and often forgets it again.")),
    LevelName(3, Sentence("Stickleback"), Sentence("Looks one move ahead and is easily tempted.")),
    LevelName(4, Sentence("Roach"), Sentence("Looks one move ahead and seldom errs.")),
    LevelName(5, Sentence("Perch"), Sentence("Thinks of your answer, too.")),
    LevelName(6, Sentence("Trout"), Sentence("Looks three moves ahead with hardly a slip.")),
    LevelName(7, Sentence("Eel"), Sentence("Considers 4,000 positions and makes no careless mistakes.")),
    LevelName(8, Sentence("Zander"), Sentence("Considers 12,000 positions and sees traps early.")),
    LevelName(9, Sentence("Catfish"), Sentence("Considers 60,000 positions: you need a plan.")),
    LevelName(10, Sentence("Pike"), Sentence("Hecht itself: it thinks as long as it may.")),
)


def level(number: int) -> Level:
    """The level with this number."""
    if not isinstance(number, Integral) or not 1 <= number <= len(LEVELS):
        raise UnknownLevel(UNKNOWN_LEVEL(level=excerpt(repr(number)), last=len(LEVELS)))
    return LEVELS[number - 1]


UNKNOWN_LEVEL = Sentence("There is no level {level}; Hecht plays at levels 1 to {last}.")
