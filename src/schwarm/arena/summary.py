"""What a contest's games have in common: how they ended, how much time was used, who broke rules."""

import statistics
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from schwarm.arena.fixture import Result
from schwarm.games import Reason


@dataclass(frozen=True, slots=True)
class TimeUse:
    """How a player used its time over many games, in seconds."""

    player: str
    moves: int
    median: float
    """The median over games of the median within each."""
    slowest: float
    violations: Counter[Reason]
    """What it lost games by, other than by the rules of the game."""


def time_use(player: str, results: Iterable[Result]) -> TimeUse:
    moves, medians, slowest = 0, [], 0.0
    violations: Counter[Reason] = Counter()
    for result in results:
        if player not in result.players:
            continue
        thinking = result.thinking[result.team_of(player).index]
        if thinking.moves:
            moves += thinking.moves
            medians.append(thinking.median)
            slowest = max(slowest, thinking.slowest)
        if result.outcome.reason.violation and result.winner != player:
            violations[result.outcome.reason] += 1
    return TimeUse(player, moves, statistics.median(medians) if medians else 0.0, slowest, violations)


def endings(results: Iterable[Result]) -> Counter[Reason]:
    """How often games ended for each reason."""
    return Counter(result.outcome.reason for result in results)


def in_order(results: Iterable[Result]) -> list[Result]:
    """Games as they stand in their contest: its stages as they were played, and in each encounter the first game first.
    They are stored in the order in which they ended."""
    found = list(results)
    stages: dict[str, int] = {}
    for result in found:
        stages.setdefault(result.key.partition("/")[0], len(stages))

    def place(result: Result) -> tuple[int, str, int]:
        encounter, _, number = result.key.rpartition("/")
        return stages[result.key.partition("/")[0]], encounter, int(number)

    return sorted(found, key=place)
