"""Tables on examples computed by hand: points, the season's second criterion, ties, violations, missing bots."""

from collections import Counter
from fractions import Fraction

import pytest

import schwarm
from arena.results import broken, drawn, won
from schwarm.arena.fixture import ViolationNotes
from schwarm.arena.results import Results, Tallies
from schwarm.arena.stage import describe_faults, standings
from schwarm.games import Reason

GAMES = {game.season: game for game in schwarm.games.all_games()}


def table(season: int, teams: str, results: list, seed: int = 0) -> list[tuple]:
    rows = standings(teams.split(), Results(results).sum(Tallies), GAMES[season], seed)
    return [(row.place, row.team, row.wins, row.draws, row.losses, row.points, row.second) for row in rows]


def test_points_come_first_and_the_heaviest_swarm_second_2026() -> None:
    results = [
        won("1", "A", "B", (20, 10)),
        won("2", "B", "A", (12, 8)),
        won("3", "A", "C", (15, 30), by="C"),
        won("4", "C", "A", (9, 14), by="A"),
        drawn("5", "B", "C", (7, 7)),
        drawn("6", "C", "B", (11, 11)),
    ]
    # A: 2 wins, 2 losses = 4 points; 20 + 8 + 15 + 14 = 57 in 4 games
    # B: 1 win, 1 loss, 2 draws = 4 points; 10 + 12 + 7 + 11 = 40 in 4 games
    # C: 1 win, 1 loss, 2 draws = 4 points; 30 + 9 + 7 + 11 = 57 in 4 games
    found = table(2026, "A B C", results)
    assert {row[:2] for row in found[:2]} == {(1, "A"), (1, "C")}
    assert found[2] == (3, "B", 1, 2, 1, 4, Fraction(10))
    assert [row[6] for row in found] == [Fraction(57, 4), Fraction(57, 4), Fraction(10)]


def test_more_points_beat_any_swarm() -> None:
    results = [won("1", "A", "B", (5, 4)), drawn("2", "B", "A", (60, 1))]
    assert table(2026, "B A", results) == [(1, "A", 1, 1, 0, 3, Fraction(3)), (2, "B", 0, 1, 1, 1, Fraction(32))]


def test_averages_count_not_sums() -> None:
    # B has played less, but better on average. Fractions: 10/3 is more than 3.33.
    results = [
        won("1", "A", "X", (4, 0)),
        won("2", "A", "X", (3, 0), by="X"),
        won("3", "A", "X", (2, 0), by="X"),
        won("4", "B", "X", (4, 0)),
    ]
    found = table(2022, "A B", results)
    assert found == [(1, "B", 1, 0, 0, 2, Fraction(4)), (2, "A", 1, 0, 2, 2, Fraction(3))]


@pytest.mark.parametrize(("season", "kept"), [(2026, 0), (2019, 9), (2022, 9)])
def test_who_breaks_a_rule_keeps_its_second_value_or_not_as_the_season_writes_it(season: int, kept: int) -> None:
    found = table(season, "A B", [broken("1", "A", "B", "B", points=(5, 9))])
    assert found == [(1, "A", 1, 0, 0, 2, Fraction(5)), (2, "B", 0, 0, 1, 0, Fraction(kept))]


@pytest.mark.parametrize(
    ("season", "sentence"),
    [
        (
            2026,
            "“heaviest swarm on average”: a game that a team lost by a crash or another fault counts 0 for it, and for "
            "its opponent what was on the board.",
        ),
        (
            2019,
            "“fish in the largest swarm on average”: a game that a team lost by a crash or another fault counts what "
            "was on the board, for both teams.",
        ),
        (
            2022,
            "“ambers on average”: a game that a team lost by a crash or another fault counts what was on the board, "
            "for both teams.",
        ),
    ],
)
def test_what_a_fault_counts_is_said(season: int, sentence: str) -> None:
    assert str(describe_faults(GAMES[season])) == sentence


@pytest.mark.parametrize(("season", "kept"), [(2026, 0), (2019, 4), (2022, 4)])
def test_if_nobody_comes_both_lose(season: int, kept: int) -> None:
    found = table(season, "A B", [broken("1", "A", "B", None, points=(4, 4), reason=Reason.NEVER_CAME)])
    assert [row[1:] for row in sorted(found, key=lambda row: row[1])] == [
        ("A", 0, 0, 1, 0, Fraction(kept)),
        ("B", 0, 0, 1, 0, Fraction(kept)),
    ]


def test_resigning_breaks_no_rule() -> None:
    found = table(2026, "A B", [broken("1", "A", "B", "B", points=(5, 9), reason=Reason.RESIGNED)])
    assert found[1] == (2, "B", 0, 0, 1, 0, Fraction(9))


def test_a_missing_bot_loses_everything_and_the_table_says_why() -> None:
    why = ViolationNotes("There is no file b.zip.", "Es gibt keine Datei b.zip.")
    results = [
        broken("1", "A", "B", "B", (3, 3), Reason.NEVER_CAME, why),
        broken("2", "B", "A", "B", (3, 3), Reason.NEVER_CAME, why),
        broken("3", "C", "B", "B", (3, 3), Reason.TIMEOUT),
        won("4", "A", "C", (8, 6)),
    ]
    rows = standings(["A", "B", "C"], Results(results).sum(Tallies), GAMES[2026])
    assert [row.team for row in rows] == ["A", "C", "B"]
    assert rows[2].violations == Counter({Reason.NEVER_CAME: 2, Reason.TIMEOUT: 1})
    assert str(rows[2].why) == "There is no file b.zip."
    assert (rows[2].points, rows[2].second, rows[2].games) == (0, Fraction(0), 3)
    assert rows[0].violations == Counter()


def test_the_table_says_of_a_team_what_is_its_own_fault() -> None:
    both = ViolationNotes("There is no file a.zip. There is no file b.zip.", "…")
    alone = ViolationNotes("There is no file b.zip.", "…")
    results = [
        broken("1", "A", "B", None, (0, 0), Reason.NEVER_CAME, both),
        broken("2", "B", "C", "B", (0, 0), Reason.NEVER_CAME, alone),
        broken("3", "C", "B", "B"),
    ]
    rows = {row.team: str(row.why) for row in standings(["A", "B", "C"], Results(results).sum(Tallies), GAMES[2026])}
    assert rows == {"A": str(both), "B": str(alone), "C": ""}


def test_equal_teams_share_a_place_and_lots_order_them() -> None:
    results = [drawn("1", "A", "B", (5, 5)), drawn("2", "C", "D", (5, 5)), won("3", "E", "F", (9, 1))]
    places = [row[0] for row in table(2026, "A B C D E F", results)]
    assert places == [1, 2, 2, 2, 2, 6]
    orders = {tuple(row[1] for row in table(2026, "A B C D E F", results, seed)) for seed in range(30)}
    assert len(orders) > 5  # another seed, other lots
    assert table(2026, "A B C D E F", results, 3) == table(2026, "F E D C B A", results, 3)


def test_before_the_first_game_all_are_first() -> None:
    assert [row[0] for row in table(2019, "A B C", [])] == [1, 1, 1]


def test_every_season_names_its_criterion() -> None:
    assert {season: str(game.criterion) for season, game in GAMES.items()} == {
        2026: "heaviest swarm on average",
        2019: "fish in the largest swarm on average",
        2022: "ambers on average",
    }
