"""Many clients at once: each limit holds, is told in words, and honest games go on undisturbed."""

import asyncio
import errno
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import schwarm
from patience import PATIENCE, until
from referee.running import PASSWORD, START, Client, Running, pair, refused, running
from schwarm.protocol import codec_for
from schwarm.protocol.element import Element
from schwarm.protocol.messages import Join, MoveSent
from schwarm.referee.connection import Connection
from schwarm.referee.lobby import Lobby, Settings
from schwarm.referee.server import Door

pytestmark = pytest.mark.slow

HONEST_MOVES = 24
"""Two games."""


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
            one.room = one.read("joined").get("roomId") or ""
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
            thread.join(PATIENCE)
        if taken:
            ordered = sorted(taken)
            print(
                f"honest players waited {1000 * statistics.median(ordered):.1f} ms for their turn (median), "
                f"{1000 * ordered[int(len(ordered) * 0.99)]:.1f} ms (99 %), {len(ordered)} moves"
            )


def latest_state(client: Client) -> Element:
    """The last state that a client was shown before it was asked to move."""
    shown = None
    while True:
        message = client.read("room")
        kind = message.find("data").get("class")
        if kind == "moveRequest":
            assert shown is not None
            return shown
        shown = message if kind == "memento" else shown


def honest_move(shown: Element, client: Client) -> bool:
    """Answer with any legal move."""
    game = schwarm.game("ostseeschach-2022")
    codec = codec_for(game)
    state = codec.read_event(game, shown).state
    move = state.legal_moves()[state.turn % len(state.legal_moves())]
    client.say(codec.write_request(MoveSent(client.room, codec.to_wire(state, move))))
    return True


def test_a_thousand_silent_connections_and_honest_games(server: Running) -> None:
    silent = [server.connect() for _ in range(1000)]
    with undisturbed(server) as taken:
        until(lambda: len(taken) >= HONEST_MOVES, what="an honest game")
    assert server.eventually(lambda: len(server.server.lobby.connections) >= 1000)
    for client in silent:
        client.close()


def test_who_goes_without_a_word_is_noticed(server: Running) -> None:
    waiting = server.client().join()

    def options() -> list[int]:
        (connection,) = server.server.lobby.connections
        own = connection.transport.get_extra_info("socket")
        wanted = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
        asks = own.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        return [asks, *(own.getsockopt(socket.IPPROTO_TCP, option) for option in wanted)]

    asks, idle, interval, count = server.inside(options)
    assert asks
    assert idle + interval * count <= 120
    assert waiting.room in server.server.lobby.waiting


def test_too_many_connections_are_refused() -> None:
    with running(start=START, connections=10) as server:
        clients = [server.client() for _ in range(12)]
        assert server.eventually(lambda: len(server.server.lobby.connections) == 10)
        for client in clients:
            client.close()


def test_whoever_came_first_and_does_nothing_makes_room() -> None:
    with running(start=START, connections=10) as server:
        one, two = pair(server)
        silent = [server.client() for _ in range(8)]
        assert server.eventually(lambda: len(server.server.lobby.connections) == 10)
        third, fourth = server.client().join(), server.client().join()
        assert third.room == fourth.room != one.room == two.room
        assert len(server.server.lobby.connections) == 10
        for client in (*silent, one, two, third, fourth):
            client.close()


class Far(asyncio.Transport):
    """A connection from elsewhere."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 50_000)})
        self.aborted = False
        self.written = ""

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += bytes(data).decode()

    def get_write_buffer_size(self) -> int:
        return 0

    def abort(self) -> None:
        self.aborted = True

    def close(self) -> None:
        pass


def test_one_address_cannot_take_all_places() -> None:
    lobby = Lobby(Settings(schwarm.game("piranhas-2026"), max_per_address=3))

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


def test_one_address_cannot_take_all_rooms() -> None:
    lobby = Lobby(Settings(schwarm.game("piranhas-2026"), max_per_address=3))

    async def join(address: str, times: int) -> str:
        connection, transport = Connection(lobby), Far(address)
        connection.connection_made(transport)
        for _ in range(times):
            lobby.join(connection, Join("swc_2026_piranhas"))
        await asyncio.sleep(0)
        return transport.written

    assert "There are too many games on this server" in asyncio.run(join("192.0.2.1", 5))
    assert len(lobby.rooms) == 3
    # Others find room, and so does whoever is here.
    assert "too many games" not in asyncio.run(join("192.0.2.2", 5))
    assert "too many games" not in asyncio.run(join("127.0.0.1", 8))


def test_a_bot_has_few_connections_until_it_sits_and_then_one(server: Running) -> None:
    lobby = server.server.lobby
    listening = socket.create_server(("127.0.0.1", 0))
    address = listening.getsockname()
    door = server.inside(lambda: Door.open(lobby, listening))

    def knock() -> Client:
        knocking = socket.create_connection(address, PATIENCE)
        server.sockets.append(knocking)
        return Client(knocking)

    bot, *others = [knock() for _ in range(8)]
    bot.join()
    for other in others:
        other.say("<protocol>")
    assert knock().read_all() == []
    server.inside(lambda: door.close(next(iter(lobby.waiting.values())).seats[0].occupant))
    for other in others:
        assert not [news for news in other.read_all() if isinstance(news, Element)]
    with socket.socket() as late:
        assert late.connect_ex(address) == errno.ECONNREFUSED
    # The one that sits plays on.
    opponent = server.client().join()
    assert opponent.room == bot.room
    assert bot.read("room", "moveRequest")


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
    with undisturbed(server) as taken:
        until(lambda: len(taken) >= HONEST_MOVES, what="an honest game")
    assert server.eventually(lambda: len(server.server.lobby.rooms) >= 1000)


def test_a_flood_of_requests_hurts_only_its_sender(server: Running) -> None:
    with undisturbed(server) as taken:
        until(lambda: taken, what="an honest game")
        flood = server.connect()
        flood.sendall(b"<protocol>")
        assert refused(flood, b'<joinRoom roomId="x"/>' * 50, times=5000)
        before = len(taken)
        until(lambda: len(taken) >= before + HONEST_MOVES, what="an honest game")
        flood.close()


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
