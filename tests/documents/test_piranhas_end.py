"""Piranhas of both seasons: when the game ends. Who wins then differs: see the modules of the seasons."""

import pytest

from documents.boards import BLUE, PIRANHAS_2019, PIRANHAS_2026, RED, both_seasons, position
from documents.sentences import sentence
from schwarm import IllegalMove, Reason

END = sentence(
    "000",
    "Das Spiel endet, wenn am Ende einer Runde (Blau könnte also einen roten Schwarm noch in der 2. Hälfte "
    "einer Runde wieder zerstören) alle auf dem Spielfeld verbliebenen Fische einer Farbe zu einem einzigen "
    "zusammenhängenden Schwarm verbunden sind, spätestens jedoch nach 30 Runden.",
    "001 002 003",
    "Das Spiel endet, wenn am Ende einer Runde alle auf dem Spielfeld verbliebenen Fische einer Farbe zu "
    "einem einzigen zusammenhängenden Schwarm verbunden sind, spätestens jedoch nach 30 Runden.",
)
BLUE_CAN_DESTROY = sentence(
    "001 003",
    "(Blau könnte also einen roten Schwarm noch in der 2. Hälfte einer Runde wieder zerstören.)",
    "002",
    "(Schwarz könnte also einen weißen Schwarm noch in der 2. Hälfte einer Runde wieder zerstören.)",
)
BLOCKED = sentence(
    "000 001 002 003",
    "Das Spiel endet ebenfalls, wenn einer der Spieler keinen regulären Zug machen kann.",
)
BLOCKED_LOSES = sentence("000 001 002 003", "In diesem Fall hat dieser Spieler verloren.")

# 2 . F . f    B2-B0 (two fish in column B, the other is blue on B9) unites Red: F F F in row 0.
# 1 . . . .    Then D2-B0 (two fish on the diagonal) eats the one in the middle; B9-B7 leaves all as it is.
# 0 F . F .
BEFORE_REDS_UNION = "FA0 FB2 FC0 fB9 fD2"

# Two red fish in corners, each shut in by three blue ones: every way leads over an opponent.
# 9 . . . . . . . . f F
# 8 . . . . . . . . f f
# 1 f f . . . . . . . .
# 0 F f . . . . . . . .
RED_SHUT_IN = "FA0 fA1 fB0 fB1 FJ9 fJ8 fI9 fI8"
BLUE_SHUT_IN = "fA0 FA1 FB0 FB1 fJ9 FJ8 FI9 FI8"


@END
@both_seasons
def test_a_union_ends_the_game_at_the_end_of_the_round(game):
    red_united = position(game, BEFORE_REDS_UNION).play("B2-B0")
    assert red_united.united(RED)
    assert red_united.outcome() is None
    round_over = red_united.play("B9-B7")
    assert round_over.united(RED)
    assert round_over.outcome().winner is RED


@END
@BLUE_CAN_DESTROY
@both_seasons
def test_blue_can_destroy_a_red_swarm_in_the_second_half_of_the_round(game):
    destroyed = position(game, BEFORE_REDS_UNION).play("B2-B0").play("D2-B0")
    assert not destroyed.united(RED)
    assert destroyed.outcome() is None


@END
@both_seasons
def test_a_union_of_blue_ends_the_game_too(game):
    # Column A has two fish: A9-A7 joins Blue's fish on B6, and that is the end of the round.
    state = position(game, "FJ0 FJ9 FA0 fA9 fB6", turn=1)
    assert state.outcome() is None
    assert state.play("A9-A7").outcome() is not None


@END
@both_seasons
def test_only_the_fish_that_remain_must_be_united(game):
    # Blue's third fish on C9 is all that is apart. Red eats it, and what remains of Blue is one swarm.
    state = position(game, "FC7 FJ0 fE5 fE6 fC9 fA0").play("C7-C9")
    assert not state.united(BLUE)
    state = position(game, "FC7 FJ0 fE5 fE6 fC9").play("C7-C9")
    assert state.united(BLUE)
    # E6-E8 would tear them apart again; E6-E4 (over E5) keeps them together.
    assert state.play("E6-E8").outcome() is None
    assert state.play("E6-E4").outcome() is not None


@END
@both_seasons
def test_a_single_fish_that_remains_is_a_swarm(game):
    state = position(game, "FE4 fA0 fJ9", turn=2)
    assert state.united(RED)
    assert state.outcome() is not None


@END
@both_seasons
def test_the_game_ends_after_thirty_rounds_at_the_latest(game):
    state = position(game, "FA0 FJ9 fA9 fJ0", turn=58)
    assert (state.round, state.outcome()) == (30, None)
    state = state.play("A0-A2")
    assert (state.round, state.outcome()) == (30, None)
    state = state.play("J0-J2")
    assert not state.united(RED)
    assert not state.united(BLUE)
    assert state.outcome() is not None
    with pytest.raises(IllegalMove, match="The game is over"):
        state.play("A2-A4")


@END
@both_seasons
def test_thirty_rounds_are_sixty_moves(game):
    # A0 and J0 go to and fro on their columns of two fish; nobody is ever united.
    state = position(game, "FA0 FJ9 fA9 fJ0")
    moves = ["A0-A2", "J0-J2", "A2-A0", "J2-J0"] * 15
    for played, move in enumerate(moves):
        assert state.outcome() is None, f"over after {played} moves"
        state = state.play(move)
    assert state.turn == 60
    assert state.outcome() is not None


@BLOCKED
@BLOCKED_LOSES
@pytest.mark.parametrize(
    ("pieces", "turn", "winner"),
    [(RED_SHUT_IN, 2, BLUE), (BLUE_SHUT_IN, 3, RED)],
    ids=["Red", "Blue, in the middle of a round"],
)
@both_seasons
def test_a_side_that_cannot_move_loses(game, pieces, turn, winner):
    state = position(game, pieces, turn)
    assert state.beyond().legal_moves() == []
    assert not state.united(RED)
    assert not state.united(BLUE)
    assert (state.outcome().winner, state.outcome().reason) == (winner, Reason.BLOCKED)


@BLOCKED
@BLOCKED_LOSES
@both_seasons
def test_a_side_without_fish_cannot_move(game):
    # Column E has two fish: E2 eats Blue's last fish, in the middle of a round.
    state = position(game, "FE2 FJ9 fE4").beyond().play("E2-E4")
    assert (state.outcome().winner, state.outcome().reason) == (RED, Reason.BLOCKED)


@BLOCKED_LOSES
def test_who_cannot_move_loses_whatever_the_swarms_weigh():
    # Swarms of equal weight and Red credited with the first one: by the swarms, Red would win.
    state = position(PIRANHAS_2026, RED_SHUT_IN.replace("F", "L"), turn=2, last="r")
    assert state.heaviest(RED) == state.heaviest(BLUE) == 3
    assert (state.outcome().winner, state.outcome().reason) == (BLUE, Reason.BLOCKED)


# -- readings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pieces", "turn"), [(RED_SHUT_IN, 3), (BLUE_SHUT_IN, 2)], ids=["Red shut in", "Blue shut in"])
@both_seasons
def test_cannot_move_is_judged_for_the_side_to_move(game, pieces, turn):
    state = position(game, pieces, turn)
    assert state.legal_moves()
    assert state.outcome() is None


@pytest.mark.parametrize(
    ("pieces", "turn"),
    [("LA0 fA1 fB0 fB1", 2), (RED_SHUT_IN.replace("F", "L"), 60)],
    ids=["union", "round 30"],
)
def test_the_end_of_the_round_comes_before_cannot_move_2026(pieces, turn):
    # Red to move cannot, but the round has just ended the game: three against three, and Red was first.
    state = position(PIRANHAS_2026, pieces, turn, last="r")
    assert state.beyond().legal_moves() == []
    assert (state.outcome().winner, state.outcome().reason) == (RED, Reason.FIRST_SWARM)


@pytest.mark.parametrize(
    ("pieces", "turn", "winner", "reason"),
    [
        ("FA0 fA1 fB0 fB1 fJ9", 2, RED, Reason.ONLY_SWARM),
        (RED_SHUT_IN, 60, BLUE, Reason.HEAVIER_SWARM),
    ],
    ids=["union", "round 30"],
)
def test_the_end_of_the_round_comes_before_cannot_move_2019(pieces, turn, winner, reason):
    state = position(PIRANHAS_2019, pieces, turn)
    assert state.beyond().legal_moves() == []
    assert (state.outcome().winner, state.outcome().reason) == (winner, reason)


@both_seasons
def test_a_side_without_fish_is_not_united_and_its_heaviest_swarm_is_nothing(game):
    # Blue's two fish are apart and Red has none: no union ends this round, Red just cannot move.
    state = position(game, "fA0 fJ9", turn=2)
    assert not state.united(RED)
    assert (state.heaviest(RED), state.swarms(RED)) == (0, [])
    assert (state.outcome().winner, state.outcome().reason) == (BLUE, Reason.BLOCKED)
    assert state.outcome().points == (0, 1)
    # After the last round the swarms are compared: nothing against one fish.
    last = position(game, "fA0 fJ9", turn=60)
    assert (last.outcome().winner, last.outcome().reason) == (BLUE, Reason.HEAVIER_SWARM)


@both_seasons
def test_only_reds_union_can_be_broken_up_again(game):
    # United by Red itself: Blue has an answer. United by Blue, who eats the fish apart: the round is over.
    by_red = position(game, BEFORE_REDS_UNION).play("B2-B0")
    assert by_red.outcome() is None
    assert not by_red.play("D2-B0").united(RED)
    by_blue = position(game, "FA0 FA1 FE5 fE7 fJ9", turn=1).play("E7-E5")
    assert by_blue.united(RED)
    assert by_blue.outcome() is not None


@both_seasons
def test_a_position_at_turn_0_counts_as_the_end_of_a_round(game):
    # No round has been played, but a position read from text is judged as it stands.
    assert position(game, "FA0 FB0 fF5 fH8").outcome().winner is RED
    assert position(game, "FA0 FB0 fF5 fH8", turn=1).outcome() is None
