"""Promises that a game keeps against recorded numbers and against the core, and how a broken one is told."""

import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from schwarm import core
from schwarm.games import Game, Outcome, State, Team
from schwarm.games.perft import perft
from schwarm.games.record import Record


class NonConformance(AssertionError):
    """A game breaks a promise that every game makes."""


def expect(kept: bool, problem: str) -> None:
    """Raise `NonConformance` with one sentence where a promise is not kept."""
    if not kept:
        raise NonConformance(problem)


def check_golden(game: Game, folder: Path, *, depth: int = 3) -> None:
    """Golden data agree: files `*.jsonl` or `*.jsonl.gz`, a JSON object per line.

    A row with `legal` is a position with its moves, whether or not the game is over, and `outcome`; a row with `moves`
    a game from `start` to `final` with its `outcome`; a row with `perft` a position with its counts. Every game has
    games and counts.
    """
    kinds: set[str] = set()
    for path in sorted(folder.glob("*.jsonl*")):
        for row in rows_of(path):
            kind = next(key for key in ("legal", "moves", "perft") if key in row)
            kinds.add(kind)
            problem = _GOLDEN[kind](game, row, depth)
            expect(not problem, f"{path.name}: {problem}: {row}")
    expect({"moves", "perft"} <= kinds, f"{game.id} has no golden games or counts in {folder}")


def _golden_position(game: Game, row: dict[str, Any], depth: int) -> str:
    state = game.parse(row["position"])
    if str(state) != row["position"]:
        return f"the position is written as {state}"
    moves = [str(move) for move in state.beyond().legal_moves()]
    if sorted(moves) != sorted(row["legal"]):
        return f"the moves are {moves}"
    if _told(state.outcome()) != row["outcome"]:
        return f"the outcome is {state.outcome()}"
    for fact in ("heaviest", "united"):
        if fact in row and [getattr(state, fact)(team) for team in Team] != row[fact]:
            return f"{fact} is {[getattr(state, fact)(team) for team in Team]}"
    return ""


def _golden_game(game: Game, row: dict[str, Any], depth: int) -> str:
    state = game.parse(row["start"])
    for move in row["moves"]:
        if state.outcome():
            return f"the game is over before {move}"
        state = state.play(move)
    if str(state) != row["final"]:
        return f"the final position is {state}"
    return "" if _told(state.outcome()) == row["outcome"] else f"the outcome is {state.outcome()}"


def _golden_perft(game: Game, row: dict[str, Any], depth: int) -> str:
    state = game.parse(row["position"])
    expected = row["perft"][:depth]
    counted = [perft(state, length) for length in range(1, len(expected) + 1)]
    return "" if counted == expected else f"the counts are {counted}"


_GOLDEN = {"legal": _golden_position, "moves": _golden_game, "perft": _golden_perft}


def _told(outcome: Outcome | None) -> dict[str, str | None] | None:
    if outcome is None:
        return None
    return {"winner": outcome.winner.name if outcome.winner else None, "why": outcome.reason.value}


def rows_of(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def check_core(game: Game, plays: list[Record]) -> None:
    """Moves in order, outcome, points and text agree in every position; undoing brings every position back."""
    if not core.available:
        return
    from schwarm.core.board import Board

    try:
        board = Board(game.start(0))
    except core.NotInCore:
        return
    for play in plays:
        board = Board(play.start, beyond=True)
        before = []
        for state, played in zip(play.states(), (*play.moves, None), strict=True):
            compare(board, state)
            if played is not None:
                before.append(board.copy())
                board.push(board.number(played.move))
        for earlier in reversed(before):
            board.pop()
            expect(board.same(earlier), f"taking a move back does not restore {earlier}")


def compare(board: "core.Board", state: State) -> None:
    """One position of both."""
    text = str(state)
    expect(str(board) == text, f"the core writes {board} for {text}")
    moves = (state.beyond() if board.beyond else state).legal_moves()
    expect([board.move(number) for number in board.legal_moves()] == moves, f"the core lists different moves in {text}")
    expect(
        sorted(board.unordered_moves()) == sorted(board.legal_moves()), f"the core searches different moves in {text}"
    )
    expect(board.count_moves() == len(moves), f"the core counts {board.count_moves()} moves in {text}")
    expect(board.outcome() == state.outcome(), f"the core says {board.outcome()} in {text}")
    expect(board.points() == state.points(), f"the core says {board.points()} points in {text}")
    expect(board.hash == board.recomputed_hash(), f"the core's hash is wrong in {text}")


def walk(game: Game, positions: int, seed: int) -> int:
    """Play random games on both, step by step, until `positions` agree; returns the number of games."""
    from schwarm.core.board import Board

    chance = random.Random(seed)
    games = 0
    while positions > 0:
        state = game.start(chance.getrandbits(64))
        board = Board(state, beyond=True)
        # Games are played on when they are over, to the last turn: there is more to compare.
        while True:
            compare(board, state)
            positions -= 1
            numbers = board.legal_moves()
            if not numbers or state.turn >= game.last_turn:
                break
            number = chance.choice(numbers)
            before = board.copy()
            board.push(number)
            board.pop()
            expect(board.same(before), f"taking {board.move(number)} back does not restore {before}")
            board.push(number)
            state = state.beyond().play(board.move(number))
        games += 1
    return games
