"""Several processes of the page listen at one address."""

import select
import socket
import sys

import pytest

from patience import PATIENCE
from schwarm.web.server import bind, share


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the first one has to make way for the others")
def test_whoever_came_before_the_address_was_shared_is_served_and_nobody_takes_it_meanwhile() -> None:
    alone = bind("127.0.0.1", 0)
    address = alone.getsockname()
    early = socket.create_connection(address, PATIENCE)
    sockets = share(alone, 3)
    try:
        assert {each.getsockname() for each in sockets} == {address}
        assert select.select(sockets, [], [], PATIENCE)[0] == [sockets[0]]
        with pytest.raises(OSError, match="in use"):
            bind(*address)
    finally:
        for each in (early, *sockets):
            each.close()


def test_all_of_them_are_asked() -> None:
    sockets = share(bind("127.0.0.1", 0), 3)
    visitors = [socket.create_connection(sockets[0].getsockname(), PATIENCE) for _ in range(60)]
    try:
        assert len(select.select(sockets, [], [], PATIENCE)[0]) == 3
    finally:
        for each in (*visitors, *sockets):
            each.close()
