"""Who gets how many games of a league: nobody much more than the others, whatever their bots do."""

import random
from collections import Counter
from pathlib import Path

import pytest

from league.leagues import GAME, InstantPool, hand_in, new_league, new_service, team
from schwarm.arena.assignment import Assignment
from schwarm.arena.elo import score_of
from schwarm.games import Team
from schwarm.league.player_name import partners_of

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
    service = new_service(tmp_path, pool=lambda size: pool)
    league = new_league(service.store, TEAMS)
    for number in range(2, TEAMS + 1):
        hand_in(service, team(service, league, number), bytes([number]))
    for step in range(GAMES):
        if step % (GAMES // versions) == 0:
            hand_in(service, team(service, league, 1), f"version {step}".encode())
        service.play._submit_due()
        report = pool.collect(0.0)
        assert report is not None
        service.play._take(report)
    seats = Counter(name for assignment in pool.played for name in assignment.fixture.players)
    first, *others = (seats[f"Team {number}"] for number in range(1, TEAMS + 1))
    assert first <= 2 * sum(others) / len(others) + 30
    assert min(others) > GAMES / (TEAMS + 3)
    service.store.close()
