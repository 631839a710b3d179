"""Who wants to see a league's games while they are played. The league tells, and does not care who listens."""

from typing import Protocol

from schwarm.arena.assignment import GameProgress
from schwarm.arena.fixture import Fixture
from schwarm.games.record import Record
from schwarm.league.league_schedule import Pairing


class GameWatch(Protocol):
    """Hears of games in the threads that play them."""

    def begin(self, pairing: Pairing, fixture: Fixture) -> None: ...

    def on_progress(self, progress: GameProgress) -> None:
        """Some more moves of a game."""

    def rename(self, pairing: Pairing, players: tuple[str, str]) -> None:
        """The players of a game that is on are called so from now on."""

    def end(self, pairing: Pairing, record: Record) -> None:
        """A game is over and written down; its record holds nothing that is one team's own."""

    def drop(self, pairing: Pairing) -> None:
        """A game came to nothing, and may be played again."""


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
"""Nobody looks."""
