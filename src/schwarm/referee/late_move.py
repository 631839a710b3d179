"""Moves that come too late: which ones do, and how the record shows the figures that justify the ruling.

A move is too late after either of its seat's limits, not counting what may have been the referee's own slowness. The
hard limit is also the room's `deadline`, at which it stops waiting; a timer that rings late gives no extra time."""

import re
from dataclasses import replace
from typing import NamedTuple

from schwarm.games import Reason
from schwarm.games.record import Record
from schwarm.referee.seat import Limits

TAG = "Late"
FIGURES = re.compile(r"(\d+\.\d+)s,")


class Exceeded(NamedTuple):
    """A limit that a move took longer than, and what its player loses by."""

    reason: Reason
    limit: float


def find_exceeded(limits: Limits, seconds: float, delay: float) -> Exceeded | None:
    """What a move exceeded that took so many seconds, of which `delay` may have been the referee's own; None for one in
    time."""
    for reason, limit in ((Reason.TIMEOUT, limits.soft), (Reason.NO_ANSWER, limits.hard)):
        if limit is not None and seconds - delay > limit:
            return Exceeded(reason, limit)
    return None


def with_late_move(record: Record, seconds: float, delay: float) -> Record:
    """A record in which a move is missing because it took too many seconds."""
    late = f"{seconds:.6f}s, of which {delay:.6f}s may have been the referee's own"
    return replace(record, tags=(*record.tags, (TAG, late)))


def late_move(record: Record) -> float | None:
    """How many seconds the move took that ended a game by coming too late; None for games that ended otherwise."""
    if record.outcome is None or record.outcome.reason is not Reason.TIMEOUT:
        return None
    found = FIGURES.match(dict(record.tags).get(TAG, ""))
    return float(found[1]) if found else None
