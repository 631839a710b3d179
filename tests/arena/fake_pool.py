"""A share of a pool that plays nothing: it answers at once; and a match for it."""

from collections import deque
from collections.abc import Callable

from schwarm.arena.contest import Conditions
from schwarm.arena.game_job import Assignment, GameReport
from schwarm.arena.match import Match
from schwarm.arena.pool import Share
from schwarm.arena.sprt import Sprt
from schwarm.games import Outcome, Reason, Team, game
from schwarm.games.record import Record


def delivered(assignment: Assignment, reason: Reason = Reason.HEAVIER_SWARM) -> GameReport:
    """A game that A won, however it was played."""
    fixture = assignment.fixture
    start = game(assignment.game).start(fixture.seed)
    winner = None if reason is Reason.CANCELLED else Team.ONE if fixture.red == "A" else Team.TWO
    record = Record(start, players=fixture.players).ended(Outcome(winner, reason, (9, 3)))
    return GameReport(fixture.key, str(record))


class FakePool(Share):
    """A share of a pool that answers at once, in any order."""

    def __init__(self, size: int = 3, answer: Callable[[Assignment], GameReport] = delivered, *, newest: bool = False):
        self.size, self.answer, self.newest = size, answer, newest
        self.running: deque[Assignment] = deque()
        self.played: list[str] = []
        self.stopped = False

    def free(self) -> bool:
        return len(self.running) < self.size

    def submit(self, assignment: Assignment) -> None:
        assert self.free()
        self.running.append(assignment)

    def collect(self, timeout: float) -> GameReport | None:
        if not self.running:
            return None
        assignment = self.running.pop() if self.newest else self.running.popleft()
        self.played.append(assignment.fixture.key)
        return self.answer(assignment)

    def stop(self) -> None:
        self.stopped = True


def match(games: int = 10, sprt: Sprt | None = None) -> Match:
    return Match({"A": "greedy", "B": "random"}, Conditions("piranhas-2026"), games, sprt=sprt)
