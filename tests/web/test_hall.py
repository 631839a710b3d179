"""The hall's bounds, without a network: games that nobody looks at are put away and go on when somebody opens them."""

import asyncio
from pathlib import Path

import pytest

import schwarm
from schwarm.games.record import Record
from schwarm.referee.lobby import Lobby
from schwarm.referee.settings import Settings
from schwarm.store import open_store
from schwarm.web.errors import Refused
from schwarm.web.feed import BACKLOG, Feed
from schwarm.web.hall import Hall
from schwarm.web.place import Kind, Place, called
from schwarm.web.table import Table

GAME = schwarm.game("piranhas-2026")


def pair() -> tuple[Place, Place]:
    return Place(Kind.PERSON, "Anna", visitor="a"), Place(Kind.PERSON, "Ben", visitor="b")


def test_games_that_nobody_looks_at_are_put_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        lobby = Lobby(Settings(GAME))
        hall = Hall(lobby, 0, store, running=2)
        first, second = (hall.create(Record(GAME.start(seed)), pair()) for seed in (1, 2))
        await asyncio.sleep(0.05)
        assert first.running
        third = hall.create(Record(GAME.start(3)), pair())
        await asyncio.sleep(0.05)
        assert set(hall.tables) == {second.key, third.key}
        assert first.key not in [room.id for room in lobby.rooms.values()]
        assert len(lobby.rooms) == 2
        # Somebody opens the first again: it goes on, and another one makes room.
        again = hall.find(first.key)
        assert again is not None
        assert again.record.start == first.record.start
        await asyncio.sleep(0.05)
        assert again.running
        assert len(hall.tables) == 2
        # Where everybody looks, nobody is sent away.
        readers = [table.feed.follow("en", b"") for table in hall.tables.values()]
        with pytest.raises(Refused, match="too much at once"):
            hall.create(Record(GAME.start(4)), pair())
        assert len(readers) == 2
        await hall.stop()
        store.close()

    asyncio.run(scenario())


def test_a_slow_reader_is_cut_off() -> None:
    async def scenario() -> None:
        feed = Feed()
        reading = feed.follow("en", b"first")
        assert await anext(reading) == b"retry: 1000\n\nfirst"
        for number in range(BACKLOG + 1):
            feed.tell("move", lambda number=number: {"n": number})
        assert len(feed) == 0
        with pytest.raises(StopAsyncIteration):
            await anext(reading)

    asyncio.run(scenario())


def test_every_reader_hears_his_own_language() -> None:
    async def scenario() -> None:
        feed = Feed()
        german, english = feed.follow("de", b""), feed.follow("en", b"")
        await anext(german)
        await anext(english)
        feed.tell("side", lambda: {"name": str(GAME.side(schwarm.Team.ONE))})
        assert "Rot" in (await anext(german)).decode()
        assert "Red" in (await anext(english)).decode()
        feed.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("title", "name"),
    [("hecht:level=4", "Hecht 4"), ("hecht", "Hecht"), ("greedy", "greedy"), ("hecht:nodes=9", "hecht:nodes=9")],
)
def test_players_have_names(title: str, name: str) -> None:
    assert called(title) == name


def test_a_table_is_kept_as_it_is(tmp_path: Path) -> None:
    place = Place(Kind.PLAYER, "x", player="hecht:level=2")
    assert Place.of(place.kept()) == place
    assert Table.__doc__
