"""What a worker makes of one game that it is handed, and what it and who handed it out tell each other."""

import logging
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arena.machines import game
from patience import PATIENCE
from schwarm.arena import cluster, cluster_key, worker
from schwarm.arena.cluster import ClusterExecutor
from schwarm.arena.game_job import Assignment, GameProgress, GameReport, play_assignment
from schwarm.arena.worker import CannotStart, MissingZips, ZipNames, executor, play_here
from schwarm.games import Reason


@pytest.fixture(scope="module", autouse=True)
def hands() -> Iterator[None]:
    """A worker makes its processes once, and ends them for good."""
    yield
    executor().close()


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "data_folder", lambda: tmp_path / "worker")


def test_a_game_whose_zip_was_sent_is_played(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bot.zip", "w") as archive:
        archive.writestr("readme.txt", "no program")
    names = ZipNames()
    named = game("a", names.to_name(str(tmp_path / "bot.zip")), "greedy")
    with pytest.raises(MissingZips) as missing:
        play_here(named.data())
    report = GameReport.of(play_here(named.data(), names.load(missing.value.digests)))
    played = report.to_result()
    assert played is not None
    assert (played[1].winner, played[1].outcome.reason) == ("B", Reason.NEVER_CAME)


def test_what_a_worker_lacks_is_no_report(tmp_path: Path) -> None:
    gone = tmp_path / "gone" / "start.sh"
    with pytest.raises(CannotStart) as caught:
        play_here(game("a", str(gone), "greedy").data())
    assert (caught.value.why, caught.value.doubtful) == (f"There is no file {gone}.", False)


class Telling:
    """A client of dask whose worker tells a move of each game, and then plays it."""

    status = "running"
    scheduler = SimpleNamespace(identity=None)

    def __init__(self) -> None:
        self.topics: dict[str, Callable[[tuple[float, Any]], None]] = {}

    def subscribe_topic(self, topic: str, hear: Callable[[tuple[float, Any]], None]) -> None:
        self.topics[topic] = hear

    def sync(self, ask: object, **more: object) -> dict[str, Any]:
        return {"workers": {"one": {"resources": {cluster_key.SLOT: 1}}}}

    def submit(self, play: object, data: Any, zips: object, topic: str, ticket: str, **more: object) -> SimpleNamespace:
        moves = [["A1-A2", 0.5]]
        self.topics[topic]((0.0, {"ticket": ticket, "progress": {"first": 0, "moves": moves}, "worker": "one"}))
        report = play_assignment(Assignment.of(data))
        future = SimpleNamespace(result=report.data)
        future.add_done_callback = lambda call: call(future)
        return future


def test_moves_of_games_elsewhere_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, instead in {"require_dask": lambda: None, "secure": lambda *args: ("", None)}.items():
        monkeypatch.setattr(cluster, name, instead)
    monkeypatch.setattr(cluster, "connect", lambda *args: Telling())
    heard: list[GameProgress] = []
    workers = ClusterExecutor("127.0.0.1:1")
    assert workers.slots()
    job = workers.submit(game("a"), heard.append)
    assert heard == [GameProgress("a", 0, (("A1-A2", 0.5),))]
    assert not job.result(PATIENCE).failure
    workers.close()


def test_dask_is_silenced_and_nobody_else() -> None:
    pytest.importorskip("distributed")
    root, theirs = logging.getLogger(), logging.getLogger("distributed.client")
    before = {logger: logger.level for logger in (root, theirs)}
    try:
        theirs.setLevel(logging.WARNING)
        cluster_key.require_dask()
        assert not theirs.isEnabledFor(logging.ERROR)
        assert logging.getLogger("schwarm.arena").isEnabledFor(logging.WARNING)
    finally:
        for logger, level in before.items():
            logger.setLevel(level)
