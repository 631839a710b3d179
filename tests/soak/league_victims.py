"""Leagues that are killed while teams hand in, zips are checked, league and contest play; with SQLite and
PostgreSQL."""

import hashlib
import http.client
import io
import os
import signal
import threading
import time
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from schwarm.arena.contest import Conditions
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.match import Match
from schwarm.league.codes import new_code
from schwarm.league.league_contest import freeze_teams, save_league_contest
from schwarm.league.league_service import LeagueService
from schwarm.store import leagues, open_store, versions
from schwarm.store.contests import set_wanted
from schwarm.store.games import Store
from schwarm.store.league_games import list_league_games
from schwarm.store.leagues import FAULTY, WAITING, LeagueGame, NewLeague
from soak.loss import Loss
from soak.trouble_victims import NeedsPostgres
from soak.victim import Victim
from web.arena import Arena, Visitor

if TYPE_CHECKING:
    from schwarm.arena.fixture import Result

TEAMS = 3
MAX_KILLS_IN_A_LIFE = 5
MAX_SECONDS_TO_LIVE = 12.0
"""From the moment it answers until it is killed."""
CONTEST_GAMES = 400
"""More than a life has time for."""


def zip_of(script: str, name: str = "start.sh") -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        entry = zipfile.ZipInfo(name)
        entry.external_attr = 0o755 << 16
        archive.writestr(entry, script)
    return data.getvalue()


class LeagueVictim(Victim):
    """Two teams play with bots that never come, so that games are short, in the league and in a match beside it; all
    teams hand in what fails its check. Whatever anybody was told is there afterwards, and once."""

    kind = "league"
    options: tuple[str, ...] = ()

    @property
    def data(self) -> str | Path:
        return self.folder / "data"

    def open(self) -> Store:
        return open_store(self.data)

    def play(self) -> None:
        self.handed_in: dict[tuple[int, int], str] = {}
        self.checked: dict[tuple[int, int], str] = {}
        self.games: dict[str, LeagueGame] = {}
        self.results: dict[str, Result] = {}
        self.prepare()
        for _ in range(self.random.randint(2, MAX_KILLS_IN_A_LIFE)):
            if self.totals.over:
                break
            self.serve_and_kill()
            self.check()

    def prepare(self) -> None:
        store = self.open()
        try:
            self.codes = [new_code() for _ in range(TEAMS)]
            new = NewLeague("Soak", "piranhas-2026", "documents", "0.5s/1s", 1, 24.0, TEAMS)
            names = [f"Team {number}" for number in range(1, TEAMS + 1)]
            service = LeagueService(store, store.folder / "leagues")
            hashes = [service.codes.hash(code) for code in self.codes]
            league = leagues.add_league(store, "soaked", new, hashes, names, service.codes.hash(new_code()))
            self.league_id = league.id
            for team in leagues.list_teams(store, league.id)[:2]:
                draft = service.zips.new_draft()
                draft.write_bytes(content := zip_of("#!/bin/sh\nexit 0\n"))
                version = service.hand_in(team, "bot.zip", draft)
                versions.record_check(store, version, "[]", ready=True, faulty=FAULTY)
                self.handed_in[team.number, version.number] = hashlib.sha256(content).hexdigest()
            teams = freeze_teams(store, league, (1, 2))
            conditions = Conditions(league.game, league.rules, league.time_control)
            match = Match({team.name: team.bot for team in teams}, conditions, CONTEST_GAMES, 7)
            self.event = save_league_contest(store, service.zips, league, match, teams)
            set_wanted(store, self.event, wanted=True)
        finally:
            store.close()

    def serve_and_kill(self) -> None:
        before = len(self.games) + len(self.results)
        with Arena(self.data, *self.options) as arena:
            seconds = self.random.uniform(0.0, MAX_SECONDS_TO_LIVE)
            killer = threading.Timer(seconds, lambda: arena.process.send_signal(signal.SIGKILL))
            killer.start()
            try:
                with suppress(OSError, http.client.HTTPException):
                    self.act_until_it_is_gone(arena)
            finally:
                killer.join()
            arena.process.wait()
            errors = arena.errors
            if "Traceback" in errors:
                raise Loss(f"the server said: {errors}")
        self.note_games()
        self.count(kills=1, games=len(self.games) + len(self.results) - before)

    def act_until_it_is_gone(self, arena: Arena) -> None:
        members = []
        for code in self.codes:
            members.append(Visitor(arena.page_port))
            entered = members[-1].ask("/api/v1/leagues/enter", {"code": code})
            assert entered.status == 200, entered.text
        while True:
            number = self.random.randrange(TEAMS)
            content = zip_of(f"# {self.random.random()}\n", "readme.txt")
            told = members[number].ask("/api/v1/leagues/soaked/versions", content)
            if told.status == 201:
                self.handed_in[number + 1, told.json["number"]] = hashlib.sha256(content).hexdigest()
            for team, version in [key for key in self.handed_in if key not in self.checked]:
                answer = members[team - 1].ask(f"/api/v1/leagues/soaked/versions/{version}")
                state = answer.json["state"]
                if state != WAITING:
                    self.checked[team, version] = state
            time.sleep(self.random.uniform(0.0, 0.3))

    def note_games(self) -> None:
        """What is in the store now must stay."""
        store = self.open()
        try:
            found = [game for _, game in list_league_games(store, self.league_id)]
            results = DatabaseResults(store, self.event).results()
            kept = [game.key for game in store.listing(event=self.event)]
        finally:
            store.close()
        for key, result in self.results.items():
            if results.get(key) != result:
                raise Loss(f"the result {key} of the contest is lost or another one")
        self.results = dict(results)
        if len(kept) != len(results):
            raise Loss(f"{len(kept)} records are kept of {len(results)} games of the contest")
        for key, game in self.games.items():
            if game not in found:
                raise Loss(f"the game {key} is lost or another one")
        self.games = {game.key: game for game in found}
        if len(self.games) != len(found):
            raise Loss("a game is there twice")

    def check(self) -> None:
        store = self.open()
        try:
            self.check_versions(store)
            kept = store.listing(event="league-soaked")
            if {game.key for game in kept} != set(self.games):
                raise Loss(f"{len(kept)} records are kept of {len(self.games)} games")
            pairs = [(game.pair, game.red) for game in self.games.values()]
            if len(set(pairs)) != len(pairs):
                raise Loss("a game of a pair was counted twice")
        finally:
            store.close()
        self.count(checked=len(self.handed_in) + len(self.checked) + len(self.games) + len(self.results))

    def check_versions(self, store: Store) -> None:
        zips = LeagueService(store, store.folder / "leagues").zips
        for team in leagues.list_teams(store, self.league_id):
            kept = {version.number: version for version in versions.list_versions(store, [team.id])}
            if sorted(kept) != list(range(1, len(kept) + 1)):
                raise Loss(f"team {team.number} has the versions {sorted(kept)}")
            for (number, version), digest in self.handed_in.items():
                if number != team.number:
                    continue
                if version not in kept or kept[version].zip != digest:
                    raise Loss(f"version {version} of team {number} is lost or another one")
                content = zips.path(digest).read_bytes()
                if hashlib.sha256(content).hexdigest() != digest:
                    raise Loss(f"the zip of version {version} of team {number} is damaged")
                state = self.checked.get((number, version))
                if state is not None and kept[version].state != state:
                    raise Loss(f"version {version} of team {number} was {state} and is {kept[version].state}")
            told = sum(number == team.number for number, _ in self.handed_in)
            # One may have been on its way each time somebody was killed.
            if len(kept) > told + self.lives * MAX_KILLS_IN_A_LIFE:
                raise Loss(f"team {team.number} handed in {told} times and has {len(kept)} versions")


class PostgresLeague(NeedsPostgres, LeagueVictim):
    """The same on a PostgreSQL server; zips still lie in a folder."""

    kind = "league, PostgreSQL"
    at_home: ClassVar[threading.Lock] = threading.Lock()

    def play(self) -> None:
        # Zips lie in the user's folder then, and all of us are one user.
        with self.at_home:
            os.environ["XDG_DATA_HOME"] = str(self.home)
            super().play()
