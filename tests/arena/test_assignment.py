"""One game for a contest: it travels as JSON, is repeatable, and always has a record."""

import json
from pathlib import Path

import pytest

from schwarm.arena.assignment import MAX_BLOCK_LENGTH, MAX_OUTPUT_LENGTH, Assignment, GameReport, play_assignment
from schwarm.arena.fixture import Fixture
from schwarm.games import Reason
from schwarm.games.record import Record
from schwarm.words import speaking

BOTS = Path(__file__).with_name("bad_bots.py")


def game(red: str, blue: str) -> GameReport:
    assignment = Assignment(Fixture("x/1", "A", "B", 5), (red, blue), "piranhas-2026", soft=60, hard=90)
    sent = Assignment.of(json.loads(json.dumps(assignment.data())))
    assert sent == assignment
    delivery = play_assignment(sent)
    assert GameReport.of(json.loads(json.dumps(delivery.data()))) == delivery
    return delivery


def test_the_same_again() -> None:
    one, two = (Record.parse(game("random", "greedy").record) for _ in range(2))
    assert [played.move for played in one.moves] == [played.move for played in two.moves]
    assert one.players == ("A", "B")


@pytest.mark.parametrize(("red", "blue", "winner"), [("no.zip", "random", "B"), ("random", "no.zip", "A")])
def test_a_missing_bot_loses_in_both_languages(red: str, blue: str, winner: str) -> None:
    played = game(red, blue).to_result()
    assert played is not None
    _, result = played
    assert (result.winner, result.outcome.reason) == (winner, Reason.NEVER_CAME)
    assert str(result.why) == "There is no file no.zip."
    with speaking("de"):
        assert str(result.why) == "Es gibt keine Datei no.zip."


def test_two_missing_bots_both_lose() -> None:
    played = game("no.zip", "nor.zip").to_result()
    assert played is not None
    _, result = played
    assert result.winner is None
    assert result.score("A") == result.score("B") == 0
    assert str(result.why) == "Red: There is no file no.zip. Blue: There is no file nor.zip."
    with speaking("de"):
        assert str(result.why) == "Rot: Es gibt keine Datei no.zip. Blau: Es gibt keine Datei nor.zip."


def test_where_nobody_comes_it_is_said_whose_last_words_are_which() -> None:
    played = game(f"{BOTS}:NoStart", f"{BOTS}:NoStart").to_result()
    assert played is not None
    _, result = played
    said = "It exited with code 3. Its last words: “no licence found”"
    assert str(result.why) == f"Red: {said} Blue: {said}"


def test_who_crashes_at_the_start_loses_to_who_is_slow_to_come() -> None:
    played = game(f"{BOTS}:NoStart", f"{BOTS}:Plain").to_result()
    assert played is not None
    _, result = played
    assert (result.winner, result.outcome.reason) == ("B", Reason.NEVER_CAME)
    assert "no licence found" in str(result.why)


def test_what_players_print_is_kept_and_bounded() -> None:
    delivery = game(f"{BOTS}:Crashes", f"{BOTS}:Shouts")
    crashed = {turn: text for turn, side, text in delivery.printed if side == 0}
    # The kit says nothing about what whoever started it knows; what remains is what it printed instead of a move.
    assert list(crashed) == [len(Record.parse(delivery.record).moves)]
    assert "out of ideas" in crashed[max(crashed)]
    shouted = {turn: text for turn, side, text in delivery.printed if side == 1}
    assert sum(map(len, shouted.values())) <= MAX_OUTPUT_LENGTH + 2 * MAX_BLOCK_LENGTH
    # The log may come before it: two pipes keep no order between them.
    assert "xxx" in shouted[1]


def test_time_use_is_measured() -> None:
    played = game("random", "greedy").to_result()
    assert played is not None
    _, result = played
    for thinking in result.thinking:
        assert thinking.moves > 5
        assert 0 < thinking.median <= thinking.slowest
