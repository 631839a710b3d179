"""All leagues of a store for a page or a terminal: handing in, checks, games, ratings.

Methods read and write the store, so call none of them in an event loop.
"""

import errno
import hashlib
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from schwarm.arena.executors import LocalExecutor, usable_cores
from schwarm.arena.pool import Pool
from schwarm.league import moderation
from schwarm.league.check import CheckQueue, plain_name
from schwarm.league.codes import LeagueCodes, hash_reservation, new_reservation
from schwarm.league.home_games import HomeGames
from schwarm.league.league_contest import remove_with_contests
from schwarm.league.league_play import LeaguePlay
from schwarm.league.rating_table import RatingTable
from schwarm.league.zip_folder import ZipFolder
from schwarm.store import leagues, versions
from schwarm.store.errors import DISK_FULL
from schwarm.store.games import Store
from schwarm.store.leagues import (
    FAULTY,
    READY,
    WAITING,
    League,
    LeagueTeam,
    Version,
    list_reservations,
    renew_reservation,
)
from schwarm.words import Message, SchwarmError, Sentence, trouble

if TYPE_CHECKING:
    from schwarm.arena.cluster import JoiningWorkers

MAX_ZIP_BYTES = 60_000_000
MAX_TEAM_BYTES = 600_000_000
"""Of all versions of a team together."""
MAX_VERSIONS = 500
"""Of a team."""
MAX_WAITING = 2
"""Unchecked versions of a team."""
MAX_HAND_INS_PER_HOUR = 30
"""Of a team."""
HOUR = 3600.0


class NotTaken(SchwarmError):
    """A version was refused."""


class LeagueService:
    """Its threads run from `start` to `close`."""

    def __init__(
        self,
        store: Store,
        folder: Path,
        *,
        no_programs: Message | None = None,
        pool: Pool | None = None,
        home: HomeGames | None = None,
        workers: "JoiningWorkers | None" = None,
    ) -> None:
        """`no_programs` says why nothing that was handed in is started here; `pool` may also play for contests; `home`
        hosts clients that connect by themselves; `workers` are other machines that join, and a part of the pool."""
        self.workers = workers
        self.home = home
        self.store, self.zips, self.no_programs = store, ZipFolder(folder), no_programs
        self.codes = LeagueCodes(store, folder)
        self._tables: dict[int, RatingTable] = {}
        self._lock = threading.Lock()
        self.play = LeaguePlay(
            store,
            self.zips,
            self.table_of,
            pool or Pool(LocalExecutor()),
            spare=self._spare,
            home=home,
            programs=no_programs is None,
            workers=workers,
        )
        self.queue = CheckQueue(store, self.zips, no_programs=no_programs, changed=self.play.wake)
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Begin to check and to play. Where no programs are started, only clients that connect by themselves play."""
        self.zips.clear_drafts()
        # Several databases of a server may share the folder.
        if self.store.database.sqlite:
            with self.zips.busy:
                self.zips.clear(versions.kept_zips(self.store))
        for work in (self.queue.run, self.play.run):
            thread = threading.Thread(target=work, name="league", daemon=True)
            self._threads.append(thread)
            thread.start()

    def close(self) -> None:
        """End all threads and processes. Interrupted checks and games are repeated."""
        self.queue.stop()
        self.play.stop()
        for thread in self._threads:
            thread.join(20.0)

    def _spare(self) -> int:
        """Cores that leagues leave free: one while a bot is checked."""
        return min(len(usable_cores()) - 1, 1) if self.queue.checking is not None else 0

    # -- handing in ------------------------------------------------------------------------------------

    def check_room(self, team: LeagueTeam, size: int) -> None:
        """Raises `NotTaken` if a team may not hand in a zip of this size now."""
        if self.no_programs is not None:
            raise NotTaken(self.no_programs)
        self._check_not_over(team)
        if size > MAX_ZIP_BYTES:
            raise NotTaken(TOO_LARGE(most=MAX_ZIP_BYTES // 1_000_000))
        known = versions.list_versions(self.store, [team.id])
        # Versions whose zip the server has lost do not count: the team may hand in again.
        if sum(version.state == WAITING and self.zips.holds(version.zip) for version in known) >= MAX_WAITING:
            raise NotTaken(STILL_WAITING(number=MAX_WAITING))
        if sum(version.at > time.time() - HOUR for version in known) >= MAX_HAND_INS_PER_HOUR:
            raise NotTaken(TOO_OFTEN(most=MAX_HAND_INS_PER_HOUR))
        if len(known) >= MAX_VERSIONS or versions.used_bytes(self.store, team.id) + size > MAX_TEAM_BYTES:
            raise NotTaken(QUOTA(most=MAX_TEAM_BYTES // 1_000_000, versions=MAX_VERSIONS))
        if not self.zips.has_room(size):
            raise NotTaken(DISK_FULL())

    def hand_in(self, team: LeagueTeam, file: str, draft: Path) -> Version:
        """Hand in the file at `draft`; the zip and its version are durable when this returns.

        The zip of an existing version is refused: a team could hand it in again and again for the luckiest rating. If
        the server has lost it, that version gets it back."""
        size = draft.stat().st_size
        if not size:
            raise NotTaken(EMPTY())
        digest = hash_file(draft)
        with self.zips.busy:
            same = self._find_same(team, digest)
            if same is not None and self.zips.holds(digest):
                raise NotTaken(SAME(number=same.number))
            # Checked again: a team may hand in twice at the same time.
            self.check_room(team, size)
            try:
                self.zips.keep(draft, digest)
            except OSError as error:
                raise NotTaken(describe_disk_error(error)) from error
            version = same or versions.add_version(self.store, team, plain_name(file), digest, size)
        self.queue.wake()
        return version

    def _find_same(self, team: LeagueTeam, digest: str) -> Version | None:
        """A team's version with this zip, unless it failed the check: that may have been our mistake."""
        known = versions.list_versions(self.store, [team.id])
        return next((version for version in known if version.zip == digest and version.state != FAULTY), None)

    def choose(self, team: LeagueTeam, number: int) -> None:
        """Let another version of a team play."""
        self._check_not_over(team)
        version = versions.load_version(self.store, team.id, number)
        if version is None or version.state != READY:
            raise NotTaken(NOT_READY(number=number))
        versions.choose_version(self.store, version)
        self.play.wake()

    def _check_not_over(self, team: LeagueTeam) -> None:
        """Raises `NotTaken` after the end of a team's league: a team could choose its luckiest version then and keep
        that place, since no more games correct it."""
        if leagues.is_over(self.store, team.league_id, time.time()):
            raise NotTaken(OVER())

    # -- playing from home -----------------------------------------------------------------------------

    def reserve(self, team: LeagueTeam) -> str:
        """A new reservation for the clients of a team, which play from now on; the old one becomes invalid. Only its
        hash is stored."""
        active = versions.load_version(self.store, team.id, team.active) if team.active is not None else None
        if active is None or not active.from_home:
            # If this is refused, the old code stays valid: the new one would not be shown.
            self.begin_home_version(team)
        code = new_reservation()
        hashed = hash_reservation(code)
        assert hashed is not None
        renew_reservation(self.store, team, hashed)
        self.play.wake()
        return code

    def begin_home_version(self, team: LeagueTeam) -> Version:
        """Begin a new version for clients that play from home, with a rating of its own."""
        self._check_not_over(team)
        known = versions.list_versions(self.store, [team.id])
        if len(known) >= MAX_VERSIONS:
            raise NotTaken(QUOTA(most=MAX_TEAM_BYTES // 1_000_000, versions=MAX_VERSIONS))
        if sum(version.at > time.time() - HOUR for version in known) >= MAX_HAND_INS_PER_HOUR:
            raise NotTaken(TOO_OFTEN(most=MAX_HAND_INS_PER_HOUR))
        version = versions.add_home_version(self.store, team)
        self.play.wake()
        return version

    def count_clients(self, team: LeagueTeam) -> int:
        """The number of a team's waiting clients."""
        code = list_reservations(self.store, team.league_id).get(team.id)
        return self.home.seats.present(team.id, code) if self.home is not None and code else 0

    def rest_of(self, team: LeagueTeam) -> float:
        """Seconds left of the backoff of a team whose client left before its game began."""
        return self.home.seats.rest_of(team.id) if self.home is not None else 0.0

    # -- looking ---------------------------------------------------------------------------------------

    def why_still(self, league: League) -> Message | None:
        """Why a league that should be playing is not, if so."""
        still = self.play.disk_full or not self.zips.has_room()
        return STANDS_STILL() if still and league.playing and league.is_open(time.time()) else None

    def table_of(self, league: League) -> RatingTable:
        with self._lock:
            if league.id not in self._tables:
                self._tables[league.id] = RatingTable(league)
            return self._tables[league.id]

    def ratings(self, league: League) -> RatingTable:
        """The table with all results so far."""
        table = self.table_of(league)
        table.refresh(self.store)
        return table

    def remove_team(self, league: League, team: LeagueTeam) -> bool:
        """Delete a team, and its zips unless another team has the same; False if it is gone already."""
        with self.zips.busy:
            gone = {version.zip for version in versions.list_versions(self.store, [team.id]) if version.zip}
            done = moderation.remove(self.store, league, team)
            self.zips.remove(gone - versions.kept_zips(self.store))
        return done

    def delete(self, league: League) -> None:
        """Delete a league with its contests, and its zips unless another league has the same."""
        teams = leagues.list_team_ids(self.store, league.id)
        with self.zips.busy:
            gone = {version.zip for version in versions.list_versions(self.store, teams) if version.zip}
            remove_with_contests(self.store, league)
            self.zips.remove(gone - versions.kept_zips(self.store))
        with self._lock:
            self._tables.pop(league.id, None)


def hash_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def describe_disk_error(error: OSError) -> Message:
    """Why a file could not be stored: a full disk is only one reason."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return DISK_FULL()
    return CANNOT_KEEP(error=trouble(error))


TOO_OFTEN = Sentence("Your team has handed in {most} times within an hour; wait a while.")
CANNOT_KEEP = Sentence("The server cannot keep the file ({error}); tell the organiser.")
TOO_LARGE = Sentence("That is larger than {most} MB, which is the most a bot may have here.")
EMPTY = Sentence("The file is empty; hand in the zip that “schwarm pack” makes.")
SAME = Sentence("This zip is your version {number} already; let that one play, or hand in one that has changed.")
STILL_WAITING = Sentence(
    "{number} of your versions are still waiting to be checked; hand in more when they are through."
)
STANDS_STILL = Sentence("Stands still: the server's disk is nearly full. It goes on by itself once there is room.")
QUOTA = Sentence("Your team has used up its room: {most} MB or {versions} versions; ask the organiser.")
OVER = Sentence("The league is over, and everybody's last version counts; the organiser can move its end.")
NOT_READY = Sentence("Version {number} did not pass the check, so it cannot play.")
