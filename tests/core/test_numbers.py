"""What the core refuses, and what it says then: numbers that make no sense never reach a search."""

from collections.abc import Callable
from typing import Any

import pytest

import schwarm
from known_games import known_games
from schwarm import core
from schwarm.games import IllegalMove, InvalidMove
from schwarm.games.number import WrongNumber
from schwarm.games.perft import divide, perft
from schwarm.games.splitmix import InvalidSeed
from schwarm.words import sentence, speaking

pytestmark = pytest.mark.core
START = schwarm.game("ostseeschach-2022").start(1)
REFUSED: dict[str, Callable[[Any], object]] = {
    "depth must be 0 or more, not -1.": lambda board: board.perft(-1),
    "depth must be 0 or more, not -3.": lambda board: board.perft(-3, bulk=False),
    "depth must be a whole number, not 1.0.": lambda board: board.perft(1.0),
    "games must be a whole number, not '9'.": lambda board: board.playouts("9"),
    "plies must be a whole number, not None.": lambda board: board.solve(None),
    "games must be 0 or more, not -1.": lambda board: board.playouts(-1),
    "threads must be from 1 to 256, not 0.": lambda board: board.playouts(1, threads=0),
    "threads must be from 1 to 256, not 1000.": lambda board: board.playouts(1, threads=1000),
    "plies must be 0 or more, not -1.": lambda board: board.solve(-1),
    "budget must be 0 or more, not -1.": lambda board: board.solve(1, -1),
    "worst must be from -1 to 0, not -2.": lambda board: board.solve(1, 1, -2, 1),
    "worst must be from -1 to 0, not 1.": lambda board: board.solve(1, worst=1),
    "best must be from 0 to 1, not 2.": lambda board: board.solve(1, 1, -1, 2),
    "best must be 1, not 0.": lambda board: board.solve(1, 1, 0, 0),
    "team must be from 0 to 1, not 2.": lambda board: board.swarms_of(2),
    "team must be a whole number, not None.": lambda board: board.swarms_of(None),
    "move must be a whole number, not 1.5.": lambda board: board.explained(1.5),
    "move must be from 0 to 16383, not -1.": lambda board: board.explained(-1),
    "depth must be from 0 to 2147483647, not 18446744073709551616.": lambda board: board.perft(2**64),
    f"depth must be 0 or more, not {-(2**64)}.": lambda board: board.perft(-(2**64)),
    "depth must be from 0 to 2147483647, not 0x31e20801036510f3c591fde5361dc619987896….": lambda board: board.perft(
        10**5000
    ),
    "games must be from 0 to 4611686018427387903, not 18446744073709551616.": lambda board: board.playouts(2**64),
    f"threads must be from 1 to 256, not {2**64}.": lambda board: board.playouts(1, threads=2**64),
    f"budget must be from 0 to {2**63 - 1}, not {2**64}.": lambda board: board.solve(1, 2**64),
    f"worst must be from -1 to 0, not {2**64}.": lambda board: board.solve(1, worst=2**64),
    "megabytes must be from 1 to 1048576, not 0.": lambda board: hecht(0),
    "megabytes must be from 1 to 1048576, not -1.": lambda board: hecht(-1),
    "depth must be 0 or more, not -2.": lambda board: hecht().begin(board, -2, 1, 1.0),
    "nodes must be 0 or more, not -1.": lambda board: hecht().begin(board, 1, -1, 1.0),
    "lines must be 1 or more, not 0.": lambda board: hecht().begin(board, 1, 1, 1.0, 0),
    "threads must be from 1 to 256, not -1.": lambda board: hecht().begin(board, 1, 1, 1.0, 1, -1),
    "weight must be from -50000 to 50000, not 50001.": lambda board: hecht().set_weights([50_001] * 108),
    f"weight must be from -50000 to 50000, not {2**64}.": lambda board: hecht().set_weights([2**64] * 108),
    f"nodes must be from 0 to {2**63 - 1}, not {2**64}.": lambda board: hecht().begin(board, 1, 2**64, 1.0),
    "lines must be a whole number, not 1.5.": lambda board: hecht().begin(board, 1, 1, 1.0, 1.5),
    f"megabytes must be from 1 to 1048576, not {2**64}.": lambda board: hecht(2**64),
}


def hecht(megabytes: int = 1) -> Any:
    from schwarm.core.backend import backend

    return backend.Hecht("ostseeschach-2022", megabytes)


@pytest.mark.parametrize("said", REFUSED)
def test_a_sentence_says_which_numbers_would_do(said: str) -> None:
    with pytest.raises(WrongNumber) as refused:
        REFUSED[said](core.Board(START))
    assert str(refused.value) == said
    assert isinstance(refused.value, ValueError)


def test_it_is_said_in_german_too() -> None:
    with speaking("de"), pytest.raises(WrongNumber) as refused:
        core.Board(START).perft(-1)
    assert sentence(refused.value, "de") == "depth muss mindestens 0 sein, nicht -1."


def test_seconds_that_never_pass() -> None:
    for seconds in (-1.0, float("nan")):
        with pytest.raises(ValueError, match="seconds must be 0 or more"):
            hecht().begin(core.Board(START), 1, 1, seconds)


def test_the_smallest_numbers_are_fine() -> None:
    board = core.Board(START)
    assert board.perft(0) == 1
    assert board.playouts(0) == (0, 0, 0, 0)
    assert board.solve(0, 0) == (0, False)


def test_any_whole_number_is_a_seed() -> None:
    board = core.Board(START)
    assert board.playouts(5, -1) == board.playouts(5, 2**64 - 1) == board.playouts(5, 2**70 - 1)
    with pytest.raises(InvalidSeed, match=r"A seed is a whole number like 7, not 1\.5\."):
        board.playouts(5, 1.5)  # type: ignore[arg-type]


def test_whether_a_move_is_legal_is_asked_as_it_is_played() -> None:
    board = core.Board(START)
    for move in START.legal_moves():
        assert all(board.is_legal(given) for given in (move, str(move), board.number(move)))
    assert not any(board.is_legal(other) for other in ("a1-a8", -1, 2**14, 2**70))
    for wrong in (None, 1.5, "a1"):
        with pytest.raises(InvalidMove, match="is not a move"):
            board.is_legal(wrong)  # type: ignore[arg-type]
    for number in (-1, 2**64, -(2**64), 10**5000):
        for play in (board.push, board.move, board.explain):
            with pytest.raises(IllegalMove, match="is not the number of a move"):
                play(number)


def test_the_pure_rules_count_no_other_depths() -> None:
    with pytest.raises(WrongNumber, match="depth must be 0 or more, not -1"):
        perft(START, -1)
    with pytest.raises(WrongNumber, match="depth must be 1 or more, not 0"):
        divide(START, 0)


def test_a_board_of_another_game_is_refused() -> None:
    other = core.Board(schwarm.game("piranhas-2026").start(1))
    for ask in (hecht().evaluate, hecht().features, lambda board: hecht().begin(board, 1, 1, 1.0)):
        with pytest.raises(ValueError, match="of another game"):
            ask(other)


@pytest.mark.parametrize("game", known_games())
def test_reasons_are_those_of_the_rules(game: str) -> None:
    """They come by their text, so a game's new reason needs no list here."""
    for seed in range(30):
        state = schwarm.game(game).start(seed)
        while state.outcome() is None:
            state = state.play(state.legal_moves()[(seed * 7 + state.turn) % len(state.legal_moves())])
        assert core.Board(state).outcome() == state.outcome()
