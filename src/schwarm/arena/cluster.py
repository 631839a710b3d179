"""The games of a contest on many machines, by dask.distributed. Only who runs the contest writes the store.

A worker has one place per core and plays one game at each, in a process of its own that stays on that core. dask's
queue is not durable and need not be: a game is handed out again if its worker dies, and counts once whoever delivers
it. Who may take part is up to `cluster_key`.
"""

import logging
import queue
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from schwarm.arena.assignment import MAX_FAILURE_LENGTH, Assignment, GameReport, judge_absent, to_failure
from schwarm.arena.cluster_key import NoCluster, secure, split_address
from schwarm.arena.game_processes import OnProgress
from schwarm.arena.worker_games import CannotStart, play_here
from schwarm.arena.worker_words import ProgressTickets, read_report
from schwarm.arena.zip_cache import MissingZips, ZipNames
from schwarm.words import SchwarmError, Sentence, excerpt

if TYPE_CHECKING:
    from distributed import Client, Future, Security

PLACE = "game"
"""dask's word is resource: what a worker has one of per core, and every game needs one of."""
AHEAD = 1.25
"""So many games per place are handed out, so that nobody waits for the next one."""
LOOK_EVERY = 1.0
MAX_DOUBTS = 3
"""Workers that are believed that a bot lacks something there, where only the bot says so."""
MAX_SENDS = 3
"""How often a worker is sent the zips of a game; it may have thrown them away for those of others."""
MAX_CONNECT_SECONDS = 10.0
MAX_ANSWER_SECONDS = 60.0


class _GameElsewhere(NamedTuple):
    """A game that is handed out."""

    assignment: Assignment
    """As it is known here."""
    named: Assignment
    """With zips named by their content."""
    ticket: str = ""
    """By which its moves are told, if anybody wants to hear them."""
    workers: frozenset[str] = frozenset()
    """Those that may play it; without any, all may."""
    refused: frozenset[str] = frozenset()
    """Those that cannot start its bots."""
    doubts: int = 0
    """How many of them have only the bot's word for it."""
    sent: tuple[str, ...] = ()
    """To whom its zips were sent, as often as they were."""
    future: "Future" = None
    """Its task, as soon as it has one."""


class ClusterWorkers:
    """Plays on the workers of a scheduler; they may come and go, see `game_processes.GamePool`."""

    def __init__(
        self,
        address: str,
        at_once: int | None = None,
        key: Path | None = None,
        on_progress: OnProgress | None = None,
        *,
        has_home: bool = False,
    ) -> None:
        """`on_progress` hears of moves while games are played, in a thread of dask's. With a home, somebody plays there
        what comes back without a result."""
        require_dask()
        self._client = connect(address, *secure(address, key))
        self._address, self._at_once, self._has_home = address, at_once, has_home
        self._news: queue.SimpleQueue[tuple[str, Future]] = queue.SimpleQueue()
        self._games: dict[str, _GameElsewhere] = {}
        self._zips = ZipNames()
        self._tickets = ProgressTickets(on_progress) if on_progress else None
        if self._tickets:
            self._client.subscribe_topic(self._tickets.topic, self._tickets.hear)
        self._workers: frozenset[str] = frozenset()
        self._places, self._looked = 0, -LOOK_EVERY

    @property
    def capacity(self) -> int:
        """How many games all workers together can play at once, right now."""
        self._look()
        return self._places

    def _look(self) -> None:
        """Ask the scheduler itself: dask hides that it is gone, says nothing of games that were handed out meanwhile,
        and goes on telling what it knew of the workers."""
        if time.monotonic() - self._looked <= LOOK_EVERY:
            return
        self._looked = time.monotonic()
        with self._while_it_answers():
            client = self._client
            if client.status in ("closing", "closed"):
                raise ConnectionError(client.status)
            found = client.sync(client.scheduler.identity, n_workers=-1, callback_timeout=MAX_ANSWER_SECONDS)
            places = {name: worker.get("resources", {}).get(PLACE, 0) for name, worker in found["workers"].items()}
            self._places, self._workers = int(sum(places.values())), frozenset(name for name in places if places[name])
        self._looked = time.monotonic()
        for game in [game for game in self._games.values() if game.workers and not game.workers & self._workers]:
            self._submit(game._replace(workers=frozenset()), {})

    def free(self) -> int:
        most = round(AHEAD * self.capacity)
        return max(0, min(most, self._at_once or most) - len(self._games))

    def submit(self, assignment: Assignment) -> None:
        red, blue = map(self._zips.to_name, assignment.bots)
        ticket = self._tickets.issue(assignment) if self._tickets else ""
        self._submit(_GameElsewhere(assignment, replace(assignment, bots=(red, blue)), ticket), {})

    def _submit(self, game: _GameElsewhere, zips: dict[str, bytes], lacking: str = "") -> None:
        """Hand out a game; with zips that a worker is lacking, to that one, as long as it is there."""
        key = game.assignment.fixture.key
        where: dict[str, Any] = {"pure": False, "resources": {PLACE: 1}, "retries": 0}
        if workers := [lacking] if lacking else sorted(game.workers):
            # A game that some refused must not come back to them; if all others die, `_look` sees it.
            where |= {"workers": workers, "allow_other_workers": not game.workers}
        topic = self._tickets.topic if self._tickets else ""
        with self._while_it_answers():
            future = self._client.submit(play_here, game.named.data(), zips, topic, game.ticket, **where)
        self._games[key] = game._replace(future=future)
        future.add_done_callback(lambda done: self._news.put((key, done)))

    def collect(self, timeout: float) -> GameReport | None:
        try:
            key, future = self._news.get(timeout=timeout)
        except queue.Empty:
            self._look()
            return None
        game = self._games.get(key)
        if game is None or game.future is not future:
            # It was given up, or handed out anew.
            return None
        del self._games[key]
        try:
            report = read_report(game.named, future.result())
        except MissingZips as missing:
            return self._send_zips(game, missing)
        except CannotStart as refusal:
            return self._ask_others(game, refusal)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            # The worker died too often with this game, or the scheduler is gone.
            report = to_failure(key, error)
        self._end_ticket(game)
        return report

    def _send_zips(self, game: "_GameElsewhere", missing: MissingZips) -> GameReport | None:
        if game.sent.count(missing.worker) >= MAX_SENDS:
            # Its disk keeps nothing, or the zip is another one by now.
            return self._ask_others(game, CannotStart(str(KEEPS_NO_ZIPS()), missing.worker))
        game = game._replace(sent=(*game.sent, missing.worker))
        try:
            self._submit(game, self._zips.load(missing.digests), missing.worker)
        except (OSError, KeyError) as error:
            self._end_ticket(game)
            return to_failure(game.assignment.fixture.key, error)
        return None

    def _ask_others(self, game: "_GameElsewhere", refusal: CannotStart) -> GameReport | None:
        """Hand out a game to those workers that may have what another one lacks; where none is left, it failed. That
        somebody is missing is not for a worker to say: perhaps only its disk is."""
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
        self._end_ticket(game)
        failure = str(REFUSED(worker=excerpt(refusal.worker), why=excerpt(refusal.why, MAX_FAILURE_LENGTH)))
        return report or GameReport(game.assignment.fixture.key, failure=failure)

    def _end_ticket(self, game: "_GameElsewhere") -> None:
        if self._tickets:
            self._tickets.end(game.ticket)

    def forget(self, keys: Iterable[str]) -> None:
        """Give up these games. Whatever comes of them is not told any more."""
        games = [self._games.pop(key) for key in keys if key in self._games]
        for game in games:
            self._end_ticket(game)
        with suppress(Exception):
            self._client.cancel([game.future for game in games])

    def stop(self) -> None:
        self.forget(list(self._games))
        with suppress(Exception):
            self._client.close(timeout=5)

    @contextmanager
    def _while_it_answers(self) -> Iterator[None]:
        """dask waits a while for a scheduler that went away; after that its errors have many names."""
        try:
            yield
        except Exception as error:
            raise NoCluster(WENT_AWAY(address=excerpt(self._address))) from error


def require_dask() -> None:
    try:
        import cryptography  # noqa: F401
        import distributed  # noqa: F401
    except ImportError as error:
        raise NoCluster(NEEDS_DASK()) from error
    # What dask does is of no interest as long as it works; and if it does not, we say so.
    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)


def connect(address: str, place: str, security: "Security | None") -> "Client":
    from distributed import Client

    reach(address)
    try:
        return Client(place, security=security, timeout=MAX_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoCluster((WRONG_KEY if security else NOBODY_THERE)(address=excerpt(address))) from error


def reach(address: str) -> str:
    """Which of our own addresses leads to the scheduler. dask keeps trying for a long time where nobody listens; one
    try says it at once."""
    host, port = split_address(address.rpartition("://")[2])
    try:
        with socket.create_connection((host, int(port)), MAX_CONNECT_SECONDS) as line:
            return str(line.getsockname()[0])
    except (OSError, ValueError, OverflowError) as error:
        raise NoCluster(NOBODY_THERE(address=excerpt(address))) from error


NEEDS_DASK = Sentence("A cluster needs the package distributed; install it with: pip install 'schwarm[cluster]'")
NOBODY_THERE = Sentence("No dask scheduler answers at {address}; start one with: schwarm scheduler")
WRONG_KEY = Sentence("The scheduler at {address} has another key; copy the key from its machine again.")
WENT_AWAY = Sentence("The dask scheduler at {address} went away; start it again, then resume the contest.")
KEEPS_NO_ZIPS = Sentence("The zips that it was sent are not there.")
REFUSED = Sentence("no worker can start its players; {worker} says: {why}")
