"""The observer of a league's running games."""

from typing import Protocol

from schwarm.arena.assignment import GameProgress
from schwarm.arena.fixture import Fixture
from schwarm.games.record import Record
from schwarm.league.league_schedule import Pairing


class GameWatch(Protocol):
    """Is called in the threads that play the games."""

    def begin(self, pairing: Pairing, fixture: Fixture) -> None: ...

    def on_progress(self, progress: GameProgress) -> None:
        """More moves of a game."""

    def rename(self, pairing: Pairing, players: tuple[str, str]) -> None:
        """The players of a running game have other names from now on."""

    def end(self, pairing: Pairing, record: Record) -> None:
        """A game is over and stored; its record is the public one."""

    def drop(self, pairing: Pairing) -> None:
        """A game was cancelled, and may be played again."""


class _Unseen:
    def begin(self, pairing: Pairing, fixture: Fixture) -> None:
        pass

    def on_progress(self, progress: GameProgress) -> None:
        pass

    def rename(self, pairing: Pairing, players: tuple[str, str]) -> None:
        pass

    def end(self, pairing: Pairing, record: Record) -> None:
        pass

    def drop(self, pairing: Pairing) -> None:
        pass


UNSEEN: GameWatch = _Unseen()
"""No observer."""
