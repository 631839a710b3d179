"""Pages reach live games by commands and plain data."""

import asyncio
import json
import time
from pathlib import Path

from msgspec import convert

from patience import PATIENCE
from schwarm.web.live.commands import Cancel, Move, Pause, Rematch, Resign, Resume, Sit, Step
from schwarm.web.live.contract import NewGameFields, VisitorJson
from schwarm.web.live.live_service import LiveService, Part
from web.listening import Listener
from web.live_scenarios import ADMIN, ANNA, BEN, GAME, play_scenario, refusal

YOU = VisitorJson(mine=[0], thinks=[], admin=False, invite=None, near=True, port=None, client=False)
WISH = {
    "game": GAME.id,
    "red": {"kind": "person", "name": "Anna"},
    "blue": {"kind": "link"},
    "start": {"seed": 7},
    "time": "1m",
}


async def sit_down(service: LiveService) -> str:
    """A game between Anna and Ben that has begun; its key."""
    key = await service.begin(convert(WISH, NewGameFields), ANNA)
    part = await service.part_of(key, ANNA)
    assert part is not None
    assert part["invite"] is not None
    await service.handle(key, BEN, Sit(part["invite"], " Ben\n"))
    async with asyncio.timeout(PATIENCE):
        while not ((status := await service.status(key)) and status["running"]):
            await asyncio.sleep(0)
    return key


def now(text: str, turn: int) -> Move:
    return Move(text, turn, at=time.monotonic())


def test_a_game_is_played_by_commands_and_told_as_plain_data(tmp_path: Path) -> None:
    async def scenario(service: LiveService) -> None:
        key = await sit_down(service)
        first = str(GAME.start(7).legal_moves()[0])
        assert await refusal(service, key, BEN, now(first, 0)) == (403, "It is Red's turn, not yours.")
        assert (await refusal(service, key, ANNA, now(first, 3)))[0] == 409
        messages = Listener(await service.follow(key, "en", YOU))
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

    play_scenario(tmp_path, scenario)


def test_only_the_administrator_pauses(tmp_path: Path) -> None:
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

    play_scenario(tmp_path, scenario)


def test_two_who_want_a_rematch_get_the_same_game(tmp_path: Path) -> None:
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

    play_scenario(tmp_path, scenario)


def test_what_is_not_there_is_none_or_refused(tmp_path: Path) -> None:
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

    play_scenario(tmp_path, scenario)
