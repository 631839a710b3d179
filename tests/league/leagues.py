"""A league in a store of its own, with teams that came in, and a pool that plays at once whatever is asked for."""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue

from patience import until
from schwarm.arena.game_job import Assignment, GameReport
from schwarm.arena.pool import Executor, Job, OnProgress, Share
from schwarm.games import Outcome, Reason, Team, game
from schwarm.games.record import Record
from schwarm.league.codes import hash_code, new_code
from schwarm.league.league_service import LeagueService
from schwarm.store import leagues, open_store, versions
from schwarm.store.games import Store
from schwarm.store.league_games import list_league_games
from schwarm.store.leagues import FAULTY, League, LeagueTeam, NewLeague

GAME = "piranhas-2026"


def new_league(
    store: Store,
    teams: int = 3,
    *,
    key: str = "abcdef",
    cores: int = 2,
    hours: float = 24.0,
    time: str = "2s/10s",
) -> League:
    new = NewLeague(f"Class {key}", GAME, "documents", time, cores, hours, teams)
    hashes = [hash_code(b"key", new_code()) for _ in range(teams)]
    names = [f"Team {number}" for number in range(1, teams + 1)]
    return leagues.add_league(store, key, new, hashes, names, hash_code(b"key", new_code()))


def new_service(folder: Path, **more: object) -> LeagueService:
    return LeagueService(open_store(folder), folder / "leagues", **more)  # type: ignore[arg-type]


def hand_in(service: LeagueService, team: LeagueTeam, content: bytes, *, ready: bool | None = True) -> int:
    """Hand something in and, unless `ready` is None, pretend that it was checked."""
    draft = service.zips.new_draft()
    draft.write_bytes(content)
    version = service.hand_in(team, "bot.zip", draft)
    if ready is not None:
        versions.record_check(service.store, version, "[]", ready=ready, faulty=FAULTY)
    return version.number


def team(service: LeagueService, league: League, number: int) -> LeagueTeam:
    return leagues.list_teams(service.store, league.id)[number - 1]


class InstantPool(Share):
    """A pool and its only share. Every game is over as soon as it is asked for. `judge` says who wins."""

    def __init__(
        self,
        judge: Callable[[Assignment], Team | None] = lambda assignment: Team.ONE,
        reason: Reason = Reason.RESIGNED,
    ) -> None:
        self.judge, self.reason = judge, reason
        self.reports: SimpleQueue[GameReport] = SimpleQueue()
        """Of games on other executors."""
        self.elsewhere: dict[Job, Executor] = {}
        self.waiting: list[Assignment] = []
        self.played: list[Assignment] = []

    def share(self, on_progress: OnProgress | None = None) -> Share:
        self.on_progress = on_progress
        return self

    def free(self) -> bool:
        return True

    def submit(self, assignment: Assignment) -> None:
        self.waiting.append(assignment)

    def play_on(self, executor: Executor, assignment: Assignment) -> None:
        job, reports = executor.submit(assignment, self.on_progress), self.reports
        self.elsewhere[job] = executor
        job.add_done_callback(lambda done: reports.put(done.result()))

    def collect(self, timeout: float) -> GameReport | None:
        if not self.waiting:
            with suppress(Empty):
                return self.reports.get(timeout=timeout)
            return None
        assignment = self.waiting.pop(0)
        self.played.append(assignment)
        return deliver(assignment, self.judge(assignment), self.reason)

    def stop(self) -> None:
        self.waiting.clear()
        for job, executor in self.elsewhere.items():
            executor.cancel([job])
        self.reports, self.elsewhere = SimpleQueue(), {}


def deliver(
    assignment: Assignment, winner: Team | None, reason: Reason = Reason.RESIGNED, **more: object
) -> GameReport:
    start = game(assignment.game).start(assignment.fixture.seed)
    record = Record(start, players=assignment.fixture.players)
    move = start.legal_moves()[0]
    record = record.then(move, seconds=0.1, note="a secret note")
    ended = record.ended(Outcome(winner, reason if winner else Reason.CANCELLED, (1, 1)))
    return GameReport(assignment.fixture.key, str(ended), seconds=30.0, **more)  # type: ignore[arg-type]


def record_of(report: GameReport) -> Record:
    found = report.to_result()
    assert found is not None
    return found[0]


def play_until(tmp_path: Path, pool: InstantPool, games: int, league: League) -> LeagueService:
    """Let a league play until it has so many games."""
    service = new_service(tmp_path, pool=pool)
    thread = threading.Thread(target=service.play.run)
    thread.start()
    try:
        until(lambda: len(list_league_games(service.store, league.id)) >= games, what="games of the league")
    finally:
        service.play.stop()
        thread.join()
    return service
