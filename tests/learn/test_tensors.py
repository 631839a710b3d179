"""The rules in arrays are the rules: game by game what `BatchEnv` shows, in NumPy and, if installed, in PyTorch."""

import copy
import pickle
from importlib.util import find_spec

import numpy as np
import pytest

from known_games import known_games
from quantity import quantity
from schwarm import core
from schwarm.games import game as find_game
from schwarm.learn import BatchEnv, IllegalAction, TensorEnv
from schwarm.learn.arrays import Actions, unpack
from schwarm.learn.tensors.library import Library
from schwarm.words import SchwarmError

ARRAYS = ("planes", "masks", "facts", "rewards", "ended", "winners")
DEVICES = ["numpy", pytest.param("cpu", marks=pytest.mark.skipif(not find_spec("torch"), reason="needs PyTorch"))]
GAMES = quantity(16, 500)


def check_same(ours: object, theirs: object) -> None:
    for name, expected in vars(theirs).items():
        assert np.array_equal(np.asarray(getattr(ours, name)).astype(expected.dtype), expected), name


def gather(env: BatchEnv) -> Actions:
    """Actions that bring games to all kinds of ends, unlike random ones: pieces come close together, or go ahead."""
    known, children = env.encoding, env.children()
    kinds = len(known.kinds)
    # Whoever has moved is the other side now.
    moved = unpack(np.bitwise_or.reduce(children.planes[:, kinds : 2 * kinds], axis=1), len(known.squares))
    places = np.array([divmod(square, known.columns) for square in range(len(known.squares))], float)
    count = np.maximum(moved.sum(1), 1)
    middle = (moved @ places) / count[:, None]
    apart = (moved @ (places**2).sum(1)) / count - (middle**2).sum(1)
    # Seen by the other side, ahead is down.
    worth = children.rewards - (apart if "piranhas" in known.game.id else middle[:, 0])
    order = np.lexsort((-worth, children.games))
    chosen: Actions = children.actions[order[children.first]]
    return chosen


@pytest.mark.skipif(core.kind != "native", reason="compared with the native core, which is compared with the rules")
@pytest.mark.core
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("rules", ["documents", "official"])
@pytest.mark.parametrize("id", known_games())
def test_arrays_and_the_core_agree(id: str, rules: str, device: str) -> None:
    game = find_game(id, rules)
    ours, theirs = TensorEnv(game, GAMES, seed=5, device=device), BatchEnv(game, GAMES, seed=5)
    lengths = set()
    for step in range(quantity(64, 2000)):
        for name in ARRAYS:
            expected = getattr(theirs, name)
            shown = np.asarray(getattr(ours, name)).astype(expected.dtype)
            assert np.array_equal(shown, expected), (name, step)
        if step % 32 == 0:
            assert np.array_equal(np.asarray(ours.observation()), theirs.observation())
            assert np.array_equal(np.asarray(ours.legal()), theirs.legal())
            check_same(ours.children(), theirs.children())
        if step % 32 == 0 or theirs.ended.any():
            check_same(ours.finals(), theirs.finals())
        sampled = ours.sample()
        assert np.array_equal(np.asarray(sampled), theirs.sample())
        # Half of the games are played at random, and after some time all of them.
        some = gather(theirs) if step < quantity(64, 400) else np.asarray(sampled)
        actions = np.where(np.arange(GAMES) % 2, np.asarray(sampled), some)
        turns = theirs.facts[:, 0] + 1
        ours.step(Library(device).numbers(actions.tolist()))
        theirs.step(actions)
        lengths |= set(turns[theirs.ended].tolist())
    assert min(lengths) < game.last_turn == max(lengths)


@pytest.mark.parametrize("device", DEVICES)
def test_mistakes_are_told_and_nothing_is_played(device: str) -> None:
    env = TensorEnv("ostseeschach-2022", 2, seed=1, device=device)
    before, legal = np.asarray(env.planes).copy(), np.asarray(env.sample()).tolist()
    for wrong in (-1, 10**9, int(np.flatnonzero(~np.asarray(env.legal())[1])[0])):
        with pytest.raises(IllegalAction, match=f"Action {wrong} is illegal in game 1; the masks say what is legal"):
            env.step(Library(device).numbers([legal[0], wrong]))
    assert np.array_equal(np.asarray(env.planes), before)
    for actions in (Library(device).numbers(legal) * 1.0, [[1], [1, 2]], ["a", "b"], None):
        with pytest.raises(SchwarmError, match="A step needs 2 whole numbers"):
            env.step(actions)
    with pytest.raises(SchwarmError, match="A step needs 2 whole numbers"):
        env.step(Library(device).numbers(legal[:1]))
    for games in (0, 2**70):
        with pytest.raises(SchwarmError, match=f"games must be from 1 to 16777216, not {games}"):
            TensorEnv("piranhas-2019", games, device=device)
    if device != "numpy":
        with pytest.raises(SchwarmError, match="PyTorch has no device “gpu7” here; “cpu” and “numpy” are on every"):
            TensorEnv("piranhas-2019", 1, device="gpu7")
    with pytest.raises(SchwarmError, match=r"games must be a whole number, not 8\.0"):
        TensorEnv("piranhas-2019", 8.0, device=device)  # type: ignore[arg-type]
    for again in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(SchwarmError, match="A batch cannot be copied; make a new one with the same seed"):
            again(env)


@pytest.mark.parametrize("device", DEVICES)
def test_actions_may_be_a_list_and_whole_numbers_of_any_kind(device: str) -> None:
    envs = [TensorEnv("ostseeschach-2022", 2, seed=1, device=device) for _ in range(3)]
    actions = np.asarray(envs[0].sample())
    for env, given in zip(envs, (actions, actions.tolist(), actions.astype(np.uint64)), strict=True):
        env.step(given)
        assert np.array_equal(np.asarray(env.planes), np.asarray(envs[0].planes))


def test_numpy_has_nothing_to_compile() -> None:
    env = TensorEnv("piranhas-2026", 8, seed=1, device="numpy", compiled=True)
    env.step(env.sample())
