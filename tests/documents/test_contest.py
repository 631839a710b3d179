"""What the documents say about contests: the secondary criterion of each season, and the Final Eight."""

from fractions import Fraction

import pytest

from documents.boards import OSTSEESCHACH, PIRANHAS_2019, PIRANHAS_2026
from documents.sentences import sentence
from schwarm.arena.contest import Conditions
from schwarm.arena.fixture import GameKey, Result, pair_fixtures
from schwarm.arena.knockout import Duel
from schwarm.arena.results import Results, Tallies
from schwarm.arena.season import FINALS, Season
from schwarm.arena.stage import counted_points, standings
from schwarm.games import Outcome, Reason
from schwarm.games import Team as Side


def game(number, red, blue, winner, points):
    side = None if winner is None else Side.ONE if winner == red else Side.TWO
    reason = Reason.DRAW if winner is None else Reason.GOAL
    return Result(GameKey(f"x/{number}"), red, blue, Outcome(side, reason, points))


def order(rules, *games):
    return [
        (row.team, row.points, row.second) for row in standings(["A", "B", "C"], Results(games).sum(Tallies), rules)
    ]


@sentence(
    "000",
    "Während der Meisterschaft und der Champions League geht für beide Spieler das Gewicht des jeweils schwersten "
    "Schwarms als nachrangiges Kriterium in die Rangliste ein.",
)
def test_the_heaviest_swarm_decides_between_equal_points():
    games = [game(1, "A", "B", "A", (10, 9)), game(2, "B", "C", "B", (11, 3)), game(3, "C", "A", "C", (8, 9))]
    # All have won one game: B averages 10, A 9.5, C 5.5.
    assert order(PIRANHAS_2026, *games) == [("B", 2, 10), ("A", 2, Fraction(19, 2)), ("C", 2, Fraction(11, 2))]


@sentence(
    "002 003",
    "Nachrangiges Kriterium für das Ranking im Wettkampfsystem: Anzahl der Fische im größten Schwarm des Spielers.",
)
def test_the_fish_in_the_largest_swarm_decide_between_equal_points():
    games = [game(1, "A", "B", "A", (12, 9)), game(2, "B", "C", "B", (14, 16)), game(3, "C", "A", "C", (16, 2))]
    assert order(PIRANHAS_2019, *games) == [("C", 2, 16), ("B", 2, Fraction(23, 2)), ("A", 2, 7)]


@sentence(
    "004",
    "In der Meisterschaftsphase und in der Champions League ist die Anzahl der Bernsteine nachrangiges Kriterium, also "
    "wenn zwei Teams gleich viele Siege errungen haben, bekommt das Team mit der höheren durchschnittlichen Anzahl der "
    "Bernsteine den besseren Tabellenplatz.",
)
def test_the_average_of_ambers_decides_between_equal_points():
    # A has more ambers in all, B more on average.
    games = [
        game(1, "A", "C", "A", (2, 0)),
        game(2, "C", "A", "C", (2, 1)),
        game(3, "B", "C", "B", (2, 1)),
    ]
    assert order(OSTSEESCHACH, *games)[:3] == [("B", 2, 2), ("A", 2, Fraction(3, 2)), ("C", 2, 1)]


def test_wins_are_win_points():
    """A draw counts 1: two draws are as good as a win, although nothing was won."""
    games = [game(1, "A", "C", None, (2, 2)), game(2, "C", "A", None, (2, 2)), game(3, "B", "C", "B", (1, 0))]
    assert order(OSTSEESCHACH, *games) == [("A", 2, 2), ("C", 2, Fraction(4, 3)), ("B", 2, 1)]


def duel(*winners, points=(0, 0)):
    """The winner of an encounter of the Final Eight after these games; `-` is a draw."""
    met = Duel("x", "A", "B", games=6, most_games=30)
    results = Results()
    for number, winner in enumerate(winners, start=1):
        red, blue = ("A", "B") if number % 2 else ("B", "A")
        results.add(game(number, red, blue, None if winner == "-" else winner, points))
    return met.winner(results)


@sentence("000", "Beim Final Eight gibt es dieses nachrangige Kriterium für die Rangliste nicht.")
@sentence("001 002 003", "Beim Final Eight gibt es kein nachrangiges Kriterium.")
def test_the_final_eight_have_no_secondary_criterion():
    assert duel("A", "B", "-", "-", "-", "-", points=(60, 1)) is None


@sentence(
    "000 001 002 003",
    "Beim Final Eight gewinnt derjenige Spieler eine Begegnung, der nach einer geraden Anzahl von Spielen "
    "(mindestens 6) mehr Spiele als der Gegner gewonnen hat.",
)
@pytest.mark.parametrize(
    ("winners", "winner"),
    [
        ("AAAAA", None),
        ("AAAAAA", "A"),
        ("A-----", "A"),
        ("ABABAB", None),
        ("ABABABB", None),
        ("ABABABB-", "B"),
        ("ABABABABAA", "A"),
    ],
)
def test_an_encounter_of_the_final_eight_is_won_by_more_games_after_an_even_number(winners, winner):
    assert duel(*winners) == winner


@sentence(
    "000 001 002 003",
    "Beim Final Eight gewinnt derjenige Spieler eine Begegnung, der nach einer geraden Anzahl von Spielen "
    "(mindestens 6) mehr Spiele als der Gegner gewonnen hat.",
)
def test_a_final_has_six_games_however_few_an_encounter_had_before():
    teams = {"A": "random", "B": "random"}
    for known in (PIRANHAS_2026, PIRANHAS_2019, OSTSEESCHACH):
        season = Season(teams, Conditions(known.id), games=2, finalists=2)
        results = Results()
        while due := list(season.due(results)):
            for fixture in due:
                results.add(game(0, *fixture.players, "A", (9, 3))._replace(key=fixture.key))
        assert sum(key.startswith(FINALS) for key in results) == 6


def test_what_a_game_counts_that_a_fault_ended():
    """The documents are silent: what the season's server writes."""
    fault = Result(GameKey("x/1"), "A", "B", Outcome(Side.TWO, Reason.CRASHED, (9, 7)))
    assert counted_points(fault, PIRANHAS_2026) == (0, 7)
    assert counted_points(fault, PIRANHAS_2019) == counted_points(fault, OSTSEESCHACH) == (9, 7)


def test_the_starts_of_an_encounter_are_played_twice_with_colours_swapped():
    games = pair_fixtures("x", "A", "B", 6, seed=1)
    assert [
        (one.seed == two.seed, one.players == two.players[::-1])
        for one, two in zip(games[::2], games[1::2], strict=True)
    ] == [(True, True)] * 3


def test_a_level_encounter_ends_at_the_cap_for_the_better_place():
    teams = {"A": "random", "B": "random"}
    season = Season(teams, Conditions("piranhas-2026"), games=6, finalists=2, most_games=8)
    results = Results()
    while due := list(season.due(results)):
        for fixture in due:
            # Always Red: level for ever.
            points = (9, 9) if fixture.red == "A" else (3, 3)
            results.add(game(0, *fixture.players, fixture.red, points)._replace(key=fixture.key))
    finals = season.bracket(results)
    assert sum(key.startswith(FINALS) for key in results) == 8
    assert season.champion(results) == finals.seeded[0]
