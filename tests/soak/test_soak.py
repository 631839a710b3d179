"""The soak itself: a small run of it, and that it finds what it looks for."""

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from arena.fake_pool import FakePool, match
from quantity import quantity
from referee.told import GAME, LAST_ROUND
from schwarm.arena.contest_records import DatabaseResults, save_contest
from schwarm.arena.runner import Runner
from schwarm.games import Outcome
from schwarm.games.record import Record
from schwarm.store import open_store, tables
from schwarm.store.games import Store
from soak.contest_check import check_contest
from soak.contest_victims import BOT, MatchVictim
from soak.loss import Loss
from soak.page_crowd import PageCrowd
from soak.process_usage import MAX_GROWTH, NOTHING, Usage, check_flat
from soak.soak import Soak
from soak.totals import Count, Totals
from soak.victim import Victim


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def event(store: Store) -> str:
    """A contest that was played."""
    contest = match()
    event = save_contest(store, contest)
    Runner(contest, FakePool(), DatabaseResults(store, event)).run()
    return event


def test_what_is_whole_is_accepted(store: Store, event: str) -> None:
    seen = check_contest(store, event, {})
    assert seen
    assert check_contest(store, event, seen) == seen


def test_a_result_that_was_removed_is_found(store: Store, event: str) -> None:
    seen = check_contest(store, event, {})
    store.remove(f"{event}/{min(seen)}")
    with pytest.raises(Loss, match=f"{min(seen)} is lost"):
        check_contest(store, event, seen)


def test_a_result_that_changed_is_found(store: Store, event: str) -> None:
    seen = check_contest(store, event, {})
    other = dataclasses.replace(seen[min(seen)], points=(99, 98))
    with pytest.raises(Loss, match=r"match/1 was .*99, 98.* and is"):
        check_contest(store, event, {**seen, min(seen): other})


def test_a_game_without_a_result_is_found(store: Store, event: str) -> None:
    seen = check_contest(store, event, {})
    kept = store.get(f"{event}/{min(seen)}")
    assert kept is not None
    store.add(f"{event}/match/1 again", kept.record, event=event)
    with pytest.raises(Loss, match=rf"has {len(seen) + 1} games and {len(seen)} results"):
        check_contest(store, event, seen)


def test_a_game_that_is_not_the_one_of_its_result_is_found(store: Store, event: str) -> None:
    kept = store.get(f"{event}/match/1")
    assert kept is not None
    with store.database.writing() as connection:
        where = tables.texts.c.game_id == kept.summary.id
        connection.execute(update(tables.texts).where(where).values(record=str(Record(kept.record.start))))
    with pytest.raises(Loss, match="is not the one of its result"):
        check_contest(store, event, {})


def test_what_people_at_the_page_saw_must_be_kept() -> None:
    record = Record(GAME.parse(LAST_ROUND))
    while (outcome := record.final.outcome()) is None:
        record = record.then(record.final.legal_moves()[0], seconds=0.0)
    record = record.ended(outcome)
    crowd = PageCrowd(0, spectators=0)
    crowd.moves["a"] = [str(played.move) for played in record.moves]
    crowd.check_kept("a", None)
    crowd.told["a"] = outcome
    crowd.check_kept("a", record)
    for wrong in (None, Record(record.start)):
        with pytest.raises(Loss, match=r"is lost|is kept with None"):
            crowd.check_kept("a", wrong)
    crowd.moves["a"].reverse()
    with pytest.raises(Loss, match="is kept as"):
        crowd.check_kept("a", record)


def test_growth_is_found() -> None:
    check_flat(MAX_GROWTH)
    for more in (Usage(1, 0, 0), Usage(0, 1, 0), Usage(0, 0, 1)):
        with pytest.raises(Loss, match="it grew by"):
            check_flat(MAX_GROWTH.since(NOTHING.since(more)))


def test_counts_add_up_over_runs(tmp_path: Path) -> None:
    path = tmp_path / "build" / "soak.json"
    for memory in (5, 3):
        totals = Totals()
        totals.add("match", Count(kills=2, games=7, checked=20, growth=Usage(memory, 1, 0)))
        sums = totals.save(path)
    assert sums.kinds == Totals.load(path).kinds == {"match": Count(4, 14, 40, 0, Usage(5, 1, 0))}
    assert sums.lines()[-1].split()[:5] == ["all", "4", "14", "40", "0"]


class Loser(Victim):
    kind = "loser"

    def play(self) -> None:
        self.count(kills=1)
        raise Loss("everything")


def test_a_loss_is_told_and_its_folder_stays(tmp_path: Path) -> None:
    totals, said = Totals(kills=10), list[str]()
    soak = Soak([Loser(tmp_path, 7, totals)], totals, said.append)
    soak.run(jobs=2)
    assert len(soak.faults) == 1
    assert "loser, seed 7, life 1" in soak.faults[0]
    assert "Loss('everything')" in said[0]
    assert totals.kinds["loser"] == Count(kills=1, faults=1)
    assert len(list(tmp_path.iterdir())) == 1


class SmallMatch(MatchVictim):
    """Few games of a bot in a sandbox of its own, so that there is something to be killed in."""

    def prepare(self) -> None:
        self.players = f"{BOT}:Plain", "random"
        self.games = quantity(6, 40)

    def is_over(self, results: dict[str, Outcome]) -> bool:
        assert len(results) <= self.games
        return super().is_over(results)


@pytest.mark.slow
def test_kill_9_at_random_moments_loses_and_doubles_nothing(tmp_path: Path) -> None:
    kills = quantity(2, 100)
    totals, said = Totals(kills=kills), list[str]()
    soak = Soak([SmallMatch(tmp_path, 5, totals)], totals, said.append)
    soak.run(jobs=1)
    assert not said
    seen = totals.kinds["match"]
    assert seen.kills >= kills
    assert seen.games >= quantity(6, 40)
