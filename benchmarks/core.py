"""How fast the native core is: perft, random games, search and `Board`, on one core; and the core as WebAssembly.

Seconds are processor time, except in searches, since other programs disturb. Figures come as ratios too: against the
pure rules in the same run, and against the peers that are installed here, measured one right after the other:
`socha` 4.3.9 (Piranhas rules in Rust) and `open_spiel` (random games of lines of action, Piranhas' nearest relative).
Usage: python benchmarks/core.py [seconds per figure]
"""

import random
import sys
from importlib import import_module

import schwarm
from cores import speeds
from rules import rate, socha_lists, socha_state
from schwarm.core import Board
from schwarm.engine import Engine, Limit
from schwarm.engine.signature import positions
from schwarm.games import Game, State, all_games
from schwarm.games.perft import perft


def random_game(game: Game, chance: random.Random) -> int:
    """One game by the pure rules."""
    state = game.start(chance.getrandbits(32))
    while state.outcome() is None:
        state = state.play(chance.choice(state.legal_moves()))
    return 1


def lists(boards: list[Board]) -> int:
    for board in boards:
        board.legal_moves()
    return len(boards)


def tree(board: Board, depth: int) -> int:
    """Positions of a tree search written in Python: every move played and taken back."""
    numbers = board.legal_moves()
    if depth == 1:
        return len(numbers)
    seen = 0
    for number in numbers:
        board.push(number)
        seen += tree(board, depth - 1)
        board.pop()
    return seen


def searched(engine: Engine, states: list[State], seconds: float) -> float:
    """Positions per second of Hecht, each state with an empty memory."""
    nodes = taken = 0.0
    for state in states:
        engine.forget()
        found = engine.analyse(state, Limit(seconds=max(seconds / len(states), 0.2)))
        nodes += found.nodes
        taken += found.seconds
    return nodes / taken


def show(name: str, figure: float, beside: float | None = None, whom: str = "the pure rules") -> None:
    ratio = f"   × {figure / beside:,.2f} of {whom}" if beside else ""
    print(f"  {name:<44} {figure:>15,.0f} /s{ratio}", flush=True)


def random_games(start: State, seconds: float) -> float:
    """Random games per second of the core, from one start."""
    board, chance = Board(start), random.Random(1)
    games: float = rate(lambda: sum(board.playouts(200, chance.getrandbits(60))[:3]), seconds)
    return games


def measure(game: Game, seconds: float) -> None:
    """All figures of one game."""
    print(f"\n{game.title}")
    start = game.start(7)
    states = positions(game)
    board = Board(start)
    chance = random.Random(1)
    show("perft nodes, in bulk", rate(lambda: board.perft(4), seconds), rate(lambda: perft(start, 3), seconds))
    show("perft nodes, every move played", rate(lambda: board.perft(3, bulk=False), seconds))
    show("random games", random_games(start, seconds), rate(lambda: random_game(game, chance), seconds))
    engine = Engine(game)
    show("search nodes, from starts", searched(engine, [game.start(seed) for seed in range(3)], seconds))
    show("search nodes, from middle games", searched(engine, states[2:5], seconds))
    found = speeds(game, states[2:5], seconds)
    for core, speed in found.items():
        show(f"the same, {core}", speed, found["native"] if core != "native" else None, "native")
    boards = [Board(state) for state in states]
    plain = rate(lambda: sum(1 for state in states if state.legal_moves()), seconds)
    show("Board: lists from Python", rate(lambda: lists(boards), seconds), plain)
    show("Board: push, pop and list from Python", rate(lambda: tree(boards[0], 3), seconds))


def measure_socha(seconds: float) -> None:
    """The contest's Python kit, whose rules are written in Rust."""
    start = schwarm.game("piranhas-2026").start(7)
    state = socha_state(start)
    if state is None:
        print("  socha is not installed: pip install socha==4.3.9")
        return

    def game() -> int:
        here = state
        for _ in range(start.game.last_turn):
            here = here.perform_move(random.choice(here.possible_moves()))
        return 1

    board = Board(start)
    show("socha: lists, Piranhas 2026", theirs := rate(lambda: socha_lists(state), seconds))
    show("ours: lists from Python", rate(lambda: lists([board] * 20), seconds), theirs, "socha")
    show("socha: random games", theirs := rate(game, seconds))
    show("ours: random games", random_games(start, seconds), theirs, "socha")


def measure_open_spiel(seconds: float) -> None:
    """Random games of lines of action, whose moves are counted like those of Piranhas."""
    try:
        relative = import_module("pyspiel").load_game("lines_of_action")
    except ImportError:
        print("  open_spiel is not installed: pip install open_spiel")
        return

    def game() -> int:
        state = relative.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        return 1

    show("open_spiel: random games, lines of action", theirs := rate(game, seconds))
    start = schwarm.game("piranhas-2026").start(7)
    show("ours: random games, Piranhas 2026", random_games(start, seconds), theirs, "open_spiel")


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.5
    for game in all_games():
        measure(game, seconds)
    print("\nPeers")
    measure_socha(seconds)
    measure_open_spiel(seconds)


if __name__ == "__main__":
    main()
