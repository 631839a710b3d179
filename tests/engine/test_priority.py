"""Searches that let everything else on the machine go first."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import schwarm
from schwarm import core
from schwarm.engine import Engine, Limit
from schwarm.engine.core_search import give_way

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or core.kind != "native", reason="only Linux and the native core know threads' priorities"
)
GAME = schwarm.game("piranhas-2026")


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    yield
    give_way(0)


def nicenesses() -> dict[int, int]:
    """Of all threads of this process."""
    found = dict[int, int]()
    for task in Path("/proc/self/task").iterdir():
        with suppress(ProcessLookupError):
            found[int(task.name)] = os.getpriority(os.PRIO_PROCESS, int(task.name))
    return found


def test_the_search_gives_way_and_who_waits_for_it_does_not() -> None:
    engine, own, before = Engine(GAME, memory=1), os.getpriority(os.PRIO_PROCESS, 0), nicenesses()
    assert give_way(3)
    waiting = threading.Thread(target=engine.analyse, args=(GAME.start(1), Limit(seconds=60)))
    waiting.start()
    try:
        searching = set[int]()
        while not searching and waiting.is_alive():
            now = nicenesses()
            searching = {task for task, nice in now.items() if nice == own + 3} - before.keys()
        assert searching
        assert now[waiting.native_id or 0] == own
    finally:
        engine.stop()
        waiting.join()


def test_it_finds_the_same() -> None:
    found = []
    for niceness in (0, 3):
        give_way(niceness)
        analysis = Engine(GAME, memory=1, seed=1).analyse(GAME.start(1), Limit(nodes=20_000))
        found.append((analysis.nodes, analysis.depth, analysis.lines))
    assert found[0] == found[1]


def test_a_niceness_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="niceness"):
        give_way(20)
