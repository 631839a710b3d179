"""Golden data: positions, games and counts computed elsewhere, with which a game must agree."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from schwarm.conformance.promise import expect
from schwarm.games import Game, Outcome, Team
from schwarm.games.perft import perft


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
