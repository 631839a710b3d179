"""How many steps a second a learner gets: a loop in Python, PettingZoo, and `BatchEnv`.

A step is a random legal move with everything a learner sees afterwards. Beside them stand the peers that are installed
here, in the same run: open_spiel's and PettingZoo's own connect four and chess. Seconds are processor time, since other
programs disturb; what more games and threads do is measured by `growth.py`.
Usage: python benchmarks/learn.py [seconds per figure]
"""

import random
import sys
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import schwarm
from schwarm.games import Game, all_games
from schwarm.learn import BatchEnv, encoding
from schwarm.learn.arrays import legal, observe

GAMES = 1024


def rate(work: Callable[[], int], seconds: float) -> float:
    """How much of some work is done per second: the best of three runs."""
    best = 0.0
    for _ in range(3):
        done, began = 0, time.process_time()
        while (taken := time.process_time() - began) < seconds / 3:
            done += work()
        best = max(best, done / taken)
    return best


def show(name: str, figure: float, beside: float | None = None) -> None:
    ratio = f"   × {figure / beside:,.1f} of the loop in Python" if beside else ""
    print(f"  {name:<52} {figure:>12,.0f} /s{ratio}", flush=True)


def python_loop(game: Game, chance: random.Random) -> Callable[[], int]:
    """One game by the pure rules, with planes and mask after every move."""
    known = encoding(game)

    def play() -> int:
        state = game.start(chance.getrandbits(60))
        while state.outcome() is None:
            observe(known, state)
            legal(known, state)
            state = state.play(chance.choice(state.legal_moves()))
        return state.turn

    return play


def batch(env: BatchEnv, floats: bool) -> Callable[[], int]:
    def steps() -> int:
        for _ in range(10):
            env.step(env.sample())
            if floats:
                env.observation()
        return 10 * env.games

    return steps


def agents(env: Any) -> Callable[[], int]:
    """One game of a PettingZoo environment."""

    def play() -> int:
        env.reset()
        moves = 0
        for agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
            moves += not (ended or cut)
        return moves

    return play


def spiel(game: Any, chance: random.Random) -> Callable[[], int]:
    """One game of open_spiel, with tensor and mask after every move."""

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def measure(game: Game, seconds: float) -> None:
    print(f"\n{game.title}")
    loop = rate(python_loop(game, random.Random(1)), seconds)
    show("loop in Python", loop)
    try:
        from schwarm.learn.aec_env import SchwarmAECEnv

        show("PettingZoo", rate(agents(SchwarmAECEnv(game)), seconds), loop)
    except ImportError:
        print("  PettingZoo is not installed: pip install pettingzoo")
    for floats, kind in ((False, "bits"), (True, "float planes")):
        env = BatchEnv(game, GAMES, seed=1)
        show(f"BatchEnv, one thread, {kind}", rate(batch(env, floats), seconds), loop)


def measure_peers(seconds: float) -> None:
    print("\nPeers, their own games")
    chance = random.Random(1)
    for name in ("connect_four", "chess"):
        try:
            show(f"open_spiel {name}", rate(spiel(import_module("pyspiel").load_game(name), chance), seconds))
        except ImportError:
            print("  open_spiel is not installed: pip install open_spiel")
            break
    for name in ("connect_four_v3", "chess_v6"):
        try:
            env = import_module(f"pettingzoo.classic.{name}").raw_env()
        except (ImportError, AttributeError) as error:
            print(f"  PettingZoo {name} cannot be measured here: {error}")
            continue
        show(f"PettingZoo {name}", rate(agents(env), seconds))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    each = float(sys.argv[1]) if sys.argv[1:] else 3.0
    for known in all_games():
        measure(schwarm.game(known.id), each)
    measure_peers(each)
