"""How Hecht spends the time of a whole game."""

import pytest

import schwarm
from schwarm import core
from schwarm.engine.analysis import Analysis, Line
from schwarm.games import Move
from schwarm.player import Clock, Hecht
from schwarm.player.clock import RESERVE, moves_to_go
from schwarm.player.time_plan import TimePlan

START = schwarm.game("piranhas-2026").start(seed=1)
MOVES = START.legal_moves()


def found(seconds: float, move: Move = MOVES[0], score: int = 0) -> Analysis:
    """What a search found after some seconds."""
    return Analysis(START, (Line(score, (move,)),), 1, 1, seconds)


def is_enough(seconds: float, move: Move = MOVES[0], score: int = 0) -> bool:
    """Whether it is after so many seconds, with this found last and the same move at every depth before."""
    plan = TimePlan(30.0, 0.0, 30, 30.0)
    assert not any(plan.is_enough(found(0.01 * depth)) for depth in range(6))
    return plan.is_enough(found(seconds, move, score))


def test_who_changes_their_mind_or_sees_worse_thinks_longer() -> None:
    assert not is_enough(0.3)
    assert is_enough(0.5)
    assert not is_enough(0.5, move=MOVES[1])
    assert not is_enough(0.5, score=-60)
    assert is_enough(0.5, score=60)
    assert is_enough(2.0, move=MOVES[1], score=-60)


@pytest.mark.parametrize(
    ("total", "increment"), [(30.0, 0.0), (10.0, 0.1), (1.0, 0.01), (3.0, 0.0), (0.02, 2.0), (300.0, 3.0)]
)
def test_a_game_of_the_longest_thoughts_never_runs_out_of_time(total: float, increment: float) -> None:
    left = total
    for moves in range(30, 0, -1):
        usable = left - min(RESERVE, left / 4)
        left -= TimePlan(usable, increment, moves, 0.9 * left).most
        assert left > 0
        left += increment


@pytest.mark.parametrize("turn", [0, 30, 58, 59])
def test_the_moves_to_go_are_those_of_one_side(turn: int) -> None:
    state = START
    while state.turn < turn and state.outcome() is None:
        state = state.play(state.legal_moves()[0])
    assert moves_to_go(state) == max(1, (60 - state.turn + 1) // 2)


@pytest.mark.skipif(not core.available, reason="the search in Python looks at its clock less often")
def test_hecht_leaves_time_for_the_moves_that_follow() -> None:
    player = Hecht(seed=1)
    clock = Clock.for_game(START, 20.0, 20.0, 0.0)
    assert player.choose(START, clock) in MOVES
    assert clock.remaining > 10.0


def test_only_a_game_with_a_time_of_its_own_needs_a_plan() -> None:
    assert Hecht().plan(START, Clock(2.0)) is None
    assert Hecht().plan(START, None) is None
