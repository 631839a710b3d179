"""A server in a thread of its own, and plain clients that send raw text and collect what comes back."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import isawaitable
from pathlib import Path

import schwarm
from patience import PATIENCE
from schwarm.games import TimeControl
from schwarm.protocol import Stream
from schwarm.protocol.element import Element
from schwarm.protocol.stream import Ended, Opened
from schwarm.referee.lobby import Settings
from schwarm.referee.loop_delay import LoopDelay
from schwarm.referee.server import Server

PASSWORD = "only for this test"
START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"


TURNS = 10
"""More turns of the event loop than anything takes, from a new connection to the end of an old one."""


class Running:
    """A server that serves until the end of the block."""

    def __init__(self, settings: Settings, replays: Path | None, clock: Callable[[], float]) -> None:
        self.loop_delay = LoopDelay()
        self.finished: list = []
        self.server = Server(
            settings, loop_delay=self.loop_delay, clock=clock, replays=replays, finished=self.finished.append
        )
        self.port = 0
        self.sockets: list[socket.socket] = []
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        assert self._ready.wait(PATIENCE)

    def _serve(self) -> None:
        loop = self.loop_delay.loop
        asyncio.set_event_loop(loop)
        self.port = loop.run_until_complete(self.server.listen(port=0))
        self._ready.set()
        loop.run_forever()
        loop.run_until_complete(self.server.stop())
        loop.close()

    def stop(self) -> None:
        for client in self.sockets:
            client.close()
        self.loop_delay.loop.call_soon_threadsafe(self.loop_delay.loop.stop)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()

    def inside(self, work):
        """Do something in the server's own thread and give its result."""
        done = asyncio.run_coroutine_threadsafe(_call(work), self.loop_delay.loop)
        return done.result(PATIENCE)

    def eventually(self, condition, seconds: float = PATIENCE) -> bool:
        """Whether something becomes true in the server's own thread, soon."""
        deadline = time.monotonic() + seconds
        while not self.inside(condition):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.01)
        return True

    def settle(self) -> None:
        """Let the server do all that is due: whatever was sent to it has been heard and answered then."""
        for _ in range(TURNS):
            self.inside(lambda: None)

    def client(self, name: str = "") -> "Client":
        return Client(self.connect(), name)

    def connect(self, unread: int | None = None) -> socket.socket:
        """A bare socket; it is closed with the server at the latest. It may hold only few bytes that nobody reads."""
        client = socket.socket()
        client.settimeout(PATIENCE)
        if unread is not None:
            # Before it connects: a buffer that shrinks later makes the system drop the server's packets, and with them
            # the news that the server goes on reading.
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, unread)
        client.connect(("127.0.0.1", self.port))
        self.sockets.append(client)
        return client


async def _call(work):
    found = work()
    return await found if isawaitable(found) else found


@contextmanager
def running(
    game: str = "piranhas-2026",
    *,
    rules: str = "documents",
    start: str | None = None,
    limits: str = "2s/10s",
    replays: Path | None = None,
    connections: int = 4_000,
    rooms: int = 5_000,
    password: str = PASSWORD,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Running]:
    known = schwarm.game(game, rules)
    settings = Settings(
        game=known,
        time=TimeControl.parse(limits),
        start=known.parse(start) if start else None,
        password=password,
        max_connections=connections,
        max_rooms=rooms,
    )
    server = Running(settings, replays, clock)
    try:
        yield server
    finally:
        server.stop()


class StoppedClock:
    """Time that passes only when a test says so, however long anything takes."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def advance(self, server: Running, seconds: float) -> None:
        """Let time pass at a server: whoever was waited for for too long has lost."""
        self.now += seconds

        def ring() -> None:
            for room in list(server.server.lobby.rooms.values()):
                room.tick(self.now)

        server.inside(ring)


class Client:
    """A socket. `read` waits for the next message; `gone` tells whether the server hung up."""

    def __init__(self, connected: socket.socket, name: str = "") -> None:
        self.name = name
        self.socket = connected
        self.stream = Stream()
        self.news: list[Element | Ended] = []
        self.gone = False
        self.room = ""

    def say(self, text: str | bytes) -> "Client":
        self.socket.sendall(text if isinstance(text, bytes) else text.encode())
        return self

    def join(self, wire_name: str = "swc_2026_piranhas") -> "Client":
        self.say(f'<protocol><join gameType="{wire_name}"/>')
        self.room = self.read("joined").get("roomId") or ""
        return self

    def read(self, tag: str | None = None, kind: str | None = None, *, seconds: float = PATIENCE) -> Element:
        """The next message with this tag and class; what comes before is dropped."""
        deadline = time.monotonic() + seconds
        while True:
            while self.news:
                news = self.news.pop(0)
                if isinstance(news, Element) and (tag is None or news.tag == tag):
                    data = news.find("data")
                    if kind is None or (data is not None and data.get("class") == kind):
                        return news
            assert not self.gone, f"{self.name}: the server hung up before {tag} {kind}"
            self.receive(deadline)

    def read_all(self, *, seconds: float = PATIENCE) -> list[Element | Ended]:
        """Everything until the server hangs up."""
        deadline = time.monotonic() + seconds
        while not self.gone:
            self.receive(deadline)
        news, self.news = self.news, []
        return news

    def receive(self, deadline: float) -> None:
        self.socket.settimeout(max(0.01, deadline - time.monotonic()))
        try:
            data = self.socket.recv(65536)
        except ConnectionError:
            data = b""
        if not data:
            self.gone = True
        else:
            self.news += [news for news in self.stream.feed(data) if not isinstance(news, Opened)]

    def move(self, text: str, x: int, y: int) -> "Client":
        return self.say(
            f'<room roomId="{self.room}"><data class="move"><from x="{x}" y="{y}"/>'
            f"<direction>{text}</direction></data></room>"
        )

    def close(self) -> None:
        self.socket.close()


def pair(server: Running) -> tuple[Client, Client]:
    """Two clients in a game, Red asked for its first move."""
    one = server.client("one").join()
    two = server.client("two").join()
    one.read("room", "moveRequest")
    return one, two


def refused(client: socket.socket, data: bytes, *, times: int, seconds: float = PATIENCE) -> bool:
    """Send something again and again, and read nothing; whether the server hung up at last."""
    deadline = time.monotonic() + seconds
    try:
        for _ in range(times):
            client.sendall(data)
        # All of it may still lie in the system's buffers, on its way to a busy server.
        while time.monotonic() < deadline:
            client.sendall(b" ")
            time.sleep(0.01)
    except TimeoutError:
        return False
    except OSError:
        return True
    return False
