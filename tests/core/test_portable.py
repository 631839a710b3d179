"""The portable core does what the native one does: the same moves, ends, hashes and searches, to the last node."""

import random
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import schwarm
from known_games import known_games
from quantity import quantity
from schwarm import core
from schwarm.core import choice
from schwarm.core.networks import read_network
from schwarm.engine import LEVELS, Engine, Limit, Reviewed, Verdict, chance_of
from schwarm.games.splitmix import SplitMix64

pytestmark = [pytest.mark.core, pytest.mark.skipif(choice.choose() != "native", reason="there is nothing to compare")]

GAMES = known_games()
POSITIONS = quantity(150, 20_000)
NODES = quantity(20_000, 1_000_000)


def test_it_is_made_from_these_sources(root: Path) -> None:
    done = subprocess.run([sys.executable, root / "scripts/wasm", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_it_knows_the_same_games_and_numbers() -> None:
    from schwarm.core import portable
    from schwarm.core.backend import backend

    assert portable.games() == backend.games()
    assert (portable.WIN, portable.DECIDED) == (backend.WIN, backend.DECIDED)
    for score in (-30_000, -29_000, -28_999, -250, 0, 1, 777, 28_999, 29_500):
        assert portable.chance(score) == pytest.approx(chance_of(score))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("official", [False, True])
def test_random_games_are_the_same(game: str, official: bool) -> None:
    from schwarm.core import portable
    from schwarm.core.backend import backend

    known = schwarm.game(game, "official" if official else "documents")
    chance = random.Random(3)
    left = POSITIONS
    while left > 0:
        text = str(known.start(chance.getrandbits(64)))
        native, other = backend.Board(game, text, official, True), portable.Board(game, text, official, True)
        while True:
            left -= 1
            moves = native.legal_moves()
            assert other.legal_moves() == moves
            assert other.unordered_moves() == native.unordered_moves()
            assert (other.count_moves(), other.moves_made, other.turn) == (len(moves), native.moves_made, native.turn)
            assert (other.text(), other.width) == (native.text(), native.width)
            assert (other.hash, other.recomputed_hash()) == (native.hash, native.hash)
            assert (other.result(), other.points()) == (native.result(), native.points())
            assert [other.swarms_of(team) for team in (0, 1)] == [native.swarms_of(team) for team in (0, 1)]
            assert other.standing() == native.standing()
            for move in [*moves[:3], *(chance.randrange(1 << 14) for _ in range(20))]:
                assert explained(other, move) == explained(native, move)
            if not moves or native.turn >= known.last_turn:
                break
            copy, move = portable.Board(other), chance.choice(moves)
            assert other.is_legal(move)
            other.push(move)
            other.pop()
            assert other.same(copy)
            native.push(move)
            other.push(move)
            assert not other.same(copy)


def explained(board: Any, move: int) -> Any:
    try:
        return board.explained(move)
    except ValueError as error:
        return str(error)


@pytest.mark.parametrize("game", GAMES)
def test_a_level_chooses_the_same_move_in_a_browser(game: str) -> None:
    """The whole choice there, and the one that Python makes of the native core's lines: from the same seed."""
    from schwarm.core import portable

    state = schwarm.game(game).start(3)
    hecht, other = portable.Hecht(game, 32), portable.Board(game, str(state))
    network = read_network(game)
    assert network
    hecht.set_network(network)
    board = core.Board(state)
    for number, known in enumerate(LEVELS, start=1):
        assert portable.level(number) == (known.depth or 0, known.nodes or 0, known.error)
        for seed in range(quantity(3, 100) if known.error else 1):
            hecht.forget()
            score, moves = hecht.choose(other, number, 5_000, 1e9, SplitMix64(seed).next()) or (0, [])
            line = Engine(state.game, seed=seed).choose(state, Limit(nodes=5_000), number)
            assert (score, tuple(map(board.move, moves))) == (line.score, line.pv)
    assert portable.level(0) == portable.level(len(LEVELS) + 1) == ()
    assert hecht.choose(other, 11, 1, 1.0, 0) is None


@pytest.mark.parametrize("game", GAMES)
def test_counting_playing_and_solving_are_the_same(game: str) -> None:
    from schwarm.core import portable
    from schwarm.core.backend import backend

    text = str(schwarm.game(game).start(11))
    native, other = backend.Board(game, text), portable.Board(game, text)
    assert [other.perft(3), other.perft(2, bulk=False)] == [native.perft(3), native.perft(2, bulk=False)]
    assert other.playouts(200, 2**64 - 5) == native.playouts(200, 2**64 - 5)
    assert other.solve(2) == native.solve(2)
    assert other.solve(3, 500, -1, 0) == native.solve(3, 500, -1, 0)


@pytest.mark.parametrize("game", GAMES)
def test_searches_are_the_same_to_the_last_node(game: str) -> None:
    from schwarm.core import portable
    from schwarm.core.backend import backend

    hechts = backend.Hecht(game, 8), portable.Hecht(game, 8)
    hecht: Any
    network = read_network(game)
    assert network
    for seed in range(4):
        # At first what is counted alone, then what was learned as well.
        if seed == 2:
            for hecht in hechts:
                hecht.set_network(network)
        text = str(schwarm.game(game).start(seed))
        boards = backend.Board(game, text), portable.Board(game, text)
        found = []
        for hecht, board in zip(hechts, boards, strict=True):
            hecht.begin(board, 99, NODES, 1e9, 2)
            while hecht.deepen():
                pass
            found.append((hecht.depth, hecht.nodes, hecht.lines(), hecht.evaluate(board), hecht.features(board)))
        assert found[0] == found[1]
    native, other = hechts
    assert (other.feature_names(), other.weights()) == (native.feature_names(), native.weights())
    other.set_weights([weight + 1 for weight in other.weights()])
    assert other.weights() == [weight + 1 for weight in native.weights()]
    other.forget()


def test_what_makes_no_sense_is_refused() -> None:
    from schwarm.core import portable

    game, text = "piranhas-2026", str(schwarm.game("piranhas-2026").start(1))
    board, hecht = portable.Board(game, text), portable.Hecht(game, 1)
    for wrong in ("", text[1:], text * 5000, "x" * 70_000):
        with pytest.raises(ValueError, match="no position"):
            portable.Board(game, wrong)
    with pytest.raises(ValueError, match="no position"):
        portable.Board("halma", text)
    for id in ("halma", "x" * 70_000):
        with pytest.raises(ValueError, match="no game"):
            portable.Hecht(id)
        with pytest.raises(ValueError, match="no game"):
            portable.start(id, 1)
    for scores, error in (([], 1.0), ([1], -1.0), ([1], float("nan")), ([1] * 20_000, 1.0)):
        with pytest.raises(ValueError, match="pick needs scores"):
            portable.pick(scores, error, 1)
    for move in (-1, 0, 5, 2**40):
        assert not board.is_legal(move)
        with pytest.raises(ValueError, match="not a legal move"):
            board.push(move)
    with pytest.raises(ValueError, match="not a legal move"):
        board.pop()
    with pytest.raises(ValueError, match="another game"):
        hecht.begin(portable.Board("piranhas-2019", str(schwarm.game("piranhas-2019").start(1))), 1, 1, 1.0)
    for arguments in ((-1, 1, 1.0), (1, -1, 1.0), (1, 1, -1.0), (1, 1, float("nan"))):
        with pytest.raises(ValueError, match=r"depth|nodes|seconds"):
            hecht.begin(board, *arguments)
    for wrong_network in (b"", b"SNN1", read_network("piranhas-2019") or b"", bytes(5 << 20)):
        with pytest.raises(ValueError, match="not a network"):
            hecht.set_network(wrong_network)
    with pytest.raises(MemoryError):
        portable.Hecht(game, 1 << 16)
    assert len(board.legal_moves()) == len(schwarm.game(game).parse(text).legal_moves())


def test_a_search_is_ended_from_another_thread() -> None:
    from schwarm.core import portable

    game = "ostseeschach-2022"
    hecht = portable.Hecht(game, 16)
    hecht.begin(portable.Board(game, str(schwarm.game(game).start(5))), 99, 2**62, 1e9)
    hecht.deepen()
    stopping = threading.Timer(0.05, hecht.stop)
    stopping.start()
    while hecht.deepen():
        pass
    stopping.join()
    assert hecht.lines()[0][1]


def test_who_asks_for_a_core_gets_that_one() -> None:
    code = (
        "import schwarm; from schwarm import core; from schwarm.engine import Engine; "
        "print(core.kind, Engine(schwarm.game('piranhas-2019')).search)"
    )
    for wish, said in (("wasm", "wasm wasm"), ("native", "native native"), ("none", "None Python")):
        environment = {"SCHWARM_CORE": wish, "PATH": "/usr/bin"}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
        assert (done.stdout.strip(), done.stderr) == (said, "")


def test_verdicts_are_those_of_a_review() -> None:
    from schwarm.core import portable

    game = schwarm.game("piranhas-2026")
    one, other = game.start(1).legal_moves()[:2]
    chances = [number / 40 for number in range(41)]
    for before, after in ((before, after) for before in chances for after in chances):
        for best in (one, other):
            reviewed = Reviewed(0, schwarm.Team.ONE, one, best, max(before, after), after)
            assert list(Verdict)[portable.verdict(before, after, best == one)] is reviewed.verdict
