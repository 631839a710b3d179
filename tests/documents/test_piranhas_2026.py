"""Piranhas 2026 (documents 000 and 001): weights, the fair pair of games, who wins, the worked examples."""

from collections import Counter

import pytest

from documents.boards import BLUE, PIRANHAS_2026, RED, position, squares
from documents.sentences import sentence
from schwarm import InvalidPosition, Outcome, Reason
from schwarm.games.piranhas import Fish, Swarm
from schwarm.games.record import pair

SYMMETRIC = sentence(
    "000",
    "Beide Spieler starten mit einer symmetrischen Fischaufstellung aus Fischen der Wertigkeit 1-3, wobei es "
    "tendenziell mehr kleine als große Fische gibt.",
)
NUMBERS = sentence(
    "001",
    "Jeder Spieler hat zu Beginn 6 bis 10 1er, 3 bis 7 2er und 1 bis 5 3er Fische an zufällig gewählten Positionen.",
)
HEAVIEST = sentence(
    "000",
    "Der Spieler gewinnt, der am Ende des Spiels den schwersten zusammenhängenden Schwarm besitzt, wobei es "
    "sich auch um einen Teilschwarm handeln kann (Gewichtskriterium).",
    "001",
    "Der Spieler gewinnt, der am Ende des Spiels den schwersten zusammenhängenden Schwarm besitzt, wobei es "
    "sich auch um einen Teilschwarm handeln kann.",
)
SUM = sentence(
    "000 001",
    "Dafür wird für jeden Schwarm jeweils die Summe der Gewichte aller Fische in dem Schwarm gebildet.",
)
FIRST_SWARM = sentence(
    "000 001",
    "Ist der schwerste Schwarm von Rot genauso schwer, wie der schwerste Schwarm von Blau, gewinnt der "
    "Spieler, der während des Spiels zuerst einen Schwarm (kein Teilschwarm) gebildet hat, unabhängig davon, "
    "ob es ein eigener oder der des Gegners ist.",
)
DRAW = sentence(
    "000",
    "Falls dies auch nicht der Fall ist, gibt es ein Unentschieden.",
    "001",
    "Falls dies auch nicht der der Fall ist, gibt es ein Unentschieden.",
)
# The worked example of 000; 001 tells it as two.
FIRST_UNION = sentence(
    "000",
    "Durch einen Zug von Rot (Spieler 1) entsteht erstmals eine Situation, in der alle Fische eines Spielers "
    "(egal ob Rot oder Blau) zu einem einzigen Schwarm verbunden sind (indem Rot alle eigenen Fische vereint "
    "oder einen abseits befindlichen blauen Fisch frisst).",
)
BROKEN_UP = sentence(
    "000",
    "Blau (Spieler 2) muss jedoch noch einen Zug machen und teilt den Schwarm dadurch wieder (weil es einen "
    "Fisch aus dem eigenen Schwarm entfernen muss oder einen roten Fisch aus der Mitte des Schwarms frisst).",
)
NOT_OVER = sentence("000", "Das Spiel ist also nicht beendet (außer es war Runde 30).")
RED_WINS = sentence(
    "000",
    "Liefert am Ende des Spiels das Gewichtskriterium keinen Gewinner, gewinnt Rot, da Rot erstmals eine "
    "Situation herbeigeführt hat, in der alle Fische eines Spielers zu einem Schwarm verbunden sind.",
    "001",
    "Die Runde ist also nicht beendet (außer es war Runde 30) und bei einem Gleichstand, würde rot gewinnen, "
    "da durch ihn in einer Runde ein Schwarm entstanden ist.",
)


@pytest.fixture(scope="module")
def starts():
    return [PIRANHAS_2026.start(seed) for seed in range(1500)]


def weights(start, team):
    return [fish.weight for fish in start.pieces().values() if isinstance(fish, Fish) and fish.team is team]


def last_round(pieces, credit="-"):
    """The outcome after thirty rounds."""
    return position(PIRANHAS_2026, pieces, turn=60, last=credit).outcome()


# -- the start -------------------------------------------------------------------------------------------


@sentence("001", "Die Fische haben eunterschiedliche Gewichte und zwar 1, 2 oder 3.")
@SYMMETRIC
def test_fish_weigh_one_two_or_three(starts):
    state = position(PIRANHAS_2026, "SA0 ME4 LJ9 sA9 mC7 lJ0")
    assert [state[square].weight for square in ("A0", "E4", "J9", "A9", "C7", "J0")] == [1, 2, 3, 1, 2, 3]
    with pytest.raises(InvalidPosition):
        position(PIRANHAS_2026, "XA0")
    for start in starts:
        assert set(weights(start, RED)) == set(weights(start, BLUE)) == {1, 2, 3}


@SYMMETRIC
def test_the_start_is_symmetric(starts):
    # Mirrored in the diagonal from A0 to J9, every red fish meets a blue one of its weight: A1 meets B0.
    for start in starts:
        fish = start.pieces()
        for number, column in enumerate("BCDEFGHI", start=1):
            assert fish[f"A{number}"].weight == fish[f"{column}0"].weight
            assert fish[f"J{number}"].weight == fish[f"{column}9"].weight


@SYMMETRIC
def test_there_are_more_small_fish_than_large_ones(starts):
    total: Counter[int] = Counter()
    for start in starts:
        count = Counter(weights(start, RED))
        assert count[1] > count[3]
        total += count
    assert total[1] > total[2] > total[3]


@NUMBERS
@pytest.mark.parametrize(
    ("weight", "numbers"),
    [(1, {6, 7, 8, 9, 10}), (2, {3, 4, 5, 6, 7}), (3, {1, 2, 3, 4, 5})],
    ids=["1", "2", "3"],
)
def test_how_many_fish_of_each_weight_a_side_has(starts, weight, numbers):
    assert {weights(start, RED).count(weight) for start in starts} == numbers
    assert {weights(start, BLUE).count(weight) for start in starts} == numbers


@NUMBERS
def test_the_weights_lie_on_random_squares(starts):
    boards = [start.pieces() for start in starts]
    for square in sorted(squares("A1-A8", "J1-J8", "B0-I0", "B9-I9")):
        assert {board[square].weight for board in boards} == {1, 2, 3}


@sentence(
    "001",
    "Um die Fairness zu gewährleisten, werden jeweils 2 Spiele mit gleicher Anfangsverteilung von Fischen "
    "und Kraken nacheinander gespielt, wobei jeder Spieler einmal mit rot und einmal mit blau spielt.",
)
def test_every_start_is_played_twice_with_colours_swapped():
    start = PIRANHAS_2026.start(seed=5)
    one, two = pair(start, "Hecht", "Barsch")
    assert one.start == two.start == start
    assert one.players == ("Hecht", "Barsch")
    assert two.players == ("Barsch", "Hecht")


# -- the winner ------------------------------------------------------------------------------------------


@HEAVIEST
@pytest.mark.parametrize("turn", [10, 60])
def test_the_heaviest_swarm_wins_even_if_it_is_only_a_part(turn):
    # Blue's three fish are all together, which ends the game, but Red's two large ones are heavier.
    state = position(PIRANHAS_2026, "LA0 LA1 SJ0 sE4 sE5 sE6", turn)
    assert state.united(BLUE)
    assert not state.united(RED)
    assert state.outcome() == Outcome(RED, Reason.HEAVIER_SWARM, (6, 3))


@HEAVIEST
def test_the_heaviest_swarm_wins_after_thirty_rounds_too():
    assert last_round("SA0 SA1 SJ0 LE0 lE4 sE5 sA9") == Outcome(BLUE, Reason.HEAVIER_SWARM, (3, 4))
    assert last_round("LA0 MA1 SJ0 lE4 sE5 sA9") == Outcome(RED, Reason.HEAVIER_SWARM, (5, 4))


@HEAVIEST
def test_only_the_heaviest_swarm_counts_not_all_fish_together():
    # Red: 3 + 3 + 3 in three swarms. Blue: 4 in one.
    assert last_round("LA0 LE0 LJ0 sA9 sB9 sC9 sD9 sJ9") == Outcome(BLUE, Reason.HEAVIER_SWARM, (3, 4))


@SUM
def test_a_swarm_weighs_what_its_fish_weigh_together():
    state = position(PIRANHAS_2026, "SA0 SA1 SA2 SA3 LE4 ME5 sJ9", turn=60)
    assert state.swarms(RED) == [
        Swarm(frozenset({"E4", "E5"}), 5),
        Swarm(frozenset({"A0", "A1", "A2", "A3"}), 4),
    ]
    assert (state.heaviest(RED), state.heaviest(BLUE)) == (5, 1)


@SUM
def test_weight_decides_not_the_number_of_fish():
    assert last_round("SA0 SA1 SA2 SA3 SJ0 lE4 mE5 sA9").winner is BLUE


@FIRST_SWARM
@pytest.mark.parametrize(("credit", "winner"), [("r", RED), ("b", BLUE)])
def test_between_equal_swarms_the_first_complete_swarm_decides(credit, winner):
    assert last_round("LA0 SJ0 mA9 sB9 sJ9", credit) == Outcome(winner, Reason.FIRST_SWARM, (3, 3))


@FIRST_SWARM
def test_the_first_swarm_matters_only_between_equal_swarms():
    assert last_round("LA0 SJ0 mA9 sJ9", credit="b").winner is RED


@FIRST_SWARM
def test_ones_own_swarm_counts():
    # A9-A7 (two fish in column A) joins B6.
    blue = position(PIRANHAS_2026, "FJ0 FA0 fA9 fB6", turn=1).play("A9-A7")
    assert (blue.united(BLUE), blue.united(RED), blue.credit) == (True, False, BLUE)
    # A0-A2 joins B3.
    red = position(PIRANHAS_2026, "FA0 FB3 fA9 fJ9").play("A0-A2")
    assert (red.united(RED), red.united(BLUE), red.credit) == (True, False, RED)


@FIRST_SWARM
def test_the_opponents_swarm_counts_for_who_brought_it_about():
    # Red eats A9, and what remains of Blue is one swarm.
    by_red = position(PIRANHAS_2026, "FA7 FJ0 fE5 fE6 fA9").play("A7-A9")
    assert (by_red.united(BLUE), by_red.united(RED), by_red.credit) == (True, False, RED)
    # Blue eats A9, and what remains of Red is one swarm. That ends the game, with two against two: Blue wins.
    by_blue = position(PIRANHAS_2026, "mA7 sJ0 FE5 FE6 FA9", turn=1).play("A7-A9")
    assert (by_blue.united(RED), by_blue.united(BLUE), by_blue.credit) == (True, False, BLUE)
    assert by_blue.outcome() == Outcome(BLUE, Reason.FIRST_SWARM, (2, 2))


@FIRST_SWARM
def test_only_the_first_swarm_counts():
    # Blue's move unites both sides. Nobody was first before: Blue. Red was first before: Red stays.
    fish = "FA0 FA1 FE5 fE7 fD4"
    assert position(PIRANHAS_2026, fish, turn=1).play("E7-E5").credit is BLUE
    later = position(PIRANHAS_2026, fish, turn=1, last="r").play("E7-E5")
    assert later.credit is RED
    assert later.outcome() == Outcome(RED, Reason.FIRST_SWARM, (2, 2))


@FIRST_SWARM
def test_a_part_of_the_fish_is_no_first_swarm():
    # A0-A2 joins B3, but J0 is still apart.
    state = position(PIRANHAS_2026, "FA0 FB3 FJ0 fA9 fJ9").play("A0-A2")
    assert state.heaviest(RED) == 2
    assert state.credit is None


@DRAW
def test_equal_swarms_and_no_first_swarm_are_a_draw():
    assert last_round("LA0 SJ0 mA9 sB9 sJ9") == Outcome(None, Reason.DRAW, (3, 3))


# -- the worked examples ---------------------------------------------------------------------------------


@FIRST_UNION
@BROKEN_UP
@NOT_OVER
@RED_WINS
@sentence("001", "Der 1. Spieler (rot) vereint alle seine Fische zu einem Schwarm.")
@sentence("001", "Dieser Schwarm wird von dem 2. Spieler (blau) in seinem Zug wieder geteilt.")
def test_example_red_unites_its_fish_and_blue_eats_one_from_the_middle():
    # 2 . F . f    round 29: B2-B0 unites Red; D2-B0 eats the fish in the middle
    # 1 . . . .
    # 0 F . F .
    state = position(PIRANHAS_2026, "SA0 SB2 SC0 sB9 sD2", turn=56)
    state = state.play("B2-B0")
    assert (state.united(RED), state.credit) == (True, RED)
    state = state.play("D2-B0")
    assert (state.united(RED), state.credit) == (False, RED)
    assert state.outcome() is None
    state = state.play("A0-A1").play("B9-B7")
    assert state.outcome() == Outcome(RED, Reason.FIRST_SWARM, (1, 1))


@FIRST_UNION
@BROKEN_UP
@NOT_OVER
@RED_WINS
@sentence("001", "Rot schlägt einen blauen Fisch und somit sind alle blauen Fische in einem Schwarm.")
@sentence("001", "Blau muss jedoch noch einen Zug machen und dadurch wird sein Schwarm wieder geteielt.")
@sentence("001", "(Egal ob es ein Schwarm seiner Farbe oder der des Gegners ist)")
def test_example_red_unites_blue_and_blue_has_to_leave_its_swarm():
    # Round 29: A7-A9 eats the blue fish apart; E5 and E6 are one swarm until E5 goes away.
    state = position(PIRANHAS_2026, "SA7 SJ0 sE5 sE6 sA9", turn=56)
    state = state.play("A7-A9")
    assert (state.united(BLUE), state.united(RED), state.credit) == (True, False, RED)
    state = state.play("E5-E3")
    assert not state.united(BLUE)
    assert state.outcome() is None
    state = state.play("J0-J1").play("E6-E8")
    assert state.outcome() == Outcome(RED, Reason.FIRST_SWARM, (1, 1))


@NOT_OVER
@RED_WINS
@pytest.mark.parametrize(
    ("pieces", "unites", "breaks_up"),
    [("SA0 SB2 SC0 sB9 sD2", "B2-B0", "D2-B0"), ("SA7 SJ0 sE5 sE6 sA9", "A7-A9", "E5-E3")],
    ids=["Red united", "Blue united"],
)
def test_example_in_round_thirty_the_game_is_over(pieces, unites, breaks_up):
    state = position(PIRANHAS_2026, pieces, turn=58).play(unites)
    assert state.outcome() is None
    assert state.play(breaks_up).outcome() == Outcome(RED, Reason.FIRST_SWARM, (1, 1))


@RED_WINS
def test_example_the_heavier_swarm_still_wins_against_the_first():
    state = position(PIRANHAS_2026, "SA0 SB2 SC0 sB9 lD2", turn=58).play("B2-B0").play("D2-B0")
    assert state.credit is RED
    assert state.outcome() == Outcome(BLUE, Reason.HEAVIER_SWARM, (1, 3))


# -- the secondary criterion -----------------------------------------------------------------------------


@sentence(
    "000",
    "Während der Meisterschaft und der Champions League geht für beide Spieler das Gewicht des jeweils "
    "schwersten Schwarms als nachrangiges Kriterium in die Rangliste ein.",
)
@pytest.mark.parametrize(
    ("pieces", "turn", "points"),
    [
        pytest.param("LA0 MA1 SJ0 lE4 sE5 sA9", 60, (5, 4), id="after thirty rounds"),
        pytest.param("LA0 SJ0 mA9 sB9 sJ9", 60, (3, 3), id="in a draw"),
        pytest.param("SA0 MA1 lE4 lE5 lJ0", 8, (3, 6), id="after a union"),
        pytest.param("LA0 sA1 sB0 mB1 SJ9 sJ8 sI9 sI8", 2, (3, 4), id="when a side cannot move"),
    ],
)
def test_points_are_the_weight_of_the_heaviest_swarm(pieces, turn, points):
    assert position(PIRANHAS_2026, pieces, turn).outcome().points == points


# -- readings --------------------------------------------------------------------------------------------


def test_reading_a_position_credits_nobody():
    state = position(PIRANHAS_2026, "FA0 FA1 fJ8 fJ9", turn=2)
    assert state.united(RED)
    assert state.credit is None
    assert state.outcome() == Outcome(None, Reason.DRAW, (2, 2))
