"""A reason that several games share, in the words of each: fish of Piranhas 2019 have no weight."""

import copy
import pickle
from pathlib import Path

import pytest

import schwarm
from schwarm.core import Board
from schwarm.games import Outcome, Reason, Team
from schwarm.games.record import Record
from schwarm.games.registry import find_reason
from schwarm.player.plain_board import PlainBoard
from schwarm.protocol import replay
from schwarm.store import open_store
from schwarm.words import speaking

LARGER, HEAVIER = "Red wins: the larger swarm.", "Red wins: the heavier swarm."
# The last move: Red has three fish together, Blue two, and one of each swims alone.
LAST_2019 = "F1FFF5/10/10/10/10/10/10/10/10/ff7f 59"


def told(outcome: Outcome | None) -> str:
    assert outcome is not None
    with speaking("en"):
        return str(outcome.sentence("Red", "Blue"))


@pytest.fixture
def record() -> Record:
    state = schwarm.game("piranhas-2019").parse(LAST_2019)
    move = next(move for move in state.legal_moves() if told(state.play(move).outcome()).startswith("Red"))
    return Record(state).then(move, seconds=0.1)


def test_the_rules_and_all_boards_say_it_alike(record: Record) -> None:
    outcome = record.outcome or record.final.outcome()
    assert told(outcome) == LARGER
    for kind in (Board, PlainBoard):
        board = kind(record.start)
        board.push(board.number(record.moves[-1].move))
        assert board.outcome() == outcome
        assert told(board.outcome()) == LARGER


def test_it_is_the_same_reason_under_the_same_id(record: Record) -> None:
    outcome = record.final.outcome()
    assert outcome is not None
    assert outcome.reason == Reason.HEAVIER_SWARM
    assert outcome.reason.value == "heavier"
    for copied in (pickle.loads(pickle.dumps(outcome)), copy.deepcopy(outcome)):
        assert (copied, told(copied)) == (outcome, LARGER)
    assert told(Outcome(Team.ONE, Reason.HEAVIER_SWARM)) == HEAVIER


def test_what_was_kept_says_it_too(record: Record, tmp_path: Path) -> None:
    outcome = record.final.outcome()
    assert outcome is not None
    whole = record if record.outcome else record.ended(outcome)
    assert "Result: Red, heavier, " in str(whole)
    assert told(Record.parse(str(whole)).outcome) == LARGER
    assert told(replay.read(replay.write(whole).encode()).outcome) == LARGER
    store = open_store(tmp_path)
    store.add("one", whole)
    (listed,) = store.listing()
    assert told(listed.outcome) == LARGER
    store.close()


def test_other_games_and_unknown_ones_have_the_usual_words() -> None:
    with speaking("en"):
        assert str(find_reason("piranhas-2019", "heavier").word) == "larger swarm"
        assert str(find_reason("piranhas-2026", "heavier").word) == "heavier swarm"
        assert str(find_reason("not-installed", "heavier").word) == "heavier swarm"
        assert str(find_reason("piranhas-2019", "blocked").word) == "cannot move"
