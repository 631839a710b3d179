"""How a game can end: one type and one list of reasons, from the rules to the web page."""

from dataclasses import dataclass
from enum import Enum

from schwarm.words import Message, Sentence


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


class Reason(Enum):
    """Why a game ended. The first group are the rules' own endings; a referee adds the others."""

    HEAVIER_SWARM = "heavier"
    FIRST_SWARM = "first-swarm"
    ONLY_SWARM = "swarm"
    AMBERS = "ambers"
    ADVANCED = "advanced"
    BLOCKED = "blocked"
    GOAL = "goal"
    """Reached the goal of a game; for games from other packages that need no reason of their own."""
    DRAW = "draw"

    TIMEOUT = "timeout"
    NO_ANSWER = "no-answer"
    ILLEGAL_MOVE = "illegal-move"
    OUT_OF_TURN = "out-of-turn"
    GARBAGE = "garbage"
    LEFT = "left"
    CRASHED = "crashed"
    NEVER_CAME = "never-came"
    RESIGNED = "resigned"
    CANCELLED = "cancelled"

    @property
    def regular(self) -> bool:
        """Whether the rules themselves ended the game."""
        return self in _REGULAR

    @property
    def violation(self) -> bool:
        """Whether the game ended because the loser broke the rules or the contest's conditions."""
        return not self.regular and self not in (Reason.RESIGNED, Reason.CANCELLED)

    def __repr__(self) -> str:
        return f"Reason.{self.name}"


_REGULAR = frozenset(
    {
        Reason.HEAVIER_SWARM,
        Reason.FIRST_SWARM,
        Reason.ONLY_SWARM,
        Reason.AMBERS,
        Reason.ADVANCED,
        Reason.BLOCKED,
        Reason.GOAL,
        Reason.DRAW,
    }
)

# With {winner} and {loser} as gaps; both are names of sides or of players.
_SENTENCES = {
    Reason.HEAVIER_SWARM: Sentence("{winner} wins: the heavier swarm."),
    Reason.FIRST_SWARM: Sentence("{winner} wins: equal swarms, and {winner} brought about the first complete one."),
    Reason.ONLY_SWARM: Sentence("{winner} wins: all fish in a single swarm."),
    Reason.AMBERS: Sentence("{winner} wins: more ambers."),
    Reason.ADVANCED: Sentence("{winner} wins: equal ambers, and a light piece that went further."),
    Reason.BLOCKED: Sentence("{winner} wins: {loser} cannot move."),
    Reason.GOAL: Sentence("{winner} wins."),
    Reason.DRAW: Sentence("A draw."),
    Reason.TIMEOUT: Sentence("{winner} wins: {loser} took too long for a move."),
    Reason.NO_ANSWER: Sentence("{winner} wins: {loser} sent no move in time."),
    Reason.ILLEGAL_MOVE: Sentence("{winner} wins: {loser} made an illegal move."),
    Reason.OUT_OF_TURN: Sentence("{winner} wins: {loser} moved out of turn."),
    Reason.GARBAGE: Sentence("{winner} wins: {loser} sent an invalid message."),
    Reason.LEFT: Sentence("{winner} wins: {loser} left the game."),
    Reason.CRASHED: Sentence("{winner} wins: {loser} crashed."),
    Reason.NEVER_CAME: Sentence("{winner} wins: {loser} never joined."),
    Reason.RESIGNED: Sentence("{winner} wins: {loser} resigned."),
    Reason.CANCELLED: Sentence("The game was cancelled."),
}
_NOBODY = Sentence("Nobody wins: both sides failed.")


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
            return (_SENTENCES[self.reason] if self.reason in (Reason.DRAW, Reason.CANCELLED) else _NOBODY)()
        names = (one, two)
        return _SENTENCES[self.reason](winner=names[self.winner.index], loser=names[self.winner.opponent.index])
