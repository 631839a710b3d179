"""Clients of other addresses take what they can get: what is left for strangers, teams and organisers, over HTTP."""

import json
import socket
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE
from schwarm.launch.limits import RESERVED_FILES
from web.arena import Answer, Arena, Visitor
from web.leagues import read_codes

pytestmark = pytest.mark.slow

PUBLIC = "--public", "--host", "127.0.0.1", "--proxy", "127.0.0.1"
WRONG = {"code": "AAAA-AAAA-AAAA"}
ENTER = "/api/v1/leagues/enter"
LEAGUE = {"title": "Class 10b", "game": "piranhas-2026", "time": "2s/10s", "teams": 3, "cores": 1, "hours": 24}
ME = {"kind": "person"}
HECHT = {"kind": "player", "player": "hecht:level=1"}
GAME = {"game": "piranhas-2026", "red": ME, "blue": ME}
STUDY = {"text": "Game: piranhas-2026\nStart: 1lslsssmm1/S8M/S8M/L4x3S/L8S/S8S/S6x1L/S8S/M8L/1msssllss1 0 -\n"}
WAIT = "Too many visitors want this at the same time; wait a minute and try again."


class From(Visitor):
    """A visitor from another address."""

    def __init__(self, arena: Arena, address: str) -> None:
        super().__init__(arena.page_port)
        self.address = {"X-Forwarded-For": address}

    def ask(self, path, body=None, *, method=None, headers=None, trusted=True) -> Answer:
        return super().ask(path, body, method=method, headers={**self.address, **(headers or {})}, trusted=trusted)


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Arena]:
    with Arena(tmp_path, *PUBLIC) as running:
        running.token = running.line("token=").partition("token=")[2]
        yield running


@pytest.fixture
def organiser(public: Arena) -> "From":
    """Came with a code with which leagues are made."""
    organiser = From(public, "203.0.113.1")
    assert organiser.ask("/login?token=" + public.token).status == 303
    invited = organiser.ask("/api/v1/leagues/invite", {})
    del organiser.cookies["schwarm-admin"]
    assert organiser.ask(ENTER, {"code": read_codes(invited)[0]}).status == 200
    return organiser


def addresses(number: int) -> list[str]:
    return [f"10.0.{place // 200}.{place % 200 + 1}" for place in range(number)]


def guess(arena: Arena, stack: ExitStack, address: str) -> None:
    """Send a wrong code and do not wait for the answer."""
    body = json.dumps(WRONG).encode()
    raw = stack.enter_context(socket.create_connection(("127.0.0.1", arena.page_port), timeout=PATIENCE))
    head = f"POST {ENTER} HTTP/1.1\r\nHost: x\r\nX-Schwarm: page\r\nX-Forwarded-For: {address}\r\n"
    raw.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)


# -- codes -------------------------------------------------------------------------------------------------------


def test_a_right_code_opens_while_many_addresses_guess(public: Arena, organiser: From) -> None:
    code = read_codes(organiser.ask("/api/v1/leagues", LEAGUE))[1]
    with ExitStack() as stack:
        for address in addresses(600):
            guess(public, stack, address)
        assert From(public, "203.0.113.2").ask(ENTER, {"code": code}).json["team"] == "Team 1"


def test_wrong_codes_do_not_lock_out_the_right_one_of_the_same_address(public: Arena, organiser: From) -> None:
    code, school = read_codes(organiser.ask("/api/v1/leagues", LEAGUE))[1], From(public, "203.0.113.2")
    for _ in range(80):
        refused = school.ask(ENTER, {"code": "hello"})
        assert refused.status == 403
        assert refused.error.startswith("That is not a code; a code has three groups")
    assert school.ask(ENTER, {"code": code}).json["team"] == "Team 1"


# -- connections -------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_requests_of_one_address_behind_a_web_server_leave_places_to_others(tmp_path: Path) -> None:
    slow = "POST /api/v1/games HTTP/1.1\r\nHost: x\r\nX-Schwarm: page\r\nX-Forwarded-For: 10.0.0.1\r\n"
    slow += "Content-Length: 99\r\n\r\n"
    # Very few files may be opened, twenty of them for connections to the page.
    with Arena(tmp_path, *PUBLIC, open_files=RESERVED_FILES + 40) as cramped, ExitStack() as stack:
        for _ in range(40):
            raw = stack.enter_context(socket.create_connection(("127.0.0.1", cramped.page_port), timeout=PATIENCE))
            with suppress(ConnectionError):
                raw.sendall(slow.encode())
        for _ in range(5):
            assert From(cramped, "203.0.113.2").ask("/rules").status == 200
        refused = From(cramped, "10.0.0.1").ask("/rules")
        assert (refused.status, refused.text) == (429, "Too many requests at once; wait a moment and try again.")


# -- games and studies -------------------------------------------------------------------------------------------


def test_clients_that_begin_many_games_leave_some_to_others(public: Arena, organiser: From) -> None:
    league = organiser.ask("/api/v1/leagues", LEAGUE)
    team = From(public, "10.0.0.1")
    assert team.ask(ENTER, {"code": read_codes(league)[1]}).status == 200
    begun, refused = Counter[str](), set()
    for address in addresses(5):
        greedy = From(public, address)
        greedy.ask("/")
        for _ in range(60):
            answer = greedy.ask("/api/v1/games", GAME)
            if answer.status == 201:
                begun[address] += 1
            else:
                refused.add(answer.error)
    # The first one was alone.
    assert begun["10.0.0.1"] == 60
    assert refused == {WAIT}
    for number in range(10):
        assert From(public, f"203.0.113.{number + 10}").ask("/api/v1/games", GAME).status == 201
    assert From(public, "10.0.0.1").ask("/api/v1/games", GAME).error == (
        "Too many requests at once; wait a moment and try again."
    )
    # Teams and organisers are not strangers, wherever they come from.
    assert team.ask("/api/v1/games", GAME).status == 201
    assert team.ask(f"/api/v1{league.json['address']}/home", {"what": "code"}).status == 201
    organiser.address = {"X-Forwarded-For": "10.0.0.1"}
    assert organiser.ask("/api/v1/leagues", LEAGUE).status == 201


def watch(arena: Arena, stack: ExitStack, address: str, wish: dict[str, Any]) -> Answer:
    """Begin a game and look at it, in a browser of its own."""
    visitor = From(arena, address)
    stack.callback(visitor.close)
    visitor.ask("/")
    answer = visitor.ask("/api/v1/games", wish)
    if answer.status == 201:
        visitor.follow(f"/api/v1/games/{answer.json['key']}/events", visitor.address)
    return answer


def test_watched_games_do_not_take_the_last_engines(public: Arena) -> None:
    wish = {**GAME, "blue": HECHT}
    with ExitStack() as stack:
        for address in addresses(5):
            answer = watch(public, stack, address, wish)
            while answer.status == 201:
                answer = watch(public, stack, address, wish)
        assert From(public, "203.0.113.2").ask("/api/v1/games", wish).status == 201


def test_clients_that_save_many_studies_leave_some_to_others(public: Arena) -> None:
    told = Counter[str]()
    for address in addresses(12):
        greedy, saved = From(public, address), 0
        while (answer := greedy.ask("/api/v1/studies", STUDY)).status == 201:
            saved += 1
        assert answer.status == 429
        told[answer.error] += 1
        assert saved <= 60
    assert set(told) == {
        "A team or an address can save 60 new studies within an hour, and yours are used up; wait a while, or keep "
        "this one as a file.",
        "Too many new studies were saved by others within the last hour; wait a while, or keep this one as a file.",
    }
    for number in range(10):
        assert From(public, f"203.0.113.{number + 10}").ask("/api/v1/studies", STUDY).status == 201
