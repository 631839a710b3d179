"""A seat in a room, and who sits there."""

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


MAX_NAME_LENGTH = 60


@dataclass(slots=True)
class Seat:
    """One of the two places in a room."""

    team: Team
    name: str = ""
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
