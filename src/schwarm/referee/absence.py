"""Who left a game or never came, and how that counts."""

from collections.abc import Iterable

from schwarm.games import Reason
from schwarm.protocol.messages import Fault, Leave
from schwarm.referee.seat import Seat


def reason_of_leaving(cause: Leave) -> Reason:
    """Why a game ends that somebody left in this way."""
    return Reason.GARBAGE if cause in (Leave.GARBAGE, Leave.NONSENSE) else Reason.LEFT


def absent(seats: Iterable[Seat], left: Fault | None) -> tuple[Fault, ...]:
    """Whose fault it is that a game cannot begin: who came and left is named first, then who never came."""
    missing = [Fault(seat.team, leave=Leave.NEVER_CAME) for seat in seats if seat.free]
    if left is None:
        return tuple(missing)
    return (left, *(fault for fault in missing if fault.team is not left.team))
