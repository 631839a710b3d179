"""How many steps a second a learner gets on a GPU: `TensorEnv`, beside `BatchEnv` on all cores of the same machine.

A step is a random legal move with everything a learner sees afterwards: masks and bits, or also planes of floats and a
yes or no for every action. Beside it stand pgx's own games where pgx is installed.
Usage: python benchmarks/learn_gpu.py [device] [seconds per figure] [game …]
"""

import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import schwarm
from schwarm import core
from schwarm.games import Game, all_games
from schwarm.learn import BatchEnv, TensorEnv

SIZES = [1 << power for power in (12, 14, 16, 18)]
ROUND = 60
"""So many steps at a time: no game is longer, so each has its end among them."""
PGX_GAMES = ("connect_four", "chess", "go_9x9")


def rate(play: Callable[[], None], games: int, wait: Callable[[], None], seconds: float) -> float:
    """Steps per second by the clock, after a round that warms up."""
    for _ in range(ROUND):
        play()
    wait()
    steps, began = 0, time.perf_counter()
    while (taken := time.perf_counter() - began) < seconds:
        for _ in range(ROUND):
            play()
        wait()
        steps += ROUND * games
    return steps / taken


def show(name: str, games: int, figure: float) -> None:
    print(f"  {name:<44} {games:>7,} games {figure:>15,.0f} /s", flush=True)


def measure_tensors(game: Game, device: str, seconds: float, compiled: bool, sizes: list[int]) -> None:
    torch = import_module("torch")
    wait = torch.cuda.synchronize if device.startswith("cuda") else lambda: None
    way = "compiled" if compiled else "not compiled"
    for games in sizes:
        env = TensorEnv(game, games, seed=1, device=device, compiled=compiled)

        def step(env: TensorEnv = env) -> None:
            env.step(env.sample())

        def step_and_see(env: TensorEnv = env) -> None:
            env.step(env.sample())
            env.observation()
            env.legal()

        show(f"TensorEnv, {way}, masks and bits", games, rate(step, games, wait, seconds))
        show(f"TensorEnv, {way}, also float planes", games, rate(step_and_see, games, wait, seconds))


def measure_core(game: Game, seconds: float) -> None:
    if core.kind != "native":
        print("  BatchEnv: the native core is not here")
        return
    for threads in (1, os.cpu_count() or 1):
        env = BatchEnv(game, SIZES[-2], seed=1, threads=threads)

        def step(env: BatchEnv = env) -> None:
            env.step(env.sample())

        show(f"BatchEnv, threads: {threads}, masks and bits", env.games, rate(step, env.games, lambda: None, seconds))


def measure_pgx(seconds: float) -> None:
    """Random legal moves in pgx's own games, with its own observation, as its documentation does it."""
    try:
        jax, pgx = import_module("jax"), import_module("pgx")
    except ImportError:
        print("\npgx is not installed: pip install pgx")
        return
    print("\npgx, its own games")
    for name in PGX_GAMES:
        env: Any = pgx.make(name)
        step = jax.vmap(import_module("pgx.experimental").auto_reset(env.step, env.init))

        def play(state: Any, key: Any, step: Any = step) -> tuple[Any, Any]:
            key, chance = jax.random.split(key)
            legal = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
            return step(state, jax.random.categorical(chance, legal), jax.random.split(key, len(legal))), key

        for games in SIZES[-2:]:
            now = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), games)), jax.random.key(2)]
            compiled = jax.jit(play)

            def turn(now: list[Any] = now, compiled: Any = compiled) -> None:
                now[:] = compiled(*now)

            def wait(now: list[Any] = now) -> None:
                jax.block_until_ready(now[0])

            show(f"pgx {name}", games, rate(turn, games, wait, seconds))


if __name__ == "__main__":
    device, each = (sys.argv[1:2] or ["cuda"])[0], float((sys.argv[2:3] or ["2"])[0])
    for known in [schwarm.game(id) for id in sys.argv[3:]] or all_games():
        print(f"\n{known.title}")
        measure_core(known, each)
        measure_tensors(known, device, each, compiled=False, sizes=SIZES[-1:])
        measure_tensors(known, device, each, compiled=True, sizes=SIZES)
    measure_pgx(each)
