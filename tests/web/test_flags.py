"""Time for a whole game at the page: a flag falls when nothing is left, and both read it."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

import schwarm
from patience import PATIENCE
from schwarm import Outcome, Reason, Team
from schwarm.games import TimeControl
from schwarm.games.record import Record
from schwarm.referee import Room
from schwarm.referee.lobby import Lobby, Settings
from schwarm.store import open_store
from schwarm.web.live import actions
from schwarm.web.live.live_game import LiveGame
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.side_player import Kind, SidePlayer, hash_visitor
from schwarm.web.live.snapshot import clocks_json
from schwarm.web.shell.access import VISITOR_COOKIE
from web.arena import Arena, Visitor

START = schwarm.game("piranhas-2019").start(seed=1)
TIME = TimeControl.parse("500s+0s")


def played(*seconds: float) -> Record:
    record = Record(START, time=TIME)
    for spent in seconds:
        record = record.then(record.final.legal_moves()[0], seconds=spent)
    return record


def people(anna: str, ben: str) -> tuple[SidePlayer, SidePlayer]:
    return SidePlayer(Kind.PERSON, "Anna", visitor=anna), SidePlayer(Kind.PERSON, "Ben", visitor=ben)


def ask_ben(tmp_path: Path, test: Callable[[LiveGame, Room], Coroutine[Any, Any, None]]) -> None:
    """A game of 500 seconds in which Ben has 2 left and is asked, after Anna needed hers for nothing."""

    async def scenario() -> None:
        store = open_store(tmp_path)
        meta = {"places": [side.to_json() for side in people("a", "b")], "time": str(TIME)}
        store.add("blitz", played(1, 498), meta=meta)
        games = LiveGames(Lobby(Settings(START.game)), 0, store)
        game = await games.find_or_resume("blitz")
        assert game is not None
        for visitor in "ab":
            actions.arrive(game, visitor)
        move(game, "a")
        room = game.room
        assert room is not None
        await test(game, room)
        assert room.record.outcome == Outcome(Team.ONE, Reason.TIMEOUT, room.state.points())
        assert len(room.record.moves) == 3
        await games.stop()
        store.close()

    asyncio.run(scenario())


def move(game: LiveGame, visitor: str, after: float = 0.0) -> None:
    state = game.record.final
    actions.move(game, visitor, str(state.legal_moves()[0]), state.turn, at=time.monotonic() + after, delay=0.0)


def test_a_flag_falls_on_time_however_much_the_other_one_has(tmp_path: Path) -> None:
    async def wait(game: LiveGame, room: Room) -> None:
        assert room.deadline is not None
        assert room.deadline - time.monotonic() <= 2.0
        # Timers of the same loop are as late as the loop is, which is the delay that nobody has to answer for.
        fallen = list[bool]()
        for seconds in (-0.05, 0.05):
            asyncio.get_running_loop().call_at(room.deadline + seconds, lambda: fallen.append(room.over))
        async with asyncio.timeout(PATIENCE):
            while len(fallen) < 2:
                await asyncio.sleep(0.01)
        assert fallen == [False, True]

    ask_ben(tmp_path, wait)


def test_a_move_after_the_flag_does_not_count(tmp_path: Path) -> None:
    """It came before any timer rang, and 0.5 s after the time was up."""

    async def come_late(game: LiveGame, room: Room) -> None:
        move(game, "b", after=2.5)
        assert room.over

    ask_ben(tmp_path, come_late)


def test_both_read_that_a_flag_has_fallen(arena: Arena, visitor: Visitor) -> None:
    ben = Visitor(arena.page_port, "de")
    for one in (visitor, ben):
        one.ask("/")
    sides = people(*(hash_visitor(one.cookies[VISITOR_COOKIE]) for one in (visitor, ben)))
    arena.put_away("blitz", played(1, 498), sides, time=str(TIME))
    for one in (visitor, ben):
        assert [clock["left"] for clock in one.facts("blitz")["clocks"]] == [499.0, 2.0]
    streams = [one.follow("/api/v1/games/blitz/events", {"Accept-Language": one.lang}) for one in (visitor, ben)]
    text = str(played(1, 498).final.legal_moves()[0])
    assert visitor.ask("/api/v1/games/blitz/move", {"move": text, "turn": 2}).status == 200
    said = [stream.event("end")["outcome"]["sentence"] for stream in streams]
    assert said == ["Anna wins: Ben ran out of time.", "Anna gewinnt: Ben hat die Zeit überschritten."]
    late = {"move": str(played(1, 498, 1).final.legal_moves()[0]), "turn": 3}
    assert ben.ask("/api/v1/games/blitz/move", late).error == "Dieses Spiel ist zu Ende."
    ben.close()


@pytest.mark.parametrize(("agreed", "left"), [("8s+2s", 0.0), ("5m+0s, 30s a move", 270.0)])
def test_a_clock_shows_what_is_left_after_time_ran_out(agreed: str, left: float) -> None:
    record = Record(START, time=TimeControl.parse(agreed))
    red, blue = clocks_json(record.ended(Outcome(Team.TWO, Reason.TIMEOUT)))
    assert red["left"] == left
    assert blue["left"] == record.time.blue.game
