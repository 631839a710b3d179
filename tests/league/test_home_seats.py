"""Clients of teams that wait for a game: by which code, how many, and what nobody can tell of them."""

import socket
import threading
import time

import pytest

from league.house import House, Preparing, wait, wait_for_clients
from league.leagues import team
from patience import PATIENCE, until
from schwarm.league import home_games
from schwarm.league.codes import hash_reservation, new_reservation
from schwarm.store import leagues
from schwarm.store.games import Store
from schwarm.store.leagues import find_reservation
from schwarm.web.leagues.team_view import version_rows


def test_nobody_can_tell_that_they_were_picked_before_they_have_a_seat(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    preparing, code = Preparing(house, monkeypatch), house.reserve(1)
    clients = [wait(house, code) for _ in range(home_games.MAX_CLIENTS)]
    wait_for_clients(house, home_games.MAX_CLIENTS)
    house.service.start()
    assert preparing.began.wait(PATIENCE)
    assert house.present(1) == home_games.MAX_CLIENTS
    wait(house, code).read("errorpacket")
    # Nor does asking again help.
    refused: list[object] = []
    answered: list[str] = []

    def look_up(store: Store, code: str) -> int | None:
        found = find_reservation(store, code)
        answered.append(code)
        return found

    monkeypatch.setattr(home_games, "find_reservation", look_up)
    monkeypatch.setattr(house.server.server.lobby, "refuse", lambda *facts: refused.append(facts))
    for client in clients:
        client.say(f'<joinPrepared reservationCode="{code}"/>')
    house.server.settle()
    until(lambda: len(answered) == len(clients), what="the answers")
    house.server.settle()
    assert not refused
    assert house.present(1) == home_games.MAX_CLIENTS
    preparing.go_on()
    until(lambda: house.present(1) < home_games.MAX_CLIENTS, what="a client with a seat")


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
    assert 0 < house.service.rest_of(own) <= home_games.FIRST_REST
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


@pytest.mark.skipif(not hasattr(socket, "TCP_KEEPIDLE"), reason="Linux asks for this")
def test_a_computer_that_was_switched_off_is_noticed(house: House) -> None:
    arrived = threading.Event()
    house.service.home.seats.arrived = arrived.set
    wait(house, house.reserve(1))
    assert arrived.wait(PATIENCE)

    def asked() -> list[int]:
        (connection,) = house.server.server.lobby.connections
        own = connection.transport.get_extra_info("socket")
        options = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
        return [own.getsockopt(socket.IPPROTO_TCP, option) for option in options]

    assert house.server.inside(asked) == [home_games.KEEPALIVE_SECONDS, home_games.KEEPALIVE_SECONDS, 3]


def test_a_team_has_few_clients(house: House) -> None:
    code = house.reserve(1)
    for number in range(home_games.MAX_CLIENTS):
        wait(house, code)
        wait_for_clients(house, number + 1)
    wait(house, code).read("errorpacket")
    assert house.present(1) == home_games.MAX_CLIENTS


def test_wrong_codes_lock_out_nobody_else_at_the_same_address(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answer = [], threading.Event()

    def look_up(store: Store, code: str) -> int | None:
        asked.append(code)
        assert answer.wait(PATIENCE)
        return find_reservation(store, code)

    monkeypatch.setattr(home_games, "find_reservation", look_up)
    pupils = [wait(house, new_reservation()) for _ in range(3 * home_games.MAX_LOOKUPS)]
    # Who asks for much at once is answered once at a time.
    greedy = wait(house, new_reservation())
    greedy.say(f'<joinPrepared reservationCode="{new_reservation()}"/>').read("errorpacket")
    wait(house, house.reserve(1))
    until(lambda: len(asked) >= home_games.MAX_LOOKUPS, what="the first questions")
    house.server.settle()
    assert len(asked) == home_games.MAX_LOOKUPS
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
