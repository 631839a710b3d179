"""Several contests and leagues on the same slots: a fair share for each, and no share gets another one's games."""

import threading
from collections import Counter
from functools import partial

import pytest

from arena.machines import Machines, game
from patience import until
from schwarm.arena.cluster_key import NoCluster
from schwarm.arena.contest import Conditions
from schwarm.arena.executors import LocalExecutor
from schwarm.arena.game_job import GameProgress, GameReport
from schwarm.arena.match import Match
from schwarm.arena.pool import Pool, Share
from schwarm.arena.runner import Ending, MemoryResults, Runner


class Wanting:
    """A share that always has one more game to play."""

    def __init__(self, share: Share, name: str, games: int = 100) -> None:
        self.share, self.name, self.left = share, name, games
        self.begun = 0

    def go_on(self) -> int:
        """Hand out as many games as possible; how many so far."""
        while self.left and self.share.free():
            self.share.submit(game(f"{self.name}/{self.left}"))
            self.left, self.begun = self.left - 1, self.begun + 1
        return self.begun

    def take(self) -> GameReport | None:
        """The next report, past those who only wake."""
        reports = [self.share.collect(0) for _ in range(20)]
        found = [report for report in reports if report is not None]
        assert len(found) <= 1
        return found[0] if found else None


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_everybody_gets_as_many_games(size: int) -> None:
    here = Machines(size)
    pool = Pool(here)
    three = [Wanting(pool.share(), name) for name in "BCD"]
    for _ in range(60):
        for one in three:
            one.go_on()
        assert not here.slots()
        # The oldest game is over, whoever's it is.
        here.finish()
        for one in three:
            one.take()
    counts = [one.begun for one in three]
    # Whoever came first had all slots for a moment.
    assert max(counts) - min(counts) <= size, counts
    assert sum(counts) == size + 59


def test_one_who_comes_later_waits_for_one_game_only() -> None:
    here = Machines(2)
    pool = Pool(here)
    large = Wanting(pool.share(), "B")
    assert large.go_on() == 2
    small = Wanting(pool.share(), "C", games=2)
    assert small.go_on() == 0
    here.finish()
    assert large.go_on() == 2  # it is the other one's turn
    assert small.go_on() == 1
    # Both have one; the next goes to whoever had none for longest.
    here.finish()
    assert small.go_on() == 1
    assert large.go_on() == 3


def test_slots_are_not_kept_for_those_who_want_none() -> None:
    here = Machines(2)
    pool = Pool(here)
    done, busy = Wanting(pool.share(), "B", games=2), Wanting(pool.share(), "C")
    done.go_on()
    here.finish()
    here.finish()
    assert done.go_on() == 2
    assert busy.go_on() == 2
    done.share.stop()
    assert (len(here.games), here.releases) == (2, 0)
    busy.share.stop()
    # No share is left, so no process is left waiting.
    assert (here.games, here.releases) == ([], 1)
    busy.share.stop()
    assert here.releases == 1
    pool.close()
    assert here.closed


def test_leaving_ends_ones_own_games_alone() -> None:
    here = Machines(2)
    pool = Pool(here)
    one, two = Wanting(pool.share(), "B"), Wanting(pool.share(), "C")
    assert one.share.free()
    assert two.share.free()
    assert (one.go_on(), two.go_on()) == (1, 1)
    one.share.stop()
    assert here.games == ["C/100"]
    assert two.go_on() == 2


def test_two_real_contests_with_the_same_keys() -> None:
    """Their games have the same names; neither gets a game of the other's, and moves are heard by their own."""
    pool, heard, order = Pool(LocalExecutor(1)), Counter[str](), list[str]()
    runners = []
    for name in ("B", "C"):
        share = pool.share(lambda progress, name=name: heard.update([name]))  # type: ignore[misc]
        tell = partial(lambda name, event: order.append(name), name)
        match = Match({"A": "greedy", name: "random"}, Conditions("piranhas-2026"), 4)
        runners.append(Runner(match, share, MemoryResults(), tell=tell))
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


def test_others_play_first_and_what_they_do_not_bring_back_is_played_here(caplog: pytest.LogCaptureFixture) -> None:
    here, there = Machines(1), Machines(2)
    pool = Pool(there, here)
    share = Wanting(pool.share(), "B", games=3)
    assert share.go_on() == 3
    assert (there.games, here.games, pool.slots()) == (["B/3", "B/2"], ["B/1"], 0)
    assert there.finish() == "B/3"
    there.finish(failure="broken")
    assert share.take() == GameReport("B/3")
    assert here.finish() == "B/1"
    assert share.take() == GameReport("B/1")
    assert here.games == ["B/2"]
    assert caplog.messages == ["B/2 was not played elsewhere and is played here: broken"]
    # What fails here, too, has failed.
    here.finish(failure="broken")
    assert share.take() == GameReport("B/2", failure="broken")


def test_machines_that_vanish_cost_nothing() -> None:
    here, there = Machines(1), Machines(4)
    pool = Pool(there, here)
    one, two = Wanting(pool.share(), "B", games=2), Wanting(pool.share(), "C", games=2)
    one.go_on()
    two.go_on()
    assert there.games == ["B/2", "B/1", "C/2", "C/1"]
    there.vanish()
    played = []
    for _ in range(4):
        for each in (one, two):
            assert each.take() is None
        played.append(here.finish())
        for each in (one, two):
            report = each.take()
            assert report is None or report == GameReport(played[-1])
    # They take turns at home, too.
    assert [key[0] for key in played] in (["B", "C"] * 2, ["C", "B"] * 2)
    assert sorted(played) == ["B/1", "B/2", "C/1", "C/2"]


def test_where_there_is_no_home_the_trouble_is_told() -> None:
    there = Machines(1)
    share = Pool(there).share()
    assert share.free()
    share.submit(game("a"))
    there.vanish()
    with pytest.raises(NoCluster, match="gone"):
        share.collect(0)


def test_what_does_not_travel_is_played_at_home() -> None:
    here, there = Machines(1), Machines(2)
    pool = Pool(there, here)
    stays, goes = Wanting(pool.share(travels=False), "B"), Wanting(pool.share(), "C")
    assert (stays.go_on(), goes.go_on()) == (1, 2)
    assert (here.games, there.games) == (["B/100"], ["C/100", "C/99"])
    # A slot elsewhere is not kept for a share that cannot use it.
    there.finish()
    assert stays.go_on() == 1
    assert goes.go_on() == 3


def test_a_game_that_comes_too_late_for_its_slot_waits() -> None:
    here = Machines(1)
    pool = Pool(here)
    one, two = pool.share(), pool.share()
    assert one.free()
    two.submit(game("b"))
    one.submit(game("a"))
    assert here.games == ["a"]
    here.finish()
    assert two.collect(0) is None
    assert here.games == ["b"]


def test_moves_are_told_to_whose_game_it_is() -> None:
    there = Machines(2)
    pool = Pool(there)
    heard: list[list[GameProgress]] = [[], []]
    for told in heard:
        pool.share(told.append).submit(game("x/1"))
    (_, first), (_, second) = there.jobs.values()
    assert first is not None
    assert second is not None
    for tell in (first, second, second):
        tell(GameProgress("x/1", 0, ()))
    assert [len(told) for told in heard] == [1, 2]


def test_a_share_that_waits_is_woken() -> None:
    here = Machines(1)
    pool = Pool(here)
    one, two = pool.share(), pool.share()
    one.submit(game("a"))
    assert not two.free()
    threading.Timer(0.05, here.finish).start()
    assert two.collect(60) is None
    assert two.free()


def test_games_beside_the_pool_take_no_slot_and_fail_on_their_own() -> None:
    here, beside = Machines(1), Machines(3)
    share = Pool(here).share()
    for key in ("a", "b", "c"):
        share.play_on(beside, game(key))
    assert (beside.games, here.games, here.slots()) == (["a", "b", "c"], [], 1)
    beside.finish()
    assert share.collect(0) == GameReport("a")
    # What fails there is not played here instead.
    beside.finish(failure="broken")
    assert share.collect(0) == GameReport("b", failure="broken")
    assert not here.games
    beside.finish()
    share.stop()
    # The report of a game from before is forgotten, and the share can be used again.
    assert share.collect(0) is None
    share.play_on(beside, game("d"))
    share.stop()
    assert not beside.games
    assert share.free()
