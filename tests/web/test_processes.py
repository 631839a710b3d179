"""The page in several processes: what they say to each other is bounded, nobody is told less, and who dies hurts only
their own visitors."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import pytest

import schwarm
from patience import PATIENCE, until
from schwarm.referee.lobby import Lobby, Settings
from schwarm.store import open_store
from schwarm.web.errors import Refused
from schwarm.web.live.commands import Move, Sit
from schwarm.web.live.contract import VisitorJson
from schwarm.web.live.exhibition import Exhibition
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.local_live_service import LocalLiveService
from schwarm.web.processes.frame import LENGTH_BYTES, MAX_FRAME_BYTES, BadFrame, encode_frame, read_frame
from schwarm.web.processes.live_link import LiveLink
from schwarm.web.processes.live_socket import LiveSocket
from schwarm.web.processes.remote_live_service import RemoteLiveService
from schwarm.web.processes.shared_page import CannotShare, check_sharing
from schwarm.web.shell.access import Visitor
from store import postgres
from web import arena
from web.arena import Arena
from web.page_link import event, find_page_processes, reached_by_socket

GAME = schwarm.game("piranhas-2026")
ANNA, BEN = (Visitor(id, admin=False, client=id, local=False) for id in ("anna", "ben"))
WISH = {
    "game": GAME.id,
    "red": {"kind": "person", "name": "Anna"},
    "blue": {"kind": "link"},
    "start": {"seed": 7},
}
LOOKS_ON = VisitorJson(mine=[], thinks=[], admin=False, invite=None, near=True, port=None, client=False)
MOVES = [str(GAME.start(7).legal_moves()[0])]
Scenario = Callable[[LiveGames, LocalLiveService, LiveSocket, LiveLink], Awaitable[None]]


def play(tmp_path: Path, scenario: Scenario) -> None:
    """A scenario with the games of this process and the link of another to them."""

    async def run() -> None:
        store = open_store(tmp_path)
        games = LiveGames(Lobby(Settings(GAME)), 13050, store)
        service = LocalLiveService(games, Exhibition(games, enabled=False))
        try:
            async with asyncio.timeout(PATIENCE), reached_by_socket(service) as (sockets, link):
                await scenario(games, service, sockets, link)
        finally:
            await games.stop()
            store.close()

    asyncio.run(run())


async def begin_game(service: LocalLiveService) -> str:
    key = await service.begin(WISH, ANNA)
    part = await service.part_of(key, ANNA)
    assert part is not None
    assert part["invite"] is not None
    await service.handle(key, BEN, Sit(part["invite"], "Ben"))
    while not ((status := await service.status(key)) and status["running"]):
        await asyncio.sleep(0)
    return key


def timeless(told: Mapping[str, object] | None) -> dict[str, object]:
    """How a game stands, but for the clock, which goes on while we look."""
    assert told is not None
    return {name: value for name, value in told.items() if name != "elapsed"}


def test_whoever_comes_late_is_told_all_of_it_by_their_own_process(tmp_path: Path) -> None:
    async def scenario(games: LiveGames, service: LocalLiveService, sockets: LiveSocket, link: LiveLink) -> None:
        remote = RemoteLiveService(link)
        key = await begin_game(service)
        first = await remote.follow(key, "en", LOOKS_ON)
        assert first is not None
        assert timeless(await event(first, "sync")) == timeless(await service.snapshot(key))
        await service.handle(key, ANNA, Move(MOVES[0], 0, at=time.monotonic()))
        assert (await event(first, "move"))["running"]
        late = await remote.follow(key, "en", LOOKS_ON)
        assert late is not None
        there = timeless(await service.snapshot(key))
        assert timeless(await event(late, "sync")) == timeless(await remote.snapshot(key)) == there
        # However many look on here, the game has one reader more; and it knows how many they are.
        assert len(games.games[key].feed) == 1
        assert (await event(first, "watching"))["watching"] == 2
        await late.aclose()  # type: ignore[attr-defined]
        assert (await event(first, "watching"))["watching"] == 1
        # Who dies does not watch any more.
        await link.close()
        while games.games[key].spectators.number:
            await asyncio.sleep(0)

    play(tmp_path, scenario)


def test_a_process_that_is_gone_is_no_reader_and_its_visitors_hear_the_end(tmp_path: Path) -> None:
    async def scenario(games: LiveGames, service: LocalLiveService, sockets: LiveSocket, link: LiveLink) -> None:
        remote = RemoteLiveService(link)
        key = await begin_game(service)
        messages, everything = await remote.follow(key, "de", LOOKS_ON), await remote.follow_all("de")
        assert messages is not None
        assert await anext(messages)
        assert key in (await anext(everything)).decode()
        assert list(sockets.links) == [os.getpid()]
        await sockets.close()
        assert [text async for text in messages] == []
        assert [text async for text in everything] == []
        assert link.ended.is_set()
        with pytest.raises(Refused) as refused:
            await remote.status(key)
        assert refused.value.status == 503
        while len(games.games[key].feed):
            await asyncio.sleep(0)

    play(tmp_path, scenario)


def test_what_is_wrong_is_said_in_the_language_of_the_visitor(tmp_path: Path) -> None:
    async def scenario(games: LiveGames, service: LocalLiveService, sockets: LiveSocket, link: LiveLink) -> None:
        with schwarm.words.speaking("de"), pytest.raises(Refused) as refused:
            await RemoteLiveService(link).handle("x", ANNA, Move("A1-A2", 0, 0.0))
        assert (refused.value.status, str(refused.value)[:4]) == (404, "Dies")
        with pytest.raises(Refused) as refused:
            await link.ask("nonsense")
        assert refused.value.status == 500

    play(tmp_path, scenario)


def test_frames_are_bounded() -> None:
    async def read(data: bytes) -> object:
        reader = asyncio.StreamReader()
        reader.feed_data(data)
        reader.feed_eof()
        return await read_frame(reader)

    assert asyncio.run(read(encode_frame({"a": "ä"}))) == {"a": "ä"}
    assert asyncio.run(read(b"")) is None
    assert asyncio.run(read(encode_frame({})[:-1])) is None
    for bad in ((MAX_FRAME_BYTES + 1).to_bytes(LENGTH_BYTES, "big"), b"\0\0\0\1x", b"\0\0\0\1" + b"1"):
        with pytest.raises(BadFrame):
            asyncio.run(read(bad))
    with pytest.raises(BadFrame):
        encode_frame({"a": "x" * MAX_FRAME_BYTES})


@pytest.mark.parametrize("data", [None, "folder", "sqlite:///x.sqlite"])
def test_several_processes_need_a_database_server(data: str | None) -> None:
    with pytest.raises(CannotShare, match="need a PostgreSQL database"):
        check_sharing(data)
    check_sharing("postgresql+psycopg://a@b/c")


# -- real processes ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_game_goes_on_while_processes_of_the_page_die_and_after_all_of_it_did() -> None:
    with postgres.server() as server, postgres.database(server) as url:
        with Arena(url, "--page-processes", "2") as before:
            anna, ben = arena.Visitor(before.page_port), arena.Visitor(before.page_port)
            key = anna.new_game({"kind": "person", "name": "Anna"}, {"kind": "link"}, start={"seed": 7})
            code = anna.facts(key)["you"]["invite"].rpartition("/")[2]
            ben.ask("/")
            assert ben.ask(f"/api/games/{key}/sit", {"code": code, "name": "Ben"}).status == 200
            crowd = [arena.Visitor(before.page_port) for _ in range(12)]
            streams = [visitor.follow(f"/api/games/{key}/events") for visitor in crowd]
            assert anna.ask(f"/api/games/{key}/move", {"move": MOVES[0], "turn": 0}).status == 200
            assert {stream.event("move")["move"]["move"] for stream in streams} == {MOVES[0]}
            # What changes something elsewhere goes through to the process that plays: counted and done once.
            assert anna.ask("/contests").status == anna.ask("/leagues").status == 200
            assert anna.ask("/nowhere").status == 404
            processes = find_page_processes(before.process.pid)
            assert len(processes) == 2
            os.kill(min(processes), signal.SIGKILL)
            until(lambda: len(find_page_processes(before.process.pid) - processes) == 1, what="another process")
            assert {anna.facts(key)["names"][1] for _ in range(12)} == {"Ben"}
            before.wait_until_saved(key, 1)
            processes = find_page_processes(before.process.pid)
            before.end(signal.SIGKILL)
            until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in processes), what="the end of all")
            for visitor in crowd:
                visitor.close()
            errors = before.errors
            assert "is being restarted" in errors
            assert errors.count("The game server ended unexpectedly, and the page ends with it") == 1
        with Arena(url, "--page-processes", "1") as after:
            anna.port = after.page_port
            facts = anna.facts(key)
            assert [move["move"] for move in facts["moves"]] == MOVES
            assert (facts["live"], facts["you"]["mine"]) == (True, [0])
            assert after.end() == 0
            assert not after.errors
