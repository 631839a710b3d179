"""What other machines say is believed about their own games, and only as far as it can be true."""

from dataclasses import replace
from typing import Any

import pytest

from schwarm.arena import cluster
from schwarm.arena.cluster import MAX_TOLD_GAMES, MAX_TRIES, ProgressTickets, read_report
from schwarm.arena.fixture import Fixture, GameKey
from schwarm.arena.game_job import (
    MAX_FAILURE_LENGTH,
    MAX_MOVES_AT_ONCE,
    Assignment,
    GameProgress,
    GameReport,
    play_assignment,
)
from schwarm.games import game

GAME = Assignment(Fixture(GameKey("1/a"), "A", "B", 7), ("random", "greedy"), "piranhas-2026")
LAST_TURN = game(GAME.game).last_turn


def tell(tickets: ProgressTickets, ticket: object, first: object, moves: object) -> None:
    tickets.hear((0.0, {"ticket": ticket, "progress": {"first": first, "moves": moves}, "worker": "tls://1.2.3.4:5"}))


def test_only_who_was_given_a_game_tells_about_it() -> None:
    heard: list[GameProgress] = []
    tickets = ProgressTickets()
    ticket = tickets.issue(GAME, heard.append)
    tell(tickets, ticket, 0, [["A1-A2", 0.5], ("B1-B2", None)])
    assert heard == [GameProgress("1/a", 0, (("A1-A2", 0.5), ("B1-B2", None)))]
    heard.clear()
    nobody: list[object] = ["", "1/a", None, [], 5]
    for wrong in nobody:
        tell(tickets, wrong, 0, [])
    tickets.end(ticket)
    tell(tickets, ticket, 0, [])
    assert not heard


@pytest.mark.parametrize(
    ("first", "moves"),
    [
        ("0", []),
        (-1, []),
        (0, "A1-A2"),
        (0, [["A1-A2"]]),
        (0, [["x" * 41, 0.1]]),
        (0, [[5, 0.1]]),
        (0, [["A1-A2", -1.0]]),
        (0, [["A1-A2", float("nan")]]),
        (0, [["A1-A2", "soon"]]),
        (0, [["A1-A2", 0.1]] * (MAX_MOVES_AT_ONCE + 1)),
        (LAST_TURN, [["A1-A2", 0.1]]),
        (10**30, []),
    ],
)
def test_what_no_game_can_have_is_not_passed_on(first: object, moves: object) -> None:
    heard: list[GameProgress] = []
    tickets = ProgressTickets()
    tell(tickets, tickets.issue(GAME, heard.append), first, moves)
    assert not heard


def test_nonsense_is_no_trouble_and_a_flood_ends() -> None:
    heard: list[GameProgress] = []
    tickets = ProgressTickets()
    nonsense: list[object] = [None, "x", [], {}, {"ticket": tickets.issue(GAME, heard.append)}, {"progress": {}}]
    for words in nonsense:
        tickets.hear((0.0, words))
    assert not heard
    flooded, other = (
        tickets.issue(GAME, heard.append),
        tickets.issue(replace(GAME, fixture=replace(GAME.fixture, key=GameKey("2/b"))), heard.append),
    )
    for _ in range(10 * MAX_TRIES * LAST_TURN):
        tell(tickets, flooded, 0, [])
    assert len(heard) == MAX_TRIES * (LAST_TURN + 1)
    tell(tickets, other, 0, [])
    assert heard[-1].key == "2/b"
    # Beyond what anybody looks at, games are played unseen.
    assert [bool(tickets.issue(GAME, heard.append)) for _ in range(MAX_TOLD_GAMES)].count(True) == MAX_TOLD_GAMES - 3


def test_a_report_is_taken_only_for_the_game_that_was_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    report = play_assignment(GAME)
    assert read_report(GAME, report.data()) == report
    why = {"record": report.record.replace("A", "B"), "key": "2/b", "printed": [[1, 2]], "why": 5, "seconds": None}
    others: list[dict[str, Any]] = [{**report.data(), name: value} for name, value in why.items()]
    others += [
        {},
        replace(report, record="nonsense").data(),
        play_assignment(replace(GAME, fixture=replace(GAME.fixture, seed=8))).data(),
        play_assignment(replace(GAME, fixture=replace(GAME.fixture, red="C"))).data(),
        replace(report, record=report.record.partition("\n")[0]).data(),
        replace(report, printed=((0, 0, "\ud800"),)).data(),
        replace(report, printed=((0, 0, "\0"),)).data(),
    ]
    for data in others:
        found = read_report(GAME, data)
        assert (found.key, found.record) == ("1/a", "")
        assert found.failure.startswith("not this game")
    broken = read_report(GAME, GameReport("9", failure="x" * 1000).data())
    assert (broken.key, len(broken.failure)) == ("1/a", MAX_FAILURE_LENGTH + 1)
    monkeypatch.setattr(cluster, "MAX_REPORT_LENGTH", len(report.record) - 1)
    assert read_report(GAME, report.data()).failure
