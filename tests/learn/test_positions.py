"""From numbers back to positions, and what turning a board does to them."""

import math
from dataclasses import fields
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from known_games import known_games
from quantity import quantity
from schwarm.games import Game, Move, State, all_games
from schwarm.games import game as find_game
from schwarm.learn import (
    BatchEnv,
    Encoding,
    IllegalAction,
    TensorEnv,
    Turning,
    encoding,
    legal,
    observe,
    position,
    symmetries,
)
from schwarm.words import SchwarmError

DEVICES = ["numpy", pytest.param("cpu", marks=pytest.mark.skipif(not find_spec("torch"), reason="needs PyTorch"))]


def turned(known: Encoding, state: State, symmetry: Turning) -> State:
    """The position on the turned board, by way of what is seen of it."""
    planes, facts = known.observe(state)
    places = symmetry.squares.tolist()
    return known.state([sum((plane >> place & 1) << to for to, place in enumerate(places)) for plane in planes], facts)


@pytest.mark.parametrize("id", known_games())
def test_a_turned_board_has_turned_observations_and_actions(id: str) -> None:
    known, state = encoding(id), find_game(id).start(4)
    ways = symmetries(known)
    assert len({tuple(symmetry.squares) for symmetry in ways}) == len(ways) == (2 if "ostsee" in id else 8)
    for number in range(quantity(6, 60)):
        seen, mask = observe(known, state), legal(known, state)
        action = int(np.flatnonzero(mask)[number % min(3, mask.sum())])
        after = state.play(known.move(state, action))
        found = set()
        for symmetry in ways:
            other = turned(known, state, symmetry)
            found.add(other)
            assert np.array_equal(observe(known, other), symmetry.observation(seen))
            assert np.array_equal(symmetry.observation(np.stack([seen, seen]))[1], symmetry.observation(seen))
            assert np.array_equal(legal(known, other), symmetry.policy(mask))
            moved = other.play(known.move(other, symmetry.action(action)))
            assert moved.outcome() == after.outcome()
            assert any(moved == turned(known, after, each) for each in ways)
        for declared in state.game.symmetries:
            assert declared.swaps_teams or state.transformed(declared) in found
        assert np.array_equal(ways[0].observation(seen), seen)
        state = after if after.outcome() is None else find_game(id).start(5 + number)


def test_an_encoding_may_be_given_by_its_game() -> None:
    env = BatchEnv("piranhas-2026", 1, seed=1)
    state, row = env.state(0), (env.planes[0].tolist(), env.facts[0].tolist())
    for given in (env.encoding, env.game, "piranhas-2026"):
        assert np.array_equal(observe(given, state), env.observation()[0])
        assert np.array_equal(legal(given, state), env.legal()[0])
        assert position(given, *row) == state
        assert len(symmetries(given)) == 8
    for wrong in (-1, 800, None):
        with pytest.raises(IllegalAction, match=f"Action {wrong} is illegal"):
            symmetries("piranhas-2026")[1].action(wrong)  # type: ignore[arg-type]


def test_games_from_elsewhere_have_symmetries_and_positions_too(elsewhere: list[Game]) -> None:
    for game in [*elsewhere, *all_games()]:
        known, env = encoding(game), BatchEnv(game, 2, seed=3, native=False)
        ways = symmetries(known)
        for _ in range(quantity(10, 100)):
            for number in range(2):
                state = env.state(number)
                assert position(known, env.planes[number], env.facts[number]) == state
                for symmetry in ways:
                    other = turned(known, state, symmetry)
                    assert np.array_equal(legal(known, other), symmetry.policy(legal(known, state)))
            env.step(env.sample())


def test_what_no_position_looks_like_is_refused() -> None:
    env = BatchEnv("piranhas-2026", 1, seed=1)
    planes, facts = env.planes[0], env.facts[0]
    twice, never = planes.copy(), facts.copy()
    twice[0] |= twice[1]
    never[0] = 61
    credited = facts.copy()
    credited[2:] = 1
    wrong: list[tuple[Any, Any]] = [(twice, facts), (planes, never), (planes, credited), (env.planes, facts)]
    wrong += [(planes, env.facts), (None, None), (planes, [[1], [2, 3]])]
    for number in (math.nan, math.inf, 0.5, None, "1", 2**70, -1):
        one, other = planes.tolist(), facts.tolist()
        one[0][0], other[0] = number, number
        wrong += [(one, facts), (planes, other)]
    for rows in wrong:
        with pytest.raises(SchwarmError, match="No position of Piranhas 2026 looks like these planes and facts"):
            position(env.encoding, *rows)
    sets, told = env.encoding.observe(env.state(0))
    assert env.encoding.state(sets, told) == env.state(0)
    wrong = [([*sets[1:], math.nan], told), (sets, [*told[1:], math.nan]), (sets[1:], told), (sets, []), (sets, "1")]
    wrong += [(sets, [2**20_000, *told[1:]])]
    for rows in wrong:
        with pytest.raises(SchwarmError, match="No position of Piranhas 2026 looks like these planes and facts"):
            env.encoding.state(*rows)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("id", known_games())
def test_games_in_arrays_are_shown_as_positions_and_kept_as_rollouts(id: str, device: str) -> None:
    ours, theirs = TensorEnv(id, 5, seed=2, device=device), BatchEnv(id, 5, seed=2)
    assert [ours.state(number) for number in range(5)] == [theirs.state(number) for number in range(5)]
    one, two = ours.rollout(TensorEnv.sample, 70), theirs.rollout(BatchEnv.sample, 70)
    for name, expected in vars(two).items():
        assert np.array_equal(np.asarray(getattr(one, name)).astype(expected.dtype), expected), name
    assert [ours.state(number) for number in range(5)] == [theirs.state(number) for number in range(5)]
    assert position(ours.encoding, one.planes[69, 3], one.facts[69, 3]).turn == int(one.facts[69, 3, 0])
    for wrong, said in ((-1, "the numbers 0 to 4, not -1"), (1.5, r"number must be a whole number, not 1\.5")):
        with pytest.raises(SchwarmError, match=said):
            ours.state(wrong)  # type: ignore[arg-type]
    with pytest.raises(SchwarmError, match="steps must be 1 or more, not 0"):
        ours.rollout(TensorEnv.sample, 0)


@pytest.mark.parametrize("device", [None, *DEVICES])
def test_rows_are_arrays_of_any_kind_or_lists(device: str | None) -> None:
    batch = BatchEnv("piranhas-2026", 3, seed=2)
    env = TensorEnv("piranhas-2026", 3, seed=2, device=device) if device else batch
    planes, facts, seen = batch.planes.copy(), batch.facts.copy(), batch.observation()
    # The highest bit of a word is a sign elsewhere.
    planes[0, 0, 0] |= np.uint64(1 << 63)
    bits = batch.numbers(planes, facts)
    for rows in ((batch.planes, batch.facts), (batch.planes.tolist(), batch.facts.tolist())):
        assert np.array_equal(np.asarray(env.numbers(*rows)), seen)
    for rows in ((planes, facts), (planes.tolist(), facts.tolist())):
        assert np.array_equal(np.asarray(env.numbers(*rows)), bits)
    for wrong in (None, "x", 3, [[1], [2, 3]], [2**70], [math.nan], planes.tolist()[0], [["1"] * 4] * 3):
        for either in ((wrong, facts), (planes, wrong)):
            with pytest.raises(SchwarmError, match="Planes and facts are whole numbers in as many rows: planes have 7"):
                env.numbers(*either)


@pytest.mark.parametrize("native", [None, False])
def test_whole_rollouts_become_numbers(native: bool | None) -> None:
    env = BatchEnv("ostseeschach-2022", 3, seed=2, native=native)
    told, arrays = env.rollout(BatchEnv.sample, 5), TensorEnv("ostseeschach-2022", 3, seed=2, device="numpy")
    seen = env.numbers(told.planes, told.facts)
    assert seen.shape == (5, 3, *env.encoding.shape)
    assert np.array_equal(seen[4], env.numbers(told.planes[4], told.facts[4]))
    assert np.array_equal(seen, env.numbers(told.planes.astype(np.int64), told.facts.astype(np.int64)))
    assert np.array_equal(seen, arrays.numbers(told.planes.astype(np.int64), told.facts.astype(np.int64)))
    for planes, facts in (
        (told.planes, told.facts[0]),
        (told.planes[..., :-1, :], told.facts),
        (told.planes, told.facts[..., 1:]),
        (told.planes.astype(float), told.facts),
    ):
        for either in (env, arrays):
            with pytest.raises(SchwarmError, match="planes have 9 times 1 in each, facts 8"):
                either.numbers(planes, facts)


@pytest.mark.parametrize("device", DEVICES)
def test_a_search_can_go_back(device: str) -> None:
    env = TensorEnv("ostseeschach-2022", 4, seed=2, device=device)
    env.rollout(TensorEnv.sample, 50)
    kept = env.save()
    before = [str(env.state(number)) for number in range(4)]
    first = env.rollout(TensorEnv.sample, 40)
    assert np.asarray(first.ended).any()
    for _ in range(2):
        env.restore(kept)
        assert [str(env.state(number)) for number in range(4)] == before
        again = env.rollout(TensorEnv.sample, 40)
        for name in vars(first):
            assert np.array_equal(np.asarray(getattr(first, name)), np.asarray(getattr(again, name))), name
    other = TensorEnv("ostseeschach-2022", 4, seed=2, device=device)
    for wrong in (other.save(), None):
        with pytest.raises(SchwarmError, match="goes back to a snapshot of its own"):
            env.restore(wrong)  # type: ignore[arg-type]


def test_who_adds_a_game_hears_what_learners_cannot_tell_apart(
    elsewhere: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, breakthrough = elsewhere
    known = {each.name: getattr(breakthrough, each.name) for each in fields(breakthrough)}

    def told(*directions: tuple[int, int]) -> str:
        other = Encoding(type(breakthrough)(**known | {"directions": directions}))
        with pytest.raises(SchwarmError) as refused:
            other.legal_actions(breakthrough.start())
        return str(refused.value)

    assert told((0, 1), (1, 1)) == (
        "b2-a3 goes in none of the directions of Breakthrough 6×6; it should declare all of them, or none."
    )

    for game, moves, said in (
        (breakthrough, ("a2-a3", "a2-a3"), "a2-a3 and a2-a3 are the same two squares, so learners cannot tell them"),
        (
            find_game("piranhas-2026"),
            ("A2-C2", "A2-D2"),
            "A2-C2 and A2-D2 have the same start and direction, so learners cannot tell them apart",
        ),
    ):
        start, legal = game.start(1), [Move(*move.split("-")) for move in moves]
        with monkeypatch.context() as changed:
            changed.setattr(type(start), "legal_moves", lambda self, legal=legal: legal)
            with pytest.raises(SchwarmError, match=said):
                Encoding(game).legal_actions(start)
