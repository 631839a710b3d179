"""Clients that teams run on their own computers: they wait under their team's reservation and play the next game."""

import asyncio
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import schwarm
from league.leagues import GAME, InstantPool, deliver, new_league, record_of, team
from patience import PATIENCE, until
from referee.running import Client as RawClient
from referee.running import Running
from schwarm.arena import pause
from schwarm.arena.assignment import Assignment, GameReport
from schwarm.arena.fixture import Fixture
from schwarm.arena.game_progress import GameProgress
from schwarm.games import Team
from schwarm.games.record import Record
from schwarm.launch import LaunchedPlayers, MachineFault, RunningServer
from schwarm.launch.player_spec import PlayerSpec, parse_player
from schwarm.league import home_games, home_seats
from schwarm.league.code import hash_reservation, new_reservation
from schwarm.league.home_games import HomeGames
from schwarm.league.home_seats import HomeSeats
from schwarm.league.league_schedule import Pairing, to_assignment
from schwarm.league.league_service import LeagueService
from schwarm.player import PLAYERS
from schwarm.player.client import Client
from schwarm.player.connection import Address
from schwarm.player.player_errors import CannotPlay
from schwarm.protocol.messages import Leave
from schwarm.referee.room import Room
from schwarm.referee.settings import Settings
from schwarm.store import leagues, open_store, versions
from schwarm.store.games import Store
from schwarm.store.league_games import list_league_games
from schwarm.store.reservations import find_reservation
from schwarm.web.leagues.team_view import version_rows
from schwarm.words import Sentence


class House:
    """A game server and the leagues beside it."""

    def __init__(self, server: Running, folder: Path, **more: object) -> None:
        self.server, self.pool = server, InstantPool()
        store, lobby = open_store(folder), server.server.lobby
        home = server.inside(lambda: HomeGames(HomeSeats(store, lobby), RunningServer(lobby, server.port)))
        self.service = LeagueService(store, folder / "leagues", pool=lambda size: self.pool, home=home, **more)  # type: ignore[arg-type]
        self.league = new_league(store)
        self._clients: list[threading.Thread] = []
        self._ended = threading.Event()

    def reserve(self, number: int) -> str:
        return self.service.reserve(team(self.service, self.league, number))

    def connect(self, code: str, player: str = "random") -> threading.Thread:
        """A client that comes again after every game, as the command line that teams are shown."""

        def play() -> None:
            while not self._ended.is_set():
                address = Address("127.0.0.1", self.server.port, code, None)
                with suppress(CannotPlay):
                    Client(PLAYERS[player](), schwarm.game(GAME), address).play()
                self._ended.wait(0.01)

        thread = threading.Thread(target=play, daemon=True)
        self._clients.append(thread)
        thread.start()
        return thread

    def games(self) -> list:
        return [game for _, game in list_league_games(self.service.store, self.league.id)]

    def present(self, number: int) -> int:
        return self.service.count_clients(team(self.service, self.league, number))

    def close(self) -> None:
        """End everything; the server has to be gone before clients notice."""
        self._ended.set()
        self.service.close()
        self.server.stop()
        for thread in self._clients:
            thread.join(PATIENCE)
        self.service.store.close()


class Watch:
    """Notes what can be seen of games."""

    def __init__(self) -> None:
        self.told: defaultdict[str, list[object]] = defaultdict(list)

    def begin(self, pairing: Pairing, fixture: Fixture) -> None:
        assert pairing.key == fixture.key
        self.told[pairing.key].append("begin")

    def on_progress(self, progress: GameProgress) -> None:
        self.told[progress.key].append(progress)

    def end(self, pairing: Pairing, record: Record) -> None:
        self.told[pairing.key].append(("end", len(record.moves)))

    def drop(self, pairing: Pairing) -> None:
        self.told[pairing.key].append("drop")


@pytest.fixture
def server() -> Running:
    return Running(Settings(schwarm.game(GAME)), None, time.monotonic)


@pytest.fixture
def house(server: Running, tmp_path: Path) -> Iterator[House]:
    house = House(server, tmp_path)
    yield house
    house.close()


def test_clients_play_whole_games_under_the_reservation_of_their_team(house: House) -> None:
    for number in (1, 2):
        house.connect(house.reserve(number))
    # Nobody plays before the league does.
    until(lambda: house.present(1) and house.present(2), what="both clients")
    house.service.watch = watch = Watch()
    house.service.start()

    def both_played() -> bool:
        return {"1.1", "2.1"} <= {name for game in house.games() for name in (game.red, game.blue)}

    until(both_played, what="a game of each")
    kept = house.service.store.get(house.games()[0].key)
    assert kept is not None
    assert kept.record.outcome is not None
    assert kept.record.outcome.reason.regular
    assert not house.pool.played
    # It could be watched all the while, like any other game of the league.
    first = watch.told[house.games()[0].key]
    assert first[0] == "begin"
    assert ("end", len(kept.record.moves)) in first
    # After its game each came again.
    until(lambda: len(house.games()) >= 3, what="one more game")


def wait(house: House, code: str) -> RawClient:
    """A client that does nothing but wait."""
    return house.server.client().say(f'<protocol><joinPrepared reservationCode="{code}"/>')


def wait_for_clients(house: House, number: int) -> None:
    until(lambda: house.present(1) == number, what="a client")


def test_who_is_not_there_is_not_paired_and_who_vanishes_loses_one_game(house: House) -> None:
    house.reserve(2)
    code = house.reserve(1)
    quitter = wait(house, code)
    until(lambda: house.present(1) == 1, what="the client")
    house.service.watch = watch = Watch()
    house.service.start()
    quitter.read("room", "memento")
    # Its moves, none so far, are told while it is on.
    until(lambda: any(isinstance(each, GameProgress) for told in list(watch.told.values()) for each in told[1:]))
    quitter.close()
    until(house.games, what="the lost game")
    lost = house.games()[0]
    own_points = lost.points_red if lost.red == "1.1" else lost.points_blue
    assert (own_points, lost.points_red + lost.points_blue) == (0.0, 1.0)
    house.connect(code)
    until(lambda: len(house.games()) >= 2, what="a game after coming back")
    assert not any("2.1" in (game.red, game.blue) for game in house.games())


def test_what_the_server_is_short_of_costs_nobody_a_game_nor_a_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pause, "FIRST_SECONDS", 0.0)
    faults = iter([MachineFault(Sentence("The disk is full.")())])

    def parse(bot: str) -> PlayerSpec:
        for fault in faults:
            raise fault
        return parse_player(bot)

    monkeypatch.setattr("schwarm.league.home_games.parse_player", parse)
    client = wait(house, house.reserve(1))
    until(lambda: house.present(1) == 1, what="the client")
    house.service.start()
    # The same client, which waited on, is asked to play.
    client.read("room", "memento")
    assert not list(faults)
    assert not house.games()


def test_who_is_picked_anew_does_not_go_with_the_game_that_failed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*more: object) -> None:
        raise MachineFault(Sentence("The disk is full.")())

    monkeypatch.setattr(home_games, "_start", fail)
    wait(house, house.reserve(1))
    wait_for_clients(house, 1)
    home, own = house.service.home, team(house.service, house.league, 1)
    assert home is not None
    picked: list[object] = []
    home.ended = lambda: picked.append(home.seats.pick(own.id))
    pairing = Pairing(house.league, 1, False, "1.1", "greedy")
    assignment = to_assignment(pairing, [own], {"1.1": ""}, house.service.zips)
    assert home.submit(assignment, (own.id, None))
    until(lambda: picked and not home._tasks, what="the game that failed")
    house.server.inside(lambda: None)
    assert picked != [None]
    assert house.present(1) == 1


def test_nobody_sees_whom_they_meet_while_they_can_still_leave_for_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[object] = []
    house.service.watch = watch = Watch()

    def seat(games: HomeGames, room: Room, clients: object) -> bool:
        seen.extend([*watch.told, *house.service.play.running])
        return bring_to_seats(games, room, clients)  # type: ignore[arg-type]

    bring_to_seats = HomeGames._seat
    monkeypatch.setattr(HomeGames, "_seat", seat)
    code = house.reserve(1)
    quitter = wait(house, code)
    until(lambda: house.present(1) == 1, what="the client")
    house.service.start()
    quitter.read("room", "memento")
    until(lambda: house.service.play.running and watch.told, what="a game that can be seen")
    assert seen == []


@pytest.mark.parametrize("how", ["over before it began", "stopped"])
def test_whoever_was_picked_and_got_no_seat_may_come_again(
    house: House, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    preparing = threading.Event()

    async def start(launched: LaunchedPlayers, team: Team, *more: object) -> None:
        preparing.set()
        if how == "stopped":
            await asyncio.Event().wait()
        await begin(launched, team, *more)  # type: ignore[arg-type]
        occupant = launched.room.seats[team.index].occupant
        assert occupant is not None
        launched.room.leave(occupant, Leave.LOST)

    begin = home_games._start
    monkeypatch.setattr(home_games, "_start", start)
    waiting = wait(house, house.reserve(1))
    wait_for_clients(house, 1)
    house.service.start()
    assert preparing.wait(PATIENCE)
    if how == "stopped":
        house.service.play.stop()
    waiting.read_all()
    if how == "over before it began":
        until(house.games, what="the game that the other one left")
        assert house.games()[0].points_red + house.games()[0].points_blue == 1.0


class Preparing:
    """Holds a game that is prepared until it is told to go on."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began = threading.Event()
        self._loop, self._go_on = house.server.loop_delay.loop, asyncio.Event()
        begin = home_games._start

        async def start(launched: LaunchedPlayers, team: Team, *more: object) -> None:
            self.began.set()
            await self._go_on.wait()
            await begin(launched, team, *more)  # type: ignore[arg-type]

        monkeypatch.setattr(home_games, "_start", start)

    def go_on(self) -> None:
        self._loop.call_soon_threadsafe(self._go_on.set)


def test_nobody_can_tell_that_they_were_picked_before_they_have_a_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    preparing, code = Preparing(house, monkeypatch), house.reserve(1)
    clients = [wait(house, code) for _ in range(home_seats.MAX_CLIENTS)]
    wait_for_clients(house, home_seats.MAX_CLIENTS)
    house.service.start()
    assert preparing.began.wait(PATIENCE)
    assert house.present(1) == home_seats.MAX_CLIENTS
    wait(house, code).read("errorpacket")
    # Nor does asking again help.
    refused: list[object] = []
    monkeypatch.setattr(house.server.server.lobby, "refuse", lambda *facts: refused.append(facts))
    for client in clients:
        client.say(f'<joinPrepared reservationCode="{code}"/>')
    house.server.settle()
    until(lambda: not house.service.home.seats._lookups, what="the answers")
    assert not refused
    assert house.present(1) == home_seats.MAX_CLIENTS
    preparing.go_on()
    until(lambda: house.present(1) < home_seats.MAX_CLIENTS, what="a client with a seat")


def test_a_team_whose_client_leaves_before_its_game_rests_longer_every_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    preparing, code = Preparing(house, monkeypatch), house.reserve(1)
    own, seats = team(house.service, house.league, 1), house.service.home.seats
    quitter, other = wait(house, code), wait(house, code)
    wait_for_clients(house, 2)
    house.service.start()
    assert preparing.began.wait(PATIENCE)
    for client in (quitter, other):
        client.close()
    wait_for_clients(house, 0)
    preparing.go_on()
    until(lambda: house.service.rest_of(own), what="a rest")
    assert 0 < house.service.rest_of(own) <= home_seats.FIRST_REST
    rows = version_rows(house.service, own, house.service.ratings(house.league), private=True)
    assert rows[0].home.endswith("so the next game is in 1 minute at the earliest")
    now = time.monotonic()
    monkeypatch.setattr(house.server.server.lobby, "clock", lambda: now)
    for rest in (2, 4, 8, 16, 32, 60, 60):
        now += house.service.rest_of(own) + 1.0
        seats.on_vanished(own.id)
        assert house.service.rest_of(own) == pytest.approx(60.0 * rest)
    wait(house, code)
    wait_for_clients(house, 1)
    assert not seats.is_ready(own.id, hash_reservation(code))
    seats.on_played(own.id)
    house.service.play.wake()
    until(lambda: house.service.play.running, what="a game")


def test_a_game_from_before_is_not_taken_for_another_with_its_key(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def host(games: HomeGames, assignment: Assignment, clients: object) -> GameReport:
        return deliver(assignment, Team.ONE)

    monkeypatch.setattr(HomeGames, "_host", host)
    home, play = house.service.home, house.service.play
    assert home is not None

    def begin(*players: str) -> None:
        pairing = Pairing(house.league, 1, False, *players)
        play._running[pairing.key] = pairing
        assert home.submit(to_assignment(pairing, [], {}, house.service.zips), (None, None))

    begin("random", "greedy")
    until(lambda: home._reports.qsize() == 1, what="a game that is over")
    # The database did not answer, and after it does, the first game of the league is another one.
    play._end_pool()
    assert home.collect() is None
    begin("greedy", "random")
    until(lambda: home._reports.qsize() == 1, what="the other game")
    report = home.collect()
    assert report is not None
    assert record_of(report).players == ("greedy", "random")


def test_a_new_code_ends_the_old_one_also_for_whoever_waits(house: House) -> None:
    old = house.reserve(1)
    waiting = wait(house, old)
    until(lambda: house.present(1) == 1, what="the client")
    new = house.reserve(1)
    assert house.present(1) == 0
    waiting.read_all()
    assert "reservation" in (wait(house, old).read("errorpacket").get("message") or "")
    wait(house, new.lower())
    until(lambda: house.present(1) == 1, what="the new client")
    # The same program under a new code is still the same version; a changed one gets a number of its own.
    assert team(house.service, house.league, 1).active == 1
    house.service.begin_home_version(team(house.service, house.league, 1))
    assert team(house.service, house.league, 1).active == 2


def test_a_team_has_few_clients(house: House) -> None:
    code = house.reserve(1)
    for number in range(home_seats.MAX_CLIENTS):
        wait(house, code)
        wait_for_clients(house, number + 1)
    wait(house, code).read("errorpacket")
    assert house.present(1) == home_seats.MAX_CLIENTS


def test_wrong_codes_lock_out_nobody_else_at_the_same_address(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answer = [], threading.Event()

    def look_up(store: Store, code: str) -> int | None:
        asked.append(code)
        assert answer.wait(PATIENCE)
        return find_reservation(store, code)

    monkeypatch.setattr(home_seats, "find_reservation", look_up)
    pupils = [wait(house, new_reservation()) for _ in range(3 * home_seats.MAX_LOOKUPS)]
    # Who asks for much at once is answered once at a time.
    greedy = wait(house, new_reservation())
    greedy.say(f'<joinPrepared reservationCode="{new_reservation()}"/>').read("errorpacket")
    wait(house, house.reserve(1))
    until(lambda: len(asked) >= home_seats.MAX_LOOKUPS, what="the first questions")
    house.server.settle()
    assert len(asked) == home_seats.MAX_LOOKUPS
    answer.set()
    for pupil in pupils:
        pupil.read("errorpacket")
    wait_for_clients(house, 1)
    # Nor do many wrong codes, one after the other.
    for _ in range(130):
        pupils[0].close()
        pupils[0] = wait(house, new_reservation())
        pupils[0].read("errorpacket")
    wait(house, house.reserve(2))
    until(lambda: house.present(2) == 1, what="the client with the right code")


def test_without_walls_only_clients_from_home_play(server: Running, tmp_path: Path) -> None:
    house = House(server, tmp_path, no_programs=Sentence("No walls here.")())
    try:
        handed_in = team(house.service, house.league, 3)
        version = versions.add_version(house.service.store, handed_in, "bot.zip", "ab", 1)
        versions.record_check(house.service.store, version, "[]", ready=True, faulty="faulty")
        house.connect(house.reserve(1))
        house.service.start()
        until(house.games, what="a game")
        assert not house.pool.played
        assert not any("3.1" in (game.red, game.blue) for game in house.games())
    finally:
        house.close()


def test_reservations_are_kept_as_hashes_only(house: House) -> None:
    code = house.reserve(1)
    path = house.service.store.folder
    held = b"".join(file.read_bytes() for file in path.rglob("*") if file.is_file())
    assert (hash_reservation(code) or "?").encode() in held
    assert code.encode() not in held
    assert code.replace("-", "").encode() not in held
    assert hash_reservation("ABCD-EFGH-JKLM") is None
    leagues.remove_league(house.service.store, house.league)
    assert find_reservation(house.service.store, hash_reservation(code) or "") is None
