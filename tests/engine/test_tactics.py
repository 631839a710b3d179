"""Tactical positions with one proven best move: the proofs hold, and Hecht finds the moves. See training/tactics.py."""

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TypedDict

import pytest

import schwarm
from quantity import quantity
from schwarm.engine import Engine, Limit
from schwarm.player import Board

pytestmark = pytest.mark.core
DATA = Path(__file__).parents[1] / "data"
PIRANHAS = {"union", "breakable union", "break-up", "defence", "arithmetic"}
THEMES = {
    "piranhas-2026": PIRANHAS | {"credit"},
    "piranhas-2019": PIRANHAS,
    "ostseeschach-2022": {"amber", "answered amber", "defence", "arithmetic"},
}
LAST_TURN = 60
ENDLESS = 10**15

THOROUGH = quantity(0, 1) == 1
SECOND = Limit(seconds=1.0)
"""What Hecht gets when there is time."""
SHARES = (Limit(nodes=20_000), Limit(nodes=500_000))
"""What stands in for it in a quick run: most moves are found at a glance, the others in about half of what a second
holds."""


class Tactic(TypedDict):
    position: str
    move: str
    theme: str
    plies: int
    value: str


@cache
def tactics(game: str) -> list[Tactic]:
    return [json.loads(line) for line in (DATA / "tactics" / f"{game}.jsonl").read_text().splitlines()]


def board_of(game: str, text: str) -> Board:
    return Board(schwarm.game(game).parse(text))


@pytest.mark.parametrize("game", THEMES)
def test_there_are_enough_of_every_theme(game: str) -> None:
    found = tactics(game)
    counts = Counter(tactic["theme"] for tactic in found)
    assert len(found) >= 40
    assert set(counts) == THEMES[game]
    assert min(counts.values()) >= 3, counts
    assert len({placement(tactic) for tactic in found}) == len(found)


def placement(tactic: Tactic) -> str:
    return tactic["position"].split()[0]


@pytest.mark.parametrize("game", THEMES)
def test_no_two_are_nearly_the_same(game: str) -> None:
    """Positions of one game would share most of their squares."""
    boards = [cells(placement(tactic)) for tactic in tactics(game)]
    for place, one in enumerate(boards):
        for other in boards[:place]:
            common = sum(here == there != " " for here, there in zip(one, other, strict=True))
            assert common <= 0.7 * sum(here != " " for here in one)


def cells(rows: str) -> str:
    """One character a square, towers without their sign."""
    for number in range(10, 0, -1):
        rows = rows.replace(str(number), " " * number)
    return rows.replace("+", "").replace("/", "")


@pytest.mark.slow
@pytest.mark.parametrize("game", THEMES)
def test_the_proofs_hold(game: str) -> None:
    chance = random.Random(f"proofs of {game}")
    found = tactics(game)
    for tactic in found if THOROUGH else chance.sample(found, 6):
        assert proven(game, tactic), tactic


def proven(game: str, tactic: Tactic) -> bool:
    """Whether exhaustive search says again what the file says."""
    board, plies = board_of(game, tactic["position"]), tactic["plies"]
    best = board.number(tactic["move"])
    others = [move for move in board.legal_moves() if move != best]
    if not others or seen_earlier(board, plies - 1):
        return False
    only_hold = holds(board, best, plies + 2) and not any(holds(board, move, plies) for move in others)
    match tactic["value"]:
        case "win":
            return wins(board, best, plies) and not any(wins(board, move, plies + 2) for move in others)
        case "draw":
            return only_hold and board.solve(LAST_TURN - board.turn, ENDLESS) == (0, True)
        case "hold":
            return only_hold
    return False


def seen_earlier(board: Board, plies: int) -> bool:
    """Whether fewer plies decide as much: then the proof is not as long as it claims."""
    if plies == 0 or board.solve(plies, ENDLESS)[0] != 0:
        return True
    return sum(holds(board, move, plies) for move in board.legal_moves()) < 2


def wins(board: Board, move: int, plies: int) -> bool:
    """Whether a move wins by force within so many plies, itself included."""
    return value_after(board, move, plies, best=0) < 0


def holds(board: Board, move: int, plies: int) -> bool:
    """Whether it does not lose by force within them."""
    return value_after(board, move, plies, worst=0) < 1


def value_after(board: Board, move: int, plies: int, worst: int = -1, best: int = 1) -> int:
    """For the side that answers the move."""
    board.push(move)
    value, _ = board.solve(plies - 1, ENDLESS, worst, best)
    board.pop()
    return value


@pytest.mark.parametrize("game", THEMES)
def test_half_a_question_gets_the_same_answer(game: str) -> None:
    """Asking only for a win or only for a loss is sooner answered, and never otherwise."""
    for tactic in tactics(game)[::3]:
        board = board_of(game, tactic["position"])
        for move in board.legal_moves()[::5]:
            whole = value_after(board, move, 4)
            assert value_after(board, move, 4, worst=0) == max(whole, 0)
            assert value_after(board, move, 4, best=0) == min(whole, 0)
    with pytest.raises(ValueError, match="worst must be from -1 to 0, not 1"):
        board.solve(3, ENDLESS, 1, 0)


@pytest.mark.parametrize("game", THEMES)
def test_a_wrong_proof_is_noticed(game: str) -> None:
    """The second-best move is not accepted, nor more value than there is."""
    for tactic in tactics(game)[::8]:
        board = board_of(game, tactic["position"])
        other = next(move for move in board.legal_moves() if str(board.move(move)) != tactic["move"])
        assert not proven(game, tactic | {"move": str(board.move(other))})
        if tactic["value"] != "win":
            assert not proven(game, tactic | {"value": "win"})


@pytest.mark.parametrize("game", THEMES)
def test_the_themes_fit(game: str) -> None:
    for tactic in tactics(game):
        board = board_of(game, tactic["position"])
        left = LAST_TURN - board.turn
        assert 0 < tactic["plies"] <= left
        match tactic["theme"]:
            case "union" | "amber":
                assert tactic["value"] == "win"
                assert tactic["plies"] < left
            case "defence":
                assert tactic["value"] == "hold"
                assert tactic["plies"] < left
            case "arithmetic":
                assert tactic["plies"] == left
            case "break-up":
                assert tactic["value"] == "hold"
                assert board.turn % 2 == 1
                assert red_united(board)
                assert not red_united(played(board, tactic["move"]))
            case "breakable union":
                assert any(tempting_union(board, move) for move in others(board, tactic))
            case "answered amber":
                assert any(played(board, move).points()[0] >= 2 for move in others(board, tactic))
            case "credit":
                assert credit_decides(board, tactic)


def others(board: Board, tactic: Tactic) -> list[str]:
    assert board.turn % 2 == 0
    return [text for move in board.legal_moves() if (text := str(board.move(move))) != tactic["move"]]


def played(board: Board, move: str) -> Board:
    later = board.copy()
    later.push(later.number(move))
    return later


def red_united(board: Board) -> bool:
    return len(board.swarms_of(0)) == 1


def tempting_union(board: Board, move: str) -> bool:
    """Whether Red unites and Blue can divide it again before the round is over."""
    later = played(board, move)
    answers = (str(later.move(answer)) for answer in later.legal_moves())
    return red_united(later) and any(not red_united(played(later, answer)) for answer in answers)


def credit_decides(board: Board, tactic: Tactic) -> bool:
    """Whether the result is another when the first swarm is credited to the other side."""
    plies = tactic["plies"]
    if board.text().endswith("-"):
        board, plies = played(board, tactic["move"]), plies - 1
    text = board.text()
    other = text[:-1] + {"r": "b", "b": "r"}[text[-1]]
    return board.solve(plies, ENDLESS)[0] != board_of(board.game.id, other).solve(plies, ENDLESS)[0]


@pytest.mark.parametrize("game", THEMES)
def test_hecht_finds_the_move(game: str) -> None:
    """Each with an empty memory. A quick run counts nodes, so that it fails for no other reason than the search."""
    hecht = Engine(schwarm.game(game))
    missed = []
    for tactic in tactics(game):
        state = schwarm.game(game).parse(tactic["position"])
        for limit in (SECOND,) if THOROUGH else SHARES:
            hecht.forget()
            found = hecht.analyse(state, limit)
            if str(found.lines[0].move) == tactic["move"]:
                break
        else:
            missed.append(f"{tactic}: {found.lines[0].move} at depth {found.depth} after {found.seconds:.2f} s")
    assert not missed, "\n".join(missed)
