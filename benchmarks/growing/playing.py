"""Games that are played: their start, a contest's runner, `BatchEnv`, and how a larger table helps Hecht."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path

from benchmarks.arena import BOT
from benchmarks.growing.copies import GAME, real_record
from benchmarks.growing.scene import CLOCK, NODES, Measure, Row, Scene, computed, process_counts, timed

import schwarm
from schwarm import launch
from schwarm.arena.contest import Conditions
from schwarm.arena.contest_records import DatabaseResults
from schwarm.arena.executors import LocalExecutor
from schwarm.arena.game_job import Assignment, GameReport
from schwarm.arena.match import Match
from schwarm.arena.pool import Pool, Share
from schwarm.arena.runner import Runner
from schwarm.engine import Engine, Limit
from schwarm.engine.signature import positions
from schwarm.learn import BatchEnv
from schwarm.store import open_store

STEPS = 20_000
"""Of a learner, in all games together."""
THREADED_GAMES = 4_096
DEPTH = 13
GAMES_PER_PROCESS = 40


# -- the start of a game -------------------------------------------------------------------------------------------


def play_last_move(bot: str, wall: bool, last: str) -> None:
    """A game that is over after a move: start and end of its players are nearly all of it."""
    launch.play(schwarm.game(GAME).parse(last), bot, bot, seed=1, sandbox=launch.Sandbox(wall=wall))


def open_starts(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    bot = folder / "bot.py"
    bot.write_text(BOT)
    record = real_record(1)
    last = str(list(record.states())[-2])
    # Each plays in a process of its own, as in a contest; these are there already.
    players = opened.enter_context(ProcessPoolExecutor(max(sizes), get_context("spawn")))
    list(players.map(partial(play_last_move, "random", False), [last] * max(sizes)))

    def start(name: str, wall: bool) -> Measure:
        play = partial(play_last_move, name, wall)
        return lambda size: timed(lambda: list(players.map(play, [last] * size)))

    return {
        "start-built-in": start("random", False),
        "start-class": start(f"{bot}:First", False),
        "start-walled": start(f"{bot}:First", True),
    }


# -- a contest's runner --------------------------------------------------------------------------------------------


class Ready(Share):
    """A share that has played everything already: what is left is the runner's own work."""

    def __init__(self, report: GameReport, places: int = 64) -> None:
        self._record, self._places = real_record(1), places
        self._report, self._waiting = report, list[Assignment]()

    def free(self) -> bool:
        return self._places > len(self._waiting)

    def submit(self, assignment: Assignment) -> None:
        self._waiting.append(assignment)

    def collect(self, timeout: float) -> GameReport | None:
        fixture = self._waiting.pop().fixture
        record = str(replace(self._record, players=fixture.players))
        return replace(self._report, key=fixture.key, record=record)

    def stop(self) -> None:
        pass


def run_match(folder: Path, games: int, share: Callable[[], Share]) -> None:
    match = Match({"A": "random", "B": "random"}, Conditions(GAME, sandboxed=False), games)
    with closing(open_store(folder)) as store:
        Runner(match, share(), DatabaseResults(store, "match")).run()
    shutil.rmtree(folder)


def open_runner(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    numbers = count()

    def play(size: int) -> float:
        games, place = GAMES_PER_PROCESS * size, folder / str(next(numbers))
        return timed(lambda: run_match(place, games, Pool(LocalExecutor(size)).share)) / games

    return {"runner": play}


def open_judging(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    numbers, report = count(), GameReport("", printed=((-1, 0, "x" * 2000),))
    return {
        "runner-alone": lambda size: computed(
            lambda: run_match(folder / str(next(numbers)), size, lambda: Ready(report))
        )
    }


# -- learning and searching ----------------------------------------------------------------------------------------


def steps_of(env: BatchEnv) -> Callable[[], None]:
    def step() -> None:
        for _ in range(max(1, STEPS // env.games)):
            env.step(env.sample())

    return step


def open_batches(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    steps = {size: steps_of(BatchEnv(GAME, size, seed=1)) for size in sizes}
    return {"batch-env-by-games": lambda size: computed(steps[size]) / (size * max(1, STEPS // size))}


def open_threads(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    steps = {size: steps_of(BatchEnv(GAME, THREADED_GAMES, seed=1, threads=size)) for size in sizes}
    return {"batch-env-by-threads": lambda size: timed(steps[size]) / (THREADED_GAMES * (STEPS // THREADED_GAMES))}


def open_tables(sizes: Sequence[int], folder: Path, opened: ExitStack) -> Mapping[str, Measure]:
    engines = {size: Engine(GAME, memory=size, seed=1) for size in sizes}
    states = positions(schwarm.game(GAME))[:4]
    searched: dict[int, int] = {}

    def search(size: int) -> float:
        """Seconds for a million nodes; how many there were is kept."""

        def think() -> None:
            engines[size].forget()
            searched[size] = sum(engines[size].analyse(state, Limit(depth=DEPTH)).nodes for state in states)

        return computed(think) / searched[size] * 1e6

    def count_nodes(size: int) -> float:
        search(size)
        return searched[size]

    return {"nodes-by-table": count_nodes, "node-seconds-by-table": search}


COUNTS = process_counts()
SCENES = (
    Scene(
        (
            Row("start-built-in", "at once", "Games of one move between built-in players, until all are over.", CLOCK),
            Row("start-class", "at once", "The same with a Python class on both sides.", CLOCK),
            Row("start-walled", "at once", "The same with both classes behind the wall.", CLOCK),
        ),
        (1, 2, 4),
        (1, 2),
        open_starts,
    ),
    Scene(
        (Row("runner", "processes", f"A game of built-in players in a match, {GAMES_PER_PROCESS} a process.", CLOCK),),
        COUNTS,
        (1, 2),
        open_runner,
    ),
    Scene(
        (Row("runner-alone", "games", "Handing out, judging and storing a match that costs nothing to play."),),
        (100, 400, 1_600),
        (10, 20, 40),
        open_judging,
    ),
    Scene(
        (Row("batch-env-by-games", "games", "One step of one game of a `BatchEnv`, on one thread."),),
        (16, 256, 4_096, 65_536),
        (4, 16, 64),
        open_batches,
    ),
    Scene(
        (Row("batch-env-by-threads", "threads", f"One step of one game of {THREADED_GAMES:,}.", CLOCK),),
        COUNTS,
        (1, 2),
        open_threads,
    ),
    Scene(
        (
            Row("nodes-by-table", "megabytes", f"What Hecht looks at until depth {DEPTH}, in four positions.", NODES),
            Row("node-seconds-by-table", "megabytes", "A million of these nodes."),
        ),
        (1, 8, 64),
        (1, 2, 4),
        open_tables,
    ),
)
