"""Schedules: everybody meets everybody once, nobody twice on a day, and the first move alternates."""

from collections import Counter

import pytest

from schwarm.arena.contest import BadContest, Conditions, name_players
from schwarm.arena.fixture import pair_fixtures, start_seed
from schwarm.arena.stage import Stage, gauntlet, round_robin
from schwarm.arena.tournament import Tournament


@pytest.mark.parametrize("number", [2, 3, 4, 5, 8, 13, 40])
def test_round_robin(number: int) -> None:
    players = [f"p{place}" for place in range(number)]
    days = round_robin(players)
    assert len(days) == number - 1 + number % 2
    for day in days:
        busy = [player for meeting in day for player in meeting]
        assert len(busy) == len(set(busy)) == number - number % 2
    met = Counter(frozenset(meeting) for day in days for meeting in day)
    assert len(met) == number * (number - 1) // 2
    assert set(met.values()) == {1}
    first = Counter(one for day in days for one, _ in day)
    assert max(first.values()) - min(first[player] for player in players) <= 2


def test_four_teams_by_hand() -> None:
    assert round_robin("ABCD") == [
        [("A", "D"), ("B", "C")],
        [("C", "A"), ("D", "B")],
        [("A", "B"), ("C", "D")],
    ]


def test_gauntlet() -> None:
    assert gauntlet(["new", "old", "older"]) == [[("new", "old")], [("new", "older")]]


def test_six_games_from_three_starts_with_the_first_move_alternating() -> None:
    games = pair_fixtures("day/A – B", "A", "B", 6, seed=5)
    assert [game.red for game in games] == ["A", "B"] * 3
    assert [game.blue for game in games] == ["B", "A"] * 3
    seeds = [game.seed for game in games]
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == 3
    assert games == pair_fixtures("day/A – B", "A", "B", 6, seed=5)
    assert seeds != [game.seed for game in pair_fixtures("day/A – B", "A", "B", 6, seed=6)]
    assert seeds != [game.seed for game in pair_fixtures("day/A – C", "A", "C", 6, seed=5)]


def test_a_seed_means_the_same_for_ever() -> None:
    assert start_seed("match/0", 1) == 200_912_858_986_755


def test_a_round_without_groups_names_none() -> None:
    how = Conditions("piranhas-2026")
    assert Stage("champions-league", ("A", "B"), 2, how).encounter(1, "A", "B") == "champions-league/A – B"
    assert Stage("championship", ("A", "B"), 2, how, group="N").encounter(1, "A", "B") == "championship/N/A – B"


def test_names_of_tournaments() -> None:
    found = name_players(["greedy", "greedy", "random"], ["greedy", "greedy", "random"])
    assert found == {"greedy": "greedy", "greedy 2": "greedy", "random": "random"}
    # Two versions of a bot, and what becomes of it: nobody should have to guess which is which.
    assert list(name_players(["old/bot.py:My", "new/bot.py:My:depth=2"], ["My", "My"])) == ["My (old)", "My (new)"]
    assert list(name_players(["my/bot.py:Mybot", "mybot.zip"], ["Mybot", "mybot"])) == ["Mybot", "mybot.zip"]
    assert list(name_players(["bot.py:My", "bot.py:My"], ["My", "My"])) == ["My", "My 2"]
    assert list(name_players(["greedy", "mine/start.sh"], ["greedy", "Greedy"])) == ["greedy", "Greedy (mine)"]
    assert name_players(["mine/start.sh", "bot.py:My"], ["", " "]) == {"bot": "mine/start.sh", "bot 2": "bot.py:My"}
    with pytest.raises(BadContest, match="at least two"):
        Tournament({"a": "random"}, Conditions("piranhas-2026"), 2)
    with pytest.raises(BadContest, match="even number"):
        Tournament({"a": "random", "b": "random"}, Conditions("piranhas-2026"), 3)
