"""How long a search thinks about one move of a game that has a time of its own.

The time is spread over the moves that are still worth it, and a search ends between two depths: sooner the longer it
keeps finding the same move, later when it has just changed its mind or sees its position get worse.
"""

from schwarm.engine.analysis import Analysis

SOLVED_MOVES = 3
"""Last moves of a game that take hardly any time, because a search then sees its end."""
USUAL_SHARE = 1.2
"""Of an even share, what a move takes that is neither easy nor hard: easy ones save more than hard ones cost."""
LONGEST = 2.5
"""How many times as long as usual a hard move takes at most."""
MOST_OF_ALL = 0.4
"""Of all that is left, what one move takes at most."""
BY_STEADINESS = (1.5, 1.2, 1.0, 0.85, 0.7)
"""How many times as long as usual to think after the same best move was found at so many depths in a row."""
BY_LOSS, WORST_LOSS = 4.0, 0.15
"""How much longer for a chance to win that fell since the depth before, and the fall that counts at most."""
NEXT_DEPTH = 0.5
"""Of its time, what a search has used after which the next depth would probably not be finished."""

MIN_SECONDS = 0.001


class TimePlan:
    """One move's time: asked after every depth whether that is enough."""

    def __init__(self, usable: float, increment: float, moves: int, late: float) -> None:
        """`usable` seconds for so many own moves, each of which adds an `increment`; this one has to end before it is
        `late`."""
        self.usable, self.increment, self.late = usable, increment, late
        share = usable / max(1, moves - SOLVED_MOVES) + increment
        most_of_all = max(MOST_OF_ALL * usable, min(increment, usable))
        self.usual = min(USUAL_SHARE * share, most_of_all)
        self.most = max(MIN_SECONDS, min(LONGEST * self.usual, most_of_all, late))
        self._steady = 0
        self._before: Analysis | None = None

    def is_enough(self, found: Analysis) -> bool:
        """Whether to play what was found at this depth."""
        best, before = found.best, self._before and self._before.best
        self._before = found
        if best is None:
            return False
        self._steady = self._steady + 1 if before and before.move == best.move else 0
        loss = min(WORST_LOSS, max(0.0, before.chance - best.chance)) if before else 0.0
        factor = BY_STEADINESS[min(self._steady, len(BY_STEADINESS) - 1)] * (1 + BY_LOSS * loss)
        return found.seconds >= NEXT_DEPTH * factor * self.usual
