"""Hecht as an opponent thinks in the browser of whoever plays against it: who may send its moves, and who plays if
nobody does."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import convert
from playwright.sync_api import Browser, Request, expect

import schwarm
from patience import PATIENCE
from quantity import quantity
from schwarm.games import State
from schwarm.games.time_control import CONTEST_TIME
from schwarm.player import Clock
from schwarm.player.hecht import Hecht
from schwarm.web.errors import Refused
from schwarm.web.live import browser_player
from schwarm.web.live.commands import Decline, Move, Rematch, Resign, TakeBack
from schwarm.web.live.contract import NewGameFields
from schwarm.web.live.live_service import LiveService
from web.arena import Arena
from web.browsing import WITHOUT_CORE, person
from web.live_scenarios import ADMIN, ANNA, BEN, GAME, play_scenario

HECHT = {"kind": "player", "player": "hecht:level=1", "browser": True}
WISH = {"game": GAME.id, "red": HECHT, "blue": {"kind": "person", "name": "Anna"}, "start": {"seed": 7}}
START = GAME.start(7)
FIRST = str(START.legal_moves()[3])


def sent(move: str, turn: int) -> Move:
    return Move(move, turn, at=asyncio.get_running_loop().time())


async def moves(service: LiveService, key: str) -> list[str]:
    record = await service.record(key)
    assert record is not None
    return [str(played.move) for played in record.moves]


async def wait_for(service: LiveService, key: str, enough: Callable[[list[str]], bool]) -> list[str]:
    async with asyncio.timeout(PATIENCE):
        while not enough(found := await moves(service, key)):
            await asyncio.sleep(0.01)
    return found


async def wait_until_begun(service: LiveService, key: str) -> None:
    async with asyncio.timeout(PATIENCE):
        while not (status := await service.status(key)) or not status["running"]:
            await asyncio.sleep(0.01)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that never plays for a browser."""
    monkeypatch.setattr(browser_player, "MAX_SECONDS_TO_WAIT", 10 * PATIENCE)


@pytest.mark.usefixtures("patient")
def test_only_who_plays_against_it_sends_its_moves_and_only_legal_ones(tmp_path: Path) -> None:
    async def scenario(service: LiveService) -> None:
        key = await service.begin(convert(WISH, NewGameFields), ANNA)
        await wait_until_begun(service, key)
        part, other = await service.part_of(key, ANNA), await service.part_of(key, BEN)
        assert part is not None
        assert other is not None
        assert part["mine"] == [1]
        assert part["thinks"] == [{"side": 0, "level": 1, "seconds": pytest.approx(1.9)}]
        assert other["thinks"] == []
        for stranger in (BEN, ADMIN):
            with pytest.raises(Refused, match="It is Red's turn"):
                await service.handle(key, stranger, sent(FIRST, 0))
            await service.handle(key, stranger, Decline())
        with pytest.raises(schwarm.IllegalMove):
            await service.handle(key, ANNA, sent("A0-A1", 0))
        with pytest.raises(Refused, match="gone on in the meantime"):
            await service.handle(key, ANNA, sent(FIRST, 2))
        assert await moves(service, key) == []
        await service.handle(key, ANNA, sent(FIRST, 0))
        assert await moves(service, key) == [FIRST]
        answer = str(START.play(FIRST).legal_moves()[0])
        await service.handle(key, ANNA, sent(answer, 1))
        await service.handle(key, ANNA, TakeBack())
        assert await moves(service, key) == [FIRST]
        await wait_until_begun(service, key)
        await service.handle(key, ANNA, Resign())
        async with asyncio.timeout(PATIENCE):
            while not (status := await service.status(key)) or not status["outcome"]:
                await asyncio.sleep(0.01)
        # The record says where the engine's moves came from, also in the next game.
        record = await service.record(key)
        assert record is not None
        assert ("Engine", "browser") in record.tags
        assert record.players == ("Hecht 1", "Anna")
        again = await service.handle(key, ANNA, Rematch())
        record = await service.record(str(dict(again)["key"]))
        assert record is not None
        assert ("Engine", "browser") in record.tags

    play_scenario(tmp_path, scenario)


@pytest.mark.core
def test_the_server_plays_for_a_browser_that_sends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_player, "MAX_SECONDS_TO_WAIT", -2.0)

    async def scenario(service: LiveService) -> None:
        key = await service.begin(convert(WISH, NewGameFields), ANNA)
        found = await wait_for(service, key, bool)
        assert START.explain(found[0]).legal

    play_scenario(tmp_path, scenario)


@pytest.mark.core
@pytest.mark.usefixtures("patient")
def test_a_browser_that_cannot_think_says_so_once(tmp_path: Path) -> None:
    async def scenario(service: LiveService) -> None:
        key = await service.begin(convert(WISH, NewGameFields), ANNA)
        await wait_until_begun(service, key)
        await service.handle(key, ANNA, Decline())
        (first,) = await wait_for(service, key, bool)
        answer = str(START.play(first).legal_moves()[0])
        await service.handle(key, ANNA, sent(answer, 1))
        assert len(await wait_for(service, key, lambda found: len(found) == 3)) == 3

    play_scenario(tmp_path, scenario)


@pytest.mark.core
@pytest.mark.usefixtures("patient")
def test_what_the_server_thinks_about_ends_with_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, stopped = threading.Event(), threading.Event()
    choose, stop = Hecht.choose, Hecht.stop

    def choose_and_say(hecht: Hecht, state: State, clock: Clock | None = None) -> schwarm.Move:
        thinking.set()
        return choose(hecht, state, clock)

    def stop_and_say(hecht: Hecht) -> None:
        stop(hecht)
        stopped.set()

    monkeypatch.setattr(Hecht, "choose", choose_and_say)
    monkeypatch.setattr(Hecht, "stop", stop_and_say)

    async def scenario(service: LiveService) -> None:
        key = await service.begin(
            convert(WISH | {"red": {**HECHT, "player": "hecht:level=10"}, "time": "1m"}, NewGameFields), ANNA
        )
        await wait_until_begun(service, key)
        await service.handle(key, ANNA, Decline())
        assert await asyncio.to_thread(thinking.wait, PATIENCE)
        await service.handle(key, ANNA, Resign())
        assert await asyncio.to_thread(stopped.wait, PATIENCE)

    play_scenario(tmp_path, scenario)


def test_the_guide_says_how_long_the_server_waits(root: Path) -> None:
    assert CONTEST_TIME.red.move == 2
    assert browser_player.MAX_SECONDS_TO_WAIT == 4
    told = (root / "docs" / "security.md").read_text()
    sentence = "within the time per move and four seconds more (six seconds, if no time was chosen)"
    assert sentence in told.replace("\n", " ")


def test_who_only_watches_thinks_for_nobody(tmp_path: Path) -> None:
    async def scenario(service: LiveService) -> None:
        for red, blue in (
            (HECHT, HECHT),
            (HECHT, {"kind": "link"}),
            ({**HECHT, "player": "greedy"}, {"kind": "person"}),
        ):
            key = await service.begin(convert({**WISH, "red": red, "blue": blue}, NewGameFields), ANNA)
            part = await service.part_of(key, ANNA)
            assert part is not None
            assert part["thinks"] == []

    play_scenario(tmp_path, scenario)


@pytest.mark.slow
@pytest.mark.core
@pytest.mark.parametrize("core", [True, False][: quantity(1, 2)])
def test_a_game_against_hecht_on_the_page(browser: Browser, arena: Arena, core: bool) -> None:
    orders: list[str] = []

    def hear(request: Request) -> None:
        if request.method == "POST" and "/api/v1/games/" in request.url:
            orders.append(request.url.rpartition("/")[2])

    with person(browser, arena.address) as reader:
        if not core:
            reader.page.add_init_script(WITHOUT_CORE)
        reader.page.on("request", hear)
        reader.new_game("piranhas-2026", "hecht", side="blue", level=2)
        for made in range(2):
            reader.move_somewhere(made)
            expect(reader.game.moves).to_have_count(2 * made + 3)
        expect(reader.game.name("Red")).to_have_text("Hecht, level 2")
    # Two are the reader's own. On a busy machine the server may have played for a browser that was late.
    assert orders.count("move") in ((3, 4, 5) if core else (2,))
    assert ("decline" in orders) is not core
