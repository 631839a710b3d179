"""Piranhas 2019 (documents 002 and 003): who wins. The rest is in the modules both seasons share."""

import pytest

from documents.boards import BLUE, PIRANHAS_2019, RED, position
from documents.sentences import sentence
from schwarm import Outcome, Reason
from schwarm.games.piranhas import Fish

WINNER = sentence(
    "002 003",
    "Falls beim Spielende die Fische nur eines Spielers zu einem einzigen zusammenhängenden Schwarm "
    "verbunden sind, hat dieser Spieler gewonnen; anderenfalls derjenige Spieler mit dem größeren Schwarm.",
)
DRAW = sentence(
    "002 003",
    "Falls nach den vorgenannten Kriterien kein Gewinner ermittelt werden kann, endet das Spiel unentschieden.",
)
SECONDARY = sentence(
    "002 003",
    "Nachrangiges Kriterium für das Ranking im Wettkampfsystem: Anzahl der Fische im größten Schwarm des Spielers.",
)


def outcome(pieces, turn):
    return position(PIRANHAS_2019, pieces, turn).outcome()


@WINNER
@pytest.mark.parametrize("turn", [10, 60])
def test_the_only_complete_swarm_wins_even_against_a_larger_one(turn):
    # Red's two fish are all together; Blue has four together, but a fifth apart.
    assert outcome("FA0 FA1 fE4 fE5 fE6 fE7 fJ0", turn) == Outcome(RED, Reason.ONLY_SWARM, (2, 4))
    assert outcome("fA0 fA1 FE4 FE5 FE6 FE7 FJ0", turn) == Outcome(BLUE, Reason.ONLY_SWARM, (4, 2))


@WINNER
@pytest.mark.parametrize("turn", [10, 60])
def test_with_both_united_the_larger_swarm_wins(turn):
    assert outcome("FA0 FA1 FA2 fJ8 fJ9", turn) == Outcome(RED, Reason.HEAVIER_SWARM, (3, 2))
    assert outcome("FA0 FA1 fJ7 fJ8 fJ9", turn) == Outcome(BLUE, Reason.HEAVIER_SWARM, (2, 3))


@WINNER
def test_with_nobody_united_after_thirty_rounds_the_larger_swarm_wins():
    # Red has more fish, but Blue's largest swarm is larger.
    fish = "FA0 FA1 FD0 FD1 FG0 FG1 fJ7 fJ8 fJ9 fE9"
    assert outcome(fish, 58) is None
    assert outcome(fish, 60) == Outcome(BLUE, Reason.HEAVIER_SWARM, (2, 3))
    assert outcome("FA0 FA1 FJ0 fJ9 fE9", 60) == Outcome(RED, Reason.HEAVIER_SWARM, (2, 1))


@DRAW
@pytest.mark.parametrize(
    ("pieces", "turn"),
    [
        pytest.param("FA0 FA1 fJ8 fJ9", 10, id="both united"),
        pytest.param("FA0 FA1 fJ8 fJ9", 60, id="both united after thirty rounds"),
        pytest.param("FA0 FA1 FE0 fJ8 fJ9 fE9 fA9", 60, id="nobody united after thirty rounds"),
    ],
)
def test_equally_large_swarms_are_a_draw(pieces, turn):
    assert outcome(pieces, turn) == Outcome(None, Reason.DRAW, (2, 2))


@DRAW
def test_it_does_not_matter_who_was_united_first():
    # Red unites in round 30, Blue breaks that up; all swarms are single fish: no winner by what 2019 asks.
    state = position(PIRANHAS_2019, "FA0 FB2 FC0 fB9 fD2", turn=58).play("B2-B0")
    assert state.united(RED)
    assert state.play("D2-B0").outcome() == Outcome(None, Reason.DRAW, (1, 1))


@SECONDARY
@pytest.mark.parametrize(
    ("pieces", "turn", "points"),
    [
        pytest.param("FA0 FA1 FA2 FJ0 fJ8 fJ9", 60, (3, 2), id="the largest swarm, not all fish"),
        pytest.param("FA0 FA1 fJ7 fJ8 fJ9 fE5", 60, (2, 3), id="of the loser too"),
        pytest.param("FA0 FE0 fJ9 fA9", 60, (1, 1), id="in a draw"),
        pytest.param("FA0 fA1 fB0 fB1 FJ9 fJ8 fI9 fI8", 2, (1, 3), id="when a side cannot move"),
    ],
)
def test_points_are_the_fish_in_the_largest_swarm(pieces, turn, points):
    assert outcome(pieces, turn).points == points


@SECONDARY
def test_every_fish_counts_one():
    start = PIRANHAS_2019.start(seed=1)
    assert {piece for piece in start.pieces().values() if isinstance(piece, Fish)} == {
        Fish(RED, 1),
        Fish(BLUE, 1),
    }
    assert start.heaviest(RED) == start.heaviest(BLUE) == 8
