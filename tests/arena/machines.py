"""Machines that play when they are told to, and games for them."""

from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.cluster_key import NoCluster
from schwarm.arena.fixture import Fixture, GameKey
from schwarm.words import Sentence


def game(key: str, *bots: str) -> Assignment:
    red, blue = bots or ("random", "greedy")
    return Assignment(Fixture(GameKey(key), "A", "B", 1), (red, blue), "piranhas-2026")


class Machines:
    """A pool that plays when it is told to."""

    def __init__(self, size: int) -> None:
        self.size, self.gone = size, False
        self.games: dict[str, Assignment] = {}
        self.reports: list[GameReport] = []

    @property
    def capacity(self) -> int:
        if self.gone:
            raise NoCluster(Sentence("gone")())
        return self.size

    def free(self) -> int:
        return max(0, self.capacity - len(self.games))

    def submit(self, assignment: Assignment) -> None:
        assert self.free()
        self.games[assignment.fixture.key] = assignment

    def finish(self, key: str, failure: str = "") -> None:
        del self.games[key]
        self.reports.append(GameReport(key, failure=failure))

    def collect(self, timeout: float) -> GameReport | None:
        return self.reports.pop(0) if self.reports else None

    def give_up(self) -> list[str]:
        keys = list(self.games)
        self.games.clear()
        return keys

    def stop(self) -> None:
        self.games.clear()
