"""Games of a contest are watched like any other, while processes play them; and nobody can do anything in them."""

import asyncio
import json
from pathlib import Path
from typing import Any

from patience import PATIENCE
from schwarm.arena.contest import Conditions
from schwarm.arena.fixture import Fixture, GameKey
from schwarm.arena.game_job import GameProgress, GameReport, play_assignment, result_of
from schwarm.arena.match import Match
from schwarm.arena.runner import Began, Ended, Failed
from schwarm.games import TimeControl
from schwarm.games.record import Record
from schwarm.web.contests import games_on
from schwarm.web.contests.games_on import GamesOn
from schwarm.web.live.commands import Cancel, Resign
from schwarm.web.live.contract import VisitorJson
from schwarm.web.live.live_service import LiveService
from web.listening import Listener
from web.live_scenarios import ADMIN, ANNA, refusal
from web.relayed import relay_games

CONDITIONS = Conditions("piranhas-2026", time=TimeControl.parse("60s/90s"))
MATCH = Match({"A": "random", "B": "greedy"}, CONDITIONS, 2, 1)
FIXTURE = Fixture(GameKey("x/1"), "A", "B", 5)
NOBODY = VisitorJson(mine=[], thinks=[], admin=False, invite=None, near=True, port=None, client=False)
KEY = "event/x/1"


def played() -> tuple[GameReport, Record, list[GameProgress]]:
    """A game, and its moves as a process tells them."""
    report = play_assignment(MATCH.assignment(FIXTURE))
    record = Record.parse(report.record)
    told = [GameProgress("x/1", place, ((str(each.move), each.seconds),)) for place, each in enumerate(record.moves)]
    return report, record, told


def ended(report: GameReport, record: Record) -> Ended:
    return Ended(result_of("x/1", record), report)


def test_a_result_is_shown_only_when_it_is_written_down() -> None:
    report, record, told = played()
    games = GamesOn(CONDITIONS, "event/")
    games.on_event(Began(FIXTURE))
    ((key, steps),) = games.look()
    assert (key, [(str(step.time), len(step.moves)) for step in steps]) == (KEY, [("1m/90s", 0)])
    for progress in told:
        games.on_progress(progress)
    # However many moves came, spectators and the event loop get a few at a time.
    assert len(games.look()[0].steps) == games_on.MAX_MOVES_PER_LOOK
    for _ in told:
        assert all(step.outcome is None for step in games.look()[0].steps)
    games.on_event(ended(report, record))
    ((_, steps),) = games.look()
    assert steps == (record,)
    assert games.look() == []


def test_a_game_that_is_tried_again_begins_again() -> None:
    _, _, told = played()
    games = GamesOn(CONDITIONS, "event/")
    games.on_event(Began(FIXTURE))
    games.on_progress(told[0])
    # Nothing is made up where something was missed.
    games.on_progress(told[2])
    assert [len(step.moves) for step in games.look()[0].steps] == [0, 1]
    games.on_event(Failed("x/1", "the process died", given_up=False))
    games.on_progress(told[1])
    assert games.look() == []
    games.on_event(Began(FIXTURE))
    assert [len(step.moves) for step in games.look()[0].steps] == [0]


def test_a_game_that_another_machine_begins_again_is_shown_from_its_start() -> None:
    _, record, told = played()
    other = next(str(move) for move in record.start.legal_moves() if str(move) != told[0].moves[0][0])
    games = GamesOn(CONDITIONS, "event/")
    games.on_event(Began(FIXTURE))
    for progress in told[:2]:
        games.on_progress(progress)
    assert [len(step.moves) for step in games.look()[0].steps] == [0, 1, 2]
    games.on_progress(GameProgress("x/1", 0, ()))
    assert [len(step.moves) for step in games.look()[0].steps] == [0]
    games.on_progress(GameProgress("x/1", 0, ((other, 0.1),)))
    assert [str(step.moves[-1].move) for step in games.look()[0].steps] == [other]


def test_moves_that_cannot_be_end_what_is_shown_of_that_game_alone() -> None:
    _, _, told = played()
    games = GamesOn(CONDITIONS, "event/")
    games.on_event(Began(FIXTURE))
    games.on_event(Began(Fixture(GameKey("x/2"), "A", "B", 5)))
    games.on_progress(told[0])
    too_many = tuple((told[0].moves[0][0], 0.1) for _ in range(CONDITIONS.game.last_turn + 1))
    games.on_progress(GameProgress("x/1", 0, too_many))
    assert [len(game.steps) for game in games.look()] == [2, 1]
    for nonsense in ("A0-J9", "what?"):
        games.on_progress(GameProgress("x/1", 1, ((nonsense, 0.1),)))
        assert [game.key for game in games.look()] == ["event/x/2"]
        games.on_event(Began(FIXTURE))
        games.on_progress(told[0])


def test_more_games_than_anybody_watches_cost_nothing() -> None:
    games = GamesOn(CONDITIONS, "event/")
    for number in range(3 * games_on.MAX_WATCHED):
        games.on_event(Began(Fixture(GameKey(f"x/{number}"), "A", "B", number)))
    assert len(games.look()) == games_on.MAX_WATCHED


def test_spectators_hear_every_move_and_the_end(tmp_path: Path) -> None:
    report, record, told = played()

    async def scenario(service: LiveService) -> None:
        games = GamesOn(CONDITIONS, "event/")
        games.on_event(Began(FIXTURE))
        await service.relay("event", games.look())
        part = await service.part_of(KEY, ADMIN)
        assert part is not None
        assert not part["steerable"]
        assert await refusal(service, KEY, ADMIN, Cancel()) == (
            409,
            "This is a game of a contest; here you can only watch it.",
        )
        assert (await refusal(service, KEY, ANNA, Resign()))[0] == 403
        messages = Listener(await service.follow(KEY, "en", NOBODY))
        first = await next_events(messages)
        assert [kind for kind, _ in first] == ["you", "sync", "watching"]
        games.on_progress(told[0])
        await service.relay("event", games.look())
        (move,) = await next_events(messages)
        # Another machine begins the game again, and makes the same move.
        games.on_progress(GameProgress("x/1", 0, ()))
        await service.relay("event", games.look())
        ((kind, sync),) = await next_events(messages)
        assert (kind, sync["moves"]) == ("sync", [])
        games.on_progress(told[0])
        await service.relay("event", games.look())
        (move,) = await next_events(messages)
        assert (move[0], move[1]["move"]["move"], move[1]["live"]) == ("move", told[0].moves[0][0], True)
        all_games = Listener(await service.follow_all("en"))
        ((_, tables),) = await next_events(all_games)
        assert [(table["key"], table["watching"]) for table in tables["tables"]] == [(KEY, 1)]
        games.on_event(ended(report, record))
        await service.relay("event", games.look())
        found: dict[str, Any] = {}
        while "end" not in found:
            found.update(await next_events(messages))
        assert len(found["sync"]["moves"]) == len(record.moves)
        assert found["end"]["outcome"]["sentence"]
        # A contest that was stopped takes its games along.
        games.on_event(Began(Fixture(GameKey("x/2"), "B", "A", 5)))
        await service.relay("event", games.look())
        assert await service.snapshot("event/x/2") is not None
        await service.relay("event", [])
        assert await service.snapshot("event/x/2") is None
        assert await service.snapshot(KEY) is not None

    relay_games(tmp_path, scenario)


def test_a_game_that_is_on_takes_another_name_and_one_that_ended_is_let_go(tmp_path: Path) -> None:
    report, record, told = played()

    async def scenario(service: LiveService) -> None:
        games = GamesOn(CONDITIONS, "event/")
        games.on_event(Began(FIXTURE))
        games.on_progress(told[0])
        await service.relay("event", games.look())
        messages = Listener(await service.follow(KEY, "en", NOBODY))
        await next_events(messages)
        games.rename("x/1", ("A", "New"))
        await service.relay("event", games.look())
        ((kind, sync),) = await next_events(messages)
        assert (kind, [player["name"] for player in sync["players"]]) == ("sync", ["A", "New"])
        # No move is shown a second time.
        assert len(sync["moves"]) == 1
        assert games.look()[0].steps == ()
        games.on_event(ended(report, record))
        await service.relay("event", games.look())
        assert await service.snapshot(KEY) is not None
        await service.forget_relayed(["other", "even"])
        assert await service.snapshot(KEY) is not None
        await service.forget_relayed(["event"])
        assert await service.snapshot(KEY) is None

    relay_games(tmp_path, scenario)


async def next_events(messages: Any) -> list[tuple[str, Any]]:
    """What comes next, without what is only there to be heard."""
    text = (await asyncio.wait_for(anext(messages), PATIENCE)).decode()
    parts = [part.partition("\ndata: ") for part in text.split("\n\n") if part.startswith("event: ")]
    return [(kind.removeprefix("event: "), json.loads(data)) for kind, _, data in parts]
