"""What the core says about a position is what the rules say: why a move is allowed, how it stands, how games start."""

import random
from itertools import permutations

import pytest

import schwarm
from core.backends import backends
from core.positions import random_text
from known_games import known_games
from quantity import quantity
from schwarm import core
from schwarm.games import State, Team
from schwarm.games.splitmix import SplitMix64
from schwarm.web.board.position_json import destinations

pytestmark = pytest.mark.core
GAMES = known_games()


def sample(id: str, positions: int) -> list[State]:
    """Positions of random games, and boards no start leads to."""
    game, numbers, chance = schwarm.game(id), SplitMix64(26), random.Random(26)
    found: list[State] = []
    state = game.start(26)
    while len(found) < positions:
        for _ in range(numbers.below(20)):
            if state.outcome() is not None:
                state = game.start(numbers.next())
            state = state.play(numbers.choice(state.legal_moves()))
        found.append(state)
        found.append(game.parse(random_text(game, list(game.pieces), chance.random(), chance)))
    return found


@pytest.mark.parametrize("id", GAMES)
def test_it_explains_any_two_squares_as_the_rules_do(id: str) -> None:
    rules = set()
    for state in sample(id, quantity(4, 1_000)):
        board, beyond = core.Board(state, beyond=True), state.beyond()
        for start, to in permutations(state.game.squares(), 2):
            told = beyond.explain(schwarm.Move(start, to))
            facts = list(type(told.rule)).index(told.rule), told.legal, told.fish, told.at, told.landing, told.line
            assert board.explain(told.move) == facts, f"{told.move} in {state}"
            rules.add(told.rule)
    assert rules == set(type(told.rule)), "some rule decided nothing"


def test_it_explains_no_other_squares() -> None:
    board = core.Board(schwarm.game("piranhas-2026").start(1))
    beside = 10  # the empty place at the end of a row
    for move in (beside, beside << 7, 110, 127 << 7 | 127):
        with pytest.raises(ValueError, match="not two squares"):
            board.explained(move)


@pytest.mark.parametrize("id", GAMES)
def test_it_says_how_a_position_stands(id: str) -> None:
    for state in sample(id, quantity(100, 10_000)):
        for rules in state.game.rulings:
            ruled = schwarm.game(id, rules).parse(str(state))
            board = core.Board(ruled)
            sides: dict[object, int] = {ruled.game.side(team): team.index for team in Team}
            facts = [fact for message in ruled.standing() for _, fact in message.facts]
            assert board.standing() == [fact if isinstance(fact, int) else sides.get(fact, -1) for fact in facts]
            offered: dict[str, list[str]] = {}
            for move in map(board.move, board.legal_moves()):
                offered.setdefault(move.start, []).append(move.to)
            assert offered == destinations(ruled), "the page would offer other moves"
            assert board.outcome() == ruled.outcome()
            for overlay in ruled.game.overlays:
                groups = [(team, *swarm) for team in Team for swarm in board.swarms(team)]
                assert groups == overlay.groups(ruled)


@pytest.mark.parametrize("id", GAMES)
def test_it_starts_as_the_rules_do(id: str) -> None:
    numbers = SplitMix64(1)
    for seed in (0, 1, 7, 2**63 - 1, 2**64 - 1, *(numbers.next() for _ in range(quantity(200, 20_000)))):
        starts = {core_.start(id, seed) for core_ in backends()}
        assert starts == {str(schwarm.game(id).start(seed))}
