"""Plays the leagues of a store around the clock, each within its budget, in one thread.

Due games are looked for again before each one is handed out, so a new version plays at once.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar

from schwarm.arena.backoff import Retries
from schwarm.arena.executors import usable_cores
from schwarm.arena.fixture import Fixture, Result
from schwarm.arena.game_job import GameProgress, GameReport
from schwarm.arena.lease import AlreadyRunning, hold_lease
from schwarm.arena.pool import Pool, Share
from schwarm.arena.results import Results
from schwarm.arena.runner import Event, Failed, MemoryResults, Runner
from schwarm.games.record import Record
from schwarm.league.game_report import to_played
from schwarm.league.game_watch import GameWatch, RunningNames
from schwarm.league.home_games import HomeGames
from schwarm.league.league_schedule import HOME, Pairing, active_players, next_pairings, to_assignment, to_fixture
from schwarm.league.player_name import TeamVersion
from schwarm.league.rating_table import RatingTable
from schwarm.league.zip_folder import ZipFolder
from schwarm.store import leagues, versions
from schwarm.store.errors import DiskFull
from schwarm.store.games import Store
from schwarm.store.league_games import add_league_game, drop_old_outputs, measure_outputs, spent_since
from schwarm.store.leagues import League, LeagueTeam, list_reservations
from schwarm.words import SchwarmError, Sentence

if TYPE_CHECKING:
    from schwarm.arena.cluster import JoiningWorkers

log = logging.getLogger("schwarm.league")
LEASE = "leagues"
"""At most one process plays the leagues of a store."""
BREATH = 0.2
"""Seconds between two looks while games are running."""
REST = 1.0
"""Seconds between two looks while nothing is due."""
RETRY = 5.0
"""Seconds between two tries to get the lease."""
MAX_OUTPUT_LENGTH = 200_000_000
"""Characters of bots' output and notes that are kept per league."""
DAY = 24 * 3600.0


class LeagueGames(MemoryResults):
    """One league for its runner: a contest that is never over, and the store of its results.

    Ratings read results from the store, so none are kept here."""

    endless: ClassVar[bool] = True

    def __init__(self, play: "LeaguePlay", league: League) -> None:
        super().__init__()
        self._play, self.league, self.retries = play, league, Retries()
        self.running: dict[str, Pairing] = {}
        self.waiting: list[Pairing] = []
        """Due games."""
        self._given_up: list[Pairing] = []
        self._teams: list[LeagueTeam] = []
        self._output_length: int | None = None

    @property
    def title(self) -> str:
        return self.league.title

    @property
    def load(self) -> float:
        """The share of its cores that the league uses."""
        return len(self.running) / self.league.cores

    def due(self, results: Results) -> Iterator[Fixture]:
        play, league = self._play, self.league
        # The budget is for this machine; the slots of others come on top.
        if len(self.running) >= league.cores + play.places_elsewhere():
            return
        if spent_since(play.store, league.id, time.time() - DAY) >= league.hours * 3600.0:
            self.waiting.clear()
            return
        self._teams = leagues.list_teams(play.store, league.id)
        ready, table = play.ready.find(league, self._teams), play.table_of(league)
        # The missing game of a pair is due again once both players are ready.
        here = {*active_players(ready), *table.partners}
        self.waiting = [pairing for pairing in self.waiting if {pairing.red, pairing.blue} <= here]
        if all(self.retries.is_charged(pairing.key) for pairing in self.waiting):
            table.refresh(play.store)
            taken = [*self.waiting, *self._given_up]
            self.waiting += next_pairings(league, ready, table, list(self.running.values()), taken)
        for pairing in self.waiting:
            yield to_fixture(pairing, self._teams)

    def over(self, results: Results) -> bool:
        return False

    def total(self, results: Results) -> int:
        return 0

    def hand_out(self, fixture: Fixture, share: Share) -> bool:
        play, pairing = self._play, next(pairing for pairing in self.waiting if pairing.key == fixture.key)
        numbers = {team.id: team.number for team in self._teams}
        found = versions.list_versions(play.store, numbers)
        zips = {str(TeamVersion(numbers[version.team_id], version.number)): version.zip for version in found}
        assignment = to_assignment(pairing, self._teams, zips, play.zips)
        home = play.home if any(bot.startswith(HOME) for bot in assignment.bots) else None
        if home is None and not share.free():
            return False
        self.waiting.remove(pairing)
        self.running[pairing.key] = pairing
        if home is None:
            play.watch.begin(pairing, fixture)
            share.submit(assignment)
        else:
            play.unseen[pairing.key] = pairing, fixture
            share.play_on(home, assignment)
        return True

    def on_event(self, event: Event) -> None:
        if not isinstance(event, Failed):
            return
        pairing = self._forget(event.key)
        self._play.watch.drop(pairing)
        if event.given_up:
            log.warning("%s: %s", event.key, event.failure)
            self._given_up.append(pairing)
        else:
            self.waiting.append(pairing)

    def add(self, report: GameReport, record: Record, result: Result) -> bool:
        pairing, store = self.running[report.key], self._play.store
        played = to_played(pairing, report, record)
        kept = add_league_game(store, pairing.league, played.game, played.record, played.outputs)
        self._bound_outputs(sum(map(len, played.outputs.values())))
        self._forget(report.key)
        self._play.watch.end(pairing, kept or played.record)
        return True

    def _forget(self, key: str) -> Pairing:
        self._play.unseen.pop(key, None)
        return self.running.pop(key)

    def _bound_outputs(self, added: int) -> None:
        """Drop the oldest output of the league's bots once there is too much."""
        store, id = self._play.store, self.league.id
        total = measure_outputs(store, id) if self._output_length is None else self._output_length + added
        if total > MAX_OUTPUT_LENGTH:
            # More than necessary, so that not every game has to make room for itself.
            total -= drop_old_outputs(store, id, total - MAX_OUTPUT_LENGTH * 9 // 10)
        self._output_length = total


class LeaguePlay:
    """A runner per open league, all with one share of the pool."""

    def __init__(
        self,
        store: Store,
        zips: ZipFolder,
        table_of: Callable[[League], RatingTable],
        pool: Pool,
        *,
        spare: Callable[[], int] = lambda: 0,
        home: HomeGames | None = None,
        programs: bool = True,
        workers: "JoiningWorkers | None" = None,
    ) -> None:
        """`spare` is the number of cores that others want at the moment; `home` plays with clients that connect by
        themselves; without `programs` nothing that was handed in is started; `workers` are other machines."""
        self.store, self.zips, self.home = store, zips, home
        self.watch = GameWatch()
        self.table_of, self._workers, self._spare = table_of, workers, spare
        self.ready = ReadyTeams(store, zips, home, programs=programs)
        if home is not None:
            home.seats.arrived = self.wake
        self._cores = len(usable_cores())
        self._share = pool.share(self.on_progress)
        self._runners: dict[int, tuple[LeagueGames, Runner]] = {}
        """By the IDs of their leagues."""
        self.unseen: dict[str, tuple[Pairing, Fixture]] = {}
        """Games with a client that has no seat yet. They are not shown: a client that saw its opponent could still
        leave at no cost."""
        self.disk_full = False
        """Whether there was no room for a result."""
        self._names = RunningNames(store)
        self._stopped, self._wake = threading.Event(), threading.Event()

    @property
    def running(self) -> list[Pairing]:
        """The running games that may be shown."""
        found = [pairing for games, _ in list(self._runners.values()) for pairing in list(games.running.values())]
        return [pairing for pairing in found if pairing.key not in self.unseen]

    @property
    def waiting(self) -> list[Pairing]:
        """The next games, as far as they are decided."""
        return [pairing for games, _ in list(self._runners.values()) for pairing in games.waiting]

    def places_elsewhere(self) -> int:
        """The number of games that other machines can play."""
        return self._workers.capacity if self._workers else 0

    def wake(self) -> None:
        self._wake.set()

    def stop(self) -> None:
        """Cancel the running games and end; they are played again."""
        self._stopped.set()
        self._wake.set()

    def run(self) -> None:
        """Play until `stop`."""
        while not self._stopped.is_set():
            try:
                with hold_lease(self.store, LEASE):
                    self.disk_full = False
                    self._play()
            except AlreadyRunning:
                pass
            except SchwarmError as error:
                # What was recorded is recorded.
                self.disk_full = isinstance(error, DiskFull)
                log.warning("%s", error)
            except Exception:
                log.exception("a league")
            finally:
                self._share.stop()
                for pairing in self.running:
                    self.watch.drop(pairing)
                self._runners.clear()
                self.unseen.clear()
            self._stopped.wait(RETRY)

    def _play(self) -> None:
        while not self._stopped.is_set():
            self._wake.clear()
            self.submit_due()
            self._names.look(self.running, self.watch)
            if any(games.running or games.waiting for games, _ in self._runners.values()):
                if (report := self._share.collect(BREATH)) is not None:
                    self.take(report)
            else:
                # Idle processes end.
                self._share.stop()
                self._wake.wait(REST)

    def submit_due(self) -> None:
        """Hand out due games while there is room, each for the league that uses the smallest share of its cores."""
        now = time.time()
        playing = {
            league.id: league for league in leagues.list_leagues(self.store) if league.playing and league.is_open(now)
        }
        for id, (games, _) in list(self._runners.items()):
            # A league that is stopped and started again has no backoff.
            if id not in playing and not games.running:
                del self._runners[id]
        for id, league in playing.items():
            if id not in self._runners:
                games = LeagueGames(self, league)
                runner = Runner(games, self._share, games, tell=games.on_event, retries=games.retries)
                self._runners[id] = games, runner
            self._runners[id][0].league = league
        while self._has_room():
            found = sorted((games.load, id) for id, (games, _) in self._runners.items() if id in playing)
            if not any(self._runners[id][1].hand_out() for _, id in found):
                return

    def _has_room(self) -> bool:
        running = sum(len(games.running) for games, _ in self._runners.values())
        return running < self._cores - self._spare() + self.places_elsewhere() and self.zips.has_room()

    def take(self, report: GameReport) -> None:
        """Store a game, or have it played again if it failed."""
        for games, runner in self._runners.values():
            if report.key in games.running:
                runner.take(report)
                return

    def on_progress(self, progress: GameProgress) -> None:
        """Pass on moves. A game with clients is shown from its first report on: then all have their seats."""
        if begun := self.unseen.pop(progress.key, None):
            self.watch.begin(*begun)
        self.watch.on_progress(progress)


class ReadyTeams:
    """Looked up before every game; without `programs` no handed-in bot is started."""

    def __init__(self, store: Store, zips: ZipFolder, home: HomeGames | None, *, programs: bool) -> None:
        self._store, self._zips, self._home, self._programs = store, zips, home, programs
        self._reported: dict[int, set[int]] = {}
        """The teams of each league whose zips were missing at the last look."""

    def find(self, league: League, teams: list[LeagueTeam]) -> list[LeagueTeam]:
        active = versions.list_active_zips(self._store, league.id)
        codes = list_reservations(self._store, league.id) if "" in active.values() else {}
        missing = find_missing(self._zips, active)
        self._tell(league, missing)
        found = []
        for team in teams:
            if active.get(team.id) == "":
                ready = self._home is not None and self._home.seats.is_ready(team.id, codes.get(team.id))
            else:
                ready = self._programs and team.id not in missing
            found += [team] if ready else []
        return found

    def _tell(self, league: League, missing: set[int]) -> None:
        if missing - self._reported.get(league.id, set()):
            log.warning("%s: %s", league.title, ZIPS_MISSING(n=len(missing)))
        self._reported[league.id] = missing


def list_missing(store: Store, zips: ZipFolder, league: League) -> set[int]:
    """The IDs of the teams of a league whose zip is missing on the server: the active version's, or without one, the
    zip that waits for its check."""
    waiting = {
        entry.version.team_id: entry.version.zip
        for entry in versions.list_waiting(store)
        if entry.league_id == league.id
    }
    return find_missing(zips, waiting | versions.list_active_zips(store, league.id))


def find_missing(zips: ZipFolder, wanted: dict[int, str]) -> set[int]:
    """The teams whose zips are not on the disk; `wanted` are zips by the IDs of teams."""
    return {team for team, zip in wanted.items() if zip and not zips.holds(zip)}


ZIPS_MISSING = Sentence(
    "The zip of {n} team is missing on the server, so it does not play; restore the server's folder “leagues”, or let "
    "the team hand in again.",
    "The zips of {n} teams are missing on the server, so they do not play; restore the server's folder “leagues”, or "
    "let the teams hand in again.",
)
