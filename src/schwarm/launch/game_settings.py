"""How one game is played: from where, by whom, with how much time, and behind which walls."""

from dataclasses import dataclass

from schwarm.games import State, Team, TimeControl
from schwarm.games.time_control import CONTEST_TIME
from schwarm.launch.launched_players import seat_for
from schwarm.launch.player_spec import PlayerSpec
from schwarm.launch.sandbox import Sandbox
from schwarm.referee.lobby import Lobby
from schwarm.referee.room import Room

MAX_WAIT_SECONDS = 20.0
"""Seconds in which a player must have taken its seat."""


@dataclass(frozen=True, slots=True)
class GameSettings:
    """How one game is played."""

    start: State
    players: tuple[PlayerSpec, PlayerSpec]
    """Red and Blue."""
    time: TimeControl = CONTEST_TIME
    max_wait_seconds: float = MAX_WAIT_SECONDS
    """Seconds in which both must have taken their seats."""
    seed: int | None = None
    """With a seed, built-in players choose the same again."""
    names: tuple[str, str] | None = None
    """What the record calls them; None: what they are called everywhere."""
    sandbox: Sandbox | None = None
    """Put around every player that is a process."""

    @property
    def has_wall(self) -> bool:
        """Whether its programs have no network and need a Unix socket."""
        return self.sandbox is not None and self.sandbox.has_wall

    def open_room(self, lobby: Lobby) -> Room:
        """A room with a seat for each of the two."""
        one, two = self.players
        name_one, name_two = self.names or (one.title, two.title)
        seats = seat_for(Team.ONE, one, name_one), seat_for(Team.TWO, two, name_two)
        return lobby.open(self.start.game, seats, start=self.start, time=self.time)
