"""What the arena costs: overhead per game. What grows with games and cores is measured by `growth.py`.

The bare referee is `schwarm.launch.play`, game after game in one process; the arena plays the same games through a
runner, a process of its own and the store. Run it on an idle machine; on a busy one only the processor time tells
something: the last two columns, of a bare game and how much more the arena takes, the start of its processes left out.
Usage: python benchmarks/arena.py [games per figure]
"""

import os
import statistics
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import schwarm
from schwarm import launch
from schwarm.arena.contest import Conditions
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.executors import LocalExecutor, stay_on, usable_cores
from schwarm.arena.fixture import pair_fixtures
from schwarm.arena.match import Match
from schwarm.arena.pool import Pool
from schwarm.arena.runner import Ended, Event, Runner
from schwarm.launch import Sandbox
from schwarm.launch.isolation import can_wall
from schwarm.store import open_store

GAME = "piranhas-2026"
BOT = """
from schwarm.player import Player

class First(Player):
    def choose(self, state, clock):
        return state.legal_moves()[0]
"""
ROUNDS = 8
"""How often bare games and games of the arena take turns."""


def computed() -> float:
    """Seconds of processor time so far, of this process and of all it has started that have ended."""
    return sum(os.times()[:4])


def bare(bots: tuple[str, str], games: int, sandbox: Sandbox | None) -> tuple[float, float]:
    """Seconds per game of the referee alone, on the core on which the arena plays, too; and of processor time."""
    took, cores, before = [], usable_cores(), computed()
    stay_on(cores[0])
    for fixture in pair_fixtures("match", "A", "B", games, 1):
        began = time.perf_counter()
        launch.play(schwarm.game(GAME).start(fixture.seed), *bots, seed=fixture.seed, sandbox=sandbox)
        took.append(time.perf_counter() - began)
    stay_on(*cores)
    return statistics.median(took), (computed() - before) / games


def arena(bots: tuple[str, str], games: int, folder: Path, *, at_once: int, wall: bool) -> tuple[float, float]:
    """Seconds per game of a whole match, the start of its processes left out; and of processor time, it included."""
    store = open_store(folder)
    ended: list[float] = []
    before = computed()

    def tell(event: Event) -> None:
        if isinstance(event, Ended):
            ended.append(time.perf_counter())

    match = Match({"A": bots[0], "B": bots[1]}, Conditions(GAME, sandboxed=wall), games)
    pool = Pool(LocalExecutor(at_once))
    Runner(match, pool.share(), DatabaseResults(store, str(time.time_ns())), tell=tell).run()
    store.close()
    used = (computed() - before) / games
    if at_once > 1:
        return (ended[-1] - ended[at_once]) / (len(ended) - at_once - 1), used
    return statistics.median(after - before for before, after in pairwise(ended)), used


def main() -> None:
    # An even number in every round, and enough to see the time between two games.
    games = max(4, int(sys.argv[1]) // ROUNDS // 2 * 2) * ROUNDS if len(sys.argv) > 1 else 80
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bot = folder / "bot.py"
        bot.write_text(BOT)
        pairings = {
            "built-in, instant": (("random", "random"), False),
            "Python bots": ((f"{bot}:First", f"{bot}:First"), False),
            "Python bots behind the wall": ((f"{bot}:First", f"{bot}:First"), True),
        }
        # Two players who are not there: what is left is the start of the process that would play.
        start = 2 * arena(("no.zip", "no.zip"), 2, folder / "data", at_once=1, wall=False)[1]
        head = f"{'bare ms':>10}{'arena ms':>10}{'overhead':>10}{'from':>10}{'to':>10}{'cpu ms':>10}{'overhead':>10}"
        print(f"{'one game at a time':30}{head}   (median and quartiles of {ROUNDS} rounds)")
        for kind, (bots, wall) in pairings.items():
            if wall and not can_wall():
                print(f"{kind:30}  bubblewrap is missing")
                continue
            # In short turns, since what else the machine does changes from minute to minute.
            rounds = [
                (
                    bare(bots, games // ROUNDS, Sandbox(wall=wall)),
                    arena(bots, games // ROUNDS, folder / "data", at_once=1, wall=wall),
                )
                for _ in range(ROUNDS)
            ]
            alone, whole = (statistics.median(each[0] for each in column) for column in zip(*rounds, strict=True))
            ratios = [after / before for (before, _), (after, _) in rounds]
            low, ratio, high = statistics.quantiles(ratios, method="inclusive")
            before, after = (sum(each[1] for each in column) / ROUNDS for column in zip(*rounds, strict=True))
            shares = "".join(f"{100 * (share - 1):>9.1f}%" for share in (ratio, low, high))
            print(f"{kind:30}{1000 * alone:>10.1f}{1000 * whole:>10.1f}{shares}{1000 * before:>10.1f}", end="")
            # Next to the start of a process a game of built-in players is nothing.
            own = (after - start / (games // ROUNDS)) / before
            print(f"{100 * (own - 1):>9.1f}%" if before > start else f"{'–':>10}")


if __name__ == "__main__":
    main()
