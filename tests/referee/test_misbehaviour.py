"""Clients that misbehave hurt only themselves: each gets exactly its reaction, and other games go on undisturbed."""

import asyncio
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import schwarm
from referee.running import PASSWORD, Client, Running, running
from schwarm.protocol.element import Element
from schwarm.protocol.stream import Ended
from schwarm.referee import lobby as lobby_module
from schwarm.referee.connection import Connection
from schwarm.referee.lobby import Lobby
from schwarm.referee.seat import Limits
from schwarm.referee.settings import Settings

START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"
MOVE = '<room roomId="{room}"><data class="move"><from x="{x}" y="{y}"/><direction>{way}</direction></data></room>'


def pair(server: Running) -> tuple[Client, Client]:
    """Two clients in a game, Red asked for its first move."""
    one = server.client("one").join()
    two = server.client("two").join()
    one.read("room", "moveRequest")
    return one, two


def reason(client: Client) -> str:
    """The reason in the result that a client gets."""
    winner = client.read("room", "result").find("data").find("winner")
    return f"{winner.get('team')}: {winner.get('reason')}"


@contextmanager
def undisturbed(server: Running, games: int = 1) -> Iterator[list[float]]:
    """Honest games on the same server meanwhile; how long their moves took is collected and printed."""
    taken: list[float] = []
    stop = threading.Event()

    def play(seed: int) -> None:
        while not stop.is_set():
            one, two = server.client("honest"), server.client("honest")
            for client in (one, two):
                client.say('<protocol><joinRoom roomId="nowhere"/>')  # an honest mistake; answered, not punished
                client.read("errorpacket")
            one.say('<join gameType="swc_2022_ostseeschach"/>')
            one.room = one.read("joined").get("roomId")
            two.say(f'<joinRoom roomId="{one.room}"/>')
            two.room = one.room
            players = {0: one, 1: two}
            state = None
            for turn in range(12):
                mover = players[turn % 2]
                began = time.perf_counter()
                shown = latest_state(mover)
                taken.append(time.perf_counter() - began)
                state = honest_move(shown, mover)
            one.close()
            two.close()
            assert state

    threads = [threading.Thread(target=play, args=(seed,), daemon=True) for seed in range(games)]
    for thread in threads:
        thread.start()
    try:
        yield taken
    finally:
        stop.set()
        for thread in threads:
            thread.join(20)
        if taken:
            ordered = sorted(taken)
            print(
                f"honest players waited {1000 * statistics.median(ordered):.1f} ms for their turn (median), "
                f"{1000 * ordered[int(len(ordered) * 0.99)]:.1f} ms (99 %), {len(ordered)} moves"
            )
            assert statistics.median(ordered) < 0.5


def latest_state(client: Client) -> Element:
    """The last state that a client was shown before it was asked to move."""
    shown = None
    while True:
        message = client.read("room")
        kind = message.find("data").get("class")
        if kind == "moveRequest":
            return shown
        shown = message if kind == "memento" else shown


def honest_move(shown: Element, client: Client) -> bool:
    """Answer with any legal move."""
    from schwarm.protocol import codec_for
    from schwarm.protocol.messages import MoveSent

    game = schwarm.game("ostseeschach-2022")
    codec = codec_for(game)
    state = codec.read_event(game, shown).state
    move = state.legal_moves()[state.turn % len(state.legal_moves())]
    client.say(codec.write_request(MoveSent(client.room, codec.sent(state, move))))
    return True


def refused(client: socket.socket, data: bytes, *, times: int) -> bool:
    """Send something again and again; whether the server hung up at last."""
    try:
        for _ in range(times):
            client.sendall(data)
    except OSError:
        return True
    return False


def gone_without_goodbye(client: Client) -> bool:
    return not any(isinstance(news, Ended) for news in client.read_all())


@pytest.fixture
def server() -> Iterator[Running]:
    with running(start=START) as server:
        yield server


# -- what cannot be read -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "bad",
    [
        b"hello world & < >",
        b"<room><data></room>",
        b"<foo/>",
        b"\xff\xfe<join/>",
        b'<join gameType="\xc3\x28"/>',
        b"<a>" * 50,
        b'<!DOCTYPE x [<!ENTITY a "b">]><join/>',
    ],
    ids=["text", "crossed tags", "unknown element", "no UTF-8", "broken UTF-8", "deep nesting", "doctype inside"],
)
def test_garbage_loses_the_game_and_the_connection(server: Running, bad: bytes) -> None:
    one, two = pair(server)
    one.say(bad)
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: PROTOCOL_ERROR"
    two.read("left")
    assert gone_without_goodbye(one)


def test_an_entity_bomb_before_the_root(server: Running) -> None:
    client = server.client()
    client.say(b'<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><protocol>&b;')
    assert client.read_all() == []


def test_ten_megabytes_without_an_end(server: Running) -> None:
    one, two = pair(server)
    one.say(b"<room>")
    assert refused(one.socket, b"a" * 65536, times=160)
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: PROTOCOL_ERROR"
    assert server.pulse.worst < 1.0


def test_one_byte_at_a_time_is_fine_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    with running(start=START) as server:
        slow = server.client()
        for byte in b'<protocol><join gameType="swc_2026_piranhas"/>':
            slow.say(bytes([byte]))
        slow.read("joined")
        monkeypatch.setattr(lobby_module, "PATIENCE", 0.3)
        for byte in b'<room roomId="x">':
            slow.say(bytes([byte]))
        time.sleep(0.4)
        server.inside(lambda: server.server.lobby.tidy(time.monotonic()))
        slow.read_all()
        assert slow.gone


# -- what comes at the wrong moment ------------------------------------------------------------------------


def test_a_move_before_the_game_is_a_violation_of_nobodys_game(server: Running) -> None:
    one = server.client().join()
    one.say(MOVE.format(room=one.room, x=0, y=4, way="RIGHT"))
    two = server.client().join()
    two.read("room", "welcomeMessage")
    assert one.read("room", "moveRequest")


def test_a_move_for_the_other_side(server: Running) -> None:
    _one, two = pair(server)
    two.say(MOVE.format(room=two.room, x=0, y=4, way="RIGHT"))
    error = two.read("room", "error").find("data")
    assert error.get("message") == (
        "It's not your turn yet; expected: ONE(), got TWO() (msg was Schwimme von [0|4] in Richtung RIGHT)."
    )
    assert reason(two).startswith("ONE: Missachtung des Spielablaufs von TWO: It's not your turn yet;")


def test_two_moves_at_once(server: Running) -> None:
    one, two = pair(server)
    move = MOVE.format(room=one.room, x=0, y=4, way="RIGHT")
    one.say(move + move)
    assert reason(two).startswith("TWO: Missachtung des Spielablaufs von ONE: It's not your turn yet; expected: TWO()")


def test_a_move_in_somebody_elses_room(server: Running) -> None:
    one, _two = pair(server)
    stranger = server.client("stranger")
    stranger.say("<protocol>" + MOVE.format(room=one.room, x=0, y=4, way="RIGHT"))
    assert "Client is not a member of game" in (stranger.read("errorpacket").get("message") or "")


def test_a_reservation_counts_once(server: Running) -> None:
    admin = server.client("admin")
    admin.say(
        f'<protocol><authenticate password="{PASSWORD}"/><prepare gameType="swc_2026_piranhas" pause="false">'
        '<slot displayName="A" canTimeout="true" reserved="true"/>'
        '<slot displayName="B" canTimeout="true" reserved="true"/></prepare>'
    )
    code = next(admin.read("prepared").all("reservation")).text
    first, second = server.client(), server.client()
    first.say(f'<protocol><joinPrepared reservationCode="{code}"/>').read("joined")
    second.say(f'<protocol><joinPrepared reservationCode="{code}"/>')
    assert "Couldn't find a reservation" in (second.read("errorpacket").get("message") or "")


def test_administration_needs_the_password(server: Running) -> None:
    client = server.client()
    client.say('<protocol><observe roomId="x"/>')
    assert "requires authentication" in (client.read("errorpacket").get("message") or "")
    for _ in range(5):
        client.say('<authenticate password="guess"/>')
    client.read_all()
    assert client.gone, "five wrong passwords are enough"


# -- who goes, and when ------------------------------------------------------------------------------------


def test_leaving_at_every_stage(server: Running) -> None:
    server.client().close()
    server.client().say("<protocol>").close()
    waiting = server.client().join()
    waiting.close()
    one, two = pair(server)
    one.close()
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: LOST_CONNECTION"
    one, two = pair(server)
    one.say("<close/>")
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: RECEIVED_DISCONNECT"
    assert isinstance(one.read_all()[-1], Ended)
    one, two = pair(server)
    one.say("</protocol>")
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: LOST_CONNECTION"
    one, two = pair(server)
    one.say('<room roomId="').close()
    assert reason(two) == "TWO: ONE hat das Spiel verlassen: LOST_CONNECTION"


def test_late_and_silent_players() -> None:
    with running(start=START, limits=Limits(0.2, 0.6)) as server:
        one, two = pair(server)
        time.sleep(0.3)
        one.say(MOVE.format(room=one.room, x=0, y=4, way="RIGHT"))
        assert "ONE hat fuer die Antwort auf die Zugaufforderung laenger als" in reason(two)
        one, two = pair(server)
        assert "ONE hat innerhalb von" in reason(two)


def test_a_client_that_never_reads_is_let_go() -> None:
    with running(start=START, limits=Limits(None, None)) as server:
        deaf = server.connect()
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(b"<protocol>")
        request = b'<joinRoom roomId="' + b"x" * 2000 + b'"/>'
        assert refused(deaf, request, times=5000)
        assert server.eventually(lambda: len(server.server.lobby.connections) == 0)
        deaf.close()


# -- many at once ------------------------------------------------------------------------------------------


def test_a_thousand_silent_connections_and_honest_games(server: Running) -> None:
    silent = [server.connect() for _ in range(1000)]
    with undisturbed(server):
        time.sleep(1.0)
    assert server.eventually(lambda: len(server.server.lobby.connections) >= 1000)
    for client in silent:
        client.close()


def test_too_many_connections_are_refused() -> None:
    with running(start=START, connections=10) as server:
        clients = [server.client() for _ in range(12)]
        assert server.eventually(lambda: len(server.server.lobby.connections) == 10)
        for client in clients:
            client.close()


class Far(asyncio.Transport):
    """A connection from elsewhere."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 50_000)})
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True

    def close(self) -> None:
        pass


def test_one_address_cannot_take_all_places() -> None:
    lobby = Lobby(Settings(schwarm.game("piranhas-2026"), per_address=3))

    def refused(address: str) -> bool:
        connection, transport = Connection(lobby), Far(address)
        connection.connection_made(transport)
        return transport.aborted

    assert [refused("192.0.2.1") for _ in range(4)] == [False, False, False, True]
    assert not refused("192.0.2.2")
    # Of the new addresses one house has a whole network.
    assert [refused(f"2001:db8:1:2::{number}") for number in range(4)] == [False, False, False, True]
    assert not refused("2001:db8:1:3::1")
    assert [refused("::ffff:192.0.2.1"), refused("fe80::1%eth0")] == [True, False]
    assert not any(refused("127.0.0.1") for _ in range(20))
    # Who goes makes room.
    next(iter(each for each in lobby.connections if each.origin == "192.0.2.1")).connection_lost(None)
    assert [refused("192.0.2.1"), refused("192.0.2.1")] == [False, True]


def test_too_many_games_are_refused_in_words() -> None:
    with running(start=START, rooms=1) as server:
        one, two = server.client().join(), server.client().join()
        two.read("room", "welcomeMessage")
        third = server.client().say('<protocol><join gameType="swc_2026_piranhas"/>')
        assert "There are too many games on this server" in (third.read("errorpacket").get("message") or "")
        assert one.read("room", "moveRequest")


def test_one_client_cannot_take_all_rooms(server: Running) -> None:
    greedy = server.client().say("<protocol>" + '<join gameType="swc_2026_piranhas"/>' * 20)
    assert "There are too many games on this server" in (greedy.read("errorpacket").get("message") or "")
    assert server.inside(lambda: len(server.server.lobby.rooms)) == 8
    greedy.close()
    one, two = pair(server)
    assert one.room == two.room


@pytest.mark.parametrize("name", ["Anna ", "   ", "a&#10;b", "a&#x85;b", "&#x202e;evil", "x" * 300])
def test_odd_names_break_nothing(server: Running, name: str) -> None:
    admin = server.client("admin")
    admin.say(
        f'<protocol><authenticate password="{PASSWORD}"/><prepare gameType="swc_2026_piranhas" pause="false">'
        f'<slot displayName="{name}" canTimeout="true" reserved="true"/>'
        '<slot displayName="Bert" canTimeout="true" reserved="true"/></prepare>'
    )
    codes = [code.text for code in admin.read("prepared").all("reservation")]
    for code in codes:
        server.client().say(f'<protocol><joinPrepared reservationCode="{code}"/>').read("joined")
    assert server.eventually(lambda: any(room.running for room in server.server.lobby.rooms.values()))
    (room,) = server.inside(lambda: list(server.server.lobby.rooms.values()))
    assert room.names[0].isprintable()
    assert len(room.names[0]) <= 60


def test_a_thousand_rooms_at_once(server: Running) -> None:
    admin = server.client("admin")
    admin.say(f'<protocol><authenticate password="{PASSWORD}"/>')
    slots = '<slot displayName="A" canTimeout="true" reserved="true"/>' * 2
    for _ in range(1000):
        admin.say(f'<prepare gameType="swc_2026_piranhas" pause="false">{slots}</prepare>')
        admin.read("prepared")
    with undisturbed(server):
        time.sleep(1.0)
    assert server.eventually(lambda: len(server.server.lobby.rooms) >= 1000)


def test_a_flood_of_requests_hurts_only_its_sender(server: Running) -> None:
    with undisturbed(server) as taken:
        time.sleep(0.3)
        flood = server.connect()
        flood.settimeout(5)
        flood.sendall(b"<protocol>")
        assert refused(flood, b'<joinRoom roomId="x"/>' * 50, times=5000)
        time.sleep(0.3)
        flood.close()
    assert taken


def test_joining_at_the_very_moment_another_game_ends(server: Running) -> None:
    for _ in range(20):
        one, two = pair(server)
        third, fourth = server.client("third"), server.client("fourth")
        third.say("<protocol>")
        fourth.say("<protocol>")
        one.say("<close/>")
        third.say('<join gameType="swc_2026_piranhas"/>')
        fourth.say('<join gameType="swc_2026_piranhas"/>')
        assert third.read("joined").get("roomId") == fourth.read("joined").get("roomId")
        two.read("left")
        two.say('<join gameType="swc_2026_piranhas"/>')
        assert two.read("joined")
        for client in (two, third, fourth):
            client.close()
        assert server.eventually(lambda: not server.server.lobby.rooms)
