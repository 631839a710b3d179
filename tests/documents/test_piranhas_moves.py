"""Piranhas of both seasons: turns and rounds, how far a fish swims, where it may land, whom it eats."""

import pytest

from documents.boards import BLUE, PIRANHAS_2026, RED, both_seasons, position, squares, targets
from documents.sentences import sentence
from schwarm import IllegalMove, InvalidMove
from schwarm.games.piranhas import SQUID, Fish
from schwarm.games.piranhas.explanations import SwimRule

ALTERNATION = sentence(
    "000 001 003",
    "Es wird abwechselnd gezogen, wobei Rot beginnt.",
)
DISTANCE = sentence(
    "000",
    "In jedem Zug bewegt man einen eigenen Fisch auf einer senkrechten, waagerechten oder diagonalen Linie "
    "genauso viele Felder in eine Richtung, wie insgesamt Fische (beider Farben) auf dieser Linie sind.",
    "001",
    "In jedem Zug muss man einen eigenen Fisch auf einer senkrechten, waagerechten oder diagonalen Linie "
    "genauso viele Felder in eine Richtung bewegen, wie insgesamt Fische (beider Farben) auf dieser Linie "
    "sind.",
    "002 003",
    "In jedem Zug muss man einen eigenen Fisch auf einer senkrechten, waagerechten oder diagonalen Linie "
    "genau so viele Felder in eine Richtung bewegen, wie insgesamt Fische (beider Farben) auf dieser Linie "
    "sind.",
)
LANDING = sentence(
    "000 001 002 003",
    "Dabei muss man auf einem leeren Feld oder auf einem vom Gegner besetzten Feld landen.",
)
JUMPING = sentence(
    "000 001 002 003",
    "Beim Zug darf man Felder mit eigenen Fischen sowie Kraken überspringen, "
    "nicht aber Felder mit gegnerischen Fischen.",
)
EATING = sentence(
    "000 001 003",
    "Wenn man auf einem Feld ankommt, auf dem ein gegnerischer Fisch schwimmt, "
    "wird dieser gefressen (ersatzlos vom Spielfeld entfernt).",
    "002",
    "Wenn man auf einem Feld ankommt, auf dem ein gegnerischer Fisch schwimmt, "
    "wird dieser gefressen (ersatzlos vom Spielfeld genommen).",
)

ONE_STEP = {"D3", "D4", "D5", "E3", "E5", "F3", "F4", "F5"}


@ALTERNATION
@sentence("002", "Weiß beginnt.")
@both_seasons
def test_red_begins(game):
    start = game.start(seed=1)
    assert start.to_move is RED
    assert {start[move.start].team for move in start.legal_moves()} == {RED}


@ALTERNATION
@sentence("002", "Es wird abwechselnd gezogen.")
@both_seasons
def test_the_sides_move_in_turn(game):
    state = position(game, "FA0 fJ9")
    for mover, move in [(RED, "A0-A1"), (BLUE, "J9-J8"), (RED, "A1-A2"), (BLUE, "J8-J7"), (RED, "A2-A3")]:
        assert state.to_move is mover
        state = state.beyond().play(move)
    with pytest.raises(IllegalMove):
        state.beyond().play("A3-A4")


@sentence(
    "000 001 003",
    "Jede Runde macht jeder Spieler einen Zug.",
    "002",
    "Jede Runde besteht aus 2 Zügen.",
)
@both_seasons
def test_a_round_is_one_move_of_each_side(game):
    state = position(game, "FA0 fJ9")
    rounds, ends = [], []
    for move in ["A0-A1", "J9-J8", "A1-A2", "J8-J7", "A2-A3"]:
        rounds.append(state.round)
        state = state.beyond().play(move)
        ends.append(state.round_over)
    assert rounds == [1, 1, 2, 2, 3]
    assert ends == [False, True, False, True, False]


@DISTANCE
@pytest.mark.parametrize(
    ("others", "one_step_no_more", "three_steps"),
    [
        pytest.param("FE0 fE9", {"E3", "E5"}, {"E1", "E7"}, id="vertical"),
        pytest.param("FA4 fJ4", {"D4", "F4"}, {"B4", "H4"}, id="horizontal"),
        pytest.param("FA0 fJ9", {"D3", "F5"}, {"B1", "H7"}, id="diagonal rising"),
        pytest.param("FA8 fI0", {"D5", "F3"}, {"B7", "H1"}, id="diagonal falling"),
    ],
)
@both_seasons
def test_a_fish_swims_as_far_as_there_are_fish_on_its_line(game, others, one_step_no_more, three_steps):
    # On one line through E4 there are three fish of both colours, ahead and behind; on the others only E4.
    state = position(game, f"FE4 {others}")
    assert targets(state, "E4") == ONE_STEP - one_step_no_more | three_steps


@DISTANCE
@both_seasons
def test_any_other_distance_is_illegal(game):
    # 4 F . . . F . . . . f    three fish: E4 may go to B4 and H4 only
    state = position(game, "FE4 FA4 fJ4")
    for wrong in sorted(squares("A4-J4") - {"B4", "E4", "H4"}):
        with pytest.raises(IllegalMove):
            state.beyond().play(f"E4-{wrong}")
    assert state.beyond().explain("E4-G4").rule is SwimRule.WRONG_DISTANCE
    assert state.beyond().explain("E4-G4").fish == 3


@DISTANCE
@both_seasons
def test_only_fish_on_the_line_count(game):
    # Neither squids on the line nor fish beside it make the way longer.
    state = position(game, "FE4 xG4 xE6 FA5 fJ3 fC9 FF9")
    assert targets(state, "E4") == ONE_STEP


@DISTANCE
@both_seasons
def test_a_fish_does_not_turn_round_at_the_edge(game):
    # 4 F F F . . . . . . .    three fish: leftwards the edge is too close for all of them
    state = position(game, "FA4 FB4 FC4")
    assert {move.to for move in state.beyond().legal_moves() if move.to[1] == "4"} == {"D4", "E4", "F4"}
    assert [targets(state, start) & squares("A4-J4") for start in ("A4", "B4", "C4")] == [
        {"D4"},
        {"E4"},
        {"F4"},
    ]


@DISTANCE
@both_seasons
def test_a_move_stays_on_a_line(game):
    state = position(game, "FE4")
    for beside in ("F6", "G5", "D2", "A5", "J0"):
        with pytest.raises(IllegalMove):
            state.beyond().play(f"E4-{beside}")


@DISTANCE
@both_seasons
def test_every_turn_moves_a_fish_of_ones_own(game):
    state = position(game, "FE4 fB7 xD2")
    for passing in ("", "-", "E4-E4"):
        with pytest.raises(InvalidMove):
            state.beyond().play(passing)
    for foreign in ("B7-B8", "D2-D3", "H8-H9"):
        with pytest.raises(IllegalMove):
            state.beyond().play(foreign)


@LANDING
@both_seasons
def test_a_move_ends_on_an_empty_square_or_an_opponent_but_not_on_an_own_fish(game):
    # 4 . . . . F . ? . . .    two fish in row 4, one of them on G4
    assert {"C4", "G4"} <= targets(position(game, "FE4 fG4"), "E4")
    own = position(game, "FE4 FG4")
    assert "C4" in targets(own, "E4")
    assert "G4" not in targets(own, "E4")
    with pytest.raises(IllegalMove):
        own.beyond().play("E4-G4")


@JUMPING
@both_seasons
def test_a_fish_jumps_over_fish_of_its_own(game):
    # 4 . . . . F F . . . .    two fish
    after = position(game, "FE4 FF4").beyond().play("E4-G4")
    assert set(after.pieces()) == {"F4", "G4"}


@JUMPING
@both_seasons
def test_a_fish_jumps_over_squids(game):
    # 4 F . . . F x x . . f    three fish: E4 goes three squares, over two squids
    after = position(game, "FA4 FE4 xF4 xG4 fJ4").beyond().play("E4-H4")
    assert after["H4"].team is RED
    assert (after["F4"], after["G4"]) == (SQUID, SQUID)


@JUMPING
@sentence(
    "000 001 003",
    "Sollte ein gegnerischer Fisch im Weg sein, ist der entsprechende Zug ungültig.",
)
@pytest.mark.parametrize(
    ("way", "landing"),
    [("fF4", "G4"), ("fE5", "E6"), ("fF5", "G6"), ("fF3", "G2")],
    ids=lambda value: value[-2:],
)
@both_seasons
def test_a_fish_does_not_jump_over_an_opponent(game, way, landing):
    state = position(game, f"FE4 {way}")
    assert landing not in targets(state, "E4")
    with pytest.raises(IllegalMove):
        state.beyond().play(f"E4-{landing}")
    assert state.beyond().explain(f"E4-{landing}").rule is SwimRule.OPPONENT_IN_THE_WAY


@JUMPING
@both_seasons
def test_an_opponent_behind_or_beyond_is_not_in_the_way(game):
    # 4 . . . f F . . . f .    three fish: H4 is before the opponent on I4, B4 behind the one on D4
    state = position(game, "FE4 fD4 fI4")
    assert targets(state, "E4") & squares("A4-J4") == {"H4"}


@sentence(
    "000 001 002 003",
    "Bei der Anzahl der zu ziehenden Felder werden übersprungene Felder mitgezählt.",
)
@both_seasons
def test_skipped_squares_count(game):
    # 4 . . F F x . . f . .    three fish: C4 skips D4 and the squid on E4 and lands on F4
    state = position(game, "FC4 FD4 xE4 fH4")
    assert targets(state, "C4") & squares("A4-J4") == {"F4"}
    with pytest.raises(IllegalMove):
        state.beyond().play("C4-H4")


@EATING
@both_seasons
def test_a_fish_eats_the_opponent_it_lands_on(game):
    # Whoever moves, eats.
    after = position(game, "FE4 fG4 fA9").beyond().play("E4-G4")
    assert {square: fish.team for square, fish in after.pieces().items()} == {"G4": RED, "A9": BLUE}
    after = position(game, "FE4 fG4 FA9", turn=1).beyond().play("G4-E4")
    assert {square: fish.team for square, fish in after.pieces().items()} == {"E4": BLUE, "A9": RED}


@EATING
def test_an_eaten_fish_leaves_without_trace():
    # The eater keeps its own weight, whatever the other weighed, and the line becomes one fish shorter.
    assert position(PIRANHAS_2026, "SE4 lG4").beyond().play("E4-G4")["G4"] == Fish(RED, 1)
    assert position(PIRANHAS_2026, "LE4 sG4").beyond().play("E4-G4")["G4"] == Fish(RED, 3)
    after = position(PIRANHAS_2026, "ME4 lG4 sA9").beyond().play("E4-G4").play("A9-A8")
    assert after["G4"] == Fish(RED, 2)
    assert {"F4", "H4"} <= targets(after, "G4")


@sentence(
    "000 001 003",
    "Zum Beispiel kann Rot im 1. Zug einen beliebigen roten Fisch zwei Felder in Richtung der Spielfeldmitte "
    "bewegen, z.B. von A4 nach C4.",
    "002",
    "Zum Beispiel kann Weiß im 1. Zug einen beliebigen weißen Fisch zwei Felder in Richtung der "
    "Spielfeldmitte bewegen, z.B. von A4 nach C4.",
)
@both_seasons
def test_example_any_red_fish_swims_two_squares_towards_the_middle(game):
    inwards = {f"A{row}-C{row}" for row in range(1, 9)} | {f"J{row}-H{row}" for row in range(1, 9)}
    for seed in range(100):
        start = game.start(seed)
        legal = {str(move) for move in start.beyond().legal_moves()}
        # Where a squid lives on C or H, no move may end.
        assert inwards & legal == {move for move in inwards if start[move[3:]] is not SQUID}
    assert position(game, "FA4 fE0 FJ4").beyond().play("A4-C4")["C4"].team is RED


@sentence(
    "000 001 002 003",
    "Eine andere Möglichkeit für den 1. Zug wäre, einen Fisch von A1 nach A9 zu ziehen.",
)
@both_seasons
def test_example_from_a1_to_a9(game):
    for seed in range(100):
        after = game.start(seed).beyond().play("A1-A9")
        assert after["A9"].team is RED
        assert after["A1"] is None


@sentence(
    "000 001 002 003",
    "Man könnte auch mit dem Fisch auf A2 den gegnerischen Fisch auf C0 fressen.",
)
@both_seasons
def test_example_a2_eats_c0(game):
    for seed in range(100):
        start = game.start(seed)
        assert start["C0"].team is BLUE
        after = start.beyond().play("A2-C0")
        assert after["C0"] == start["A2"]
        assert sum(isinstance(piece, Fish) for piece in after.pieces().values()) == 31
