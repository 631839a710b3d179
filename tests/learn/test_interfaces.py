"""The interfaces of the field: each project's own tests pass on our games."""

import copy
import pickle
import warnings

import numpy as np
import pytest

from schwarm.games import game as find_game
from schwarm.learn import IllegalAction, encoding
from schwarm.learn.arrays import observe
from schwarm.words import SchwarmError

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


def test_a_copy_goes_on_where_it_stands() -> None:
    pytest.importorskip("pettingzoo")
    from schwarm.learn.aec_env import env

    one = env("piranhas-2026")
    one.reset(seed=1)
    for _ in range(3):
        one.step(int(one.observe(one.agent_selection)["action_mask"].argmax()))
    before = one.unwrapped.position
    for other in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (other.unwrapped.position, other.agent_selection) == (before, "player_1")
        other.step(int(other.observe("player_1")["action_mask"].argmax()))
        assert one.unwrapped.position == before


def test_a_bare_environment_refuses_what_is_illegal() -> None:
    pytest.importorskip("pettingzoo")
    from schwarm.learn.aec_env import SchwarmAECEnv

    board = SchwarmAECEnv("piranhas-2026")
    with pytest.raises(SchwarmError, match=r"There is no game yet; reset\(\) begins one"):
        board.step(0)
    board.reset(seed=1)
    before, mask = board.position, board.last()[0]["action_mask"]
    for wrong in (int(np.flatnonzero(mask == 0)[0]), None, float(np.flatnonzero(mask)[0]), -1):
        with pytest.raises(IllegalAction) as refused:
            board.step(wrong)  # type: ignore[arg-type]
        assert str(refused.value) == (
            f"Action {wrong} is illegal; the action mask says what is legal, and nothing was played."
        )
    assert board.position == before
    board.step(np.flatnonzero(mask)[0])
    assert board.position.turn == 1


@pytest.mark.core
def test_gymnasium() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.vector import AutoresetMode

    from schwarm.learn.vector_env import SchwarmVectorEnv

    env = SchwarmVectorEnv("piranhas-2026", 8, seed=3)
    seen, _ = env.reset(seed=4)
    assert env.observation_space.contains(seen)
    ended = 0
    for _ in range(61):
        actions = np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]])
        before = [env.batch.state(number) for number in range(env.num_envs)]
        seen, rewards, over, cut, infos = env.step(actions)
        assert env.observation_space.contains(seen)
        assert (np.abs(rewards[~over]) == 0).all()
        assert not cut.any()
        ended += over.sum()
        # What gymnasium's own vector environments tell of games that begin anew in the same step.
        assert set(infos) == ({"final_obs", "_final_obs", "final_info", "_final_info"} if over.any() else set())
        for number in np.flatnonzero(over):
            last = before[number].play(env.batch.encoding.move(before[number], int(actions[number])))
            final = infos["final_obs"][number]
            assert env.single_observation_space.contains(final)
            assert np.array_equal(final["observation"], observe(env.batch.encoding, last))
            assert not final["action_mask"].any(), "nothing can be played after the end"
            winner = last.adjudicated().winner
            assert infos["final_info"]["winner"][number] == (winner.index if winner else -1)
        if over.any():
            assert [final is not None for final in infos["final_obs"]] == over.tolist()
            for told in (infos["_final_obs"], infos["_final_info"], infos["final_info"]["_winner"]):
                assert np.array_equal(told, over)
    assert ended
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


@pytest.mark.core
def test_wrappers_of_gymnasium_understand_it() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

    from schwarm.learn.vector_env import SchwarmVectorEnv

    env = DictInfoToList(RecordEpisodeStatistics(SchwarmVectorEnv("piranhas-2019", 4, seed=3)))
    seen, _ = env.reset(seed=4)
    lengths: list[int] = []
    while not lengths:
        seen, _, over, _, infos = env.step(np.array([np.flatnonzero(mask)[0] for mask in seen["action_mask"]]))
        assert [bool(info) for info in infos] == over.tolist()
        lengths += [info["episode"]["l"] for info in infos if info]
    assert all(0 < length <= 60 for length in lengths)


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
    assert state.clone().encoding is known, "every copy of a state takes a copy of all tables with it"
    with pytest.raises(IllegalAction, match="Action 100000 is illegal"):
        state.apply_action(100_000)
    with pytest.raises(SchwarmError, match="starts must be 1 or more, not 0"):
        spiel.load(id, starts=0)
    assert np.array_equal(np.reshape(state.observation_tensor(0), known.shape), observe(known, state.position))
