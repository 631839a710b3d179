"""How the record of a game that ended on time shows the figures that justify the ruling."""

import re
from dataclasses import replace

from schwarm.games import Reason
from schwarm.games.record import Record

TAG = "Late"
FIGURES = re.compile(r"(\d+\.\d+)s,")


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
