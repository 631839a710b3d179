"""What a server is told at its start."""

from dataclasses import dataclass

from schwarm.games import Game, State
from schwarm.games.time_control import CONTEST_TIME, TimeControl

MAX_CONNECTIONS = 4_000
"""Fewer where the system allows fewer open files."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a server is told at its start."""

    game: Game
    """The game of those who name none."""
    time: TimeControl = CONTEST_TIME
    start: State | None = None
    """Every game of its kind begins here instead of at a random start."""
    password: str | None = None
    """Opens administration; None: nobody is an administrator."""
    password_is_local: bool = True
    """The password counts only from this machine, because nobody chose it."""
    max_connections: int = MAX_CONNECTIONS
    max_per_address: int = 250
    """Connections from one address of another machine, and games opened from there: a school behind one router, but not
    all places."""
    max_rooms: int = 5_000
