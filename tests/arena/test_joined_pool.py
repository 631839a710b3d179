"""Games on other machines: zips travel once, by their content, and a machine that vanishes costs nothing."""

import pickle
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.machines import Machines, game
from schwarm.arena import cluster, joined_pool, zip_cache
from schwarm.arena.assignment import Assignment, GameReport, play_assignment
from schwarm.arena.cluster import ClusterWorkers
from schwarm.arena.joined_pool import JoinedPool
from schwarm.arena.worker_games import CannotStart, find_bots
from schwarm.arena.zip_cache import MissingZips, ZipCache, ZipNames
from schwarm.games import Reason


def test_others_play_first_and_what_they_do_not_bring_back_is_played_here() -> None:
    here, there = Machines(1), Machines(2)
    pool = JoinedPool(here, there)
    assert pool.free() == 3
    for key in ("a", "b", "c"):
        pool.submit(game(key))
    assert (list(there.games), list(here.games), pool.free()) == (["a", "b"], ["c"], 0)
    there.finish("a")
    there.finish("b", failure="broken")
    assert pool.collect(0.0) == GameReport("a", elsewhere=True)
    assert pool.collect(0.0) is None
    here.finish("c")
    assert pool.collect(0.0) == GameReport("c")
    assert pool.collect(0.0) is None
    assert list(here.games) == ["b"]
    # Whoever delivers it late, after it was taken back, is not heard.
    there.reports.append(GameReport("b"))
    assert pool.collect(0.0) is None
    here.finish("b")
    assert pool.collect(0.0) == GameReport("b")


def test_other_machines_are_not_waited_for_while_there_are_games_here() -> None:
    class Waiting(Machines):
        waited = 0.0

        def collect(self, timeout: float) -> GameReport | None:
            self.waited += timeout
            return super().collect(timeout)

    there = Waiting(1)
    pool = JoinedPool(Machines(1), there)
    for key in ("a", "b"):
        pool.submit(game(key))
    assert pool.collect(5.0) is None
    assert there.waited == 0


def test_where_nobody_is_left_games_come_home(monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = Machines(1), Machines(1)
    pool = JoinedPool(here, there)
    pool.submit(game("a"))
    there.size = 0
    assert pool.collect(0.0) is None
    assert not here.games
    monkeypatch.setattr(joined_pool, "MAX_ALONE_SECONDS", -1.0)
    pool.collect(0.0)
    assert (list(here.games), list(there.games)) == (["a"], [])
    there.size = 1
    pool.submit(game("b"))
    there.gone = True
    pool.collect(0.0)
    here.finish("a")
    assert pool.collect(0.0) == GameReport("a")
    pool.collect(0.0)
    assert list(here.games) == ["b"]
    assert pool.free() == 0


def test_a_zip_is_sent_once_and_only_what_it_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = tmp_path / "bot.zip"
    bot.write_bytes(b"a bot")
    names, cache = ZipNames(), ZipCache(tmp_path / "worker")
    named = game("a", names.to_name(str(bot)), names.to_name("greedy"))
    assert named.bots[0] == f"zip:{zip_cache.hash_zip(bot)}"
    assert named.bots[1] == "greedy"
    with pytest.raises(MissingZips) as missing:
        find_bots(named, {}, cache)
    zips = names.load(missing.value.digests)
    digest = next(iter(zips))
    with pytest.raises(MissingZips):
        find_bots(named, {digest: b"another bot"}, cache)
    there = find_bots(named, zips, cache).bots
    assert (Path(there[0]).read_bytes(), there[1]) == (b"a bot", "greedy")
    assert find_bots(named, {}, cache).bots == there
    # What was changed on the worker is not played, and a name leads nowhere else.
    Path(there[0]).write_bytes(b"changed")
    with pytest.raises(MissingZips):
        find_bots(named, {}, cache)
    with pytest.raises(MissingZips):
        find_bots(game("a", "zip:../../bot", "greedy"), {}, cache)
    # What was used longest ago makes room.
    find_bots(named, zips, cache)
    monkeypatch.setattr(zip_cache, "MAX_CACHE_BYTES", 5)
    bot.write_bytes(b"newer")
    newer = game("b", names.to_name(str(bot)), "greedy")
    find_bots(newer, names.load((newer.bots[0].removeprefix("zip:"),)), cache)
    assert [path.read_bytes() for path in (tmp_path / "worker").glob("*.zip")] == [b"newer"]


class Dask:
    """A client of dask whose workers play at once; the first that may, does. `lacking` ones cannot start anything."""

    status = "running"
    scheduler = SimpleNamespace(identity=None)

    def __init__(self, *workers: str, lacking: Sequence[str] = ()) -> None:
        self.workers, self.lacking = list(workers), lacking
        self.asked: list[str] = []
        self.silent = ""

    def sync(self, ask: object, **more: object) -> dict[str, Any]:
        return {"workers": {name: {"resources": {cluster.PLACE: 1}} for name in self.workers}}

    def submit(
        self, play: object, data: dict[str, Any], *args: object, workers: Sequence[str] = (), **more: object
    ) -> SimpleNamespace:
        worker = (workers or self.workers)[0]
        assert not workers or not more["allow_other_workers"]
        self.asked.append(worker)
        future = SimpleNamespace(result=partial(self.play, data, worker))
        future.add_done_callback = lambda call: None if worker == self.silent else call(future)
        return future

    def play(self, data: dict[str, Any], worker: str) -> dict[str, Any]:
        if worker in self.lacking:
            raise CannotStart("there is no Java", worker)
        return play_assignment(Assignment.of(data)).data()

    def close(self, timeout: float) -> None: ...

    def cancel(self, futures: object) -> None: ...


class Shells(Dask):
    """Its `lacking` workers play zips whose start.sh calls a program that only others have; `honest` ones do what they
    are told."""

    honest = True

    def play(self, data: dict[str, Any], worker: str) -> dict[str, Any]:
        if worker not in self.lacking:
            return play_assignment(replace(Assignment.of(data), bots=("random", "greedy"))).data()
        if data["decisive"] and self.honest:
            return play_assignment(replace(Assignment.of(data), bots=("no.zip", "greedy"))).data()
        # As it travels from a worker.
        raise pickle.loads(pickle.dumps(CannotStart("there is no Java", worker, doubtful=True)))


@pytest.fixture
def reached(monkeypatch: pytest.MonkeyPatch) -> Callable[..., ClusterWorkers]:
    def reach(dask: Dask, *, has_home: bool = False) -> ClusterWorkers:
        for name, instead in {"require_dask": lambda: None, "secure": lambda *args: ("", None)}.items():
            monkeypatch.setattr(cluster, name, instead)
        monkeypatch.setattr(cluster, "connect", lambda *args: dask)
        workers = ClusterWorkers("127.0.0.1:1", has_home=has_home)
        assert workers.free()
        return workers

    return reach


def test_a_worker_that_cannot_start_a_bot_leaves_the_game_to_others(
    reached: Callable[[Dask], ClusterWorkers],
) -> None:
    dask = Dask("bare", "poor", "well", lacking=["bare", "poor"])
    workers = reached(dask)
    workers.submit(game("a"))
    assert [workers.collect(0.0), workers.collect(0.0)] == [None, None]
    report = workers.collect(0.0)
    assert report is not None
    assert (report.key, report.failure, dask.asked) == ("a", "", ["bare", "poor", "well"])
    assert report.to_result() is not None


def test_where_no_worker_can_start_a_bot_the_game_failed_and_nobody_lost(
    reached: Callable[[Dask], ClusterWorkers], monkeypatch: pytest.MonkeyPatch
) -> None:
    dask = Dask("bare", "silent", lacking=["bare"])
    dask.silent = "silent"
    workers = reached(dask)
    workers.submit(game("a"))
    assert workers.collect(0.0) is None
    assert dask.asked == ["bare", "silent"]
    # The one that was left for it goes away.
    dask.workers.remove("silent")
    monkeypatch.setattr(cluster, "LOOK_EVERY", -1.0)
    assert workers.collect(0.0) is None
    assert workers.collect(0.0) == GameReport(
        "a", failure="no worker can start its players; bare says: there is no Java"
    )
    assert dask.asked == ["bare", "silent", "bare"]


def play_out(workers: ClusterWorkers) -> GameReport:
    """Collect until there is something, but not without end."""
    workers.submit(game("a"))
    return next(report for _ in range(99) if (report := workers.collect(0.0)) is not None)


def winner_of(report: GameReport) -> str | None:
    played = report.to_result()
    assert played is not None
    return played[1].winner


def test_who_calls_a_program_that_a_worker_lacks_is_played_by_others(reached: Callable[..., ClusterWorkers]) -> None:
    dask = Shells("bare", "poor", "well", lacking=["bare", "poor"])
    report = play_out(reached(dask))
    assert dask.asked == ["bare", "poor", "well"]
    assert not report.failure
    # Where there are more than enough that lack it, they are not asked again and again.
    many = [f"bare {number}" for number in range(20)]
    dask = Shells(*many, lacking=many)
    assert winner_of(play_out(reached(dask))) == "B"
    assert len(dask.asked) == cluster.MAX_DOUBTS + 1 == len(set(dask.asked))


def test_who_ends_everywhere_as_if_a_program_were_missing_loses(reached: Callable[..., ClusterWorkers]) -> None:
    dask = Shells("only", lacking=["only"])
    assert winner_of(play_out(reached(dask))) == "B"
    assert dask.asked == ["only", "only"]
    # A machine that talks nonsense does not keep a contest busy for ever.
    dask = Shells("mad", "madder", lacking=["mad", "madder"])
    dask.honest = False
    assert play_out(reached(dask)).failure
    assert len(dask.asked) == 3
    # Whoever can play at home decides there.
    dask = Shells(*"abcdefgh", lacking="abcdefgh")
    assert play_out(reached(dask, has_home=True)).failure == (
        "no worker can start its players; c says: there is no Java"
    )
    assert dask.asked == ["a", "b", "c"]


def test_a_worker_that_keeps_no_zips_is_not_sent_them_for_ever(
    reached: Callable[[Dask], ClusterWorkers], tmp_path: Path
) -> None:
    class Forgetful(Dask):
        def submit(self, play: object, data: dict[str, Any], *args: object, **more: Any) -> SimpleNamespace:
            # Whoever lacks zips is asked first.
            return super().submit(play, data, *args, **{**more, "allow_other_workers": False})

        def play(self, data: dict[str, Any], worker: str) -> dict[str, Any]:
            raise MissingZips((data["bots"][0].removeprefix("zip:"),), worker)

    with zipfile.ZipFile(tmp_path / "bot.zip", "w") as archive:
        archive.writestr("start.sh", "#!/bin/sh\n")
    dask = Forgetful("one", "two")
    workers = reached(dask)
    workers.submit(game("a", str(tmp_path / "bot.zip"), "greedy"))
    reports = [workers.collect(0.0) for _ in range(2 + 2 * cluster.MAX_SENDS)]
    assert dask.asked == ["one"] * (1 + cluster.MAX_SENDS) + ["two"] * (1 + cluster.MAX_SENDS)
    failure = "no worker can start its players; two says: The zips that it was sent are not there."
    assert reports == [*[None] * (len(reports) - 1), GameReport("a", failure=failure)]


def test_who_runs_the_contest_says_that_a_bot_is_missing(reached: Callable[[Dask], ClusterWorkers]) -> None:
    workers = reached(Dask("bare", "well", lacking=["bare"]))
    workers.submit(game("a", "no.zip", "greedy"))
    report = workers.collect(0.0)
    played = report.to_result() if report else None
    assert played is not None
    assert (played[1].winner, played[1].outcome.reason) == ("B", Reason.NEVER_CAME)
