"""Opening statistics: every finished game is counted once, filters hold, broken games say nothing."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import schwarm
from schwarm.games import Outcome, Reason, Team
from schwarm.games.record import Record
from schwarm.store import open_store
from schwarm.store.games import Store
from schwarm.store.openings import (
    MAX_OPENING_MOVES,
    MoveCount,
    add_openings,
    count_moves,
    find_unindexed,
    list_openings,
)

START = schwarm.game("piranhas-2026").start(7)
FIRST, SECOND = (str(move) for move in START.legal_moves()[:2])


def won(winner: Team | None, first: str = FIRST, players: tuple[str, str] = ("A", "B"), moves: int = 20) -> Record:
    record = Record(START, players=players).then(first)
    for _ in range(moves - 1):
        record = record.then(record.final.legal_moves()[0])
    return record.ended(Outcome(winner, Reason.RESIGNED if winner else Reason.DRAW, (0, 0)))


def index(store: Store) -> int:
    games = find_unindexed(store, 100)
    found = [(game.game_id, "person" in game.meta, list_openings(Record.parse(game.record))) for game in games]
    add_openings(store, found)
    return len(games)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    yield opened
    opened.close()


def test_games_are_counted_once_and_filtered(store: Store) -> None:
    store.add("one", won(Team.ONE), meta={"places": [{"kind": "person"}]})
    store.add("two", won(Team.TWO, SECOND, ("Hecht 3", "B")))
    store.add("three", won(None, players=("Hecht 3", "C")))
    store.save("four", Record(START).then(FIRST))
    crashed = Record(START).then(FIRST).ended(Outcome(Team.TWO, Reason.CRASHED, (0, 0)))
    store.add("five", crashed)
    assert index(store) == 4
    assert index(store) == 0
    assert count_moves(store, START) == [MoveCount(FIRST, 1, 1, 0), MoveCount(SECOND, 0, 0, 1)]
    assert count_moves(store, START, player="Hecht 3") == [MoveCount(FIRST, 0, 1, 0), MoveCount(SECOND, 0, 0, 1)]
    assert count_moves(store, START, people=True) == [MoveCount(FIRST, 1, 0, 0)]
    assert count_moves(store, START, player="A", people=False) == []
    # A game that ends later is counted then; one that is removed counts no more.
    store.save("four", won(Team.ONE, SECOND))
    assert index(store) == 1
    store.remove("two")
    assert count_moves(store, START) == [MoveCount(FIRST, 1, 1, 0), MoveCount(SECOND, 1, 0, 0)]
    # Two who count the same games at the same time count them once.
    games = find_unindexed(store, 100)
    assert games == []
    add_openings(store, [(1, False, list_openings(won(Team.ONE)))])
    assert count_moves(store, START)[0].games == 2


def test_only_the_beginning_of_a_game_is_counted(store: Store) -> None:
    record = won(Team.ONE)
    assert len(list_openings(record)) == MAX_OPENING_MOVES
    store.add("one", record)
    index(store)
    states = list(record.states())
    assert count_moves(store, states[MAX_OPENING_MOVES - 1])
    assert count_moves(store, states[MAX_OPENING_MOVES]) == []
