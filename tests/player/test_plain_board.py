"""The plain board plays what the fast one plays, and has the same words."""

import copy
import json
import os
import pickle
import random
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

import schwarm
from player.board_answers import MOVE, START, answers
from quantity import quantity
from schwarm import core
from schwarm.games.piranhas.seasons import Piranhas2026
from schwarm.player import Board
from schwarm.player.plain_board import NothingToTakeBack, PlainBoard
from schwarm.words import SchwarmError, excerpt

GAMES = [known.id for known in schwarm.all_games()]


@pytest.mark.core
@pytest.mark.parametrize("id", GAMES)
def test_it_equals_the_fast_board_in_random_games(id: str) -> None:
    chance = random.Random(1)
    for seed in range(quantity(2, 50)):
        start = schwarm.game(id).start(seed)
        plain, fast = PlainBoard(start), core.Board(start)
        while plain.outcome() is None:
            moves = [plain.move(number) for number in plain.legal_moves()]
            assert moves == [fast.move(number) for number in fast.legal_moves()]
            assert (plain.points(), plain.turn, plain.to_move) == (fast.points(), fast.turn, fast.to_move)
            assert (plain.count_moves(), plain.moves_made) == (fast.count_moves(), fast.moves_made)
            for team in schwarm.Team:
                assert dict(plain.swarms(team)) == dict(fast.swarms(team))
            move = chance.choice(moves)
            plain.push(plain.number(move))
            fast.push(fast.number(str(move)))
            assert str(plain) == str(fast)
        assert plain.outcome() == fast.outcome()
        assert plain.legal_moves() == fast.legal_moves() == []
        for board in (plain, fast):
            board.pop()
            assert len(board.legal_moves()) == board.perft(1) == board.count_moves() > 0
            assert sum(board.playouts(3, seed=5)[:3]) == 3
            assert board.playouts(3, seed=5) == board.playouts(3, 5 + 2**64)


def test_taking_back() -> None:
    start = schwarm.game("piranhas-2026").start(7)
    board = PlainBoard(start)
    board.push(board.legal_moves()[0])
    other = board.copy()
    before = board.hash
    board.pop()
    assert board.state() == start
    assert board.hash != before
    assert other.turn == 1
    with pytest.raises(NothingToTakeBack, match="There is no move to take back"):
        board.pop()
    with pytest.raises(schwarm.IllegalMove):
        board.push(board.number("A1-A2"))
    assert not any(board.is_legal(move) for move in ("A1-A2", board.number("A1-A2"), -1, 2**70))
    assert all(board.is_legal(move) for move in (start.legal_moves()[0], board.legal_moves()[0]))


@pytest.mark.core
@pytest.mark.parametrize("kind", [Board, core.Board, PlainBoard])
@pytest.mark.parametrize("id", GAMES)
def test_copies_and_pickles_know_what_can_be_taken_back(id: str, kind: type[core.Board]) -> None:
    chance = random.Random(2)
    board = kind(schwarm.game(id, "official").start(3))
    while board.outcome() is None:
        board.push(chance.choice(board.legal_moves()))
    pickled = pickle.dumps(board)
    assert len(pickled) < 10_000, "the table of all moves is in it"
    others = [copy.copy(board), copy.deepcopy(board), pickle.loads(pickled)]
    assert {type(other) for other in others} == {kind}
    while True:
        for other in others:
            assert (str(other), other.hash, other.game) == (str(board), board.hash, board.game)
        if board.turn == 0:
            break
        for each in (board, *others):
            each.pop()


PLAYED = [str(START.play(MOVE)), str(MOVE)]
SAME = ["InvalidMove: “A1-A1” stays where it is; a move needs two different squares."] * 2
ANSWERS = {
    "a number": PLAYED,
    "another kind of number": PLAYED,
    "a move": PLAYED,
    "a text": PLAYED,
    "two squares that are one": SAME,
    "squares of another board": [
        "InvalidMove: “Z9” is not a square of this board; squares go from A0 to J9.",
    ]
    * 2,
    "no move": ["InvalidMove: “right” is not a move; a move names two squares, like A1-C1."] * 2,
    **{
        name: [
            f"InvalidMove: {what} is not a move; a board takes numbers from its legal_moves(), moves of "
            "state.legal_moves() and texts like A1-C1."
        ]
        * 2
        for name, what in (
            ("nothing", "None"),
            ("a list", "[Move(start='J1', to='J9')]"),
            ("half a number", "0.5"),
        )
    },
    **{
        name: [f"IllegalMove: {number} is not the number of a move; legal_moves() lists those that can be played."] * 2
        for name, number in (("zero", 0), ("a negative number", -1), ("a huge number", 2**70))
    },
}


@pytest.mark.core
def test_all_boards_take_moves_in_all_forms_and_refuse_alike(root: Path) -> None:
    plain = answers(PlainBoard)
    assert plain.pop("an illegal move")[0].startswith("IllegalMove: ")
    assert plain == ANSWERS
    fast = answers(core.Board)
    assert fast.pop("an illegal move")[0].startswith("IllegalMove: ")
    assert fast == ANSWERS
    environment = {**os.environ, "SCHWARM_CORE": "wasm", "SCHWARM_LANG": "en"}
    command = [sys.executable, "-m", "player.board_answers"]
    done = subprocess.run(command, cwd=root / "tests", env=environment, capture_output=True, text=True)
    assert json.loads(done.stdout) == answers(core.Board), done.stderr


@pytest.mark.parametrize(
    ("id", "one", "two"),
    [
        # One fish, on two squares that Python's hash of integers cannot tell apart.
        ("piranhas-2026", "10/10/10/10/10/10/10/10/S9/9s 0 -", "10/10/10/6S3/10/10/10/10/10/9s 0 -"),
        ("piranhas-2019", "10/10/10/10/10/10/10/10/F9/9f 0", "10/10/10/6F3/10/10/10/10/10/9f 0"),
        ("ostseeschach-2022", "r7/8/8/8/8/8/8/R7 0 0:0", "r4R2/8/8/8/8/8/8/8 0 0:0"),
    ],
)
def test_no_two_squares_are_the_same_to_its_hash(id: str, one: str, two: str) -> None:
    game = schwarm.game(id)
    assert PlainBoard(game.parse(one)).hash != PlainBoard(game.parse(two)).hash


@pytest.mark.parametrize("kind", [PlainBoard, *([core.Board, Board] if core.available else [])])
@pytest.mark.parametrize("wrong", [None, str(START), MOVE])
def test_a_board_begins_with_a_state(kind: type[PlainBoard], wrong: object) -> None:
    with pytest.raises(SchwarmError) as refused:
        kind(wrong)  # type: ignore[arg-type]
    assert str(refused.value) == (
        f"A board begins with a state, like game.start() or game.parse(text), not with {excerpt(repr(wrong))}."
    )


@pytest.mark.core
def test_a_board_of_the_core_does_not_take_anything_for_a_side() -> None:
    with pytest.raises(SchwarmError, match=r"A side is Team\.ONE or Team\.TWO, like state\.to_move, not 0\."):
        core.Board(START).swarms(0)  # type: ignore[arg-type]


@pytest.mark.core
def test_the_board_of_a_bot_knows_every_game() -> None:
    """The core's board where it knows the game, the plain one where it does not."""

    class Elsewhere(Piranhas2026):
        """The rules of a season under a name that the core has never heard of."""

    known = schwarm.game("piranhas-2026")
    facts = {each.name: getattr(known, each.name) for each in fields(known)} | {"id": "elsewhere"}
    start = Elsewhere(**facts).start(7)
    assert isinstance(Board(known.start(7)), core.Board)
    board = Board(start)
    assert isinstance(board, PlainBoard)
    assert board.legal_moves()
    assert isinstance(Board(board), PlainBoard)


def test_its_hash_is_the_same_in_every_process() -> None:
    board = PlainBoard(schwarm.game("ostseeschach-2022").parse("rhmsshmr/8/8/8/8/8/8/RMHSSMHR 0 0:0"))
    assert board.hash == 5458123480033958491
