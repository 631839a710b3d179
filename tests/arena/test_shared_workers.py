"""Leagues and contests on the same other machines: a fair share for each, and nobody hears of another's games."""

from collections.abc import Iterable

import pytest

from arena.machines import Machines, game
from schwarm.arena import joined_pool, shared_workers
from schwarm.arena.assignment import GameReport
from schwarm.arena.cluster_key import NoCluster
from schwarm.arena.game_processes import OnProgress
from schwarm.arena.game_progress import GameProgress
from schwarm.arena.joined_pool import JoinedPool
from schwarm.arena.shared_workers import SharedWorkers, WorkerShare
from schwarm.words import Sentence


class Cluster(Machines):
    """Machines that many share."""

    stopped = False

    def forget(self, keys: Iterable[str]) -> None:
        for key in keys:
            self.games.pop(key, None)

    def stop(self) -> None:
        self.stopped = True


class Connecting:
    """Whoever is reached next."""

    def __init__(self, *found: Cluster) -> None:
        self.found = list(found)
        self.hear: OnProgress = lambda progress: None

    def __call__(self, on_progress: OnProgress) -> Cluster:
        self.hear = on_progress
        if not self.found:
            raise NoCluster(Sentence("nobody")())
        return self.found.pop(0)


def begin(share: WorkerShare, *keys: str) -> list[str]:
    """Hand out these as long as it is this one's turn; which were."""
    begun = []
    for key in keys:
        if not share.free():
            break
        share.submit(game(key))
        begun.append(key)
    return begun


def test_who_has_fewest_games_there_gets_the_next_place() -> None:
    cluster = Cluster(4)
    workers = SharedWorkers(Connecting(cluster))
    league, contest = workers.join(), workers.join()
    assert begin(league, "a", "b", "c", "d", "e") == ["a", "b", "c", "d"]
    assert not contest.free()
    # Both want the place that becomes free, and the contest has fewer games. Keys may be the same.
    for key in ("a", "b"):
        cluster.finish(f"1/{key}")
        assert not begin(league, "e")
        assert begin(contest, key, "c") == [key]
    assert list(cluster.games) == ["1/c", "1/d", "2/a", "2/b"]
    cluster.finish("2/a")
    assert league.collect(0.0) == GameReport("a")
    assert league.collect(0.0) == GameReport("b")
    assert league.collect(0.0) is None
    assert contest.collect(0.0) == GameReport("a")
    # Who leaves takes its games along and leaves the others theirs.
    league.stop()
    assert list(cluster.games) == ["2/b"]
    assert begin(contest, "d", "e", "f", "g") == ["d", "e", "f"]
    assert contest.give_up() == ["b", "d", "e", "f"]
    assert not cluster.games
    workers.close()
    assert cluster.stopped
    assert (workers.capacity, contest.free()) == (0, 0)


def test_moves_are_told_to_whose_game_it_is() -> None:
    connecting = Connecting(Cluster(2))
    workers = SharedWorkers(connecting)
    heard: dict[str, list[GameProgress]] = {"league": [], "contest": []}
    league, contest = (workers.join(each.append) for each in heard.values())
    begin(league, "x/1")
    begin(contest, "x/1")
    for key in ("1/x/1", "2/x/1", "2/x/1", "3/x/1", "x/1"):
        connecting.hear(GameProgress(key, 0, ()))
    assert [[each.key for each in told] for told in heard.values()] == [["x/1"], ["x/1", "x/1"]]


def test_whoever_has_games_there_hears_that_the_machines_are_gone(caplog: pytest.LogCaptureFixture) -> None:
    class Cut(Cluster):
        def collect(self, timeout: float) -> GameReport | None:
            if self.gone:
                raise NoCluster(Sentence("the line is cut")())
            return super().collect(timeout)

    cut = Cut(2)
    workers = SharedWorkers(Connecting(cut))
    playing, idle = workers.join(), workers.join()
    assert begin(playing, "a") == ["a"]
    cut.gone = True
    assert idle.collect(0.0) is None
    with pytest.raises(NoCluster, match="the line is cut"):
        playing.collect(0.0)
    assert caplog.messages[0] == "the line is cut"


def test_machines_that_go_away_cost_nothing_and_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = Cluster(2), Cluster(1)
    workers = SharedWorkers(Connecting(first, second))
    home = Machines(1), Machines(1)
    pools = [JoinedPool(here, workers.join()) for here in home]
    for pool in pools:
        assert pool.free()
        pool.submit(game("a"))
    assert list(first.games) == ["1/a", "2/a"]
    first.gone = True
    for pool in pools:
        assert pool.collect(0.0) is None
    assert [list(here.games) for here in home] == [["a"], ["a"]]
    assert first.stopped
    assert workers.capacity == 0
    # Nobody tries all the time.
    monkeypatch.setattr(shared_workers, "TRY_EVERY", -1.0)
    assert workers.capacity == 1
    pools[0].submit(game("b"))
    assert list(second.games) == ["1/b"]
    # The last machine leaves: the game comes home.
    second.size = 0
    monkeypatch.setattr(joined_pool, "MAX_ALONE_SECONDS", -1.0)
    pools[0].collect(0.0)
    home[0].finish("a")
    assert pools[0].collect(0.0) == GameReport("a")
    pools[0].collect(0.0)
    assert list(home[0].games) == ["b"]
    pools[0].stop()
    assert not second.stopped
