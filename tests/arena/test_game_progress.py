"""Moves are told while a game is played: all of them, in order, and again where nobody could listen."""

import json

import pytest

from schwarm.arena import game_job
from schwarm.arena.fixture import Fixture, GameKey
from schwarm.arena.game_job import Assignment, GameProgress, play_assignment
from schwarm.games.record import Record

ASSIGNMENT = Assignment(Fixture(GameKey("x/1"), "A", "B", 5), ("random", "greedy"), "piranhas-2026", time="60s/90s")


@pytest.mark.parametrize("deaf", [False, True])
def test_moves_are_told_in_order(monkeypatch: pytest.MonkeyPatch, deaf: bool) -> None:
    monkeypatch.setattr(game_job, "TELL_EVERY", 0)
    monkeypatch.setattr(game_job, "MAX_MOVES_AT_ONCE", 3)
    heard: list[str] = []
    empty: list[bool] = []
    calls = 0

    def tell(progress: GameProgress) -> bool:
        nonlocal calls
        calls += 1
        assert GameProgress.of(json.loads(json.dumps(progress.data()))) == progress
        assert len(progress.moves) <= 3
        empty.append(bool(heard) and not progress.moves)
        if deaf and calls % 2:
            return False
        assert progress.first == len(heard)
        heard.extend(text for text, _ in progress.moves)
        return True

    played = Record.parse(play_assignment(ASSIGNMENT, tell).record)
    moves = [str(each.move) for each in played.moves]
    assert heard
    assert not any(empty), "only the beginning brings no moves"
    assert heard == moves[: len(heard)]
