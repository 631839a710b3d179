"""A tournament: any number of players, all against all or the first against all others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from schwarm.arena.contest import BadContest, Contest, Option
from schwarm.arena.results import Results
from schwarm.arena.stage import Day, Stage, gauntlet
from schwarm.words import Sentence

MIN_PLAYERS = 2
STAGE = "tournament"


@dataclass(frozen=True)
class GauntletStage(Stage):
    """The first player meets all others."""

    def days(self) -> list[Day]:
        return gauntlet(self.players)

    @property
    def total(self) -> int:
        return self.games * (len(self.players) - 1)


def check_encounters(bots: Mapping[str, str], games: int) -> None:
    """Raises `BadContest` unless players can meet in pairs of games."""
    if len(bots) < MIN_PLAYERS:
        raise BadContest(TOO_FEW())
    if games < 2 or games % 2:
        raise BadContest(NOT_EVEN(games=games))


@dataclass(frozen=True)
class Tournament(Contest):
    """Players and how many games each encounter has."""

    gauntlet: bool = False
    """Only the first player meets all others."""

    word: ClassVar[Sentence] = Sentence("Tournament")
    new: ClassVar[Sentence] = Sentence("New tournament")
    about: ClassVar[Sentence] = Sentence("Everybody against everybody, or one against all the others.")
    options: ClassVar[Sequence[Option]] = (
        Option(
            "gauntlet",
            bool,
            Sentence("Only the first player plays, against each of the others"),
            Sentence("Only the first player plays all the others."),
        ),
    )

    def __post_init__(self) -> None:
        check_encounters(self.bots, self.games)

    def stages(self, results: Results) -> Sequence[Stage]:
        made = GauntletStage if self.gauntlet else Stage
        return [made(STAGE, self.players, self.games, self.conditions, self.seed)]


TOO_FEW = Sentence("A tournament needs at least two players.")
NOT_EVEN = Sentence("An encounter needs an even number of games, two from each start, not {games}.")
