"""Hecht as a player: in time on a loaded machine, repeatable where it can be, and better than greedy."""

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

import schwarm
from patience import PATIENCE
from quantity import quantity
from schwarm.player import Clock, Greedy, Hecht, partner
from schwarm.player.partners import UnknownPlayer

WORKER = Path(__file__).with_name("hecht_moves.py")
LIMIT = 0.1
pytestmark = pytest.mark.core


@pytest.mark.alone
@pytest.mark.slow
def test_no_move_is_late_with_both_cores_loaded() -> None:
    """At 100 ms a move. Two think for every core there is, so that nobody ever has one to himself."""
    thinkers = 2 * (os.cpu_count() or 2)
    moves = 10_000 // thinkers
    running = [
        subprocess.Popen([sys.executable, WORKER, str(moves), str(100_000 * number)], stdout=subprocess.PIPE, text=True)
        for number in range(thinkers)
    ]
    printed = [thinker.communicate(timeout=PATIENCE + moves)[0] for thinker in running]
    taken = [float(line.split()[0]) for text in printed for line in text.splitlines()]
    assert len(taken) == thinkers * moves
    late = sum(each > LIMIT for each in taken)
    print(f"{len(taken)} moves, slowest {max(taken):.4f} s, {late} late")
    assert not late


@pytest.mark.slow
@pytest.mark.parametrize("game", [known.id for known in schwarm.all_games()])
def test_it_beats_greedy(game: str) -> None:
    points = 0.0
    seeds = quantity(1, 4)
    for seed in range(seeds):
        for hecht_is in (0, 1):
            players = {hecht_is: Hecht(seed=seed, nodes=3_000), 1 - hecht_is: Greedy(seed)}
            state = schwarm.game(game).start(seed)
            while (outcome := state.outcome()) is None:
                state = state.play(players[state.to_move.index].choose(state))
            points += 0.5 if outcome.winner is None else float(outcome.winner.index == hecht_is)
    assert points >= 1.75 * seeds


def test_the_only_move_needs_no_thought() -> None:
    state = schwarm.game("ostseeschach-2022").parse("8/8/8/8/8/8/8/H6r 0 0:0")
    assert Hecht().choose(state, Clock(0.0)) == state.legal_moves()[0]


def test_it_answers_even_without_any_time() -> None:
    state = schwarm.game("piranhas-2026").start(1)
    assert Hecht().choose(state, Clock(0.0)) in state.legal_moves()


def test_it_can_be_sent_to_another_process_in_the_middle_of_a_game() -> None:
    state, player = schwarm.game("piranhas-2026").start(1), Hecht(seed=1, level=4)
    player.choose(state)
    for other in (copy.copy(player), copy.deepcopy(player), pickle.loads(pickle.dumps(player))):
        assert (other.level, other.engine) == (player.level, None)
        assert other.choose(state) in state.legal_moves()
    assert player.engine is not None


def test_it_notes_what_it_expects() -> None:
    notes: list[str] = []
    player = Hecht(seed=1, nodes=500)
    player.listener = notes.append
    player.choose(schwarm.game("piranhas-2026").start(1))
    assert notes
    assert "% chance to win; " in notes[0]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("hecht:level=11", "There is no level 11; Hecht plays at levels 1 to 10."),
        ("hecht:level=0", "There is no level 0; Hecht plays at levels 1 to 10."),
        ("hecht:depth=3", "The player hecht has no option “depth”; it has seed, level, nodes and threads."),
        ("hecht:level=high", "“high” is not a value for the option level of hecht; write a number, like level=4."),
        ("hecht:nodes=0", "A limit is a number above 0; leave out whatever should not be limited."),
        ("hecht:threads=0", "Hecht thinks on 1 to 256 threads, not on 0."),
        ("hecht:level", "“” is not a value for the option level of hecht; write a number, like level=4."),
    ],
)
def test_options_that_make_no_sense(name: str, sentence: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (all our errors are ValueErrors)
        partner(name)
    assert str(caught.value) == sentence


def test_names_with_options_are_kept() -> None:
    found = partner("hecht:level=4,seed=2")
    assert str(found) == "hecht:level=4,seed=2"
    with pytest.raises(UnknownPlayer):
        partner("hechte")
