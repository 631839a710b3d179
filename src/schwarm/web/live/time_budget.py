"""Time for a whole game, between people: what each side has left, and what that means for its next move.

Nothing is counted beside the record: the times of its moves say what was used, also after a restart and after taking
back."""

from schwarm.games.record import Record
from schwarm.referee import Limits

MIN_SECONDS = 0.1
"""What somebody has for a move whose time for the game has just run out."""


def seconds_left(record: Record, budget: float) -> list[float]:
    """What each side has left, without the move that it is thinking about."""
    used = [0.0, 0.0]
    for turn, played in enumerate(record.moves, record.start.turn):
        used[turn % 2] += played.seconds or 0.0
    return [round(max(0.0, budget - spent), 2) for spent in used]


def limits_of_next_move(record: Record, budget: float, limit: float | None) -> Limits:
    """Whoever moves next has what is left of their time, and no more than a single move may take."""
    left = seconds_left(record, budget)[record.final.to_move.index]
    return Limits(None, max(MIN_SECONDS, min(left, limit or left)))
