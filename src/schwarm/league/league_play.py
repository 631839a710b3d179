"""Plays the leagues of a store, around the clock, each within its budget; in a thread of its own.

What is due is asked for anew before every game, so a team that hands in something new plays with it at once.
"""

import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from schwarm.arena.assignment import Assignment, GameReport, open_report
from schwarm.arena.backoff import Retries
from schwarm.arena.executors import usable_cores
from schwarm.arena.lease import AlreadyRunning, hold_lease
from schwarm.arena.pool import Share
from schwarm.launch.player_spec import WAIT
from schwarm.league.game_report import to_played
from schwarm.league.game_watch import UNSEEN, GameWatch
from schwarm.league.home_games import VANISHED, HomeGames
from schwarm.league.league_schedule import Pairing, active_players, next_pairings, to_assignment
from schwarm.league.player_name import TeamVersion, parse_player_name
from schwarm.league.rating_table import RatingTable
from schwarm.league.ready_teams import ReadyTeams
from schwarm.league.running_names import RunningNames
from schwarm.league.zip_folder import ZipFolder
from schwarm.store import leagues, versions
from schwarm.store.errors import DiskFull
from schwarm.store.games import Store
from schwarm.store.league_games import add_league_game, drop_old_outputs, measure_outputs, spent_since
from schwarm.store.leagues import League, LeagueTeam
from schwarm.words import SchwarmError

log = logging.getLogger("schwarm.league")

CLAIM = "leagues"
"""Who plays the leagues of a store says so under this name."""
BREATH = 0.2
"""Seconds to wait for a game while some are on."""
REST = 1.0
"""Seconds between two looks where nothing is to be played."""
RETRY = 5.0
"""Seconds until somebody else's claim is looked at again."""
MAX_OUTPUT_LENGTH = 200_000_000
"""Characters of what players printed and noted that are kept of one league."""
DAY = 24 * 3600.0


class LeaguePlay:
    """Lets the active versions of all leagues meet. `spare` says how many cores others want at the moment."""

    def __init__(
        self,
        store: Store,
        zips: ZipFolder,
        table_of: Callable[[League], RatingTable],
        join: Callable[[], Share],
        *,
        spare: Callable[[], int] = lambda: 0,
        changed: Callable[[], None] = lambda: None,
        home: HomeGames | None = None,
        programs: bool = True,
        watch: Callable[[], GameWatch] = lambda: UNSEEN,
        places_elsewhere: Callable[[], int] = lambda: 0,
    ) -> None:
        """`home` plays with those who play from home; without `programs` nothing that was handed in is started; `watch`
        gives whoever wants to hear of games while they are played; `places_elsewhere` says how many games other
        machines can play for us."""
        self._home, self._watch = home, watch
        self._ready = ReadyTeams(store, zips, home, programs=programs)
        self._places_elsewhere = places_elsewhere
        if home is not None:
            home.ended = home.seats.arrived = self.wake
            home.on_begun = self._show
        self._store, self._zips, self._table_of = store, zips, table_of
        self._spare, self._changed, self._join = spare, changed, join
        self._cores = len(usable_cores())
        self._share: Share | None = None
        self._running: dict[str, Pairing] = {}
        self._unseen: dict[str, Assignment] = {}
        """Games that somebody plays from home and that have not begun. Nobody is told of them: who saw whom they are to
        meet could be gone before it counts."""
        self._waiting: list[Pairing] = []
        self._queued, self.disk_full = False, False
        """Whether a game waits for a core that others have; whether there was no room for a result."""
        self._given_up: dict[str, Pairing] = {}
        self._retries: defaultdict[int, Retries] = defaultdict(Retries)
        """Of each league, by its ID: a team that makes its games fail delays its own league alone."""
        self._output_lengths: dict[int, int] = {}
        self._names = RunningNames(store, watch)
        self._stopped, self._wake = threading.Event(), threading.Event()

    @property
    def running(self) -> list[Pairing]:
        """The games that are on, as far as they can be seen."""
        return [pairing for key, pairing in list(self._running.items()) if key not in self._unseen]

    @property
    def waiting(self) -> list[Pairing]:
        """The games that come next, as far as that is decided."""
        return list(self._waiting)

    def wake(self) -> None:
        self._wake.set()

    def stop(self) -> None:
        """End at once and forget the games that are on; they are played again."""
        self._stopped.set()
        self._wake.set()

    def run(self) -> None:
        """Play until somebody says stop."""
        while not self._stopped.is_set():
            try:
                with hold_lease(self._store, CLAIM):
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
                self._leave()
            self._stopped.wait(RETRY)

    def _play(self) -> None:
        while not self._stopped.is_set():
            self._wake.clear()
            self.submit_due()
            self._names.look(self.running)
            if self._running or self._queued:
                if (report := self._collect()) is not None:
                    self.take(report)
            else:
                # Nobody needs processes that wait for a league to go on.
                self._leave()
                self._wake.wait(REST)

    def _collect(self) -> GameReport | None:
        if self._home is not None and (report := self._home.collect()) is not None:
            return report
        if self._share is not None:
            return self._share.collect(BREATH)
        self._wake.wait(BREATH)
        return None

    def _leave(self) -> None:
        if self._share is not None:
            self._share.stop()
        if self._home is not None and self._running:
            self._home.stop()
        self._share = None
        for pairing in self.running:
            self._watch().drop(pairing)
        self._running.clear()
        self._unseen.clear()
        self._waiting.clear()

    # -- handing out -----------------------------------------------------------------------------------

    def submit_due(self) -> None:
        """Hand out the games that are due, as many as there is room for: the first half of a round."""
        self._queued = False
        elsewhere = self._places_elsewhere()
        while len(self._running) < self._cores - self._spare() + elsewhere and self._zips.has_room():
            found = self._next(elsewhere)
            if found is None:
                return
            pairing, teams = found
            assignment = to_assignment(pairing, teams, self._zips_of(teams), self._zips)
            if WAIT in assignment.bots:
                self._unseen[pairing.key], self._running[pairing.key] = assignment, pairing
                if self._home is None or not self._home.submit(assignment, _home_teams(pairing, teams, assignment)):
                    # Somebody has just gone; the next look knows.
                    self._forget(pairing.key)
                    return
            else:
                if self._share is None:
                    self._share = self._join()
                if not self._share.free():
                    # It is others' turn; ours comes.
                    self._waiting.insert(0, pairing)
                    self._queued = True
                    return
                self._running[pairing.key] = pairing
                self._watch().begin(pairing, assignment.fixture)
                self._share.submit(assignment)
                self._changed()

    def _show(self, key: str) -> None:
        """A game has begun in which somebody plays from home."""
        assignment, pairing = self._unseen.pop(key, None), self._running.get(key)
        if assignment is not None and pairing is not None:
            self._watch().begin(pairing, assignment.fixture)
            self._changed()

    def _forget(self, key: str) -> Pairing | None:
        self._unseen.pop(key, None)
        return self._running.pop(key, None)

    def _next(self, elsewhere: int = 0) -> tuple[Pairing, list[LeagueTeam]] | None:
        """The next game of the league that has least of its share at the moment. What its organiser allows is for this
        machine; those that joined come on top."""
        now = time.time()
        open_leagues = [
            league for league in leagues.list_leagues(self._store) if league.playing and league.is_open(now)
        ]
        # Who stops a league and lets it play again does not wait.
        known = {league.id for league in open_leagues}
        for id in self._retries.keys() - known:
            del self._retries[id]
        taken = Counter(pairing.league.id for pairing in self._running.values())
        for league in sorted(open_leagues, key=lambda league: (taken[league.id] / league.cores, league.id)):
            if taken[league.id] >= league.cores + elsewhere or self._is_spent(league) or self._is_paused(league):
                continue
            teams = leagues.list_teams(self._store, league.id)
            if pairing := self._next_of(league, self._ready.find(league, teams)):
                return pairing, teams
        return None

    def _next_of(self, league: League, teams: list[LeagueTeam]) -> Pairing | None:
        own = [pairing for pairing in self._running.values() if pairing.league.id == league.id]
        here = {*active_players(teams), *self._table_of(league).partners}
        # Who is not here is not waited for: the missing game of a pair is found again when they are.
        left = [pairing for pairing in self._waiting if pairing.league.id == league.id]
        waiting = [pairing for pairing in left if {pairing.red, pairing.blue} <= here]
        self._waiting = [pairing for pairing in self._waiting if pairing not in left or pairing in waiting]
        # Games that failed come last: others tell whether the machine is the cause.
        retries = self._retries[league.id]
        fresh = [pairing for pairing in waiting if not retries.is_charged(pairing.key)]
        if not fresh:
            table = self._table_of(league)
            table.refresh(self._store)
            failed = [pairing for pairing in self._given_up.values() if pairing.league.id == league.id]
            fresh = next_pairings(league, teams, table, own, [*waiting, *failed])
            self._waiting += fresh
        chosen = next(iter([*fresh, *waiting]), None)
        if chosen is not None:
            self._waiting.remove(chosen)
        return chosen

    def _is_spent(self, league: League) -> bool:
        """Whether a league has had all its time of the last day."""
        return spent_since(self._store, league.id, time.time() - DAY) >= league.hours * 3600.0

    def _is_paused(self, league: League) -> bool:
        return self._retries[league.id].backoff.left > 0

    def _zips_of(self, teams: list[LeagueTeam]) -> Mapping[str, str]:
        numbers = {team.id: team.number for team in teams}
        found = versions.list_versions(self._store, numbers)
        return {str(TeamVersion(numbers[version.team_id], version.number)): version.zip for version in found}

    # -- taking back -----------------------------------------------------------------------------------

    def take(self, report: GameReport) -> None:
        """Keep a game that is over, or have one that failed played again: the second half of a round."""
        pairing = self._forget(report.key)
        if pairing is None:
            return
        if report.failure == VANISHED:
            self._watch().drop(pairing)
            return
        report, found = open_report(report)
        retries = self._retries[pairing.league.id]
        if found is None:
            self._watch().drop(pairing)
            if retries.on_failed(report.key):
                self._given_up[report.key] = pairing
                log.warning("%s: %s", report.key, report.failure)
            else:
                self._waiting.append(pairing)
            return
        retries.on_succeeded()
        played = to_played(pairing, report, found[0])
        record = add_league_game(self._store, pairing.league, played.game, played.record, played.outputs)
        self._bound_outputs(pairing.league.id, sum(map(len, played.outputs.values())))
        self._watch().end(pairing, record or played.record)
        self._changed()

    def _bound_outputs(self, league_id: int, added: int) -> None:
        """Bots may print as much as they like; what was said longest ago goes."""
        if league_id not in self._output_lengths:
            self._output_lengths[league_id] = measure_outputs(self._store, league_id)
        else:
            self._output_lengths[league_id] += added
        if self._output_lengths[league_id] > MAX_OUTPUT_LENGTH:
            # More than necessary, so that not every game has to make room for itself.
            excess = self._output_lengths[league_id] - MAX_OUTPUT_LENGTH * 9 // 10
            self._output_lengths[league_id] -= drop_old_outputs(self._store, league_id, excess)


def _home_teams(pairing: Pairing, teams: Sequence[LeagueTeam], assignment: Assignment) -> tuple[int | None, int | None]:
    """The ids of those teams of a game that play from home."""
    ids = {team.number: team.id for team in teams}
    red, blue = (
        ids[player.team] if bot == WAIT and (player := parse_player_name(name)) else None
        for name, bot in zip((pairing.red, pairing.blue), assignment.bots, strict=True)
    )
    return red, blue
