"""Who plays the contests of the page: the processes of this machine and, where all bots can travel, other machines that
joined. Contests and leagues share both."""

from typing import Protocol

from schwarm.arena.contest import Contest
from schwarm.arena.game_processes import GamePool, OnProgress
from schwarm.arena.shared_processes import SharedProcesses
from schwarm.arena.zip_cache import can_travel
from schwarm.league.contest_words import WordKeeper
from schwarm.store.games import Store


class Workers(Protocol):
    """Other machines, see `schwarm.arena.joining_workers`."""

    def join(self, here: GamePool, on_progress: OnProgress | None = None) -> GamePool: ...


class ContestPools:
    """Gives every contest its share."""

    def __init__(self, store: Store, processes: SharedProcesses | None, workers: Workers | None) -> None:
        self._store, self._processes, self._workers = store, processes, workers

    def join(self, event: str, contest: Contest, league: str, on_progress: OnProgress) -> GamePool:
        """A pool for one contest, of a `league` perhaps; `on_progress` hears of moves."""
        processes = self._processes = self._processes or SharedProcesses()
        pool: GamePool = processes.join(on_progress)
        # A bot that is a command or a class is a file of this machine; and nothing goes there without a sandbox.
        if self._workers and contest.conditions.sandboxed and all(map(can_travel, contest.bots.values())):
            pool = self._workers.join(pool, on_progress)
        # What bots of a league say is for their teams alone.
        return WordKeeper(pool, self._store, event) if league else pool
