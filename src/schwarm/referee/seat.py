"""A seat in a room, who sits there, and how long they may think."""

from dataclasses import dataclass
from typing import Protocol

from schwarm.games import Team
from schwarm.protocol.messages import Event
from schwarm.words import one_line


class Occupant(Protocol):
    """Whoever sits in a room or watches it: a connection, a program, a person at a page or a terminal."""

    def notify(self, event: Event) -> None:
        """Something happened in the room. Must return at once; an answer comes later, through the room."""

    def disconnect(self) -> None:
        """This one broke a rule in a season that hangs up on such players: nothing more will be heard."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds per move. After the soft limit a move is too late, at the hard limit nobody waits any longer."""

    soft: float | None = 2.0
    hard: float | None = 10.0

    def __post_init__(self) -> None:
        for limit in (self.soft, self.hard):
            if limit is not None and not limit > 0:
                raise ValueError(f"A time limit is a positive number of seconds or None, not {limit}.")


DEFAULT_LIMITS = Limits()
NO_LIMITS = Limits(None, None)
MAX_NAME_LENGTH = 60


@dataclass(slots=True)
class Seat:
    """One of the two places in a room."""

    team: Team
    name: str = ""
    limits: Limits = NO_LIMITS
    code: str | None = None
    """The reservation that is needed to sit here; None if anybody may."""
    occupant: Occupant | None = None
    notes: str = ""
    """What the player said about the move it is thinking of; goes into the record with that move."""

    def __post_init__(self) -> None:
        # Names come from outside and go into records, files and terminals: one printable line, not too long.
        self.name = one_line(self.name, MAX_NAME_LENGTH)

    @property
    def free(self) -> bool:
        return self.occupant is None

    def dismiss(self) -> None:
        """Hang up on whoever sits here; the seat is free then."""
        offender, self.occupant = self.occupant, None
        if offender is not None:
            offender.disconnect()
