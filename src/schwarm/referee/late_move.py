"""Moves that come too late: which ones do, and how the record shows the figures that justify the ruling.

A move is too late after its seat's soft limit, not counting what may have been the referee's own slowness; at the hard
limit nobody waits for it any longer, which is the room's `deadline`."""

import re
from dataclasses import replace

from schwarm.games import Reason
from schwarm.games.record import Record
from schwarm.referee.seat import Limits

TAG = "Late"
FIGURES = re.compile(r"(\d+\.\d+)s,")


def is_late(limits: Limits, seconds: float, delay: float) -> bool:
    """Whether a move came too late that took so many seconds, of which `delay` may have been the referee's own."""
    return limits.soft is not None and seconds - delay > limits.soft


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
