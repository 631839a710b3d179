"""The core plays the rules of `schwarm.games`, position by position, for both rulings of every game."""

import gzip
import json
import random
from pathlib import Path

import pytest

import schwarm
from core.positions import random_text
from known_games import known_games
from quantity import quantity
from schwarm import core
from schwarm.conformance.promises import compare, walk
from schwarm.games import InvalidPosition
from schwarm.games.perft import perft

pytestmark = pytest.mark.core
GAMES = known_games()


@pytest.mark.parametrize("rules", ["documents", "official"])
@pytest.mark.parametrize("game", GAMES)
def test_random_games(game: str, rules: str) -> None:
    share = 0.9 if rules == "documents" else 0.1
    assert walk(schwarm.game(game, rules), int(quantity(4_000, 1_112_000) * share), seed=4) > 1


@pytest.mark.parametrize("game", GAMES)
def test_boards_no_start_leads_to(game: str) -> None:
    """Sparse and crowded boards, whole rows of one side, no fish at all: whatever the notation can write."""
    played = schwarm.game(game)
    chance = random.Random(17)
    letters = list(played.pieces)
    for _ in range(quantity(300, 20_000)):
        density = chance.random() ** 2
        state = played.parse(random_text(played, letters, density, chance))
        board = core.Board(state, beyond=True)
        compare(board, state)
        for number in board.legal_moves()[:5]:
            if state.turn < played.last_turn:
                board.push(number)
                compare(board, state.beyond().play(board.move(number)))
                board.pop()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_golden_counts(game: str, data: Path) -> None:
    with gzip.open(data / game / "perft.jsonl.gz", "rt") as lines:
        golden = [json.loads(line) for line in lines]
    assert golden
    for entry in golden:
        board = core.Board(schwarm.game(game).parse(entry["position"]))
        for depth, nodes in enumerate(entry["perft"], start=1):
            assert board.perft(depth) == nodes
            # Playing also the last moves takes ten times as long as counting them.
            if nodes <= quantity(200_000, nodes):
                assert board.perft(depth, bulk=False) == nodes


@pytest.mark.parametrize("game", GAMES)
def test_bulk_counts_what_playing_counts(game: str) -> None:
    depth = quantity(4, 5)
    board = core.Board(schwarm.game(game).start(seed=5))
    assert board.perft(depth) == board.perft(depth, bulk=False)
    # Where the last turn is near, nothing is counted past it.
    late = random_moves(schwarm.game(game), 58)
    for depth in range(5):
        assert core.Board(late).perft(depth) == core.Board(late).perft(depth, bulk=False) == perft(late, depth)


def random_moves(game: "schwarm.games.Game", number: int) -> "schwarm.games.State":
    chance = random.Random(8)
    state = game.start(1)
    while state.turn < number:
        state = state.beyond().play(chance.choice(state.beyond().legal_moves()))
    return state


@pytest.mark.parametrize("game", GAMES)
def test_fuzzed_texts_are_read_as_the_rules_read_them(game: str) -> None:
    """Texts with letters changed, left out and doubled: the core takes what the rules take and never crashes."""
    from schwarm.core.backend import backend

    played = schwarm.game(game)
    chance = random.Random(3)
    alphabet = "SMLsmlFfxHRhr+/ 0123456789-rb:\x00é"
    accepted = 0
    for number in range(quantity(3_000, 200_000)):
        text = list(str(played.start(number % 50)))
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(text) + 1)
            match chance.randrange(3):
                case 0:
                    text.insert(place, chance.choice(alphabet))
                case 1:
                    del text[place : place + chance.randrange(1, 4)]
                case _:
                    text[place : place + 1] = [chance.choice(alphabet)]
        fuzzed = "".join(text)
        try:
            state = played.parse(fuzzed)
        except InvalidPosition:
            with pytest.raises(ValueError, match="no position"):
                backend.Board(game, fuzzed)
        else:
            accepted += 1
            compare(core.Board(state), state)
    assert accepted > 20
