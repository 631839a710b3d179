"""The time a player has for one move, and for the rest of its game.

A time for the whole game is spread over the moves that are left, so that `Clock.left` means the same in every game: the
seconds for this move.
"""

import math
import time

from schwarm.games import Team
from schwarm.games.base import State

LIMIT = 2.0
"""Seconds per move in the contest, including the time that messages travel."""
MARGIN = 0.1
"""Seconds of them that the kit holds back for that, at most a tenth of the limit."""
RESERVE = 0.5
"""Seconds of a game's time that are not planned with, at most a quarter of what is left: a busy machine is late now and
then, and no time comes back."""


class Clock:
    """Runs from the moment a move was asked for. Without a limit there is all the time in the world.

    >>> clock = Clock(2.0)
    >>> 0.0 < clock.left <= 2.0
    True
    >>> clock.remaining
    inf
    """

    __slots__ = ("_late", "_remaining", "increment", "lag", "limit", "started")

    def __init__(
        self,
        limit: float | None = None,
        started: float | None = None,
        *,
        late: float | None = None,
        remaining: float | None = None,
        increment: float = 0.0,
        lag: float = 0.0,
    ) -> None:
        self.limit = limit
        """Seconds for this move: what it may take, or its share of the game's time."""
        self.started = time.monotonic() if started is None else started
        """On the scale of `time.monotonic()`."""
        self.increment = increment
        """Seconds that this move adds to the time of the whole game."""
        self.lag = lag
        """Seconds that every move costs besides the thinking, as far as that is known."""
        self._late = limit if late is None else late
        self._remaining = remaining

    @classmethod
    def for_move(cls, limit: float | None, asked: float) -> "Clock":
        """A clock for a move that a server waits for: it stops a little early, so that the answer arrives in time."""
        return cls(None if limit is None else _early(limit), asked)

    @classmethod
    def for_game(
        cls,
        state: State,
        late: float,
        remaining: float,
        increment: float,
        asked: float | None = None,
        *,
        lag: float = 0.0,
    ) -> "Clock":
        """The same in a game with a time of its own, of which so much is left; this move is late after `late`."""
        clock = cls(None, asked, late=_early(late), remaining=remaining, increment=increment, lag=lag)
        usable, moves = clock.usable(state)
        clock.limit = _early(min(usable, usable / moves + increment, late))
        return clock

    @property
    def used(self) -> float:
        """Seconds since the move was asked for."""
        return time.monotonic() - self.started

    @property
    def left(self) -> float:
        """Seconds in which the move must be chosen; 0 when there are none left, infinite without a limit."""
        return math.inf if self.limit is None else max(0.0, self.limit - self.used)

    @property
    def remaining(self) -> float:
        """Seconds for this move and all that follow, without what they add; infinite where only moves are limited."""
        return math.inf if self._remaining is None else max(0.0, self._remaining - self.used)

    def usable(self, state: State) -> tuple[float, int]:
        """Seconds of what remains that can be thought in, and over how many moves they are to be spread."""
        moves = moves_to_go(state)
        remaining = self.remaining
        return max(0.0, remaining - min(RESERVE, remaining / 4) - moves * self.lag), moves

    @property
    def until_late(self) -> float:
        """Seconds after which the move is too late: `left`, or more where this move may take from those that follow."""
        return math.inf if self._late is None else max(0.0, self._late - self.used)

    def __repr__(self) -> str:
        return f"Clock(limit={self.limit}, started={self.started}, remaining={self._remaining})"


def moves_to_go(state: State) -> int:
    """How many moves the side to move will still make, if the game lasts as long as it can."""
    return max(1, (state.game.last_turn - state.turn + 1) // len(Team))


def _early(limit: float) -> float:
    return limit - min(MARGIN, limit / 10)
