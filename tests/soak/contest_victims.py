"""Contests that are killed: matches and seasons, with an SQLite file or a PostgreSQL server."""

import time
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from patience import PATIENCE
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.season_file import read_season
from schwarm.games import Outcome
from schwarm.store import open_store
from schwarm.store.contests import list_terms
from schwarm.store.games import Store
from soak.contest_check import check_contest
from soak.loss import Loss
from soak.process_usage import Usage
from soak.victim import Process, Victim

BOT = Path(__file__).parent.parent / "arena" / "bad_bots.py"
PLAYERS = [("random", "random"), ("greedy", "random"), (f"{BOT}:Plain", "random")]
MAX_KILLS_IN_A_LIFE = 12
MAX_STARTING_SECONDS = 3.0
"""Seconds within which somebody is killed who has only just begun."""


class ContestVictim(Victim):
    """A contest that is begun, killed, resumed, and played to its end."""

    def play(self) -> None:
        self.prepare()
        seen: dict[str, Outcome] = {}
        for _ in range(self.random.randint(2, MAX_KILLS_IN_A_LIFE)):
            if self.totals.over:
                break
            process = self.start(*self.command(resume=self.has_begun()))
            try:
                self.let_play(process, len(seen))
                self.strike(process)
            finally:
                process.kill()
                process.wait()
            seen = self.check(seen)
            if self.is_over(seen):
                break
        self.run_to_the_end(*self.command(resume=self.has_begun()))
        seen = self.check(seen)
        if not self.is_over(seen):
            raise Loss(f"it ended, but is not over after {len(seen)} games")

    @abstractmethod
    def prepare(self) -> None:
        """Choose what is played."""

    @abstractmethod
    def command(self, *, resume: bool) -> list[object]:
        """What `schwarm` is told."""

    @abstractmethod
    def is_over(self, results: dict[str, Outcome]) -> bool:
        """Whether everything was played."""

    @property
    def data(self) -> str | Path:
        """Where the games are kept."""
        return self.folder

    def strike(self, process: Process) -> None:
        """What happens to it."""
        self.kill(process)

    @contextmanager
    def store(self) -> Iterator[Store]:
        opened = open_store(self.data)
        try:
            yield opened
        finally:
            opened.close()

    def has_begun(self) -> bool:
        with self.store() as store:
            return bool(list_terms(store))

    def let_play(self, process: Process, before: int) -> None:
        """Wait for some more results and a moment longer; or only for a moment, in which it just begins."""
        more = self.random.choice((0, 1, 1, 2, 3, 5, 8))
        if not more:
            self.pause(MAX_STARTING_SECONDS)
            return
        first = self.wait_for(process, before + 1)
        if self.wait_for(process, before + more) and first:
            self.pause(0.1)
            self.check_growth(first, process.pid)

    def wait_for(self, process: Process, results: int) -> Usage | None:
        """Wait for so many results; what it uses then, None if it has ended before."""
        deadline = time.monotonic() + PATIENCE
        with self.store() as store:
            while process.poll() is None:
                if len(store.listing(limit=results)) >= results:
                    with suppress(OSError):
                        return Usage.of(process.pid)
                if time.monotonic() > deadline:
                    raise Loss(f"{results} results did not come in time")
                time.sleep(0.02)
        if process.returncode:
            raise Loss(f"it ended with {process.returncode}: {self.errors}")
        return None

    def played(self) -> int:
        with self.store() as store:
            return len(store.listing())

    def check(self, seen: dict[str, Outcome]) -> dict[str, Outcome]:
        with self.store() as store:
            events = list(list_terms(store))
            if len(events) > 1 or (seen and not events):
                raise Loss(f"there are {len(events)} contests")
            now = check_contest(store, events[0], seen) if events else {}
        self.count(games=len(now) - len(seen), checked=len(now))
        return now


class MatchVictim(ContestVictim):
    kind = "match"

    def prepare(self) -> None:
        self.players = self.random.choice(PLAYERS)
        # A game of programs takes many times as long.
        self.games = 2 * (self.random.randint(5, 10) if ":" in self.players[0] else self.random.randint(10, 80))

    def command(self, *, resume: bool) -> list[object]:
        again = ["--resume"] if resume else []
        return ["match", *self.players, "-n", self.games, "-j", 2, "--data", self.data, *again]

    def is_over(self, results: dict[str, Outcome]) -> bool:
        return results.keys() == {f"match/{number}" for number in range(1, self.games + 1)}


class SwissVictim(ContestVictim):
    """Whoever resumes it draws the same rounds again, from the results that are there."""

    kind = "swiss"

    def prepare(self) -> None:
        self.players = ["random", "greedy", *(f"hecht:level={level}" for level in range(1, self.random.randint(3, 7)))]
        self.rounds = self.random.randint(2, 4)

    def command(self, *, resume: bool) -> list[object]:
        again = ["--resume"] if resume else []
        rounds = ["--swiss", "--rounds", self.rounds, "-n", 2, "--time", "0.05s"]
        return ["tournament", *self.players, *rounds, "-j", 2, "--data", self.data, *again]

    def is_over(self, results: dict[str, Outcome]) -> bool:
        return len(results) == self.rounds * (len(self.players) // 2) * 2


SEASON = """
title = "Cup"
game = "{game}"
seed = {seed}
[games]
per_encounter = 2
[final_eight]
teams = 4
per_encounter = 2
most_games = 8
"""
TEAM = """
[[team]]
name = "{name}"
bot = "{bot}"
"""


class SeasonVictim(ContestVictim):
    kind = "season"

    def prepare(self) -> None:
        game = self.random.choice(("piranhas-2026", "piranhas-2019", "ostseeschach-2022"))
        text = SEASON.format(game=game, seed=self.random.randrange(1000))
        for number in range(self.random.randint(4, 6)):
            text += TEAM.format(name=f"Team {number}", bot=self.random.choice(("random", "greedy")))
        (self.folder / "season.toml").write_text(text)

    def command(self, *, resume: bool) -> list[object]:
        return ["season", "run", self.folder, "-j", 2, "--data", self.data]

    def is_over(self, results: dict[str, Outcome]) -> bool:
        if not results:
            return False
        season = read_season(self.folder)
        with self.store() as store:
            (event,) = list_terms(store)
            played = DatabaseResults(store, event).results()
        return season.finished(played) and season.champion(played) is not None
