"""Results for tests, in one line: `won("e/1", "Anna", "Ben", points=(12, 7))`."""

from schwarm.arena.fixture import NO_NOTES, GameKey, Result, ViolationNotes
from schwarm.arena.results import Results
from schwarm.games import Outcome, Reason, Team


def won(key: str, red: str, blue: str, points: tuple[int, int] = (0, 0), *, by: str | None = None) -> Result:
    """Won by Red, or by whom `by` names."""
    winner = Team.TWO if by == blue else Team.ONE
    return Result(GameKey(key), red, blue, Outcome(winner, Reason.HEAVIER_SWARM, points))


def drawn(key: str, red: str, blue: str, points: tuple[int, int] = (0, 0)) -> Result:
    return Result(GameKey(key), red, blue, Outcome(None, Reason.DRAW, points))


def broken(
    key: str,
    red: str,
    blue: str,
    loser: str | None,
    points: tuple[int, int] = (0, 0),
    reason: Reason = Reason.TIMEOUT,
    why: ViolationNotes = NO_NOTES,
) -> Result:
    """Broken off by a violation of `loser`, or of both."""
    winner = None if loser is None else Team.TWO if loser == red else Team.ONE
    return Result(GameKey(key), red, blue, Outcome(winner, reason, points), why)


def book(*results: Result) -> Results:
    return Results(results)
