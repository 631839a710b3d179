"""The four steps of growth in examples/: each beats the one before, at fixed depths to be the same anywhere.

How much stronger each step is at the contest's pace is a matter for `schwarm match`.
"""

import random
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest

import schwarm
from quantity import quantity
from schwarm.player import Clock, Player
from schwarm.player.class_file import player_class

pytestmark = pytest.mark.slow

TICK = 0.0005
"""Seconds."""

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@pytest.fixture
def step(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Callable[..., Player]]:
    monkeypatch.setattr(sys, "path", list(sys.path))
    return lambda file, kind: player_class(EXAMPLES / file, kind)


def score(new: Player, old: Player, starts: int) -> float:
    """The share of points of the new one, each start played with both colours."""
    random.seed(1)
    points = 0.0
    for seed in range(starts):
        for ours in schwarm.Team:
            state = schwarm.game("piranhas-2026").start(seed)
            while (outcome := state.outcome()) is None:
                player = new if state.to_move is ours else old
                state = state.play(player.choose(state, Clock()))
            points += 0.5 if outcome.winner is None else float(outcome.winner is ours)
    return points / (2 * starts)


def test_greedy_beats_random(step: Callable[[str, str], Callable[..., Player]]) -> None:
    new, old = step("step_2_greedy.py", "Greedy"), step("step_1_random.py", "Anything")
    assert score(new(), old(), quantity(1, 50)) > 0.6


def test_alpha_beta_beats_greedy(step: Callable[[str, str], Callable[..., Player]]) -> None:
    new, old = step("step_3_alpha_beta.py", "AlphaBeta"), step("step_2_greedy.py", "Greedy")
    assert score(new(depth=2), old(), quantity(1, 50)) > 0.6


def test_an_own_evaluation_beats_plain_alpha_beta(step: Callable[[str, str], Callable[..., Player]]) -> None:
    new, old = step("step_4_own_evaluation.py", "Knowing"), step("step_3_alpha_beta.py", "AlphaBeta")
    assert score(new(depth=2), old(depth=2), quantity(1, 50)) > 0.6


def test_the_clock_is_obeyed(
    step: Callable[[str, str], Callable[..., Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a clock on which some time passes with every look, and none otherwise."""
    looks = count()
    monkeypatch.setattr(time, "monotonic", lambda: next(looks) * TICK)
    for file, kind in (("step_3_alpha_beta.py", "AlphaBeta"), ("step_4_own_evaluation.py", "Knowing")):
        player, state = step(file, kind)(), schwarm.game("piranhas-2026").start(7)
        notes: list[str] = []
        player.listener = notes.append
        clock = Clock(0.5)
        assert player.choose(state, clock) in state.legal_moves()
        assert 0.4 < clock.used < 0.6
        assert notes[0].startswith("depth 1: ")
