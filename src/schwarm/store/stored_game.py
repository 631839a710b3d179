"""What a store gives back: a line of a listing, a whole game, a line of a table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from schwarm.games import Outcome, Team
from schwarm.games.record import Record
from schwarm.games.registry import find_reason

Log = Mapping[tuple[int, int], str]
"""What was printed, by turn and side (0 Red, 1 Blue). Turn -1 is what belongs to no move."""


class Summary(NamedTuple):
    """A game in a listing."""

    id: int
    key: str
    game: str
    rules: str
    red: str
    blue: str
    moves: int
    finished: bool
    winner: str | None
    """`ONE`, `TWO` or None."""
    reason: str | None
    points_red: int | None
    points_blue: int | None
    event: str
    match: str
    pairing: str
    at: float
    """When it was kept for the last time, in seconds since 1970."""

    @property
    def outcome(self) -> Outcome | None:
        if self.reason is None:
            return None
        winner = Team(self.winner) if self.winner else None
        return Outcome(winner, find_reason(self.game, self.reason), (self.points_red or 0, self.points_blue or 0))


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A whole game: its record, what its players printed, and what else whoever kept it wanted to know."""

    summary: Summary
    record: Record
    meta: Mapping[str, Any] = field(default_factory=dict)
    logs: Log = field(default_factory=dict)


class Tally(NamedTuple):
    """How often games of two players ended in one way, and the sums of their points."""

    red: str
    blue: str
    winner: str | None
    reason: str
    games: int
    points_red: int
    points_blue: int
