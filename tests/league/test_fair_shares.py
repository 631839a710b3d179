"""Who gets how many games of a league: nobody much more than the others, whatever their bots do."""

import random
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from league.leagues import GAME, InstantPool, hand_in, new_league, new_service, team
from schwarm.arena.game_job import Assignment
from schwarm.arena.pairs import score_of
from schwarm.games import Reason, Team
from schwarm.league import rating_table
from schwarm.league.player_name import partners_of
from schwarm.league.rating_table import MAX_FAILURES, REST_SECONDS
from schwarm.web.leagues.game_rows import collect_defeats

TEAMS, GAMES = 5, 300


ELO = {"Team 1": -5000.0, **{f"Team {number}": 300.0 * number for number in range(2, TEAMS + 1)}, **partners_of(GAME)}


def judge(assignment: Assignment) -> Team:
    """Team 1 loses every game; of the others, and of the partners, the stronger one wins more often."""
    one, two = assignment.fixture.players
    won = random.Random(assignment.fixture.key).random() < score_of(ELO[one] - ELO[two])
    return Team.ONE if won else Team.TWO


@pytest.mark.parametrize("versions", [1, 30], ids=["always fails", "hands in again and again"])
def test_nobody_takes_the_games_of_the_others(versions: int, tmp_path: Path) -> None:
    pool = InstantPool(judge)
    service = new_service(tmp_path, pool=pool)
    league = new_league(service.store, TEAMS)
    for number in range(2, TEAMS + 1):
        hand_in(service, team(service, league, number), bytes([number]))
    for step in range(GAMES):
        if step % (GAMES // versions) == 0:
            hand_in(service, team(service, league, 1), f"version {step}".encode())
        service.play.submit_due()
        report = pool.collect(0.0)
        assert report is not None
        service.play.take(report)
    seats = Counter(name for assignment in pool.played for name in assignment.fixture.players)
    first, *others = (seats[f"Team {number}"] for number in range(1, TEAMS + 1))
    assert first <= 2 * sum(others) / len(others) + 30
    assert min(others) > GAMES / (TEAMS + 3)
    service.store.close()


def test_a_bot_that_always_breaks_off_rests_and_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = InstantPool(lambda game: Team.TWO if game.fixture.players[0] == "Team 1" else Team.ONE, Reason.LEFT)
    service = new_service(tmp_path, pool=pool)
    league = new_league(service.store)
    hand_in(service, team(service, league, 1), b"breaks off")

    def play(most: int = 100) -> int:
        """How many games are played until none is due, or so many are."""
        before = len(pool.played)
        for _ in range(most):
            service.play.submit_due()
            if (report := pool.collect(0.0)) is None:
                break
            service.play.take(report)
        return len(pool.played) - before

    first = play()
    assert MAX_FAILURES <= first <= MAX_FAILURES + 2
    defeats = collect_defeats(service.ratings(league), {}, team(service, league, 1))
    assert defeats is not None
    assert defeats.describe_rest(at_home=False).endswith("hand in a new version, which plays at once.")
    assert "press “Our program has changed”" in defeats.describe_rest(at_home=True)
    # Perhaps it was no mistake of its own: every hour it is tried again, also after a restart of the server.
    again = new_service(tmp_path)
    assert again.ratings(league).rest_of("1.1") > REST_SECONDS - 60
    again.store.close()
    later = time.time() + 2 * REST_SECONDS
    with monkeypatch.context() as hour:
        hour.setattr(rating_table, "time", SimpleNamespace(time=lambda: later))
        service.play.submit_due()
        assert len(pool.waiting) == 2
    assert play() == 2
    # Once it plays a game to its end, it plays like everybody else; and so does what is handed in next.
    pool.reason = Reason.RESIGNED
    with monkeypatch.context() as hour:
        hour.setattr(rating_table, "time", SimpleNamespace(time=lambda: later))
        service.play.submit_due()
    assert play(20) == 20
    pool.reason = Reason.LEFT
    assert MAX_FAILURES <= play() <= MAX_FAILURES + 2
    hand_in(service, team(service, league, 1), b"repaired")
    defeats = collect_defeats(service.ratings(league), {}, team(service, league, 1))
    assert defeats is not None
    assert defeats.describe_rest(at_home=False) == ""
    assert MAX_FAILURES <= play() <= MAX_FAILURES + 2
    service.store.close()
