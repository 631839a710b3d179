"""Ostseeschach 2022 (document 004): when the game ends and who wins."""

import pytest

from documents.boards import BLUE, OSTSEESCHACH, RED, position
from documents.sentences import sentence
from schwarm import IllegalMove, Outcome, Reason

GOAL = sentence("004", "Ziel des Spiels ist, zwei Bernsteine zu erlangen.")
NO_MOVE = sentence(
    "004",
    "Sollte es vorkommen, dass kein Zug möglich ist, führt dies automatisch zum Verlust des Spiels.",
)
END = sentence(
    "004",
    "Das Spiel endet nach einer Runde, in der ein Spieler zwei Bernsteine erreicht, spätestens jedoch nach 30 Runden.",
)
MORE_AMBERS = sentence("004", "Es gewinnt, wer mehr Bernsteine hat.")
FURTHEST = sentence(
    "004",
    "Haben beide Spieler gleich viele Bernsteine, gewinnt der Spieler mit der Leichtfigur, "
    "die den größten Abstand zur eigenen Startlinie hat.",
)
ONE_BY_ONE = sentence(
    "004",
    "Bei Gleichstand wird die jeweils darauffolgende Leichtfigur verglichen, bis bei mindestens einem "
    "Spieler keine Leichtfigur mehr übrig ist.",
)
DRAW = sentence("004", "Wenn sich auf diese Weise keine Entscheidung ergibt, endet das Spiel unentschieden.")


def board(pieces, turn=0, ambers="0:0"):
    return position(OSTSEESCHACH, pieces, turn, ambers)


def last_round(pieces, ambers="0:0"):
    """The outcome after thirty rounds."""
    return board(pieces, turn=60, ambers=ambers).outcome()


# -- the end ---------------------------------------------------------------------------------------------


@GOAL
@END
def test_two_ambers_end_the_game_after_the_round():
    state = board("Md7 Ra1 rh8 mh5", ambers="1:0").play("d7-d8")
    assert state.ambers == (2, 0)
    assert state.outcome() is None
    assert state.play("h5-h4").outcome() == Outcome(RED, Reason.AMBERS, (2, 0))


@GOAL
@END
def test_two_ambers_of_blue_end_the_game_at_once_since_blue_moves_last():
    state = board("Ra1 rh8 md2", turn=1, ambers="0:1")
    assert state.outcome() is None
    assert state.play("d2-d1").outcome() == Outcome(BLUE, Reason.AMBERS, (0, 2))


@GOAL
@END
def test_one_amber_does_not_end_the_game():
    assert board("Ra1 rh8", turn=10, ambers="1:1").outcome() is None
    assert board("Ra1 rh8", turn=10, ambers="1:0").outcome() is None


@END
def test_blue_may_draw_level_in_the_second_half_of_the_round():
    # d7-d8 is Red's second amber. If d2-d1 is Blue's second, the light pieces decide: g5 went further than b3.
    state = board("Md7 Hb3 md2 hg5", ambers="1:1").play("d7-d8")
    assert state.outcome() is None
    assert state.play("d2-c2").outcome() == Outcome(RED, Reason.AMBERS, (2, 1))
    assert state.play("d2-d1").outcome() == Outcome(BLUE, Reason.ADVANCED, (2, 2))


@END
def test_the_game_ends_after_thirty_rounds_at_the_latest():
    state = board("Ma1 mh8", turn=58)
    assert (state.round, state.outcome()) == (30, None)
    state = state.play("a1-a2")
    assert state.outcome() is None
    state = state.play("h8-g8")
    assert state.outcome() == Outcome(RED, Reason.ADVANCED, (0, 0))
    with pytest.raises(IllegalMove, match="The game is over"):
        state.play("a2-a3")


@END
def test_thirty_rounds_are_sixty_moves():
    state = board("Ma1 mh8")
    for played, move in enumerate(["a1-a2", "h8-h7", "a2-a1", "h7-h8"] * 15):
        assert state.outcome() is None, f"over after {played} moves"
        state = state.play(move)
    assert state.outcome() == Outcome(None, Reason.DRAW, (0, 0))


@NO_MOVE
@pytest.mark.parametrize(
    ("pieces", "turn", "winner"),
    [
        pytest.param("mh8 rg8", 4, BLUE, id="Red has no pieces"),
        pytest.param("Ma1 Rb1", 5, RED, id="Blue has no pieces"),
        pytest.param("Ha8 Hd8 mh3", 4, BLUE, id="Red's pieces stand at the edge"),
        pytest.param("Mh3 hb1 hc1", 5, RED, id="Blue's pieces stand at the edge"),
    ],
)
def test_a_side_that_cannot_move_loses(pieces, turn, winner):
    state = board(pieces, turn, ambers="1:1")
    assert state.beyond().legal_moves() == []
    assert state.outcome() == Outcome(winner, Reason.BLOCKED, (1, 1))


@NO_MOVE
def test_who_cannot_move_loses_even_with_more_ambers():
    assert board("mh8", turn=4, ambers="1:0").outcome() == Outcome(BLUE, Reason.BLOCKED, (1, 0))


# -- the winner ------------------------------------------------------------------------------------------


@MORE_AMBERS
def test_more_ambers_win():
    assert last_round("Ra1 mh1", ambers="1:0") == Outcome(RED, Reason.AMBERS, (1, 0))
    assert last_round("Md7 rh8", ambers="0:1") == Outcome(BLUE, Reason.AMBERS, (0, 1))
    # Both reached two, Blue with the last move even three.
    assert board("Ma7 rh8", turn=6, ambers="2:3").outcome() == Outcome(BLUE, Reason.AMBERS, (2, 3))


@FURTHEST
def test_with_equal_ambers_the_furthest_light_piece_wins():
    # Red's cockle is five ranks from rank 1, Blue's gull four from rank 8.
    assert last_round("Ha6 Ra1 mh4 rh8", ambers="1:1") == Outcome(RED, Reason.ADVANCED, (1, 1))
    assert last_round("Ha3 Ha4 mh4 mh8") == Outcome(BLUE, Reason.ADVANCED, (0, 0))
    # Round 12: both have two ambers.
    assert board("Ha2 Mb2 sd2", turn=24, ambers="2:2").outcome() == Outcome(BLUE, Reason.ADVANCED, (2, 2))


@FURTHEST
def test_a_seal_is_no_light_piece():
    assert last_round("Rh8 Ha2 ma6") == Outcome(BLUE, Reason.ADVANCED, (0, 0))


@FURTHEST
def test_the_furthest_piece_decides_not_the_sum():
    # Red 5; Blue 4, 4, 4.
    assert last_round("Ha6 Hb1 Hc1 ma4 mb4 mc4").winner is RED


@ONE_BY_ONE
def test_between_equals_the_next_light_piece_decides():
    # Red 5, 3, 1; Blue 5, 2, 2: the second decides. On the board the squares stand in no order.
    assert last_round("Ha2 Sb6 Mc4 he6 sf3 mg6") == Outcome(RED, Reason.ADVANCED, (0, 0))
    # Red 5, 3, 1; Blue 5, 3, 2: the third.
    assert last_round("Ha2 Sb6 Mc4 he5 sf3 mg6") == Outcome(BLUE, Reason.ADVANCED, (0, 0))


@ONE_BY_ONE
@DRAW
def test_the_comparison_ends_when_a_side_has_no_light_piece_left():
    # Red 5, 3; Blue 5, 3, 2, 1: after two pieces there is nothing to compare.
    assert last_round("Sb6 Mc4 Ra1 sf3 he5 mg6 hd7") == Outcome(None, Reason.DRAW, (0, 0))


@DRAW
def test_equal_distances_are_a_draw():
    # Red 5, 3; Blue 5, 3, from the other side.
    assert last_round("Sb6 Mc4 sf3 he5", ambers="1:1") == Outcome(None, Reason.DRAW, (1, 1))
    assert board("Sb6 sf3", turn=20, ambers="2:2").outcome() == Outcome(None, Reason.DRAW, (2, 2))


@sentence(
    "004",
    "In der Meisterschaftsphase und in der Champions League ist die Anzahl der Bernsteine nachrangiges "
    "Kriterium, also wenn zwei Teams gleich viele Siege errungen haben, bekommt das Team mit der höheren "
    "durchschnittlichen Anzahl der Bernsteine den besseren Tabellenplatz.",
)
@pytest.mark.parametrize(
    ("pieces", "turn", "ambers"),
    [
        pytest.param("Ma1 rh8", 8, (2, 1), id="two ambers"),
        pytest.param("Ma4 mh5", 60, (1, 1), id="thirty rounds"),
        pytest.param("mh5", 8, (1, 0), id="cannot move"),
    ],
)
def test_points_are_the_ambers(pieces, turn, ambers):
    assert board(pieces, turn, f"{ambers[0]}:{ambers[1]}").outcome().points == ambers


# -- readings --------------------------------------------------------------------------------------------


def test_distance_is_measured_from_ones_own_start_line():
    state = board("Ha1 Mb7 ha8 md2")
    assert state.light_distances(RED) == [6, 0]
    assert state.light_distances(BLUE) == [6, 0]


def test_a_side_without_light_pieces_has_nothing_to_compare():
    assert last_round("Ra1 me2 rh8") == Outcome(None, Reason.DRAW, (0, 0))
    assert last_round("Me7 rh8", ambers="1:1") == Outcome(None, Reason.DRAW, (1, 1))


def test_a_tower_counts_as_its_top_piece_in_the_tie_break():
    assert last_round("M+a5 mb5") == Outcome(RED, Reason.ADVANCED, (0, 0))
    assert last_round("R+a7 Ha2 mb6") == Outcome(BLUE, Reason.ADVANCED, (0, 0))


@pytest.mark.parametrize(("turn", "ambers"), [(8, "2:0"), (60, "1:0")], ids=["two ambers", "round 30"])
def test_the_end_of_the_round_comes_before_cannot_move(turn, ambers):
    state = board("mh5", turn, ambers)
    assert state.beyond().legal_moves() == []
    assert (state.outcome().winner, state.outcome().reason) == (RED, Reason.AMBERS)


def test_cannot_move_is_judged_for_the_side_to_move():
    # Red has no pieces, but it is Blue's turn. Blue has none and loses, before the round is over.
    assert board("mh5", turn=5).outcome() is None
    assert board("Ma1", turn=5, ambers="2:1").outcome() == Outcome(RED, Reason.BLOCKED, (2, 1))


def test_a_position_at_turn_0_counts_as_the_end_of_a_round():
    # No round has been played, but a position read from text is judged as it stands.
    assert position(OSTSEESCHACH, "r+a6 Sf1", last="2:0").outcome() == Outcome(RED, Reason.AMBERS, (2, 0))
    assert position(OSTSEESCHACH, "r+a6 Sf1", turn=1, last="2:0").outcome() is None
