"""`schwarm serve`: killed while people and programs play; and one that nobody kills and that must not grow."""

import signal
import threading
import time
from collections.abc import Iterable
from pathlib import Path

from patience import PATIENCE, until
from referee.told import LAST_ROUND, Told, kept, play_on
from schwarm.games import Outcome
from schwarm.store import open_store
from soak.loss import Loss
from soak.page_crowd import PageCrowd
from soak.process_usage import MAX_GROWTH, Usage, check_flat
from soak.totals import Count, Totals
from soak.victim import Victim
from web.arena import Arena

CLIENTS = 6
SPECTATORS = 5
MAX_KILLS_IN_A_LIFE = 4
WARM_LIVES = 3
"""After so many lives every cache and every thread is there; what comes then must stay flat."""


class Crowd:
    """Programs at the game server and people at the page, all of whom play until it is gone."""

    def __init__(self, arena: Arena, told: Told, spectators: int) -> None:
        self.page = PageCrowd(arena.page_port, spectators)
        self._told = told
        self._threads = [
            threading.Thread(target=play_on, args=(arena.client(f"client {number}"), told), daemon=True)
            for number in range(CLIENTS)
        ]
        for thread in self._threads:
            thread.start()
        self.page.start()

    def wait_for(self, programs: int, people: int) -> None:
        """Wait until so many results were told to either."""
        self._told.wanted = programs
        try:
            until(lambda: len(self._told.outcomes) >= programs and len(self.page.told) >= people, what="results")
        except AssertionError as error:
            self.page.check_playing()
            raise Loss(f"{len(self._told.outcomes)} and {len(self.page.told)} results came in time") from error
        self.page.check_playing()

    def join(self) -> None:
        self.page.stop(PATIENCE)
        for thread in self._threads:
            thread.join(PATIENCE)
            if thread.is_alive():
                raise Loss("a client waits for ever")


class ServeVictim(Victim):
    """Killed and begun again; what anybody was told is there afterwards, as a replay and in the store."""

    kind = "serve"

    def play(self) -> None:
        self.told, self.crowds = Told(), list[PageCrowd]()
        for _ in range(self.random.randint(2, MAX_KILLS_IN_A_LIFE)):
            if self.totals.over:
                break
            self.serve_and_kill()
            self.check()

    @property
    def data(self) -> str | Path:
        return self.folder / "data"

    @property
    def replays(self) -> Path:
        return self.folder / "replays"

    def serve_and_kill(self) -> None:
        programs, people = self.random.randint(1, 40), self.random.randint(1, 10)
        before = len(self.told.outcomes)
        with Arena(self.data, "--start", LAST_ROUND, "--replays", str(self.replays)) as arena:
            crowd = Crowd(arena, self.told, SPECTATORS)
            self.crowds.append(crowd.page)
            crowd.wait_for(before + 1, 1)
            usage = Usage.of(arena.process.pid)
            crowd.wait_for(before + programs, people)
            self.pause(0.1)
            self.check_growth(usage, arena.process.pid)
            arena.end(signal.SIGKILL)
            crowd.join()
            errors = arena.errors
            if "Traceback" in errors:
                raise Loss(f"the server said: {errors}")
        self.count(kills=1, games=len(self.told.outcomes) - before + len(crowd.page.told))

    def check(self) -> None:
        if self.told.contradictions:
            raise Loss(f"two clients were told different ends of {self.told.contradictions}")
        store, records = open_store(self.data), kept(self.replays)
        try:
            for room, outcome in self.told.outcomes.items():
                stored = store.get(room)
                if room not in records or stored is None:
                    raise Loss(f"the result of {room} is lost")
                if not all(ends_as_told(each.outcome, outcome) for each in (records[room], stored.record)):
                    raise Loss(f"{room} ended with {outcome} and is kept with {stored.record.outcome}")
        finally:
            store.close()
        check_page(self.data, self.crowds)
        self.count(checked=len(self.told.outcomes) + sum(len(crowd.told) for crowd in self.crowds))


def ends_as_told(kept: Outcome | None, told: Outcome) -> bool:
    """Whether a result is the one that clients heard; the wire has no points for a side that lost by a violation."""
    if kept is None or told.reason.regular:
        return kept == told
    return (kept.winner, kept.reason) == (told.winner, told.reason)


def check_page(data: str | Path, crowds: Iterable[PageCrowd]) -> None:
    """Raise a `Loss` if a game of the page is not kept as people saw it."""
    store = open_store(data)
    try:
        for crowd in crowds:
            for key in crowd.moves:
                found = store.get(key)
                crowd.check_kept(key, found.record if found else None)
    finally:
        store.close()


class SteadyServer(Victim):
    """Nobody kills it; people come, play, look on and leave, and it holds no more than before."""

    kind = "serve, not killed"

    def __init__(self, folder: Path, seed: int | str, totals: Totals) -> None:
        super().__init__(folder, seed, totals)
        self._arena: Arena | None = None
        self._warm: Usage | None = None

    def play(self) -> None:
        # Not in the folder of one life, which goes with it.
        data = self.home / "data"
        if self._arena is None:
            self._arena = Arena(data, "--start", LAST_ROUND)
        crowd = PageCrowd(self._arena.page_port, SPECTATORS)
        games = self.random.randint(5, 20)
        for _ in range(games):
            crowd.play()
        check_page(data, [crowd])
        self.count(games=games, checked=games)
        pid = self._arena.process.pid
        if self.lives < WARM_LIVES:
            return
        if self._warm is None:
            self._warm = self.settle(pid)
        growth = self.settle(pid).since(self._warm)
        self.totals.add(self.kind, Count(growth=growth))
        check_flat(growth)

    def settle(self, pid: int) -> Usage:
        """What it holds once those who left are forgotten."""
        usage, deadline = Usage.of(pid), time.monotonic() + PATIENCE
        while self._warm and time.monotonic() < deadline:
            growth = usage.since(self._warm)
            if growth.most(MAX_GROWTH) == MAX_GROWTH:
                break
            time.sleep(0.1)
            usage = Usage.of(pid)
        return usage

    def close(self) -> None:
        if self._arena is not None:
            self._arena.__exit__(None, None, None)
