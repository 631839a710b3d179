"""Small hostile browsers against the real thing: what they are told, and that what they take is bounded.

How long honest games wait meanwhile is measured by `benchmarks/attacks.py`."""

import http.client
import socket
import struct
import sys
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from urllib.parse import quote

import pytest

import schwarm
from patience import PATIENCE, until
from schwarm.launch.limits import RESERVED_FILES
from schwarm.web.board.picture import MAX_WIDTH, PAINT
from web.arena import Arena, Visitor

pytestmark = pytest.mark.slow

UPGRADE = b"GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"


def picture(seed: int, width: int) -> str:
    start = schwarm.game("ostseeschach-2022").start(seed)
    return f"/picture/ostseeschach-2022.png?position={quote(str(start))}&width={width}"


def test_a_flood_of_pictures_is_refused_beyond_the_queue(arena: Arena, visitor: Visitor) -> None:
    many = 5 * PAINT.max_waiting
    with ExitStack() as stack:
        asked = []
        for seed in range(many):
            connection = http.client.HTTPConnection("127.0.0.1", arena.page_port, timeout=PATIENCE)
            stack.callback(connection.close)
            connection.request("GET", picture(seed, 100), headers={"Accept-Language": "en"})
            asked.append(connection)
        answers = [connection.getresponse() for connection in asked]
        told = [(answer.status, answer.read()) for answer in answers]
    counts = Counter(status for status, _ in told)
    assert set(counts) == {200, 503}
    assert counts[200] >= PAINT.max_waiting
    refused = next(body.decode() for status, body in told if status == 503)
    assert "The server has too much of this to do at the moment; try again in a few seconds." in refused
    # What was drawn once costs nothing any more, and nobody gets a larger picture than allowed.
    assert visitor.ask(picture(0, 100)).status == 200
    wide = visitor.ask(picture(0, 99_999), headers={"Accept-Encoding": "gzip"})
    assert struct.unpack(">I", wide.body[16:20]) == (MAX_WIDTH,)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_silent_connections_keep_nobody_from_page_or_referee_and_fill_no_log(tmp_path: Path) -> None:
    # Very few files may be opened, twenty of them for each kind of connection.
    with Arena(tmp_path, open_files=RESERVED_FILES + 40) as cramped, ExitStack() as stack:
        for port in (cramped.page_port, cramped.port):
            for _ in range(100):
                stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=PATIENCE))
        assert Visitor(cramped.page_port).ask("/play").status == 200
        one, two = (cramped.client().join() for _ in range(2))
        assert one.room == two.room
        files = Path(f"/proc/{cramped.process.pid}/fd")
        if files.exists():
            until(lambda: len(list(files.iterdir())) <= 20 + 20 + 40, what="closing what was turned away")
        for nonsense, status in ((b"nonsense\r\n\r\n", b"400"), (UPGRADE, b"404")):
            for _ in range(20):
                with socket.create_connection(("127.0.0.1", cramped.page_port), timeout=PATIENCE) as raw:
                    raw.sendall(nonsense)
                    assert raw.recv(100).startswith(b"HTTP/1.1 " + status)
        cramped.end()
        assert cramped.errors == ""


@pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere this machine has only one address of its own"
)
def test_files_that_one_client_sends_slowly_keep_nobody_else_from_bringing_one(arena: Arena, visitor: Visitor) -> None:
    ours, theirs = ("127.0.0.1", arena.page_port), ("127.0.0.2", 0)
    begin = b"POST /api/v1/replays HTTP/1.1\r\nHost: localhost\r\nX-Schwarm: page\r\nContent-Length: 999\r\n\r\nG"

    def is_refused() -> bool:
        with socket.create_connection(ours, PATIENCE, theirs) as raw:
            raw.sendall(begin.replace(b"999", b"1"))
            return b"The server has too much of this to do at the moment" in raw.recv(65536)

    with ExitStack() as stack:
        for _ in range(20):
            stack.enter_context(socket.create_connection(ours, PATIENCE, theirs)).sendall(begin)
        until(is_refused, what="the refusal of one more")
        visitor.ask("/")
        text = str(schwarm.Record(schwarm.game("piranhas-2026").start(1))).encode()
        assert visitor.ask("/api/v1/replays", text, method="POST").status == 201


def test_one_browser_follows_only_so_much(tmp_path: Path) -> None:
    from schwarm.web.settings import Bounds

    far = {"X-Forwarded-For": "192.0.2.7"}
    with Arena(tmp_path, "--public", "--host", "127.0.0.1", "--proxy", "127.0.0.1") as arena:
        visitor = Visitor(arena.page_port)
        visitor.ask("/")
        for _ in range(Bounds().visitor_streams):
            visitor.follow("/api/v1/live/events", far)
        refused = visitor.ask("/api/v1/live/events", headers=far)
        assert refused.status == 429
        assert refused.error == "Too many requests at once; wait a moment and try again."
        visitor.close()
        # Whoever leaves makes room.
        until(lambda: follows(visitor, far), what="the end of the streams")


def follows(visitor: Visitor, headers: dict[str, str]) -> bool:
    """Whether one more stream is granted."""
    connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=PATIENCE)
    with closing(connection):
        connection.request(
            "GET", "/api/v1/live/events", headers=headers | {"Cookie": f"schwarm={visitor.cookies['schwarm']}"}
        )
        with connection.getresponse() as answer:
            return answer.status == 200
