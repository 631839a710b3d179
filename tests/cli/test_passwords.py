"""`schwarm serve`: who may prepare games, and from where."""

import asyncio

import pytest

import schwarm as package
from cli.serving import Serving
from schwarm.referee.connection import Connection
from schwarm.referee.lobby import Lobby, Settings

pytestmark = pytest.mark.slow

PREPARE = '<prepare gameType="swc_2026_piranhas" pause="false"><slot/><slot/></prepare>'


def admitted(server: Serving, password: str) -> bool:
    """Whether somebody on this machine may prepare games with a password."""
    client = server.client("admin")
    client.say(f'<protocol><authenticate password="{password}"/>{PREPARE}')
    answer = client.read()
    if answer.tag == "prepared":
        return True
    assert "Failed to authenticate as administrator" in (answer.get("message") or "")
    return False


def test_without_a_password_one_is_made_up_and_shown() -> None:
    shown = []
    for password in (None, ""):
        with Serving(password=password) as server:
            shown.append(server.line(", on this machine: password ").rpartition(" ")[2])
            assert admitted(server, shown[-1])
            assert not admitted(server, "")
            assert not admitted(server, "examplepassword")
    assert shown[0] != shown[1]


def test_a_password_that_was_chosen_is_not_shown() -> None:
    with Serving(password="correct horse") as server:
        assert admitted(server, "correct horse")
        assert not admitted(server, "battery staple")
        assert server.end() == 0
        assert server.rest() == ["Stopped; running games were cancelled."]


class Peer(asyncio.Transport):
    """Stands for a client at some address, so that the test needs no second machine."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 50_000)})

    def write(self, data: object) -> None:
        """Nobody listens."""

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Nothing is ever kept."""

    def pause_reading(self) -> None:
        """The test sends when it likes."""

    resume_reading = pause_reading


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("192.0.2.7", False),
        ("10.0.0.127", False),
        ("fe80::1", False),
        ("::ffff:192.0.2.7", False),
    ],
)
def test_a_password_that_was_made_up_counts_on_this_machine_only(address: str, here: bool) -> None:
    async def admin(made_up: bool) -> bool:
        game = package.game("piranhas-2026")
        lobby = Lobby(Settings(game, password="secret", password_is_local=made_up))
        connection = Connection(lobby)
        connection.connection_made(Peer(address))
        said = b'<protocol><authenticate password="secret"/>'
        connection.get_buffer(-1)[: len(said)] = said
        connection.buffer_updated(len(said))
        while len(lobby.turns):
            await asyncio.sleep(0)
        return connection.admin

    assert asyncio.run(admin(made_up=True)) is here
    assert asyncio.run(admin(made_up=False)) is True
