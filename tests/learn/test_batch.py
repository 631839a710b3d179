"""What a learner gets is what the rules say: planes, masks, rewards and ends, in Python and in the core."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from known_games import known_games
from quantity import quantity
from schwarm import core
from schwarm.games import Game, State, Team, UnknownGame, all_games
from schwarm.games import game as find_game
from schwarm.learn import BatchEnv, Children, Finals, IllegalAction, encoding, observe
from schwarm.learn.encoding import over, reward
from schwarm.words import SchwarmError

ARRAYS = ("planes", "masks", "facts", "rewards", "ended", "winners")
native = pytest.mark.skipif(core.kind != "native", reason="a batch runs in the native core")


def squares_of(game: Game, number: int) -> set[str]:
    return {square for place, square in enumerate(game.squares()) if number >> place & 1}


def places_seen_by(team: Team, game: Game) -> dict[str, int]:
    """The place of every square as a side sees the board: the second one looks through the symmetry of the sides."""
    squares = game.squares()
    swap = next((symmetry for symmetry in game.symmetries if symmetry.swaps_teams), None)
    looks_through = swap is not None and team is Team.TWO
    return {square: squares.index(swap.squares[square] if looks_through else square) for square in squares}


def check_position(state: State) -> None:
    """Planes tell pieces apart by side and kind, and every legal move has a number of its own."""
    known = encoding(state.game)
    planes, facts = known.observe(state)
    assert facts[:2] == [state.turn, state.to_move.index]
    turned = places_seen_by(state.to_move, state.game)
    for whose, team in (("own", state.to_move), ("other", state.to_move.opponent)):
        numbers = [planes[place] for place, name in enumerate(known.planes) if name.startswith(whose + " ")]
        here = {turned[square] for square in state.pieces() if state.owner(square) is team}
        assert sum(number.bit_count() for number in numbers) == len(here)
        assert {place for number in numbers for place in range(len(turned)) if number >> place & 1} == here
    moves = state.legal_moves()
    if over(state) is None:
        assert {known.move(state, known.action(state, move)) for move in moves} == set(moves)
        assert sum(way.bit_count() for way in known.mask(state)) == len(moves)
    else:
        assert not known.legal_actions(state)


def test_games_from_elsewhere_have_planes_and_actions(elsewhere: list[Game]) -> None:
    for game in [*elsewhere, *all_games()]:
        env = BatchEnv(game, 2, seed=1, native=False)
        for _ in range(quantity(62, 1000)):
            states = [env.state(number) for number in range(env.games)]
            for state in states:
                check_position(state)
            actions = env.sample()
            after = [
                state.play(env.encoding.move(state, int(action))) for state, action in zip(states, actions, strict=True)
            ]
            env.step(actions)
            for number, (state, mover) in enumerate(zip(after, (state.to_move for state in states), strict=True)):
                outcome = over(state)
                assert env.ended[number] == (outcome is not None)
                assert env.rewards[number] == reward(outcome, mover)
                if outcome is None:
                    assert env.state(number) == state
                else:
                    assert env.state(number).turn == 0
                    assert env.winners[number] == (outcome.winner.index if outcome.winner else -1)
            finals = env.finals()
            assert finals.games.tolist() == [number for number, state in enumerate(after) if over(state)]
            for number, seen in zip(finals.games, env.numbers(finals.planes, finals.facts), strict=True):
                assert np.array_equal(seen, observe(env.encoding, after[number]))


def check_same(one: Children | Finals, two: Children | Finals) -> None:
    for name in vars(one):
        assert np.array_equal(getattr(one, name), getattr(two, name)), name


@native
@pytest.mark.core
@pytest.mark.parametrize("rules", ["documents", "official"])
@pytest.mark.parametrize("id", known_games())
def test_the_core_and_the_rules_agree(id: str, rules: str) -> None:
    game = find_game(id, rules)
    fast, plain = BatchEnv(game, 4, seed=5, threads=2), BatchEnv(game, 4, seed=5, native=False)
    assert fast.native
    for step in range(quantity(64, 250_000)):
        for name in ARRAYS:
            assert np.array_equal(getattr(fast, name), getattr(plain, name)), (name, step)
        if step % 32 == 0:
            assert np.array_equal(fast.observation(), plain.observation())
            check_same(fast.children(), plain.children())
        actions = fast.sample()
        assert np.array_equal(actions, plain.sample())
        fast.step(actions)
        plain.step(actions)
        if fast.ended.any():
            check_same(fast.finals(), plain.finals())


@native
@pytest.mark.core
def test_threads_change_nothing_and_nothing_is_copied() -> None:
    one, many = BatchEnv("piranhas-2026", 200, seed=9), BatchEnv("piranhas-2026", 200, seed=9, threads=3)
    planes = one.planes
    for _ in range(70):
        one.step(one.sample())
        many.step(many.sample())
    assert one.planes is planes
    for name in ARRAYS:
        assert np.array_equal(getattr(one, name), getattr(many, name)), name
    before = one.planes.copy()
    one.reset(10)
    assert not np.array_equal(one.planes, before)
    with pytest.raises(ValueError, match="read-only"):
        one.masks[0] = 0


def test_symmetries_map_observations_and_actions() -> None:
    """Turning the board turns planes and masks; where it swaps the sides, both see the same."""
    state = find_game("ostseeschach-2022").start(4)
    known = encoding(state.game)
    for number in range(20):
        swap = next(symmetry for symmetry in state.game.symmetries if symmetry.swaps_teams)
        other = state.transformed(swap)
        assert known.observe(other)[0] == known.observe(state)[0]
        assert known.mask(other) == known.mask(state)
        state = state.play(state.legal_moves()[number % 3])


@pytest.mark.parametrize("plays_natively", [pytest.param(True, marks=[native, pytest.mark.core]), False])
def test_mistakes_are_told_and_nothing_is_played(plays_natively: bool) -> None:
    env = BatchEnv("piranhas-2019", 2, seed=1, native=plays_natively)
    before = env.planes.copy()
    legal = env.sample().copy()
    for wrong in (-1, 10**9, int(np.flatnonzero(~env.legal()[1])[0])):
        with pytest.raises(IllegalAction, match=f"Action {wrong} is illegal in game 1; the masks say what is legal"):
            env.step(np.array([legal[0], wrong]))
    assert np.array_equal(env.planes, before)
    for actions in (legal + 0.9, legal.astype(str), legal.astype(bool), legal[:1], [[1], [1, 2]]):
        with pytest.raises(SchwarmError, match="A step needs 2 whole numbers"):
            env.step(actions)  # type: ignore[arg-type]
    for steps, said in ((0, "steps must be 1 or more, not 0"), (1.5, r"steps must be a whole number, not 1\.5")):
        with pytest.raises(SchwarmError, match=said):
            env.rollout(BatchEnv.sample, steps)  # type: ignore[arg-type]
    for number in (-1, 2):
        with pytest.raises(SchwarmError, match=f"the numbers 0 to 1, not {number}"):
            env.state(number)
    with pytest.raises(SchwarmError, match="A step needs 2 whole numbers"):
        env.step(legal[:1])
    with pytest.raises(SchwarmError, match=r"number must be a whole number, not 1\.5"):
        env.state(1.5)  # type: ignore[arg-type]
    with pytest.raises(UnknownGame, match="the games are piranhas-2026"):
        BatchEnv(env.state(0), 2, native=plays_natively)  # type: ignore[arg-type]
    wrong_settings: list[tuple[dict[str, Any], str]] = [
        ({"games": 0}, "games must be from 1 to 16777216, not 0."),
        ({"games": 2**25}, "games must be from 1 to 16777216, not 33554432."),
        ({"games": 8.0}, "games must be a whole number, not 8.0."),
        ({"games": 2, "threads": 300}, "threads must be from 1 to 256, not 300."),
    ]
    for settings, sentence in wrong_settings:
        with pytest.raises(SchwarmError) as refused:
            BatchEnv("piranhas-2019", native=plays_natively, **settings)
        assert str(refused.value) == sentence
    for again in (copy.copy, copy.deepcopy, pickle.dumps):
        with pytest.raises(SchwarmError, match="A batch cannot be copied; make a new one with the same seed"):
            again(env)


def test_moves_and_viewers_of_one_position_are_what_they_are_called() -> None:
    known, state = encoding("piranhas-2026"), find_game("piranhas-2026").start(7)
    assert known is encoding(state.game)
    assert known.action(state, "A4-C4") == known.action(state, state.game.parse_move("A4-C4"))
    # These have the same start and direction, or no direction at all, but are not that move.
    for wrong, said in (
        ("A4-D4", "that is C4, not D4"),
        ("A4-B6", "B6 is not on a line with A4"),
        ("A4", "not a move"),
    ):
        with pytest.raises(SchwarmError, match=said):
            known.action(state, wrong)
    for wrong_action in (known.actions, -1, "A4-C4", None, 1.5):
        with pytest.raises(
            IllegalAction, match=f"Action {wrong_action} is illegal; the action mask says what is legal"
        ):
            known.move(state, wrong_action)  # type: ignore[arg-type]
    assert known.move(state, np.int64(known.action(state, "A4-C4"))) == state.game.parse_move("A4-C4")  # type: ignore[arg-type]
    known.legal_actions(state).clear()
    assert len(known.legal_actions(state)) == len(state.legal_moves()), "somebody else's copy was emptied"
    assert copy.deepcopy(known) is pickle.loads(pickle.dumps(known)) is known
    blue = state.play("A4-C4")
    assert known.observe(blue, Team.ONE) != known.observe(blue)
    with pytest.raises(SchwarmError, match=r"A side is Team\.ONE or Team\.TWO, like state\.to_move, not 0"):
        observe(known, blue, 0)  # type: ignore[arg-type]
    other = find_game("ostseeschach-2022").start()
    for ask in (known.observe, known.mask, lambda state: known.action(state, state.legal_moves()[0])):
        with pytest.raises(SchwarmError, match="the numbers of Piranhas 2026, but the position is from Ostseeschach"):
            ask(other)
    with pytest.raises(SchwarmError, match="A position is a state, like"):
        observe(known, None)  # type: ignore[arg-type]


def test_who_asks_for_a_core_that_is_not_there_hears_it(elsewhere: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(core.NotInCore) as refused:
        BatchEnv(elsewhere[0], 2, native=True)
    assert str(refused.value) == (
        "There is no native core for Tic-tac-toe here; leave out “native”, and Python plays it."
    )
    monkeypatch.setattr(core, "kind", "wasm")
    with pytest.raises(core.NotInCore, match="There is no native core for Piranhas 2026 here"):
        BatchEnv("piranhas-2026", 2, native=True)


def test_a_rollout_keeps_what_happened() -> None:
    env = BatchEnv("ostseeschach-2022", 3, seed=2)
    told = env.rollout(BatchEnv.sample, 65)
    again = BatchEnv("ostseeschach-2022", 3, seed=2)
    for step in range(65):
        assert np.array_equal(told.planes[step], again.planes)
        again.step(told.actions[step])
        assert np.array_equal(told.rewards[step], again.rewards)
    assert told.ended.any(axis=0).all()
    # What one side wins the other loses: a reward is for the mover, whose team is in the facts.
    assert {int(fact) for fact in told.facts[:, 0, 1]} == {Team.ONE.index, Team.TWO.index}
