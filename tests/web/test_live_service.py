"""Whatever a page asks of a live game, and whatever it hears, is plain data that could come from another process."""

import asyncio
import json
import pickle
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import schwarm
from patience import PATIENCE
from schwarm.referee import Room
from schwarm.referee.lobby import Lobby
from schwarm.referee.settings import Settings
from schwarm.store import open_store
from schwarm.web.errors import Refused
from schwarm.web.live.commands import Answer, Cancel, Command, Move, Pause, Rematch, Resign, Resume, Sit, Step, TakeBack
from schwarm.web.live.contract import VisitorJson
from schwarm.web.live.exhibition import Exhibition
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.live_service import LiveService, Part
from schwarm.web.live.local_live_service import LocalLiveService
from schwarm.web.processes.remote_live_service import RemoteLiveService
from schwarm.web.shell.access import Visitor
from web.page_link import reached_by_socket

GAME = schwarm.game("piranhas-2026")
ANNA, BEN, ADMIN = (Visitor(id, admin=id == "admin", client=id, local=False) for id in ("anna", "ben", "admin"))
YOU = VisitorJson(mine=[0], thinks=[], admin=False, invite=None, near=True, port=None, client=False)
WISH = {
    "game": GAME.id,
    "red": {"kind": "person", "name": "Anna"},
    "blue": {"kind": "link"},
    "start": {"seed": 7},
    "limit": 60,
}


Scenario = Callable[[LiveService], Awaitable[None]]


def play_scenario(folder: Path, scenario: Scenario, *, elsewhere: bool = False) -> None:
    """Play a scenario with the service itself, or `elsewhere`: as a process of the page that reaches it by a socket."""

    async def play() -> None:
        store = open_store(folder)

        def on_recorded(room: Room) -> None:
            games.on_recorded(room)

        games = LiveGames(Lobby(Settings(GAME), recorded=on_recorded), 13050, store)
        service = LocalLiveService(games, Exhibition(games, enabled=False))
        try:
            if not elsewhere:
                await scenario(service)
            else:
                async with reached_by_socket(service) as (_, link):
                    await scenario(RemoteLiveService(link))
        finally:
            await games.stop()
            store.close()

    asyncio.run(play())


@pytest.fixture(params=["in this process", "from another"])
def serve(tmp_path: Path, request: pytest.FixtureRequest) -> Callable[[Scenario], None]:
    """Plays a scenario with the service itself, and as a process of the page."""
    return lambda scenario: play_scenario(tmp_path, scenario, elsewhere=request.param == "from another")


async def sit_down(service: LiveService) -> str:
    """A game between Anna and Ben that has begun; its key."""
    key = await service.begin(WISH, ANNA)
    part = await service.part_of(key, ANNA)
    assert part is not None
    assert part["invite"] is not None
    await service.handle(key, BEN, Sit(part["invite"], " Ben\n"))
    async with asyncio.timeout(PATIENCE):
        while not ((status := await service.status(key)) and status["running"]):
            await asyncio.sleep(0)
    return key


async def refusal(service: LiveService, key: str, visitor: Visitor, command: Command) -> tuple[int, str]:
    with pytest.raises(Refused) as refused:
        await service.handle(key, visitor, command)
    return refused.value.status, str(refused.value)


def now(text: str, turn: int) -> Move:
    return Move(text, turn, at=time.monotonic())


@pytest.mark.parametrize(
    "command",
    [
        Move("A4-C4", 0, 1.5, 0.1),
        TakeBack(),
        Answer("undo", agrees=False),
        Resign(),
        Sit("a.b", "Ben"),
        Rematch(),
        Pause(),
        Resume(),
        Step(),
        Cancel(),
    ],
)
def test_a_command_can_travel(command: Command) -> None:
    assert pickle.loads(pickle.dumps(command)) == command


def test_a_game_is_played_by_commands_and_told_as_plain_data(serve: Callable[[Scenario], None]) -> None:
    async def scenario(service: LiveService) -> None:
        key = await sit_down(service)
        first = str(GAME.start(7).legal_moves()[0])
        assert await refusal(service, key, BEN, now(first, 0)) == (403, "It is Red's turn, not yours.")
        assert (await refusal(service, key, ANNA, now(first, 3)))[0] == 409
        messages = await service.follow(key, "en", YOU)
        assert messages is not None
        told = await anext(messages)
        assert told.index(b"event: you") < told.index(b"event: sync")
        assert await service.handle(key, ANNA, now(first, 0)) == {"ok": True}
        kind, _, data = (await asyncio.wait_for(anext(messages), PATIENCE)).decode().partition("\ndata: ")
        assert (kind, json.loads(data)["move"]["move"]) == ("event: move", first)
        answers = await service.snapshot(key), await service.status(key), await service.part_of(key, BEN)
        for answer in answers:
            assert json.loads(json.dumps(answer)) == answer
        snapshot, _, part = answers
        assert snapshot is not None
        assert snapshot["names"] == ["Anna", "Ben"]
        assert part == Part(mine=[1], thinks=[], invite=None, port=None, client=False, steerable=True)
        record = await service.record(key)
        assert record is not None
        assert [str(played.move) for played in record.moves] == [first]
        assert pickle.loads(pickle.dumps(record)) == record

    serve(scenario)


def test_only_the_administrator_pauses(serve: Callable[[Scenario], None]) -> None:
    async def scenario(service: LiveService) -> None:
        key = await sit_down(service)
        assert (await refusal(service, key, ANNA, Pause()))[0] == 403
        await service.handle(key, ADMIN, Pause())
        status = await service.status(key)
        assert status is not None
        assert status["paused"]
        await service.handle(key, ADMIN, Resume())
        await service.handle(key, ADMIN, Cancel())
        assert (await refusal(service, key, ADMIN, Step()))[1] == "This game is over."

    serve(scenario)


def test_two_who_want_a_rematch_get_the_same_game(serve: Callable[[Scenario], None]) -> None:
    async def scenario(service: LiveService) -> None:
        key = await sit_down(service)
        assert (await refusal(service, key, ANNA, Rematch()))[1] == "The game is not over yet."
        await service.handle(key, BEN, Resign())
        async with asyncio.timeout(PATIENCE):
            while (status := await service.status(key)) and status["live"]:
                await asyncio.sleep(0)
        one, two = await asyncio.gather(service.handle(key, ANNA, Rematch()), service.handle(key, BEN, Rematch()))
        assert one == two
        part = await service.part_of(str(dict(one)["key"]), ANNA)
        assert part is not None
        assert part["mine"] == [1]

    serve(scenario)


def test_what_is_not_there_is_none_or_refused(serve: Callable[[Scenario], None]) -> None:
    async def scenario(service: LiveService) -> None:
        assert await service.snapshot("x") is None
        assert await service.status("x") is None
        assert await service.part_of("x", ANNA) is None
        assert await service.follow("x", "en", YOU) is None
        assert await service.invitation("x.y") is None
        assert await service.log("x", 0) is None
        assert await service.record("x") is None
        assert await service.show_exhibition() is None
        for command in (Resign(), Rematch()):
            assert (await refusal(service, "x", ANNA, command))[0] == 404

    serve(scenario)
