"""The players of a game at the page: programs take a while to start, and people do not wait for them."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import schwarm
from patience import PATIENCE
from schwarm.arena.contest import Conditions
from schwarm.arena.match import Match
from schwarm.games import TimeControl
from schwarm.games.record import Record
from schwarm.launch import CannotLaunch, MachineFault, Sandbox, game_host, isolation, start
from schwarm.launch.game_host import run_server
from schwarm.launch.isolation import can_wall
from schwarm.referee import Room
from schwarm.referee.lobby import Lobby, Settings
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.server import Server
from schwarm.store import open_store
from schwarm.store.contests import list_terms
from schwarm.store.games import Store
from schwarm.web.contests import scoreboard
from schwarm.web.contests.contest_service import ContestService
from schwarm.web.errors import Refused
from schwarm.web.live import actions
from schwarm.web.live.game_saver import GameSaver
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.program_rules import ProgramRules
from schwarm.web.live.side_player import Kind, SidePlayer
from schwarm.words import SchwarmError, Sentence

GAME = schwarm.game("piranhas-2026")
NEVER_JOINS = SidePlayer(Kind.PLAYER, player="sh -c 'sleep 60'")


class SlowStart:
    """Starts programs as usual, but not before it is told to go on."""

    def __init__(self) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.count = 0
        self._start = start

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        self.count += 1
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        return self._start(*arguments, **options)


@pytest.fixture
def slow_start(monkeypatch: pytest.MonkeyPatch) -> SlowStart:
    slow = SlowStart()
    monkeypatch.setattr(game_host, "start", slow)
    return slow


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = open_store(tmp_path)
    yield store
    store.close()


def test_who_sits_down_while_a_program_starts_sits_down_once(
    store: Store, slow_start: SlowStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        lobby = Lobby(Settings(GAME))
        seated = []
        seat = lobby.seat

        def note(*who: Any) -> None:
            seated.append(who)
            seat(*who)

        monkeypatch.setattr(lobby, "seat", note)
        games = LiveGames(lobby, 0, store)
        live_game = games.create(Record(GAME.start(1)), (NEVER_JOINS, SidePlayer(Kind.PERSON, invite="secret")))
        assert await asyncio.to_thread(slow_start.begun.wait, PATIENCE)
        actions.sit(live_game, "secret", "b", "Ben")
        slow_start.go_on.set()
        while not (live_game.host and live_game.host.processes):
            await asyncio.sleep(0.02)
        await games.stop()
        assert [occupant for _, _, occupant in seated] == [live_game.person(1)]

    asyncio.run(scenario())


def test_nobody_is_started_for_a_game_that_was_closed_meanwhile(store: Store, slow_start: SlowStart) -> None:
    async def scenario() -> None:
        games = LiveGames(Lobby(Settings(GAME)), 0, store)
        live_game = games.create(Record(GAME.start(1)), (NEVER_JOINS, NEVER_JOINS))
        assert await asyncio.to_thread(slow_start.begun.wait, PATIENCE)
        closing = asyncio.create_task(live_game.close())
        await asyncio.sleep(0)
        slow_start.go_on.set()
        await closing
        assert live_game.host is not None
        assert slow_start.count == 1
        assert not any(process.running for process in live_game.host.processes.values())
        await games.stop()

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", [CannotLaunch, MachineFault])
def test_a_program_that_cannot_be_started_ends_the_game_with_its_reason(
    kind: type[SchwarmError], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def fail(*arguments: Any, **options: Any) -> None:
        tried.append(arguments)
        raise kind(Sentence("It is broken.")())

    monkeypatch.setattr(game_host, "start", fail)

    async def scenario() -> None:
        games = LiveGames(Lobby(Settings(GAME)), 0, store)
        live_game = games.create(Record(GAME.start(1)), (NEVER_JOINS, NEVER_JOINS))
        room = live_game.room
        assert room is not None
        while not room.over:
            await asyncio.sleep(0.02)
        await games.stop()
        assert str(live_game.trouble) == "It is broken."
        assert not live_game.live
        assert len(tried) == 1

    asyncio.run(scenario())


def test_a_public_page_without_walls_starts_no_programs_and_says_what_is_missing(
    store: Store, slow_start: SlowStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(isolation, "can_wall", lambda: False)
    monkeypatch.setattr(isolation, "can_unshare", lambda: False)
    monkeypatch.setattr(isolation, "find_hierarchies", dict)
    why = isolation.why_no_strangers()
    sentence = (
        "A public page starts programs only behind walls, and this machine lacks a sandbox (bubblewrap) and control "
        "groups for memory and processes; “schwarm doctor” says more."
    )
    assert str(why) == sentence

    async def scenario() -> None:
        games = LiveGames(Lobby(Settings(GAME)), 0, store, programs=ProgramRules(refusal=why))
        with pytest.raises(Refused) as caught:
            games.programs.check((NEVER_JOINS, SidePlayer(Kind.PERSON)))
        assert str(caught.value) == sentence
        games.programs.check((SidePlayer(Kind.PLAYER, player="hecht:level=2"), SidePlayer(Kind.CLIENT)))
        # A game from another day, when there were isolation.
        live_game = games.create(Record(GAME.start(1)), (NEVER_JOINS, NEVER_JOINS))
        room = live_game.room
        assert room is not None
        while not room.over:
            await asyncio.sleep(0.02)
        await games.stop()
        assert str(live_game.trouble) == sentence
        assert slow_start.count == 0
        service = ContestService(store, scoreboard.scoreboard_json, no_programs=why)
        bots = {"one": "sh -c 'sleep 60'", "two": "random"}
        with pytest.raises(Refused) as refused:
            await service.begin(Match(bots, Conditions(GAME.id), 2, 1))
        assert str(refused.value) == sentence
        # What was refused is not in the list of contests for ever.
        assert not list_terms(store)
        await service.close()

    asyncio.run(scenario())


def test_where_there_are_walls_strangers_may_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(isolation, "can_wall", lambda: True)
    monkeypatch.setattr(isolation, "find_hierarchies", lambda: {"memory": 1, "pids": 1})
    assert isolation.why_no_strangers() is None


@pytest.mark.slow
def test_programs_of_a_public_page_play_behind_the_wall(store: Store, tmp_path: Path) -> None:
    if not can_wall():
        pytest.skip("bubblewrap is missing")
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import os\nfrom schwarm.player import Player\n\nclass Mine(Player):\n    def choose(self, state, clock):\n"
        "        self.note(os.uname().nodename)\n        return state.legal_moves()[0]\n"
    )

    loop_delay = LoopDelay()

    async def scenario() -> None:
        async with run_server(Settings(GAME), loop_delay) as server:
            games = LiveGames(server.lobby, server.port, store, programs=ProgramRules(Sandbox()))
            sides = SidePlayer(Kind.PLAYER, player=f"{bot}:Mine"), SidePlayer(Kind.PLAYER, player="random")
            live_game = games.create(Record(GAME.start(1)), sides, time=TimeControl.parse("1m"))
            room = live_game.room
            assert room is not None
            while not room.over:
                await asyncio.sleep(0.02)
            while live_game.host is None or live_game.live:
                await asyncio.sleep(0.02)
            assert live_game.host.note(0) == "schwarm"
            await games.stop()

    loop_delay.run(scenario())


@pytest.mark.slow
def test_a_game_is_settled_once_its_last_output_is_on_disk(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from schwarm.player import Player\n\nclass Mine(Player):\n    def choose(self, state, clock):\n"
        "        raise RuntimeError('out of ideas')\n"
    )
    go_on, save = asyncio.Event(), GameSaver.save

    def save_logs_late(saver: GameSaver, live_game: Any, logs: Any = None, **more: Any) -> asyncio.Future[Any]:
        async def save_late() -> Any:
            await go_on.wait()
            return await save(saver, live_game, logs, **more)

        return save(saver, live_game, **more) if logs is None else asyncio.ensure_future(save_late())

    monkeypatch.setattr(GameSaver, "save", save_logs_late)
    loop_delay = LoopDelay()

    async def scenario() -> None:
        def on_recorded(room: Room) -> None:
            games.on_recorded(room)

        server = Server(Settings(GAME), loop_delay=loop_delay, recorded=on_recorded)
        games = LiveGames(server.lobby, await server.listen(port=0), store)
        sides = SidePlayer(Kind.PLAYER, player=f"{bot}:Mine"), SidePlayer(Kind.PLAYER, player="random")
        live_game = games.create(Record(GAME.start(1)), sides, time=TimeControl.parse("1m"))
        async with asyncio.timeout(PATIENCE):
            while live_game.live:
                await asyncio.sleep(0.02)
            # Whoever opens the page now goes on listening.
            assert not live_game.status()["settled"]
            go_on.set()
            while not live_game.status()["settled"]:
                await asyncio.sleep(0.02)
        assert "out of ideas" in str(live_game.violation)
        found = store.get(live_game.key)
        assert found is not None
        assert any("out of ideas" in text for text in found.logs.values())
        await games.stop()
        await server.stop()

    loop_delay.run(scenario())
