"""What the arena costs: overhead per game, games per hour, how long a season of 100,000 games takes to go on, and size.

The bare referee is `schwarm.launch.play`, game after game in one process; the arena plays the same games through a
runner, a process of its own and the store. Run it on an idle machine.
Usage: python benchmarks/arena.py [games per figure]
"""

import statistics
import sys
import tempfile
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from sqlalchemy import insert

import schwarm
from schwarm import launch
from schwarm.arena.assignment import Assignment, Delivery
from schwarm.arena.contest import Conditions
from schwarm.arena.crew import LocalCrew, usable_cores
from schwarm.arena.fixture import paired
from schwarm.arena.hand import stay_on
from schwarm.arena.ledger import Ledger
from schwarm.arena.match import Match
from schwarm.arena.runner import Ended, Event, Runner
from schwarm.arena.season import Season, Team
from schwarm.games.record import Record
from schwarm.launch import Sandbox
from schwarm.launch.sandbox import can_wall
from schwarm.store import open_store, tables
from schwarm.store.games import Store

GAME = "piranhas-2026"
BOT = """
from schwarm.player import Player

class First(Player):
    def choose(self, state, clock):
        return state.legal_moves()[0]
"""
STORED = 100_000


def bare(bots: tuple[str, str], games: int, sandbox: Sandbox | None) -> float:
    """Seconds per game of the referee alone, on the core on which the arena plays, too."""
    took, cores = [], usable_cores()
    stay_on(cores[0])
    for fixture in paired("match", "A", "B", games, 1):
        began = time.perf_counter()
        launch.play(schwarm.game(GAME).start(fixture.seed), *bots, seed=fixture.seed, sandbox=sandbox)
        took.append(time.perf_counter() - began)
    stay_on(*cores)
    return statistics.median(took)


def arena(bots: tuple[str, str], games: int, folder: Path, *, at_once: int, wall: bool) -> float:
    """Seconds per game of a whole match, the start of its processes left out."""
    store = open_store(folder)
    ended: list[float] = []

    def tell(event: Event) -> None:
        if isinstance(event, Ended):
            ended.append(time.perf_counter())

    match = Match({"A": bots[0], "B": bots[1]}, Conditions(GAME, sandboxed=wall), games)
    Runner(match, LocalCrew(at_once), Ledger(store, str(time.time_ns())), tell=tell).run()
    store.close()
    if at_once > 1:
        return (ended[-1] - ended[at_once]) / (len(ended) - at_once - 1)
    return statistics.median(after - before for before, after in pairwise(ended))


def fill(store: Store, season: Season, event: str, record: Record) -> None:
    """100,000 games as a season stores them, without playing them: one real game under every key."""
    text, rows = str(record), list(enumerate(season.due({})[:STORED], start=1))
    with store.database.writing() as connection:
        connection.execute(
            insert(tables.games),
            [
                {
                    "id": number,
                    "key": f"{event}/{fixture.key}",
                    "game": GAME,
                    "rules": "documents",
                    "red": fixture.red,
                    "blue": fixture.blue,
                    "moves": len(record.moves),
                    "finished": True,
                    "winner": "ONE",
                    "reason": "heavier",
                    "points_red": 20 + number % 7,
                    "points_blue": 10,
                    "event": event,
                    "match": fixture.key.rpartition("/")[0],
                    "pairing": "",
                    "at": float(number),
                }
                for number, fixture in rows
            ],
        )
        texts = [{"game_id": number, "record": text, "meta": "{}"} for number, _ in rows]
        connection.execute(insert(tables.texts), texts)
        times = {"red_moves": 30, "red_median": 0.01, "red_slowest": 0.1}
        times |= {"blue_moves": 30, "blue_median": 0.01, "blue_slowest": 0.1}
        connection.execute(insert(tables.reports), [{"game_id": number, "why": "", **times} for number, _ in rows])


class Ready:
    """A crew that has played everything already: what is left is the runner's own work."""

    def __init__(self, record: Record, places: int = 64) -> None:
        self.record, self.places = record, places
        self.waiting: list[Assignment] = []

    def free(self) -> int:
        return self.places - len(self.waiting)

    def hand_out(self, assignment: Assignment) -> None:
        self.waiting.append(assignment)

    def news(self, timeout: float) -> Delivery | None:
        fixture = self.waiting.pop().fixture
        return Delivery(fixture.key, str(replace(self.record, players=fixture.players)), printed=((-1, 0, "x" * 2000),))

    def stop(self) -> None:
        pass


def writing(folder: Path, games: int) -> float:
    """Seconds that whoever runs a contest needs per game to read, judge and store it."""
    store = open_store(folder)
    record = launch.play(schwarm.game(GAME).start(1), "random", "random", seed=1).record
    match = Match({"A": "random", "B": "random"}, Conditions(GAME), games)
    began = time.perf_counter()
    Runner(match, Ready(record), Ledger(store, "writing")).run()
    took = time.perf_counter() - began
    store.close()
    return took / games


def resume(folder: Path) -> tuple[float, float, float]:
    """Seconds until the next game of a large season is known, how many of them computing, and kilobytes per game."""
    teams = tuple(Team(f"Team {number:03}", "random", "") for number in range(190))
    season = Season("Large", teams, Conditions(GAME), finalists=8)
    store = open_store(folder)
    start = schwarm.game(GAME).start(1)
    record = launch.play(start, "random", "random", seed=1).record
    fill(store, season, "season Large", record)
    store.close()
    began, computed = time.perf_counter(), time.process_time()
    store = open_store(folder)
    results = Ledger(store, "season Large").results()
    due = season.due(results)
    took, computed = time.perf_counter() - began, time.process_time() - computed
    assert len(results) == STORED
    assert len(due) == season.championship[0].total - STORED
    store.close()
    size = sum(file.stat().st_size for file in folder.iterdir()) / STORED / 1000
    return took, computed, size


def main() -> None:
    games = int(sys.argv[1]) // 8 * 8 if len(sys.argv) > 1 else 80
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bot = folder / "bot.py"
        bot.write_text(BOT)
        pairings = {
            "built-in, instant": (("random", "random"), False),
            "Python bots": ((f"{bot}:First", f"{bot}:First"), False),
            "Python bots behind the wall": ((f"{bot}:First", f"{bot}:First"), True),
        }
        print(f"{'one game at a time':30}{'bare ms':>10}{'arena ms':>10}{'overhead':>10}")
        for kind, (bots, wall) in pairings.items():
            if wall and not can_wall():
                print(f"{kind:30}  bubblewrap is missing")
                continue
            # In turns, since what else the machine does changes from minute to minute.
            rounds = [
                (
                    bare(bots, games // 4, Sandbox(wall=wall)),
                    arena(bots, games // 4, folder / "data", at_once=1, wall=wall),
                )
                for _ in range(4)
            ]
            alone, whole = (statistics.median(column) for column in zip(*rounds, strict=True))
            print(f"{kind:30}{1000 * alone:>10.1f}{1000 * whole:>10.1f}{100 * (whole / alone - 1):>9.1f}%")
        cores = len(usable_cores())
        each = arena(("random", "random"), 10 * games, folder / "data", at_once=cores, wall=False)
        print(f"games per hour, instant bots, {cores} at once: {3600 / each:,.0f}")
        own = writing(folder / "written", 10 * games)
        print(f"the runner's own work: {1000 * own:.2f} ms per game, so at most {3600 / own:,.0f} games per hour")
        took, computed, size = resume(folder / "large")
        print(f"a season of {STORED:,} stored games goes on after {took:.2f} s ({computed:.2f} s of computing)")
        print(f"the store: {size:.2f} KB per game")


if __name__ == "__main__":
    main()
