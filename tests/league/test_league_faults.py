"""A league whose games fail by no fault of its players: tried again, after a while, and nobody else's business."""

import threading
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from league.leagues import InstantPool, hand_in, new_league, new_service, play_until, team
from patience import PATIENCE, until
from schwarm.arena import backoff
from schwarm.arena.game_job import GameReport
from schwarm.games import Team
from schwarm.league import league_play
from schwarm.store import leagues
from schwarm.store.league_games import list_league_games


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits before the next try."""
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 0.0)


@pytest.mark.usefixtures("unhurried")
def test_what_fails_by_our_fault_is_tried_again_and_left(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    service = new_service(tmp_path)
    league = new_league(service.store, cores=1)
    hand_in(service, team(service, league, 1), b"one")
    service.store.close()
    tries: list[str] = []

    def judge(assignment: object) -> Team | None:
        key = assignment.fixture.key  # type: ignore[attr-defined]
        tries.append(key)
        return None if "/1/1" in key else Team.ONE

    service = play_until(tmp_path, InstantPool(judge), 4, league)
    assert tries.count(f"{league.event}/1/1") == backoff.TRIES
    keys = [game.key for _, game in list_league_games(service.store, league.id)]
    assert len(keys) == len(set(keys))
    assert f"{league.event}/1/1" not in keys
    service.store.close()


def test_where_games_fail_a_league_waits_longer_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, short_of_memory = 1000.0, True
    monkeypatch.setattr(backoff, "monotonic", lambda: now)
    monkeypatch.setattr(league_play, "usable_cores", lambda: [0, 1, 2])
    pool = InstantPool(lambda assignment: None if short_of_memory and "abcdef" in assignment.fixture.key else Team.ONE)
    service = new_service(tmp_path, pool=pool)
    league, other = new_league(service.store, cores=2), new_league(service.store, key="ghijkl", cores=1)
    for each in (league, other):
        hand_in(service, team(service, each, 1), each.key.encode())

    def play() -> tuple[int, int]:
        """How many games were begun: of the league that is in trouble, and of the other one."""
        service.play.submit_due()
        begun = Counter(pairing.league.id for pairing in service.play.running)
        while (report := pool.collect(0.0)) is not None:
            service.play.take(report)
        return begun[league.id], begun[other.id]

    # Both games failed for one reason, so the pause begins once.
    assert play() == (2, 1)
    for seconds in (2, 4, 8, 16, 32, 60, 60):
        now += seconds - 0.1
        assert play() == (0, 1)
        now += 0.2
        assert play() == (2, 1)
    # An organiser who has put it right stops the league and lets it play again.
    leagues.change_league(service.store, league.id, playing=False)
    assert play() == (0, 1)
    leagues.change_league(service.store, league.id, playing=True)
    short_of_memory = False
    assert play() == play() == (2, 1)
    short_of_memory = True
    assert play() == (2, 1)
    now += 2.1
    assert play() == (2, 1)
    service.store.close()


def test_who_ends_a_league_waits_for_no_pause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 1e6)
    monkeypatch.setattr(backoff, "MAX_SECONDS", 1e6)
    pool = InstantPool(lambda assignment: None)
    service = new_service(tmp_path, pool=pool)
    hand_in(service, team(service, new_league(service.store, cores=1), 1), b"one")
    thread = threading.Thread(target=service.play.run)
    thread.start()
    until(lambda: pool.played and not service.play.running, what="the game that failed")
    service.play.stop()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    assert len(pool.played) == 1
    service.store.close()


@pytest.mark.usefixtures("unhurried")
def test_a_report_that_cannot_be_read_ends_no_other_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    class Garbled(InstantPool):
        stops = 0

        def collect(self, timeout: float) -> GameReport | None:
            report = super().collect(timeout)
            return replace(report, record="nonsense") if report and "/1/1" in report.key else report

        def stop(self) -> None:
            self.stops += 1

    service = new_service(tmp_path)
    league = new_league(service.store, cores=1)
    hand_in(service, team(service, league, 1), b"one")
    service.store.close()
    pool = Garbled()
    service = play_until(tmp_path, pool, 4, league)
    # Once, when the test ends it.
    assert pool.stops == 1
    assert f"{league.event}/1/1 came back in a way that cannot be read" in caplog.text
    assert f"{league.event}/1/1" not in [game.key for _, game in list_league_games(service.store, league.id)]
    service.store.close()
