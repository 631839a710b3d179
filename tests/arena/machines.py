"""An executor that plays when it is told to, and games for it."""

from collections.abc import Iterable

from schwarm.arena.cluster_key import NoCluster
from schwarm.arena.fixture import Fixture, GameKey
from schwarm.arena.game_job import Assignment, GameReport
from schwarm.arena.pool import Job, OnProgress
from schwarm.words import Sentence


def game(key: str, *bots: str) -> Assignment:
    red, blue = bots or ("random", "greedy")
    return Assignment(Fixture(GameKey(key), "A", "B", 1), (red, blue), "piranhas-2026")


class Machines:
    """An executor whose games end when the test says so."""

    def __init__(self, size: int) -> None:
        self.size, self.releases, self.closed = size, 0, False
        self.jobs: dict[Job, tuple[Assignment, OnProgress | None]] = {}

    @property
    def games(self) -> list[str]:
        """The keys of the running games, the oldest first."""
        return [assignment.fixture.key for assignment, _ in self.jobs.values()]

    def slots(self) -> int:
        return self.size - len(self.jobs)

    def submit(self, assignment: Assignment, on_progress: OnProgress | None = None) -> Job:
        assert self.slots() > 0
        self.jobs[job := Job()] = assignment, on_progress
        return job

    def cancel(self, jobs: Iterable[Job]) -> None:
        for job in jobs:
            self.jobs.pop(job, None)

    def release(self) -> None:
        self.releases += 1

    def close(self) -> None:
        self.closed = True

    def finish(self, place: int = 0, failure: str = "") -> str:
        """End one of the running games; its key."""
        job = list(self.jobs)[place]
        assignment, _ = self.jobs.pop(job)
        job.set_result(GameReport(assignment.fixture.key, failure=failure))
        return str(assignment.fixture.key)

    def vanish(self) -> None:
        """Lose all games and slots."""
        jobs, self.jobs, self.size = self.jobs, {}, 0
        for job in jobs:
            job.set_exception(NoCluster(Sentence("gone")()))
