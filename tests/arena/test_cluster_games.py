"""Games on other machines: zips travel once, by their content, and a machine that vanishes costs nothing."""

import pickle
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.machines import game
from patience import PATIENCE
from schwarm.arena import cluster, cluster_key, worker
from schwarm.arena.cluster import ClusterExecutor
from schwarm.arena.cluster_key import NoCluster
from schwarm.arena.contest import Conditions
from schwarm.arena.game_job import Assignment, GameReport, play_assignment, travels
from schwarm.arena.match import Match
from schwarm.arena.worker import CannotStart, MissingZips, ZipCache, ZipNames, find_bots, hash_zip
from schwarm.games import Reason


def test_a_zip_is_sent_once_and_only_what_it_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = tmp_path / "bot.zip"
    bot.write_bytes(b"a bot")
    names, cache = ZipNames(), ZipCache(tmp_path / "worker")
    named = game("a", names.to_name(str(bot)), names.to_name("greedy"))
    assert named.bots[0] == f"zip:{hash_zip(bot)}"
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
    monkeypatch.setattr(worker, "MAX_CACHE_BYTES", 5)
    bot.write_bytes(b"newer")
    newer = game("b", names.to_name(str(bot)), "greedy")
    find_bots(newer, names.load((newer.bots[0].removeprefix("zip:"),)), cache)
    assert [path.read_bytes() for path in (tmp_path / "worker").glob("*.zip")] == [b"newer"]


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
    known = bot.partition(":")[0] in ("random", "hecht")
    contest = Match({"A": bot if known else str(tmp_path / bot), "B": "greedy"}, Conditions("piranhas-2026"), 2)
    assert travels(contest) is goes
    assert not travels(replace(contest, conditions=replace(contest.conditions, sandboxed=False)))


class Dask:
    """A client of dask whose workers play at once; the first that may, does. `lacking` ones cannot start anything."""

    status = "running"
    scheduler = SimpleNamespace(identity=None)

    def __init__(self, *workers: str, lacking: Sequence[str] = ()) -> None:
        self.workers, self.lacking = list(workers), lacking
        self.asked: list[str] = []
        self.silent = ""

    def sync(self, ask: object, **more: object) -> dict[str, Any]:
        return {"workers": {name: {"resources": {cluster_key.SLOT: 1}} for name in self.workers}}

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

    def subscribe_topic(self, topic: str, hear: object) -> None: ...


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
def reached(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ClusterExecutor]]:
    opened: list[ClusterExecutor] = []

    def reach(dask: Dask, *, has_home: bool = False) -> ClusterExecutor:
        for name, instead in {"require_dask": lambda: None, "secure": lambda *args: ("", None)}.items():
            monkeypatch.setattr(cluster, name, instead)
        monkeypatch.setattr(cluster, "connect", lambda *args: dask)
        opened.append(ClusterExecutor("127.0.0.1:1", has_home=has_home))
        assert opened[-1].slots()
        return opened[-1]

    yield reach
    for each in opened:
        each.close()


def test_a_worker_that_cannot_start_a_bot_leaves_the_game_to_others(
    reached: Callable[[Dask], ClusterExecutor],
) -> None:
    dask = Dask("bare", "poor", "well", lacking=["bare", "poor"])
    report = play_out(reached(dask))
    assert (report.key, report.failure, dask.asked) == ("a", "", ["bare", "poor", "well"])
    assert report.elsewhere
    assert report.to_result() is not None


def test_where_no_worker_can_start_a_bot_the_game_failed_and_nobody_lost(
    reached: Callable[[Dask], ClusterExecutor], monkeypatch: pytest.MonkeyPatch
) -> None:
    dask = Dask("bare", "silent", lacking=["bare"])
    dask.silent = "silent"
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.01)
    job = reached(dask).submit(game("a"))
    assert not job.done()
    assert dask.asked == ["bare", "silent"]
    # The one that was left for it goes away.
    dask.workers.remove("silent")
    assert job.result(PATIENCE).failure == "no worker can start its players; bare says: there is no Java"
    assert dask.asked == ["bare", "silent", "bare"]


def play_out(workers: ClusterExecutor) -> GameReport:
    return workers.submit(game("a")).result(PATIENCE)


def winner_of(report: GameReport) -> str | None:
    played = report.to_result()
    assert played is not None
    return played[1].winner


def test_who_calls_a_program_that_a_worker_lacks_is_played_by_others(reached: Callable[..., ClusterExecutor]) -> None:
    dask = Shells("bare", "poor", "well", lacking=["bare", "poor"])
    report = play_out(reached(dask))
    assert dask.asked == ["bare", "poor", "well"]
    assert not report.failure
    # Where there are more than enough that lack it, they are not asked again and again.
    many = [f"bare {number}" for number in range(20)]
    dask = Shells(*many, lacking=many)
    assert winner_of(play_out(reached(dask))) == "B"
    assert len(dask.asked) == cluster.MAX_DOUBTS + 1 == len(set(dask.asked))


def test_who_ends_everywhere_as_if_a_program_were_missing_loses(reached: Callable[..., ClusterExecutor]) -> None:
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
    reached: Callable[[Dask], ClusterExecutor], tmp_path: Path
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
    report = workers.submit(game("a", str(tmp_path / "bot.zip"), "greedy")).result(PATIENCE)
    assert dask.asked == ["one"] * (1 + cluster.MAX_SENDS) + ["two"] * (1 + cluster.MAX_SENDS)
    assert report.failure == "no worker can start its players; two says: The zips that it was sent are not there."


def test_who_runs_the_contest_says_that_a_bot_is_missing(reached: Callable[[Dask], ClusterExecutor]) -> None:
    workers = reached(Dask("bare", "well", lacking=["bare"]))
    played = workers.submit(game("a", "no.zip", "greedy")).result(PATIENCE).to_result()
    assert played is not None
    assert (played[1].winner, played[1].outcome.reason) == ("B", Reason.NEVER_CAME)


def test_games_without_a_worker_are_given_back_where_there_is_a_home(
    reached: Callable[..., ClusterExecutor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.01)
    monkeypatch.setattr(cluster, "MAX_ALONE_SECONDS", 0.1)
    dasks = Dask("silent"), Dask("silent")
    with_home, without = (reached(dask, has_home=home) for dask, home in zip(dasks, (True, False), strict=True))
    for dask in dasks:
        dask.silent = "silent"
    jobs = [workers.submit(game("a")) for workers in (with_home, without)]
    for dask in dasks:
        dask.workers.clear()
    with pytest.raises(NoCluster):
        jobs[0].result(PATIENCE)
    assert (with_home.capacity, with_home.slots()) == (0, 0)
    # Without one, they wait for the next worker.
    assert not jobs[1].done()


def test_a_scheduler_that_is_gone_gives_back_all_games(
    reached: Callable[..., ClusterExecutor], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "LOOK_EVERY", 0.01)
    dask = Dask("silent")
    dask.silent = "silent"
    workers = reached(dask)
    job = workers.submit(game("a"))
    dask.status = "closed"
    with pytest.raises(NoCluster, match="went away"):
        job.result(PATIENCE)
    with pytest.raises(NoCluster, match="went away"):
        workers.slots()
