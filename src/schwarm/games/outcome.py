"""How a game can end: one type, from the rules to the web page."""

from dataclasses import dataclass
from enum import Enum
from typing import NoReturn

from schwarm.games.reason import Reason
from schwarm.words import Message, SchwarmError, Sentence, excerpt

__all__ = ["Outcome", "Reason", "Team"]


class Team(Enum):
    """The two sides. ONE moves first; Red in all three games."""

    ONE = "ONE"
    TWO = "TWO"

    @property
    def opponent(self) -> "Team":
        """The other side."""
        return Team.TWO if self is Team.ONE else Team.ONE

    @property
    def index(self) -> int:
        """0 for ONE and 1 for TWO: the place of a side in every pair."""
        return 0 if self is Team.ONE else 1

    def __repr__(self) -> str:
        return f"Team.{self.name}"


def no_side(given: object) -> NoReturn:
    """Refuse what is neither side, before it counts as one of them."""
    raise SchwarmError(NOT_A_SIDE(given=excerpt(repr(given))))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: who won (None for a draw), why, and each side's points.

    `points` is the season's secondary criterion for Red and Blue: the weight of the heaviest swarm
    (2026), the fish in the largest swarm (2019), the ambers (2022).
    """

    winner: Team | None
    reason: Reason
    points: tuple[int, int] = (0, 0)

    def sentence(self, one: object, two: object) -> Message:
        """The outcome in words, the sides called by the given names."""
        if self.winner is None:
            return self.reason.tell_drawn()
        names = (one, two)
        return self.reason.tell(names[self.winner.index], names[self.winner.opponent.index])


NOT_A_SIDE = Sentence("A side is Team.ONE or Team.TWO, like state.to_move, not {given}.")
