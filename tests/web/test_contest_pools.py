"""Contests of the page use other machines that joined, where those could start the bots."""

from dataclasses import replace
from pathlib import Path

import pytest

from schwarm.arena.contest import Conditions
from schwarm.arena.game_processes import GamePool, OnProgress
from schwarm.arena.match import Match
from schwarm.arena.shared_processes import SharedProcesses
from schwarm.league.contest_words import WordKeeper
from schwarm.store import open_store
from schwarm.web.contests.contest_pools import ContestPools


class Joined:
    """Somewhere else."""

    def __init__(self) -> None:
        self.pools: list[GamePool] = []

    def join(self, here: GamePool, on_progress: OnProgress | None = None) -> GamePool:
        assert on_progress is not None
        self.pools.append(here)
        return here


@pytest.mark.parametrize(
    ("bot", "goes"),
    [
        ("random", True),
        ("hecht:level=2", True),
        ("bot.zip", True),
        ("missing.zip", False),
        ("bot.py:Bot", False),
        ("./start.sh", False),
    ],
)
def test_only_what_can_travel_is_played_elsewhere(tmp_path: Path, bot: str, goes: bool) -> None:
    for name in ("bot.zip", "bot.py", "start.sh"):
        (tmp_path / name).write_bytes(b"")
    workers, store, known = Joined(), open_store(tmp_path), bot.partition(":")[0] in ("random", "hecht")
    contest = Match({"A": bot if known else str(tmp_path / bot), "B": "greedy"}, Conditions("piranhas-2026"), 2)
    pools = ContestPools(store, SharedProcesses(1), workers)
    try:
        plain = pools.join("match", contest, "", lambda progress: None)
        assert bool(workers.pools) is goes
        # A league's bots keep their words to themselves, wherever they play.
        kept = pools.join("match", contest, "abcdef", lambda progress: None)
        assert isinstance(kept, WordKeeper)
        workers.pools.clear()
        open_air = replace(contest, conditions=replace(contest.conditions, sandboxed=False))
        bare = pools.join("match", open_air, "", lambda progress: None)
        assert not workers.pools
        for pool in (plain, kept, bare):
            pool.stop()
    finally:
        store.close()
