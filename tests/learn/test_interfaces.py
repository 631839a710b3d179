"""The interfaces of the field: each project's own tests pass on our games."""

import warnings

import numpy as np
import pytest

from schwarm.games import game as find_game
from schwarm.learn import encoding
from schwarm.learn.arrays import observe

pytestmark = pytest.mark.slow

GAMES = ("piranhas-2026", "ostseeschach-2022")


@pytest.mark.parametrize("id", GAMES)
def test_pettingzoo(id: str) -> None:
    pettingzoo = pytest.importorskip("pettingzoo.test")
    from schwarm.learn.aec_env import env, parallel_env

    with warnings.catch_warnings():
        # The tests themselves warn of what is usual, such as observations that are not pictures.
        warnings.simplefilter("ignore")
        pettingzoo.api_test(env(id), num_cycles=80)
        pettingzoo.seed_test(lambda: env(id), num_cycles=20)
        pettingzoo.render_test(lambda render_mode: env(id, render_mode))
        pettingzoo.parallel_api_test(parallel_env(id), num_cycles=40)


def test_whoever_plays_an_illegal_action_loses() -> None:
    pytest.importorskip("pettingzoo")
    from schwarm.learn.aec_env import env

    board = env("piranhas-2026")
    board.reset(seed=1)
    mask = board.last()[0]["action_mask"]
    board.step(int(np.flatnonzero(mask == 0)[0]))
    assert board.rewards["player_0"] == -1
    assert all(board.terminations.values())


@pytest.mark.core
def test_gymnasium() -> None:
    pytest.importorskip("gymnasium")
    from schwarm.learn.vector_env import SchwarmVectorEnv

    env = SchwarmVectorEnv("piranhas-2026", 8, seed=3)
    seen, _ = env.reset(seed=4)
    assert env.observation_space.contains(seen)
    ended = 0
    for _ in range(61):
        actions = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
        seen, rewards, over, cut, _ = env.step(actions)
        assert env.observation_space.contains(seen)
        assert (np.abs(rewards[~over]) == 0).all()
        assert not cut.any()
        ended += over.sum()
    assert ended


@pytest.mark.core
def test_a_seed_goes_on_deciding() -> None:
    pytest.importorskip("gymnasium")
    from schwarm.learn.vector_env import SchwarmVectorEnv

    def starts(env: SchwarmVectorEnv, **seed: int) -> tuple[str, str]:
        env.reset(**seed)
        first = str(env.batch.state(0))
        env.reset()
        return first, str(env.batch.state(0))

    env = SchwarmVectorEnv("piranhas-2026", 2, seed=3)
    assert starts(env) == starts(env, seed=3) == starts(SchwarmVectorEnv("piranhas-2026", 2), seed=3)
    first, second = starts(env, seed=3)
    assert first != second


@pytest.mark.parametrize("id", GAMES)
def test_open_spiel(id: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from schwarm.learn import spiel

    game = spiel.load(id, starts=3)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    state = game.new_initial_state()
    state.apply_action(2)
    assert str(state) == str(find_game(id).start(2))
    known = encoding(find_game(id))
    assert np.array_equal(np.reshape(state.observation_tensor(0), known.shape), observe(known, state.position))
