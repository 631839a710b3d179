"""How fast the rules are: legal-move lists, random games and perft nodes per second.

One core, pure Python, through the public API. Machines are noisy and differ, so every figure also comes as a
ratio against a baseline measured in the same run: the plain grid implementation that the tests use as a second opinion.
Where the package `socha` (Rust behind Python, Piranhas 2026) is installed, it is measured beside us.
Usage: python benchmarks/rules.py [seconds per figure]
"""

import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import schwarm
from schwarm.games import Game, State, all_games
from schwarm.games.perft import perft

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much of some work is done per second of processor time: the best of three runs, since other programs disturb
    caches but never help."""
    best = 0.0
    for _ in range(3):
        done, began = 0, time.process_time()
        while (taken := time.process_time() - began) < seconds / 3:
            done += work()
        best = max(best, done / taken)
    return best


class Ours:
    """The rules under test. Lists are taken at the start and in the middle of a game, as in play."""

    def __init__(self, game: Game, states: list[State]) -> None:
        self.game, self.states = game, states
        self.chance = random.Random(1)

    def lists(self) -> int:
        for state in self.states:
            state.legal_moves()
        return len(self.states)

    def games(self) -> int:
        state = self.game.start(self.chance.getrandbits(32))
        while state.outcome() is None:
            state = state.play(self.chance.choice(state.legal_moves()))
        return 1

    def nodes(self) -> int:
        return perft(self.states[0], 3)


class Baseline:
    """The same work on plain dictionaries."""

    def __init__(self, module: Any, states: list[State]) -> None:
        self.module = module
        self.positions = [module.parse(str(state)) for state in states]
        self.chance = random.Random(1)

    def lists(self) -> int:
        for position in self.positions:
            list(self.module.legal_moves(position))
        return len(self.positions)

    def games(self) -> int:
        position = self.positions[0]
        while self.module.outcome(position, "documents") is None:
            moves = list(self.module.legal_moves(position))
            position = self.module.play(position, self.chance.choice(moves), "documents")
        return 1

    def nodes(self) -> int:
        return self._count(self.positions[0], 2)

    def _count(self, position: Any, depth: int) -> int:
        moves = list(self.module.legal_moves(position))
        if depth == 1:
            return len(moves)
        return sum(self._count(self.module.play(position, move, "documents"), depth - 1) for move in moves)


def states_of(game: Game) -> list[State]:
    """A start and the positions of a random game from it, every sixth turn."""
    chance, state = random.Random(3), game.start(7)
    found = [state]
    while state.outcome() is None:
        state = state.play(chance.choice(state.legal_moves()))
        if state.turn % 6 == 0:
            found.append(state)
    return found


def socha_state(start: State) -> Any:
    """The same start as a state of `socha`, or None where that is not installed."""
    try:
        socha = import_module("socha")
    except ImportError:
        return None
    names = {"S": "OneS", "M": "OneM", "L": "OneL", "s": "TwoS", "m": "TwoM", "l": "TwoL", "x": "Squid"}
    letters = start.letters()
    board = socha.Board(
        map=[
            [
                getattr(socha.FieldType, names[letters[c + r]]) if c + r in letters else socha.FieldType.Empty
                for c in start.game.columns
            ]
            for r in start.game.rows
        ]
    )
    return socha.GameState(board, 0)


def socha_lists(state: Any) -> int:
    """Legal-move lists of `socha`."""
    for _ in range(20):
        state.possible_moves()
    return 20


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print(f"{'game':<20}{'figure':<18}{'per second':>12}{'× baseline':>12}")
    for game in all_games():
        states = states_of(game)
        module = import_module(f"second_opinion.{game.id.rpartition('-')[0]}")
        ours, baseline = Ours(game, states), Baseline(module, states)
        for figure, title in (("lists", "move lists"), ("games", "random games"), ("nodes", "perft nodes")):
            here = rate(getattr(ours, figure), seconds)
            there = rate(getattr(baseline, figure), seconds)
            print(f"{game.id:<20}{title:<18}{here:>12,.0f}{here / there:>12.1f}")
    start = schwarm.game("piranhas-2026").start(7)
    if peer := socha_state(start):
        here = rate(Ours(start.game, [start] * 20).lists, seconds)
        there = rate(lambda: socha_lists(peer), seconds)
        compared = f"socha {there:,.0f}, ours × {here / there:.1f}"
        print(f"{'piranhas-2026':<20}{'lists at a start':<18}{here:>12,.0f}   {compared}")
    else:
        print('socha is not installed; with it (pip install "socha<5") Piranhas 2026 is compared with it too')


if __name__ == "__main__":
    main()
