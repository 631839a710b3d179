"""What `rules="official"` rules differently from the documents, each on a position where it shows.

The table "Where the official server differs" in docs/rules.md names these tests.
"""

import pytest

import schwarm
from documents.boards import BLUE, RED, position
from schwarm import Outcome, Reason

RULINGS = ("documents", "official")


def both(season):
    """A season by the documents and as the official server rules it."""
    return [schwarm.game(season, rules=rules) for rules in RULINGS]


def outcomes(season, pieces, turn, last=None):
    """How a position is judged by the documents and by the official server."""
    return [position(game, pieces, turn, last).outcome() for game in both(season)]


# -- the same in both ------------------------------------------------------------------------------------


@pytest.mark.parametrize("season", [known.id for known in schwarm.all_games()])
def test_starts_and_moves_are_the_same(season):
    documents, official = (game.start(seed=3) for game in both(season))
    assert official.game.rules == "official"
    for _ in range(40):
        assert str(official).rsplit(" ", 1)[0] == str(documents).rsplit(" ", 1)[0]
        moves = documents.beyond().legal_moves()
        assert official.beyond().legal_moves() == moves
        move = moves[len(moves) // 2]
        documents, official = documents.beyond().play(move), official.beyond().play(move)


@pytest.mark.parametrize("season", [known.id for known in schwarm.all_games()])
def test_without_a_word_the_documents_are_played(season):
    assert schwarm.game(season) is schwarm.game(season, rules="documents")
    assert schwarm.game(season) is not schwarm.game(season, rules="official")


# -- Piranhas 2026 ---------------------------------------------------------------------------------------


def test_2026_the_first_swarm_is_credited_to_the_side_that_is_united():
    # Red eats A9, and what remains of Blue is one swarm: the documents credit Red, the server Blue.
    # Blue stays united with E6-E4 (over E5), two against two.
    after = [position(game, "MA7 SJ0 sE5 sE6 sA9").play("A7-A9") for game in both("piranhas-2026")]
    assert [state.credit for state in after] == [RED, BLUE]
    assert [state.play("E6-E4").outcome() for state in after] == [
        Outcome(RED, Reason.FIRST_SWARM, (2, 2)),
        Outcome(BLUE, Reason.FIRST_SWARM, (2, 2)),
    ]


def test_2026_blue_uniting_red_is_credited_to_red():
    # Blue eats E5; Red's A0 and A1 remain, Blue's fish are apart. Two against two.
    after = [position(game, "SA0 SA1 SE5 mE7 sJ9", turn=1).play("E7-E5") for game in both("piranhas-2026")]
    assert [state.outcome() for state in after] == [
        Outcome(BLUE, Reason.FIRST_SWARM, (2, 2)),
        Outcome(RED, Reason.FIRST_SWARM, (2, 2)),
    ]


def test_2026_red_is_looked_at_first_when_one_move_unites_both():
    # Blue eats E5 beside its own D4: both sides are united, two against two.
    after = [position(game, "SA0 SA1 SE5 sE7 sD4", turn=1).play("E7-E5") for game in both("piranhas-2026")]
    assert all(state.united(RED) and state.united(BLUE) for state in after)
    assert [state.outcome() for state in after] == [
        Outcome(BLUE, Reason.FIRST_SWARM, (2, 2)),
        Outcome(RED, Reason.FIRST_SWARM, (2, 2)),
    ]


def test_2026_the_credit_is_ignored_in_round_30_without_a_union_standing():
    # The documents' worked example: Red unites, Blue eats the fish in the middle, thirty rounds are over.
    after = [
        position(game, "SA0 SB2 SC0 sB9 sD2", turn=58).play("B2-B0").play("D2-B0") for game in both("piranhas-2026")
    ]
    assert [state.credit for state in after] == [RED, RED]
    assert [state.outcome() for state in after] == [
        Outcome(RED, Reason.FIRST_SWARM, (1, 1)),
        Outcome(None, Reason.DRAW, (1, 1)),
    ]
    # With a union standing, the server asks for the first swarm too.
    standing = outcomes("piranhas-2026", "SA0 SA1 mE5 sA9", 60, "r")
    assert standing == [Outcome(RED, Reason.FIRST_SWARM, (2, 2))] * 2


def test_2026_a_union_standing_comes_before_cannot_move_in_the_middle_of_a_round():
    # 1 S S    Blue to move is shut in; Red's three fish are united, and the round is not over.
    # 0 l S
    assert outcomes("piranhas-2026", "SA1 SB0 SB1 lA0", 3) == [
        Outcome(RED, Reason.BLOCKED, (3, 3)),
        Outcome(None, Reason.DRAW, (3, 3)),
    ]
    assert outcomes("piranhas-2026", "SA1 SB0 SB1 lA0", 3, "b") == [
        Outcome(RED, Reason.BLOCKED, (3, 3)),
        Outcome(BLUE, Reason.FIRST_SWARM, (3, 3)),
    ]
    # Without a union both say the same.
    shut_in = outcomes("piranhas-2026", "sA0 SA1 SB0 SB1 sJ9 SJ8 SI9 SI8", 3)
    assert shut_in == [Outcome(RED, Reason.BLOCKED, (3, 1))] * 2


def test_2026_a_side_without_fish_has_minus_one_point():
    assert outcomes("piranhas-2026", "sA0 lJ9", 2) == [
        Outcome(BLUE, Reason.BLOCKED, (0, 3)),
        Outcome(BLUE, Reason.BLOCKED, (-1, 3)),
    ]
    assert outcomes("piranhas-2026", "SA0 MJ9", 5) == [
        Outcome(RED, Reason.BLOCKED, (2, 0)),
        Outcome(RED, Reason.BLOCKED, (2, -1)),
    ]
    assert outcomes("piranhas-2026", "sA0 lJ9", 60) == [
        Outcome(BLUE, Reason.HEAVIER_SWARM, (0, 3)),
        Outcome(BLUE, Reason.HEAVIER_SWARM, (-1, 3)),
    ]


# -- Piranhas 2019 ---------------------------------------------------------------------------------------


def test_2019_a_side_that_cannot_move_does_not_lose():
    # Two red fish in corners, each shut in by three blue ones.
    assert outcomes("piranhas-2019", "FA0 fA1 fB0 fB1 FJ9 fJ8 fI9 fI8", 2) == [
        Outcome(BLUE, Reason.BLOCKED, (1, 3)),
        None,
    ]
    assert outcomes("piranhas-2019", "fA0 FA1 FB0 FB1 fJ9 FJ8 FI9 FI8", 3) == [
        Outcome(RED, Reason.BLOCKED, (3, 1)),
        None,
    ]


def test_2019_play_goes_on_when_both_are_united_with_equally_many_fish():
    fish = "FA0 FA1 fJ8 fJ9"
    assert outcomes("piranhas-2019", fish, 10) == [Outcome(None, Reason.DRAW, (2, 2)), None]
    # Not after thirty rounds, and not with a larger swarm.
    assert outcomes("piranhas-2019", fish, 60) == [Outcome(None, Reason.DRAW, (2, 2))] * 2
    assert outcomes("piranhas-2019", f"{fish} FB0", 10) == [Outcome(RED, Reason.HEAVIER_SWARM, (3, 2))] * 2


def test_2019_a_side_without_fish_counts_as_united():
    # Blue ate Red's last fish, but its own are apart. By the documents Red cannot move and loses;
    # the server sees the only complete swarm.
    after = [position(game, "FE5 fE7 fJ9", turn=1).play("E7-E5") for game in both("piranhas-2019")]
    assert [state.outcome() for state in after] == [
        Outcome(BLUE, Reason.BLOCKED, (0, 1)),
        Outcome(RED, Reason.ONLY_SWARM, (0, 1)),
    ]
    # Blue's own fish are united: the only complete swarm by the documents, the larger of two by the server.
    assert outcomes("piranhas-2019", "fJ8 fJ9", 10) == [
        Outcome(BLUE, Reason.ONLY_SWARM, (0, 2)),
        Outcome(BLUE, Reason.HEAVIER_SWARM, (0, 2)),
    ]


# -- Ostseeschach 2022 -----------------------------------------------------------------------------------


def test_2022_a_side_that_cannot_move_does_not_lose():
    assert outcomes("ostseeschach-2022", "mh8 rg8", 4) == [Outcome(BLUE, Reason.BLOCKED, (0, 0)), None]
    assert outcomes("ostseeschach-2022", "Ma1 Rb1", 5) == [Outcome(RED, Reason.BLOCKED, (0, 0)), None]
    # Two ambers end the game all the same.
    assert outcomes("ostseeschach-2022", "mh8", 4, "2:0") == [Outcome(RED, Reason.AMBERS, (2, 0))] * 2
