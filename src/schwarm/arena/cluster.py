"""The games of contests on many machines, by dask.distributed.

A worker has one slot per core and plays one game in each, in a process of its own on that core. dask's queue is not
durable and need not be: a game is handed out again if its worker dies, and counts once. The key decides who takes part,
see `cluster_key`.
"""

import logging
import math
import secrets
import subprocess
import sys
import threading
import time
from asyncio import CancelledError
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from schwarm.arena.cluster_key import (
    SLOT,
    WENT_AWAY,
    NoCluster,
    connect,
    make_key,
    require_dask,
    secret_of,
    secure,
)
from schwarm.arena.game_job import (
    MAX_FAILURE_LENGTH,
    MAX_MOVES_AT_ONCE,
    Assignment,
    GameProgress,
    GameReport,
    judge_absent,
    to_failure,
)
from schwarm.arena.pool import Job, OnProgress
from schwarm.arena.worker import CannotStart, MissingZips, ZipNames, play_here
from schwarm.games import game as find_game
from schwarm.words import SchwarmError, Sentence, excerpt

if TYPE_CHECKING:
    from distributed import Future

log = logging.getLogger("schwarm.arena")

AHEAD = 1.25
"""Games handed out per slot, so that no worker waits for its next one."""
LOOK_EVERY = 1.0
MAX_ALONE_SECONDS = 10.0
"""Seconds for which games wait for a worker if none is left and they can be played at home."""
RECONNECT_SECONDS = 30.0
MAX_DOUBTS = 3
"""Workers that may refuse a game on the word of its bot alone."""
MAX_SENDS = 3
"""How often a worker is sent the zips of a game; its cache may have dropped them for those of others."""
MAX_ANSWER_SECONDS = 60.0
STOPPING_SECONDS = 10.0


MAX_TOLD_GAMES = 64
"""Games that report progress at the same time; others are not shown while they are played."""
MAX_TRIES = 4
"""How often a game may restart on another machine and still report progress."""
MAX_MOVE_LENGTH = 40
MAX_REPORT_LENGTH = 4_000_000
"""Characters of a whole game with all that was said in it."""


class _RemoteGame(NamedTuple):
    """A game that is handed out."""

    job: Job
    assignment: Assignment
    """As it is known here."""
    named: Assignment
    """With zips named by their content."""
    ticket: str = ""
    """For reports of its progress; empty if they are not wanted."""
    workers: frozenset[str] = frozenset()
    """The only workers that may play it; if empty, all may."""
    refused: frozenset[str] = frozenset()
    """Workers that cannot start its bots."""
    doubts: int = 0
    """The number of them that have only the bot's word for it."""
    sent: tuple[str, ...] = ()
    """The workers that were sent its zips, once per time."""
    task: "Future" = None


class ClusterExecutor:
    """The workers of a scheduler; they may come and go."""

    def __init__(
        self, address: str, at_once: int | None = None, key: Path | None = None, *, has_home: bool = False
    ) -> None:
        """With a home, games that come back without a result are played there by the pool."""
        require_dask()
        self._client = connect(address, *secure(address, key))
        self._address, self._at_once, self._has_home = address, at_once, has_home
        self._games: dict[Job, _RemoteGame] = {}
        self._zips, self._tickets = ZipNames(), ProgressTickets()
        self._client.subscribe_topic(self._tickets.topic, self._tickets.hear)
        self._workers: frozenset[str] = frozenset()
        self._alone_since: float | None = None
        self.capacity = 0
        """The number of games that all workers together can play at once."""
        self.lost: NoCluster | None = None
        self._closed = threading.Event()
        self._look()
        self._watching = threading.Thread(target=self._watch, name="cluster", daemon=True)
        self._watching.start()

    def slots(self) -> int:
        if self.lost is not None:
            raise self.lost
        most = round(AHEAD * self.capacity)
        return max(0, min(most, self._at_once or most) - len(self._games))

    def submit(self, assignment: Assignment, on_progress: OnProgress | None = None) -> Job:
        job = Job()
        job.set_running_or_notify_cancel()
        try:
            red, blue = map(self._zips.to_name, assignment.bots)
        except OSError as error:
            job.set_result(to_failure(assignment.fixture.key, error))
            return job
        ticket = self._tickets.issue(assignment, on_progress) if on_progress else ""
        self._submit(_RemoteGame(job, assignment, replace(assignment, bots=(red, blue)), ticket), {})
        return job

    def cancel(self, jobs: Iterable[Job]) -> None:
        games = [game for job in jobs if (game := self._games.pop(job, None))]
        for game in games:
            self._tickets.end(game.ticket)
        with suppress(Exception):
            self._client.cancel([game.task for game in games if game.task])

    def release(self) -> None:
        """Workers look after their own processes."""

    def close(self) -> None:
        self._closed.set()
        self.cancel(list(self._games))
        with suppress(Exception):
            self._client.close(timeout=5)
        self._watching.join(STOPPING_SECONDS)

    # -- the scheduler ---------------------------------------------------------------------------------

    def _watch(self) -> None:
        while not self._closed.wait(LOOK_EVERY) and self.lost is None:
            with suppress(NoCluster):
                self._look()

    def _look(self) -> None:
        """Ask the scheduler itself: dask hides that it is gone, is silent about the games handed out meanwhile, and
        repeats what it last knew of the workers."""
        client = self._client
        try:
            if client.status in ("closing", "closed"):
                raise ConnectionError(client.status)
            found = client.sync(client.scheduler.identity, n_workers=-1, callback_timeout=MAX_ANSWER_SECONDS)
        except Exception as error:
            # dask waits a while for a scheduler that went away; after that its errors have many names.
            raise self._lose() from error
        slots = {name: worker.get("resources", {}).get(SLOT, 0) for name, worker in found["workers"].items()}
        self.capacity, self._workers = int(sum(slots.values())), frozenset(name for name in slots if slots[name])
        self._check_alone()
        for game in list(self._games.values()):
            if game.workers and not game.workers & self._workers:
                self._submit(game._replace(workers=frozenset()), {})

    def _check_alone(self) -> None:
        if self.capacity or not self._games or not self._has_home:
            self._alone_since = None
            return
        now = time.monotonic()
        self._alone_since = self._alone_since or now
        if now - self._alone_since > MAX_ALONE_SECONDS:
            self._give_back(NoCluster(NO_WORKER()))

    def _lose(self) -> NoCluster:
        error = NoCluster(WENT_AWAY(address=excerpt(self._address)))
        if not self._closed.is_set():
            self.lost = error
            self._give_back(error)
        return error

    def _give_back(self, error: NoCluster) -> None:
        for job in list(self._games):
            if (game := self._games.pop(job, None)) and not job.done():
                self._tickets.end(game.ticket)
                job.set_exception(error)

    # -- a game ----------------------------------------------------------------------------------------

    def _submit(self, game: _RemoteGame, zips: dict[str, bytes], lacking: str = "") -> None:
        """Hand out a game. Zips that a worker lacks go along, and the game to that worker while it is connected."""
        where: dict[str, Any] = {"pure": False, "resources": {SLOT: 1}, "retries": 0}
        if workers := [lacking] if lacking else sorted(game.workers):
            # A game that some refused must not come back to them; if all others die, `_look` sees it.
            where |= {"workers": workers, "allow_other_workers": not game.workers}
        self._games[game.job] = game
        try:
            task = self._client.submit(play_here, game.named.data(), zips, self._tickets.topic, game.ticket, **where)
        except Exception:
            self._lose()
            return
        self._games[game.job] = game._replace(task=task)
        task.add_done_callback(partial(self._on_done, game.job))

    def _on_done(self, job: Job, task: "Future") -> None:
        """A task is over: set the job's result, or hand it out again. Runs in a thread of dask's."""
        game = self._games.get(job)
        if game is None or game.task is not task:
            # It was cancelled, or handed out again.
            return
        key = game.assignment.fixture.key
        report: GameReport | None
        try:
            report = read_report(game.named, task.result())
        except MissingZips as missing:
            report = self._send_zips(game, missing)
        except CannotStart as refusal:
            report = self._ask_others(game, refusal)
        except (Exception, CancelledError) as error:
            # The worker died too often with this game, or the scheduler is gone.
            report = to_failure(key, error)
        if report is None or self._games.pop(job, None) is None or job.done():
            return
        self._tickets.end(game.ticket)
        job.set_result(replace(report, elsewhere=True))

    def _send_zips(self, game: _RemoteGame, missing: MissingZips) -> GameReport | None:
        if game.sent.count(missing.worker) >= MAX_SENDS:
            # Its disk keeps nothing, or the zip is another one by now.
            return self._ask_others(game, CannotStart(str(KEEPS_NO_ZIPS()), missing.worker))
        game = game._replace(sent=(*game.sent, missing.worker))
        try:
            self._submit(game, self._zips.load(missing.digests), missing.worker)
        except (OSError, KeyError) as error:
            return to_failure(game.assignment.fixture.key, error)
        return None

    def _ask_others(self, game: _RemoteGame, refusal: CannotStart) -> GameReport | None:
        """Hand out a game to workers that may have what another one lacks; without any it failed. A worker does not
        decide that a bot is missing: perhaps only its disk is."""
        report = None
        with suppress(SchwarmError):
            report = judge_absent(game.assignment)
        refused = game.refused | {refusal.worker}
        others = self._workers - refused
        named, doubts = game.named, game.doubts + refusal.doubtful
        goes_on = bool(others) and not (refusal.doubtful and doubts >= MAX_DOUBTS)
        if refusal.doubtful and not goes_on and not self._has_home and not named.decisive:
            # A bot that always ends like this would hold up the contest: where it is started next, that counts.
            named, goes_on = replace(named, decisive=True), True
            refused = refused if others else frozenset()
        if report is None and goes_on:
            self._submit(game._replace(named=named, workers=others, refused=refused, doubts=doubts), {})
            return None
        failure = str(REFUSED(worker=excerpt(refusal.worker), why=excerpt(refusal.why, MAX_FAILURE_LENGTH)))
        return report or GameReport(game.assignment.fixture.key, failure=failure)


class JoiningWorkers:
    """Workers that join a server: a scheduler that lives as long as the server does, as an executor. It is reconnected
    to, and started again, as often as necessary. Raises `NoCluster` at its start."""

    def __init__(self, host: str, port: int, key: Path) -> None:
        require_dask()
        if secret_of(key) is None:
            # A key of an older version cannot be passed on in a line.
            make_key(key)
        self._host, self.port, self._key = host, port, key
        self._process = self._start()
        self._cluster: ClusterExecutor | None = None
        self._closed = threading.Event()
        self._keeping = threading.Thread(target=self._keep_connected, name="workers", daemon=True)
        self._keeping.start()

    def line(self, host: str) -> str:
        """The command for other machines, to which this one is known as `host`."""
        return f"schwarm worker {host}:{self.port} --secret {secret_of(self._key)}"

    @property
    def capacity(self) -> int:
        """The number of games that the workers can play at once."""
        return cluster.capacity if (cluster := self._reach()) else 0

    def slots(self) -> int:
        return cluster.slots() if (cluster := self._reach()) else 0

    def submit(self, assignment: Assignment, on_progress: OnProgress | None = None) -> Job:
        if cluster := self._reach():
            return cluster.submit(assignment, on_progress)
        job = Job()
        job.set_exception(NoCluster(NO_WORKER()))
        return job

    def cancel(self, jobs: Iterable[Job]) -> None:
        if self._cluster is not None:
            self._cluster.cancel(jobs)

    def release(self) -> None:
        """Workers look after their own processes."""

    def close(self) -> None:
        self._closed.set()
        self._keeping.join()
        if self._cluster is not None:
            self._cluster.close()
        self._end()

    def _reach(self) -> ClusterExecutor | None:
        cluster = self._cluster
        return cluster if cluster is not None and cluster.lost is None else None

    def _keep_connected(self) -> None:
        wait = 0.0
        while not self._closed.wait(wait):
            wait = LOOK_EVERY
            if self._reach():
                continue
            if self._cluster is not None:
                log.warning("%s", self._cluster.lost)
                self._cluster.close()
                self._cluster = None
            try:
                # A scheduler that died begins again at the same port: the line holds as long as the server.
                if self._process.poll() is not None:
                    self._end()
                    self._process = self._start()
                self._cluster = ClusterExecutor(f"127.0.0.1:{self.port}", key=self._key, has_home=True)
            except NoCluster as error:
                log.warning("%s", error)
                wait = RECONNECT_SECONDS

    def _start(self) -> "subprocess.Popen[str]":
        arguments = (self._host, str(self.port), str(self._key))
        command = [sys.executable, "-P", "-m", "schwarm.arena.scheduler", *arguments]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0)
        assert process.stdout is not None
        if not (said := process.stdout.readline()):
            process.wait()
            raise NoCluster(NO_SCHEDULER(port=self.port))
        self.port = int(said)
        return process

    def _end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        # It ends when its standard input does.
        with suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(STOPPING_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


# -- what workers report ----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Ticket:
    key: str
    on_progress: OnProgress
    left: int
    """The number of messages that are still accepted."""
    last_turn: int


class ProgressTickets:
    """Capabilities to report progress: only a machine that was given a game knows its ticket. `hear` is called in
    dask's thread, all other methods in the thread that hands out games."""

    def __init__(self) -> None:
        self.topic = f"schwarm-{secrets.token_hex(8)}"
        """The topic of progress reports."""
        self._issued: dict[str, _Ticket] = {}
        self._lock = threading.Lock()

    def issue(self, assignment: Assignment, on_progress: OnProgress) -> str:
        """A ticket for a game that is handed out; empty once there are `MAX_TOLD_GAMES`."""
        with self._lock:
            if len(self._issued) >= MAX_TOLD_GAMES:
                return ""
            ticket, last_turn = secrets.token_hex(8), find_game(assignment.game).last_turn
            # Every message but the first of a game brings a move.
            self._issued[ticket] = _Ticket(assignment.fixture.key, on_progress, MAX_TRIES * (last_turn + 1), last_turn)
            return ticket

    def end(self, ticket: str) -> None:
        with self._lock:
            self._issued.pop(ticket, None)

    def hear(self, event: tuple[float, Any]) -> None:
        """Accept or ignore a message; never raises, and invalid ones are cheap."""
        _, words = event
        if not isinstance(words, dict):
            return
        ticket, facts = words.get("ticket"), words.get("progress")
        with self._lock:
            found = self._issued.get(ticket) if isinstance(ticket, str) else None
            if found is None or found.left <= 0:
                return
            found.left -= 1
        if (progress := _read_progress(found, facts)) is not None:
            found.on_progress(progress)


def _read_progress(found: _Ticket, facts: object) -> GameProgress | None:
    """Progress of a game, if it is valid."""
    if not isinstance(facts, dict):
        return None
    first, moves = facts.get("first"), facts.get("moves")
    if not isinstance(first, int) or not isinstance(moves, list | tuple) or len(moves) > MAX_MOVES_AT_ONCE:
        return None
    if not 0 <= first <= first + len(moves) <= found.last_turn or not all(map(_is_move, moves)):
        return None
    return GameProgress(found.key, first, tuple((text, seconds) for text, seconds in moves))


def _is_move(move: object) -> bool:
    if not isinstance(move, list | tuple) or len(move) != 2:
        return False
    text, seconds = move
    timed = seconds is None or (isinstance(seconds, int | float) and math.isfinite(seconds) and seconds >= 0)
    return isinstance(text, str) and len(text) <= MAX_MOVE_LENGTH and timed


def read_report(assignment: Assignment, data: dict[str, Any]) -> GameReport:
    """A report from a worker; a failure if it cannot be of that game."""
    key = assignment.fixture.key
    try:
        report = GameReport.of(data)
        if report.failure:
            return GameReport(key, failure=excerpt(str(report.failure), MAX_FAILURE_LENGTH))
        played = report.to_result()
        start = find_game(assignment.game, assignment.rules).start(assignment.fixture.seed)
        said = "".join((report.record, *report.why, *(text for _, _, text in report.printed)))
        # What no store can keep raises here.
        said.encode()
        if (
            report.key != key
            or played is None
            or (played[0].start, played[0].players) != (start, assignment.fixture.players)
            or len(said) > MAX_REPORT_LENGTH
            or "\0" in said
            or not math.isfinite(report.seconds)
        ):
            raise ValueError(key)
    except Exception as error:
        return GameReport(key, failure=excerpt(f"not this game ({type(error).__name__})", MAX_FAILURE_LENGTH))
    return report


KEEPS_NO_ZIPS = Sentence("The zips that it was sent are not there.")
REFUSED = Sentence("no worker can start its players; {worker} says: {why}")
NO_WORKER = Sentence("No other machine can be reached at the moment.")
NO_SCHEDULER = Sentence("Other machines cannot join at port {port}; is another scheduler running there?")
