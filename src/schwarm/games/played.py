"""One move of a record: when it was made and what was noted about it."""

from dataclasses import dataclass

from schwarm.games.base import Move
from schwarm.words import printable


@dataclass(frozen=True, slots=True)
class Played:
    """One move of a game, the seconds it took (None if nobody measured) and what the player noted about it.

    `delay` is how much of that time may have been the referee's own slowness, so that a ruling can be justified.
    """

    move: Move
    seconds: float | None = None
    note: str = ""
    delay: float = 0.0

    def __post_init__(self) -> None:
        # Microseconds and plain line ends are what the text form keeps; a record equals what is read back.
        if self.seconds is not None:
            object.__setattr__(self, "seconds", round(self.seconds, 6))
        object.__setattr__(self, "delay", round(self.delay, 6) if self.seconds is not None else 0.0)
        lines = (line.replace("\t", " ").rstrip() for line in self.note.splitlines())
        # Notes are foreign text that terminals show: whatever could steer one is made visible instead.
        object.__setattr__(self, "note", "\n".join(map(printable, lines)).strip())
