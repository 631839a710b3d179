"""The search in Python finds what the rules imply, keeps its limits, and ends when it is told to."""

import random
import time
from dataclasses import dataclass
from threading import Timer
from typing import Any

import pytest

import schwarm
from schwarm.engine import Engine, Limit, review
from schwarm.engine.analysis import DECIDED
from schwarm.engine.python_search import PythonSearch
from schwarm.games import Outcome, Reason, State, Team
from schwarm.games.record import Record

SHORE = schwarm.game("ostseeschach-2022")
WINS = SHORE.parse("5r2/2S5/8/8/8/8/8/8 56 1:0")
"""A step of the starfish wins the second amber."""


@pytest.fixture(autouse=True)
def no_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schwarm.core.available", False)


def searched(state: State, depth: int) -> tuple[int, int]:
    """The score by plain minimax, and how many moves reach it: what alpha-beta must find too."""

    def value(state: State, depth: int, ply: int) -> int:
        outcome = state.outcome()
        if outcome is not None:
            return 0 if outcome.winner is None else (30_000 - ply) * (1 if outcome.winner is state.to_move else -1)
        if depth == 0:
            return PythonSearch(1).evaluate(state)
        return max(-value(state.play(move), depth - 1, ply + 1) for move in state.legal_moves())

    scores = [-value(state.play(move), depth - 1, 1) for move in state.legal_moves()]
    return max(scores), scores.count(max(scores))


@pytest.mark.parametrize("seed", range(3))
def test_it_finds_what_looking_at_everything_finds(seed: int) -> None:
    state = SHORE.start(seed)
    for depth in (1, 2, 3):
        score, many = searched(state, depth)
        found = Engine(SHORE).analyse(state, Limit(depth=depth), len(state.legal_moves()))
        assert found.depth == depth
        assert found.lines[0].score == score
        assert sum(line.score == score for line in found.lines) == many
        assert {line.move for line in found.lines} == set(state.legal_moves())
        for line in found.lines:
            after = state
            for move in line.pv:
                after = after.play(move)


def test_it_sees_a_win_and_says_how_far_it_is() -> None:
    found = Engine(SHORE).analyse(WINS, Limit(seconds=20))
    assert found.best is not None
    assert found.best.wins_in == 2
    assert found.chance == 1.0
    assert found.seconds < 20, "nothing is left to find"


@dataclass(frozen=True)
class Crossing:
    """A made-up game of eight turns with six places each, in which ways part and meet again; chance draws all of it."""

    ways: tuple[tuple[tuple[int, ...], ...], ...]
    """By turn and place, where to go from there; one that leads nowhere ends the game, and its place says who wins."""
    turn: int = 0
    place: int = 0

    @classmethod
    def drawn(cls, chance: random.Random) -> "Crossing":
        def way(turn: int) -> tuple[int, ...]:
            ends = turn == 8 or (turn and chance.random() < 0.1)
            return () if ends else tuple(chance.sample(range(6), 2))

        return cls(tuple(tuple(way(turn) for _ in range(6)) for turn in range(9)))

    @property
    def to_move(self) -> Team:
        return Team.TWO if self.turn % 2 else Team.ONE

    def outcome(self) -> Outcome | None:
        return None if self.legal_moves() else Outcome((Team.ONE, None, Team.TWO)[self.place % 3], Reason.DRAW)

    def legal_moves(self) -> list[int]:
        return list(self.ways[self.turn][self.place])

    def play(self, move: int) -> "Crossing":
        return Crossing(self.ways, self.turn + 1, move)

    def beyond(self) -> "Crossing":
        return self

    def evaluate(self, team: Team) -> float:
        return 0.0

    def truth(self) -> int:
        """1, 0 or -1 for the side to move, by looking at everything."""
        outcome = self.outcome()
        if outcome is not None:
            return 0 if outcome.winner is None else 1 if outcome.winner is self.to_move else -1
        return max(-self.play(move).truth() for move in self.legal_moves())


def test_what_it_remembers_proves_nothing_that_is_not_so() -> None:
    """It is asked about one position of a game after the other, as players and reviews do."""
    for seed in range(40):
        search = PythonSearch(1)
        state: Any = Crossing.drawn(random.Random(seed))
        while state.outcome() is None:
            search.begin(state, 60, 2**62, 1e9, 1, 1)
            while search.deepen():
                pass
            score, (move, *_) = search.lines()[0]
            assert (score > 0) - (score < 0) == state.truth(), (seed, state.turn)
            state = state.play(move)


def test_what_is_cut_short_proves_nothing_that_is_not_so() -> None:
    """When the first moves turn out to lose just before a limit, the position need not be lost."""
    for seed in range(60):
        state: Any = Crossing.drawn(random.Random(seed))
        for nodes in range(2, 60):
            search = PythonSearch(1)
            search.begin(state, 60, nodes, 1e9, 1, 1)
            while search.deepen():
                pass
            score = search.lines()[0][0]
            assert abs(score) < DECIDED or (score > 0) - (score < 0) == state.truth(), (seed, nodes)


def test_it_keeps_its_limits() -> None:
    state, engine = SHORE.start(1), Engine(SHORE)
    assert engine.analyse(state, Limit(nodes=500)).nodes <= 501
    began = time.monotonic()
    assert engine.analyse(state, Limit(seconds=0.2)).lines
    assert time.monotonic() - began < 2
    assert engine.analyse(state, Limit(seconds=0.001)).lines, "the first ply is always there"


def test_the_same_question_gets_the_same_answer() -> None:
    state = SHORE.start(2)
    engine = Engine(SHORE)
    first = engine.analyse(state, Limit(nodes=800))
    engine.forget()
    again = engine.analyse(state, Limit(nodes=800))
    assert (first.lines, first.nodes) == (again.lines, again.nodes)


def test_it_stops_when_told() -> None:
    engine = Engine(SHORE)
    Timer(0.3, engine.stop).start()
    assert engine.analyse(SHORE.start(1), Limit()).lines


def test_levels_and_reviews_work_with_it() -> None:
    state, engine = SHORE.start(3), Engine(SHORE, seed=1)
    for level in (1, 5):
        assert engine.choose(state, Limit(seconds=0.5), level).move in state.legal_moves()
    record = Record(state).then(state.legal_moves()[0])
    assert len(review(record, Limit(depth=1)).analyses) == 2
