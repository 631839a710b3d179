"""The games's bounds, without a network: games that nobody looks at are put away and go on when somebody opens them."""

import asyncio
import gc
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import schwarm
from patience import PATIENCE
from schwarm.games import Team, TimeControl
from schwarm.games.record import Record
from schwarm.referee import Occupant, Room, Seat
from schwarm.referee.lobby import Lobby, Settings
from schwarm.store import CannotStore, open_store
from schwarm.web.errors import Refused
from schwarm.web.live import actions, game_places, live_game
from schwarm.web.live.commands import Cancel, Pause, Resume, Step
from schwarm.web.live.live_game import LiveGame
from schwarm.web.live.live_games import MAX_IDLE, MAX_LISTED, LiveGames
from schwarm.web.live.side_player import Kind, SidePlayer, WebPlayer, record_name
from schwarm.web.shell.feed import BACKLOG, Event, Feed
from schwarm.words import Sentence, speaking
from web.listening import Listener, split_events

GAME = schwarm.game("piranhas-2026")


def pair() -> tuple[SidePlayer, SidePlayer]:
    return SidePlayer(Kind.PERSON, "Anna", visitor="a"), SidePlayer(Kind.PERSON, "Ben", visitor="b")


async def eventually(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0)


def test_games_that_nobody_looks_at_are_put_away(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        lobby = Lobby(Settings(GAME))
        games = LiveGames(lobby, 0, store, running=2)
        first, second = (games.create(Record(GAME.start(seed)), pair()) for seed in (1, 2))
        await eventually(lambda: first.running)
        third = games.create(Record(GAME.start(3)), pair())
        await eventually(lambda: len(lobby.rooms) == 2)
        assert games.find(first.key) is None
        assert set(games.games) == {second.key, third.key}
        assert first.key not in [room.id for room in lobby.rooms.values()]
        # Somebody opens the first again: it goes on, and another one makes room.
        again = await games.find_or_resume(first.key)
        assert again is not None
        assert again.record.start == first.record.start
        await eventually(lambda: again.running)
        assert len(games.games) == 2
        # Where everybody looks, nobody is sent away.
        readers = [table.feed.follow("en") for table in games.games.values()]
        with pytest.raises(Refused, match="Too many visitors want this at the same time; wait a minute"):
            games.create(Record(GAME.start(4)), pair())
        assert len(readers) == 2
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_nobody_takes_all_engines_by_watching(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_places, "MAX_ENGINES", 3)
    monkeypatch.setattr(game_places, "MAX_CLIENT_ENGINES", 2)

    async def scenario() -> None:
        store = open_store(tmp_path)
        games = LiveGames(Lobby(Settings(GAME)), 0, store)

        def begin(client: str) -> LiveGame:
            sides = SidePlayer(Kind.PERSON, "Anna", visitor="a"), SidePlayer(Kind.PLAYER, player="hecht:level=1")
            return games.create(Record(GAME.start(1)), sides, client=client)

        first, second = begin("10.0.0.1"), begin("10.0.0.1")
        reader = Listener(second.feed.follow("en"))
        # Who has enough makes room for themselves, and what was put away is still theirs.
        third = begin("10.0.0.1")
        assert set(games.games) == {second.key, third.key}
        another = Listener(third.feed.follow("en"))
        with pytest.raises(Refused, match="Too many requests at once; wait a moment and try again"):
            begin("10.0.0.1")
        assert await games.find_or_resume(first.key) is None
        other = begin("10.0.0.2")
        assert set(games.games) == {second.key, third.key, other.key}
        assert reader
        assert another
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_games_of_clients_take_no_place_of_those_at_the_page(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        lobby = Lobby(Settings(GAME))
        games = LiveGames(lobby, 0, store, running=2)
        for _ in range(3):
            games.on_began(lobby.open(GAME))
        own = [games.create(Record(GAME.start(seed)), pair()) for seed in (1, 2)]
        await eventually(lambda: all(live_game.running for live_game in own))
        assert len(games.games) == 5
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_games_that_everybody_has_forgotten_are_put_away_and_links_to_them_still_lead_there(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        lobby = Lobby(Settings(GAME))
        games = LiveGames(lobby, 0, store)
        waiting = SidePlayer(Kind.PERSON, "Anna", visitor="a"), SidePlayer(Kind.PERSON, invite="secret")
        table, other = games.create(Record(GAME.start(1)), waiting), games.create(Record(GAME.start(2)), pair())
        news = Listener(games.feed.follow("en"))
        table.touched -= MAX_IDLE + 1
        games.tidy()
        assert set(games.games) == {other.key}
        await anext(news)
        assert f'"key":"{table.key}"' in (await anext(news)).decode()
        assert await games.by_invite(f"{table.key}.guess") is None
        again = await games.by_invite(f"{table.key}.secret")
        assert again is not None
        assert again.record.start == table.record.start
        # Whoever looks keeps a game here.
        reader = Listener(again.feed.follow("en"))
        again.touched -= MAX_IDLE + 1
        games.tidy()
        assert again.key in games.games
        assert reader
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_only_recent_games_go_on_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        games = LiveGames(Lobby(Settings(GAME)), 0, store)
        with monkeypatch.context() as past:
            past.setattr(time, "time", lambda: 1_000_000.0)
            old = games.create(Record(GAME.start(1)), pair())
            await games.store.settle(old.key)
        new = games.create(Record(GAME.start(2)), pair())
        await games.stop()
        after = LiveGames(Lobby(Settings(GAME)), 0, store)
        await after.resume()
        assert set(after.games) == {new.key}
        assert await after.find_or_resume(old.key) is not None
        await after.stop()
        store.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("comes_back", [True, False])
def test_clocks_run_again_when_people_are_back_at_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comes_back: bool
) -> None:
    monkeypatch.setattr(actions, "MAX_SECONDS_AWAY", PATIENCE if comes_back else 0.0)

    async def scenario() -> None:
        store = open_store(tmp_path)
        record = Record(GAME.start(1))
        record = record.then(record.final.legal_moves()[0], seconds=1.0)
        places = [side.to_json() for side in pair()]
        for key, agreed in (("timed", "1m"), ("untimed", "none")):
            store.add(key, record, meta={"places": places, "time": agreed})
        games = LiveGames(Lobby(Settings(GAME)), 0, store)
        await games.resume()
        timed, untimed = games.games["timed"], games.games["untimed"]
        await eventually(lambda: untimed.running)
        assert not timed.running
        for visitor in ("somebody who watches", "b"):
            actions.arrive(timed, visitor)
        assert [player["here"] for player in timed.status()["players"]] == [False, True]
        if comes_back:
            actions.arrive(timed, "a")
        await eventually(lambda: timed.running)
        assert timed.status()["elapsed"] < 60
        actions.move(timed, "b", str(record.final.legal_moves()[0]), 1, at=time.monotonic(), delay=0.0)
        assert len(timed.record.moves) == 2
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_who_opens_a_game_that_was_put_away_is_at_its_board_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        alone = [SidePlayer(Kind.PERSON, "Anna", visitor="a").to_json()] * 2
        store.add("alone", Record(GAME.start(1)), meta={"places": alone, "time": "1m"})
        lobby, seated = Lobby(Settings(GAME)), list[Team]()
        take_seat = lobby.seat

        def seat(room: Room, seat: Seat, occupant: Occupant) -> None:
            seated.append(seat.team)
            take_seat(room, seat, occupant)

        monkeypatch.setattr(lobby, "seat", seat)
        games = LiveGames(lobby, 0, store)
        live_game = await games.find_or_resume("alone")
        assert live_game is not None
        actions.arrive(live_game, "a")
        assert live_game.running
        await eventually(lambda: live_game.host is not None)
        # Nobody sits down twice, which would begin the game twice.
        await asyncio.sleep(0)
        assert seated == list(Team)
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_many_games_change_at_once_and_nobody_is_cut_off(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        games = LiveGames(Lobby(Settings(GAME)), 0, store)
        for seed in range(BACKLOG + 10):
            games.create(Record(GAME.start(seed)), pair(), kept=False)
        reader = Listener(games.feed.follow("en"))
        await anext(reader)
        told: set[str] = set()
        while told != set(games.games):
            portion = json.loads((await anext(reader)).decode().partition("data: ")[2])["tables"]
            assert 0 < len(portion) <= MAX_LISTED
            told |= {table["key"] for table in portion}
        assert len(games.feed) == 1
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_a_game_that_cannot_be_written_down_goes_on_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        games = LiveGames(Lobby(Settings(GAME)), 0, store)
        table = games.create(Record(GAME.start(7)), pair())
        await eventually(lambda: table.running)
        assert table.status()["notSaved"] is None

        def full(*_: object, **__: object) -> None:
            raise CannotStore(Sentence("The disk is full.")())

        with monkeypatch.context() as broken:
            broken.setattr(store, "save", full)
            actions.move(table, "a", "A4-C4", 0, at=time.monotonic(), delay=0)
            await games.store.settle(table.key)
        assert len(table.record.moves) == 1
        with speaking("en"):
            assert "cannot be saved" in (table.status()["notSaved"] or "")
        actions.move(table, "b", str(table.record.final.legal_moves()[0]), 1, at=time.monotonic(), delay=0)
        await games.store.settle(table.key)
        assert table.status()["notSaved"] is None
        kept = store.get(table.key)
        assert kept is not None
        assert len(kept.record.moves) == 2
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_whoever_was_asked_before_a_pause_answers_in_it_and_their_clock_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = 0.0

    async def scenario() -> None:
        nonlocal passed
        store = open_store(tmp_path)
        games = LiveGames(Lobby(Settings(GAME)), 0, store)
        table = games.create(Record(GAME.start(7)), pair(), time=TimeControl.parse("1m"))
        await eventually(lambda: table.running)
        passed = 50.0
        for command in (Pause(), Resume(), Pause()):
            actions.administer(table, command)
            told = table.status()
            assert (told["paused"], told["asked"]) == (isinstance(command, Pause), True)
            assert told["elapsed"] >= 50
        actions.move(table, "a", "A4-C4", 0, at=time.monotonic(), delay=0)
        assert (table.status()["asked"], table.status()["elapsed"]) == (False, 0)
        passed += 50.0
        assert table.status()["elapsed"] == 0
        with pytest.raises(Refused, match="paused"):
            actions.move(table, "b", "B9-B7", 1, at=time.monotonic(), delay=0)
        # One move, and the time for it begins now.
        actions.administer(table, Step())
        assert table.status()["paused"]
        assert table.status()["asked"]
        assert table.status()["elapsed"] < 50
        actions.move(table, "b", "B9-B7", 1, at=time.monotonic(), delay=0)
        assert not table.status()["asked"]
        actions.administer(table, Resume())
        assert (table.status()["paused"], table.status()["asked"]) == (False, True)
        await games.stop()
        store.close()

    monkeypatch.setattr(live_game, "monotonic", lambda: time.monotonic() + passed)
    asyncio.run(scenario())


@pytest.mark.parametrize("rival", [Kind.PERSON, Kind.CLIENT])
@pytest.mark.parametrize("game", ["piranhas-2019", "piranhas-2026"])
def test_a_move_in_a_pause_is_told_and_kept_and_so_is_the_end_by_the_administrator(
    tmp_path: Path, game: str, rival: Kind
) -> None:
    async def scenario() -> None:
        def on_recorded(room: Room) -> None:
            games.on_recorded(room)

        store, known = open_store(tmp_path), schwarm.game(game)
        lobby = Lobby(Settings(GAME), recorded=on_recorded)
        games = LiveGames(lobby, 0, store)
        sides = pair()[0], SidePlayer(rival, "Ben", visitor="b" if rival is Kind.PERSON else "")
        table = games.create(Record(known.start(7)), sides)
        assert table.room is not None
        if rival is Kind.CLIENT:
            await eventually(lambda: table.room is not None and not table.room.seats[0].free)
            lobby.seat(table.room, table.room.seats[1], WebPlayer())
        await eventually(lambda: table.running)
        news = Listener(table.feed.follow("en"))
        actions.administer(table, Pause())
        actions.move(table, "a", str(table.record.final.legal_moves()[0]), 0, at=time.monotonic(), delay=0)
        assert len(table.record.moves) == 1
        await games.store.settle(table.key)
        kept = store.get(table.key)
        assert kept is not None
        assert len(kept.record.moves) == 1
        actions.administer(table, Cancel())
        async with asyncio.timeout(PATIENCE):
            kinds = [""]
            while kinds[-1] != "end":
                kinds.append((await anext(news)).decode().partition("event: ")[2].partition("\n")[0])
        assert "move" in kinds
        assert not table.status()["live"]
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_whoever_may_move_hears_it_at_once_when_the_referee_is_told_to_step(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = open_store(tmp_path)
        lobby = Lobby(Settings(GAME))
        games = LiveGames(lobby, 0, store)
        table = games.create(Record(GAME.start(7)), pair())
        await eventually(lambda: table.running)
        actions.administer(table, Pause())
        actions.move(table, "a", "A4-C4", 0, at=time.monotonic(), delay=0)
        news = Listener(table.feed.follow("en"))
        await anext(news)
        # As an administrator says it by the protocol.
        assert table.room is not None
        table.room.step(lobby.clock())
        async with asyncio.timeout(PATIENCE):
            told = [(kind, facts["asked"]) for _ in range(2) for kind, facts in split_events(await anext(news))]
        assert told == [("sync", False), ("status", True)]
        await games.stop()
        store.close()

    asyncio.run(scenario())


def test_a_reader_who_never_began_to_read_is_forgotten() -> None:
    async def scenario() -> None:
        feed: Feed[Event] = Feed()
        reading = feed.follow("en", ("first", {}))
        assert len(feed) == 1
        del reading
        gc.collect()
        assert len(feed) == 0

    asyncio.run(scenario())


def test_a_reader_whose_connection_never_takes_anything_is_cut_off() -> None:
    async def scenario() -> None:
        feed: Feed[Event] = Feed()
        stream = feed.follow("en", ("first", {}))
        for _ in range(BACKLOG):
            feed.publish(lambda: ("move", {"n": 1}))
        assert len(feed) == 0
        reader = Listener(stream)
        assert (await anext(reader)).startswith(b"retry: 1000\n\nevent: first\ndata: {}\n\nevent: move")

    asyncio.run(scenario())


def test_every_reader_hears_his_own_language() -> None:
    async def scenario() -> None:
        feed: Feed[Event] = Feed()
        german, english = Listener(feed.follow("de")), Listener(feed.follow("en"))
        await anext(german)
        await anext(english)
        feed.publish(lambda: ("side", {"name": str(GAME.side(schwarm.Team.ONE))}))
        assert "Rot" in (await anext(german)).decode()
        assert "Red" in (await anext(english)).decode()
        feed.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("title", "name"),
    [("hecht:level=4", "Hecht 4"), ("hecht", "Hecht"), ("greedy", "greedy"), ("hecht:nodes=9", "hecht:nodes=9")],
)
def test_players_have_names(title: str, name: str) -> None:
    assert record_name(title) == name


def test_a_table_is_kept_as_it_is(tmp_path: Path) -> None:
    place = SidePlayer(Kind.PLAYER, "x", player="hecht:level=2")
    assert SidePlayer.from_json(place.to_json()) == place
