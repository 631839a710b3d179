"""A database that somebody else holds: games and pages that need none go on, and results wait until they are safe."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import schwarm
from patience import PATIENCE
from schwarm.arena import backoff
from schwarm.games.record import Record
from schwarm.referee import Room
from schwarm.referee.lobby import Lobby, Settings
from schwarm.store import CannotStore, open_store
from schwarm.store.database import PATIENCE as DATABASE_PATIENCE
from schwarm.store.games import Store
from schwarm.store.location import data_location
from schwarm.web.live import actions, async_store, game_saver
from schwarm.web.live.async_store import CLIENTS, AsyncStore
from schwarm.web.live.live_game import LiveGame
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.side_player import Kind, SidePlayer
from schwarm.words import Sentence, speaking
from web.arena import Arena, Visitor

GAME = schwarm.game("piranhas-2026")
ME = {"kind": "person"}


@contextmanager
def locked(data: Path) -> Iterator[sqlite3.Connection]:
    """Nobody else writes while this block lasts."""
    other = sqlite3.connect(data_location(data), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield other
    finally:
        other.rollback()
        other.close()


def stored_moves(store: Store, key: str) -> list[str]:
    kept = store.get(key)
    return [str(played.move) for played in kept.record.moves] if kept else []


def play(visitor: Visitor, key: str, moves: int) -> list[str]:
    """Let a visitor make the first moves; gives everything that was played."""
    record = Record(GAME.start(7))
    for turn in range(moves):
        move = record.final.legal_moves()[0]
        assert visitor.ask(f"/api/v1/games/{key}/move", {"move": str(move), "turn": turn}).status == 200
        record = record.then(move, seconds=0.0)
    return [str(played.move) for played in record.moves]


def test_games_and_pages_go_on_while_somebody_holds_the_database(tmp_path: Path) -> None:
    with Arena(tmp_path) as arena:
        visitor, store = Visitor(arena.page_port), open_store(tmp_path)
        both = visitor.new_game(ME, ME, start={"seed": 7})
        other = visitor.new_game(ME, {"kind": "player", "player": "greedy"}, start={"seed": 7})
        ending = visitor.new_game(ME, ME, start={"seed": 7})
        bots, news = visitor.follow(f"/api/v1/games/{other}/events"), visitor.follow(f"/api/v1/games/{ending}/events")
        bots.event("sync")
        news.event("sync")
        begun = time.monotonic()
        with locked(tmp_path):
            for path in (
                "/rules",
                "/rules/piranhas-2026",
                "/analysis",
                "/play",
                f"/game/{both}",
                "/games",
                "/contests",
            ):
                assert visitor.ask(path).status == 200
            played = play(visitor, both, 4)
            assert [move["move"] for move in visitor.facts(both)["moves"]] == played
            play(visitor, other, 1)
            # The built-in player answers though nothing can be written.
            assert [bots.event("move")["move"]["turn"] for _ in range(2)] == [0, 1]
            assert stored_moves(store, both) == stored_moves(store, other) == []
            assert visitor.ask(f"/api/v1/games/{ending}/resign", {}).status == 200
            facts = visitor.facts(ending)
            assert (facts["outcome"], facts["running"]) == (None, False), "no result that is not on disk"
            assert visitor.ask(f"/api/v1/games/{ending}/resign", {}).status == 409
            assert not is_finished(store, ending)
            assert time.monotonic() - begun < DATABASE_PATIENCE, "nobody waited until the database gave up"
        assert news.event("end")["outcome"]
        assert is_finished(store, ending), "what is told is on disk"
        # Whoever asks for the next game has waited until everything before was written.
        visitor.new_game(ME, ME)
        assert stored_moves(store, both) == played
        assert len(stored_moves(store, other)) == 2
        assert visitor.facts(both)["notSaved"] is None
        visitor.close()
        store.close()


def is_finished(store: Store, key: str) -> bool:
    kept = store.get(key)
    return kept is not None and kept.summary.finished


class HeldStore:
    """A store that writes nothing until it is let go."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self.saved, self._save = threading.Event(), list[Any](), store.save
        monkeypatch.setattr(store, "save", self.save)

    def save(self, key: str, record: Record, **more: Any) -> None:
        assert self.go.wait(PATIENCE)
        self.saved.append((key, len(record.moves), more["logs"]))
        self._save(key, record, **more)


def open_games(store: Store, running: int = 300) -> LiveGames:
    def on_recorded(room: Room) -> None:
        games.on_recorded(room)

    games = LiveGames(Lobby(Settings(GAME), recorded=on_recorded), 0, store, running=running)
    return games


async def until_over(game: LiveGame) -> None:
    async with asyncio.timeout(PATIENCE):
        while not game.over:
            await asyncio.sleep(0.01)


async def running_game(games: LiveGames) -> LiveGame:
    sides = SidePlayer(Kind.PERSON, "Anna", visitor="a"), SidePlayer(Kind.PERSON, "Ben", visitor="b")
    game = games.create(Record(GAME.start(7)), sides)
    await games.store.settle(game.key)
    async with asyncio.timeout(PATIENCE):
        while not game.running:
            await asyncio.sleep(0.01)
    return game


def test_a_result_is_told_when_it_is_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        games = open_games(store)
        game = await running_game(games)
        room, held = game.room, HeldStore(store, monkeypatch)
        assert room is not None
        actions.resign(game, "a")
        await asyncio.sleep(0.05)
        assert room.over
        assert not game.over
        assert game.status()["outcome"] is None
        assert room.id in games.lobby.rooms
        held.go.set()
        await until_over(game)
        assert is_finished(store, game.key)
        assert room.id not in games.lobby.rooms
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_a_result_that_cannot_be_written_in_time_is_told_and_the_page_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_saver, "MAX_SECONDS_TO_SAVE", 0.1)

    async def scenario() -> None:
        store = open_store(tmp_path)
        games = open_games(store)
        game = await running_game(games)
        held = HeldStore(store, monkeypatch)
        actions.resign(game, "a")
        await until_over(game)
        with speaking("en"):
            assert "cannot be saved" in (game.status()["notSaved"] or "")
        assert not is_finished(store, game.key)
        held.go.set()
        await games.store.settle(game.key)
        assert game.status()["notSaved"] is None
        assert is_finished(store, game.key)
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_a_result_that_is_taken_back_while_it_is_written_is_told_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        games = open_games(store)
        game = await running_game(games)
        held = HeldStore(store, monkeypatch)
        actions.resign(game, "a")
        await asyncio.sleep(0.05)
        game.reopen(game.record)
        held.go.set()
        await games.store.settle(game.key)
        await asyncio.sleep(0.05)
        assert not game.over
        assert game.running
        assert not is_finished(store, game.key)
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_only_the_newest_state_of_a_game_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        held, keeping = HeldStore(store, monkeypatch), AsyncStore(store)
        record = Record(GAME.start(7))
        for turn in range(5):
            keeping.save("one", record, logs={(turn, turn % 2): f"said {turn}"})
            await asyncio.sleep(0)
            keeping.save("two", record)
            record = record.then(record.final.legal_moves()[0], seconds=0.0)
        held.go.set()
        await keeping.settle("one")
        await keeping.settle("two")
        assert [(key, moves) for key, moves, _ in held.saved] == [("one", 0), ("two", 4), ("one", 4)]
        kept = store.get("one")
        assert kept is not None
        assert kept.logs == {(turn, turn % 2): f"said {turn}" for turn in range(5)}, "nothing that was said is lost"
        store.close()

    asyncio.run(scenario())


class FullStore:
    """A store that can write nothing until there is room."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room, self.tried, self._save = False, list[tuple[str, int]](), store.save
        monkeypatch.setattr(store, "save", self.save)
        monkeypatch.setattr(backoff, "FIRST_SECONDS", 0.05)

    def save(self, key: str, record: Record, **more: Any) -> None:
        self.tried.append((key, len(record.moves)))
        if not self.room:
            raise CannotStore(Sentence("The disk is full.")())
        self._save(key, record, **more)


def test_what_could_not_be_written_is_tried_again_with_a_growing_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        full, keeping = FullStore(store, monkeypatch), AsyncStore(store)
        record = Record(GAME.start(7))
        moved = record.then(record.final.legal_moves()[0], seconds=0.0)
        assert await keeping.save("one", record, meta={"a": 1}, logs={(0, 0): "early"}) is not None
        assert await keeping.save("two", record) is not None
        assert await keeping.save("one", moved, logs={(1, 1): "late"}) is not None
        begun = time.monotonic()
        async with asyncio.timeout(PATIENCE):
            while len(full.tried) < 6:
                await asyncio.sleep(0.01)
        assert time.monotonic() - begun > 0.05 + 0.1, "0.05 s, twice as long, twice as long again"
        assert ("one", 0) not in full.tried[2:], "what was overtaken is not written"
        assert keeping.is_unsaved("one")
        await keeping.settle("one")  # ends though nothing can be written
        full.room = True
        async with asyncio.timeout(PATIENCE):
            while keeping.is_unsaved("one") or keeping.is_unsaved("two"):
                await asyncio.sleep(0.01)
        one = store.get("one")
        assert one is not None
        assert (len(one.record.moves), one.meta) == (1, {"a": 1})
        assert one.logs == {(0, 0): "early", (1, 1): "late"}, "nothing that was said is lost"
        assert store.has("two")
        store.close()

    asyncio.run(scenario())


def test_the_end_tries_once_more_and_counts_what_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        full, keeping = FullStore(store, monkeypatch), AsyncStore(store)
        monkeypatch.setattr(backoff, "FIRST_SECONDS", 3600.0)
        for key in ("one", "two", "three"):
            assert await keeping.save(key, Record(GAME.start(7))) is not None
        full.tried.clear()
        assert await keeping.drain(PATIENCE) == 3
        assert [key for key, _ in full.tried] == ["one", "two", "three"]
        full.room = True
        assert await keeping.drain(PATIENCE) == 0
        assert all(map(store.has, ("one", "two", "three")))
        store.close()

    asyncio.run(scenario())


def test_a_game_that_is_not_on_disk_is_kept_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        games = open_games(store)
        ended, idle = await running_game(games), await running_game(games)
        full = FullStore(store, monkeypatch)
        actions.resign(ended, "a")
        actions.move(idle, "a", "A4-C4", 0, at=time.monotonic(), delay=0)
        await until_over(ended)
        await games.store.settle(idle.key)
        with speaking("en"):
            assert "cannot be saved" in (ended.status()["notSaved"] or "")
        later = time.monotonic() + 10_000
        with monkeypatch.context() as patched:
            patched.setattr(time, "monotonic", lambda: later)
            games.tidy()
        assert {ended.key, idle.key} <= set(games.games)
        full.room = True
        async with asyncio.timeout(PATIENCE):
            while ended.not_saved or idle.not_saved:
                await asyncio.sleep(0.01)
        assert is_finished(store, ended.key)
        assert stored_moves(store, idle.key) == ["A4-C4"]
        with monkeypatch.context() as patched:
            patched.setattr(time, "monotonic", lambda: later)
            games.tidy()
        assert not {ended.key, idle.key} & set(games.games)
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_a_game_that_is_not_on_disk_makes_room_after_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        games = open_games(store, running=2)
        unsaved, saved = await running_game(games), await running_game(games)
        FullStore(store, monkeypatch)
        actions.move(unsaved, "a", "A4-C4", 0, at=time.monotonic(), delay=0)
        await games.store.settle(unsaved.key)
        saved.touched = unsaved.touched + 1
        third = await running_game(games)
        assert set(games.games) == {unsaved.key, third.key}, "though the other was looked at later"
        fourth = await running_game(games)
        assert fourth.key in games.games, "nobody is refused for games that were left"
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_only_so_many_games_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(async_store, "MAX_WAITING", 2)

    async def scenario() -> None:
        store = open_store(tmp_path)
        held, keeping = HeldStore(store, monkeypatch), AsyncStore(store)
        record = Record(GAME.start(7))
        first, second, third = (keeping.save(key, record) for key in ("one", "two", "three"))
        assert (await third) is not None
        held.go.set()
        assert (await first, await second) == (None, None)
        assert not store.has("three")
        store.close()

    asyncio.run(scenario())


def test_games_of_clients_keep_no_game_of_the_page_waiting_and_only_the_newest_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(async_store, "MAX_WAITING", 4)
    monkeypatch.setattr(async_store, "MAX_CLIENT_GAMES", 3)

    async def scenario() -> None:
        store = open_store(tmp_path)
        held, keeping = HeldStore(store, monkeypatch), AsyncStore(store)
        record = Record(GAME.start(7))
        crowd = [keeping.save(f"client {number}", record, event=CLIENTS) for number in range(5)]
        own = keeping.save("own", record)
        assert str(await crowd[4]) == "The database is too slow; too many games are waiting to be saved."
        held.go.set()
        assert [await saved for saved in (own, *crowd[:4])] == [None] * 5
        assert held.saved[0][0] == "own", "the page's own game comes first"
        assert [game.key for game in store.listing(finished=None)] == ["own", "client 1", "client 2", "client 3"]
        store.close()

    asyncio.run(scenario())
