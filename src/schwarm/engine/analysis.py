"""What Hecht found in a position: the best lines, with a score and a winning chance."""

import math
from dataclasses import dataclass

from schwarm.games import Move, State, Team

WIN = 30_000
DECIDED = 29_000
"""Of the core: a win in n turns scores WIN − n; scores from DECIDED on are proven."""


def chance_of(score: int) -> float:
    """The winning chance behind a score; draws count half. A proven result is certain."""
    if abs(score) >= DECIDED:
        return 1.0 if score > 0 else 0.0
    return 1 / (1 + math.exp(-score / 100))


@dataclass(frozen=True, slots=True)
class Line:
    """A move and how the game would go on. The score is for the side to move, in hundredths of a logit."""

    score: int
    pv: tuple[Move, ...]

    @property
    def move(self) -> Move:
        """Its first move, the one to play."""
        return self.pv[0]

    @property
    def chance(self) -> float:
        """The winning chance of the side to move, from 0 to 1."""
        return chance_of(self.score)

    @property
    def wins_in(self) -> int | None:
        """In how many turns the side to move wins by force, if that is proven."""
        return WIN - self.score if self.score >= DECIDED else None

    @property
    def loses_in(self) -> int | None:
        """In how many turns the side to move loses by force, if that is proven."""
        return WIN + self.score if self.score <= -DECIDED else None


@dataclass(frozen=True, slots=True)
class Analysis:
    """The lines found up to a depth, the best first; none if the game is over or there are no legal moves."""

    state: State
    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Line | None:
        """The best line, if there is one."""
        return self.lines[0] if self.lines else None

    @property
    def move(self) -> Move | None:
        """The move to play, if there is one."""
        return self.lines[0].move if self.lines else None

    @property
    def chance(self) -> float:
        """The winning chance of the side to move."""
        if self.lines:
            return self.lines[0].chance
        outcome = self.state.outcome()
        if outcome is None or outcome.winner is None:
            return 0.5
        return 1.0 if outcome.winner is self.state.to_move else 0.0

    @property
    def red(self) -> float:
        """Red's winning chance with either side to move, as graphs and bars show it."""
        return self.chance if self.state.to_move is Team.ONE else 1 - self.chance
