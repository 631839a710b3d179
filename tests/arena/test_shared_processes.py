"""Several contests and leagues on the same cores: everybody gets a fair share, nobody hears of another's games."""

import itertools
import threading
from collections import Counter
from functools import partial

import pytest

from arena.fake_pool import delivered
from patience import until
from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.contest import Conditions, assignment
from schwarm.arena.game_processes import GameProcess, News
from schwarm.arena.match import Match
from schwarm.arena.results import Results
from schwarm.arena.runner import Ending, MemoryResults, Runner
from schwarm.arena.shared_processes import PoolShare, SharedProcesses

CONDITIONS = Conditions("piranhas-2026")


class FakeProcess(GameProcess):
    """A process that plays nothing: a game is over when the test says so."""

    exits = 0
    since = 0
    numbers = itertools.count()

    def begin(self, assignment: Assignment) -> None:
        self.assignment, self.since = assignment, next(self.numbers)

    def check(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def on_exit(self) -> None:
        self.exits += 1
        self.assignment = None

    def finish(self) -> None:
        assert self.assignment is not None
        self.deliver(delivered(self.assignment))


class Hands:
    """The processes of a test, as they were made."""

    def __init__(self, size: int) -> None:
        self.made: list[FakeProcess] = []
        self.processes = SharedProcesses(size, start=self._make)

    def _make(self, core: int, news: News) -> FakeProcess:
        self.made.append(FakeProcess(core, news))
        return self.made[-1]


def match(name: str, games: int = 100) -> Match:
    return Match({"A": "greedy", name: "random"}, CONDITIONS, games)


class Wanting:
    """Somebody who always has one more game to play."""

    def __init__(self, share: PoolShare, name: str, games: int = 100) -> None:
        self.share, self.name = share, name
        self.left = list(match(name, games).due(Results()))
        self.begun = 0

    def go_on(self) -> None:
        while self.left and self.share.free():
            self.share.submit(assignment(match(self.name), self.left.pop(0)))
            self.begun += 1

    def take(self) -> GameReport | None:
        return self.share.collect(0)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_everybody_gets_as_many_games(size: int) -> None:
    hands = Hands(size)
    three = [Wanting(hands.processes.join(), name) for name in "BCD"]
    for _ in range(60):
        for one in three:
            one.go_on()
        assert all(hand.assignment for hand in hands.made)
        # The oldest game is over, whoever's it is.
        min(hands.made, key=lambda hand: hand.since).finish()
        for one in three:
            one.take()
    counts = [one.begun for one in three]
    # Whoever came first had all cores for a moment.
    assert max(counts) - min(counts) <= size, counts
    assert sum(counts) == size + 59


def test_one_who_comes_later_waits_for_one_game_only() -> None:
    hands = Hands(2)
    large = Wanting(hands.processes.join(), "B")
    large.go_on()
    assert large.begun == 2
    small = Wanting(hands.processes.join(), "C", games=2)
    small.go_on()
    assert small.begun == 0
    hands.made[0].finish()
    large.take()
    large.go_on()
    assert large.begun == 2  # it is the other one's turn
    small.go_on()
    assert small.begun == 1
    # Both have one; the next goes to whoever had none for longest.
    hands.made[1].finish()
    large.take()
    small.go_on()
    large.go_on()
    assert (large.begun, small.begun) == (3, 1)


def test_cores_are_not_kept_for_those_who_want_none() -> None:
    hands = Hands(2)
    done, busy = Wanting(hands.processes.join(), "B", games=2), Wanting(hands.processes.join(), "C")
    done.go_on()
    for hand in hands.made:
        hand.finish()
    assert done.take()
    assert done.take()
    done.go_on()
    busy.go_on()
    assert busy.begun == 2
    done.share.stop()
    assert all(hand.assignment for hand in hands.made)
    busy.share.stop()
    assert not any(hand.assignment for hand in hands.made)
    # Nobody plays any more: no process is left waiting.
    assert all(hand.exits for hand in hands.made)


def test_leaving_ends_ones_own_games_alone() -> None:
    hands = Hands(2)
    one, two = Wanting(hands.processes.join(), "B"), Wanting(hands.processes.join(), "C")
    one.share.free()
    two.share.free()
    one.go_on()
    two.go_on()
    assert (one.begun, two.begun) == (1, 1)
    one.share.stop()
    assert [hand.exits for hand in hands.made] == [1, 0]
    two.go_on()
    assert two.begun == 2


def test_two_real_contests_with_the_same_keys() -> None:
    """Their games have the same names; neither gets a game of the other's, and moves are heard by their own."""
    processes, heard, order = SharedProcesses(1), Counter[str](), list[str]()
    runners = []
    for name in ("B", "C"):
        share = processes.join(on_progress=lambda progress, name=name: heard.update([name]))  # type: ignore[misc]
        tell = partial(lambda name, event: order.append(name), name)
        runners.append(Runner(match(name, games=4), share, MemoryResults(), tell=tell))
    threads = [threading.Thread(target=runner.run) for runner in runners]
    for thread in threads:
        thread.start()
    until(lambda: not any(thread.is_alive() for thread in threads), what="both contests")
    for runner, name in zip(runners, "BC", strict=True):
        assert runner.ending is Ending.PLAYED
        assert {player for result in runner.results.values() for player in result.players} == {"A", name}
        assert len(runner.results) == 4
        assert heard[name]
    # On one core they took turns: neither was over before the other began.
    assert order.index("C") < len(order) - 1 - order[::-1].index("B")
    assert order.index("B") < len(order) - 1 - order[::-1].index("C")
