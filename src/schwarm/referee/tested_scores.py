"""How players have done since an administrator began test mode, as 2019's server adds it up."""

from schwarm.games import Team
from schwarm.protocol.scores import victory_points
from schwarm.protocol.testing import ScoreShown
from schwarm.referee.room import Room

MAX_NAMES = 1_000
"""Players that are remembered."""


class TestedScores:
    """Victory points are added up, and of the game's own points the average is taken."""

    def __init__(self) -> None:
        self.on = False
        self._scores: dict[str, ScoreShown] = {}

    def set(self, on: bool) -> None:
        """Beginning again forgets what was there."""
        if on and not self.on:
            self._scores.clear()
        self.on = on

    def add(self, room: Room) -> None:
        """A game is over; only players with names can be asked about."""
        outcome = room.record.outcome
        if not self.on or outcome is None:
            return
        for team, name, wins in zip(Team, room.names, victory_points(outcome), strict=True):
            if name and (name in self._scores or len(self._scores) < MAX_NAMES):
                before = self.of(name)
                total, mean = before.values
                games = before.games + 1
                points = outcome.points[team.index]
                self._scores[name] = ScoreShown(name, games, (total + wins, mean + (points - mean) / games))

    def of(self, name: str) -> ScoreShown:
        """Of a player that has not played, nothing."""
        return self._scores.get(name) or ScoreShown(name, 0, (0, 0))
