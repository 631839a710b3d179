"""`schwarm serve` comes to its end: games are kept, and nobody is left hanging or waited for."""

import asyncio
import re
import signal
import socket
from contextlib import suppress
from pathlib import Path

import pytest

import schwarm as package
from cli.serving import Serving, kept, pair
from patience import PATIENCE
from schwarm.games import Reason
from schwarm.referee import server as server_module
from schwarm.referee.lobby import Settings
from schwarm.referee.server import Server

pytestmark = pytest.mark.slow

START = "1smsslsms1/L8S/M8M/S8S/S3x4L/S5x2S/L8S/S8M/S8S/1sslsssml1 0 -"


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_stopping_cancels_running_games_and_keeps_them(how: signal.Signals, tmp_path: Path) -> None:
    with Serving("--start", START, "--replays", str(tmp_path / "kept")) as server:
        one, two = pair(server)
        one.read("room", "moveRequest")
        one.move("RIGHT", 0, 4)
        two.read("room", "moveRequest")
        waiting = server.client("waiting")
        waiting.say("<protocol><join/>").read("joined")
        assert server.end(how) == 0
        for client in (one, two):
            client.read("room", "result")
            client.read("left")
            client.read_all()
        assert [type(news).__name__ for news in waiting.read_all()] == ["Ended"], "who waited has no game to end"
        ends = server.rest()[-2:]
        assert re.fullmatch(r"[0-9a-f]{8}  over after 1 move\. The game was cancelled\.", ends[0])
        assert ends[1] == "Stopped; running games were cancelled."
        assert server.errors == ""
    [record] = kept(tmp_path / "kept")
    assert record.outcome.reason is Reason.CANCELLED
    assert [str(played.move) for played in record.moves] == ["A4-C4"]


@pytest.mark.parametrize("turns", range(6))
def test_who_comes_while_the_server_stops_is_not_left_hanging(turns: int) -> None:
    async def stopped() -> socket.socket:
        server = Server(Settings(package.game("piranhas-2026")))
        client = socket.create_connection(("127.0.0.1", await server.listen(port=0)), timeout=PATIENCE)
        for _ in range(turns):
            await asyncio.sleep(0)
        await server.stop()
        return client

    with asyncio.run(stopped()) as client:
        try:
            while client.recv(100):
                pass
        except ConnectionResetError:
            pass  # it was never let in


def test_who_does_not_read_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is still unsent, the socket is closed when the server has stopped."""
    monkeypatch.setattr(server_module, "PARTING", 0.0)

    async def stopped() -> socket.socket:
        server = Server(Settings(package.game("piranhas-2026")))
        port = await server.listen(port=0)
        client = socket.socket()
        client.settimeout(PATIENCE)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", port))
        while not server.lobby.connections:
            await asyncio.sleep(0)
        (connection,) = server.lobby.connections
        while connection.unsent < 10_000:
            connection.write("x" * 10_000)
            await asyncio.sleep(0)
        await server.stop()
        assert not server.lobby.connections
        return client

    with asyncio.run(stopped()) as client, suppress(ConnectionResetError):
        while client.recv(65536):
            pass
