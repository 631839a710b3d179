"""Clients that wait: networks take turns, and so do the clients of a network. A client that asks for much keeps only
itself waiting, and the owner of many addresses only its network."""

import asyncio
from collections import deque
from collections.abc import Iterable


def network_of(client: str) -> str:
    """The network of a client's address: /24 of IPv4, /48 of IPv6. A client without an address is one by itself."""
    if client.count(".") == 3:
        return client.rpartition(".")[0]
    return client[:14] if client.count(":") == 3 else client


class WaitingLine:
    """Runs inside the event loop."""

    def __init__(self) -> None:
        self._networks: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        """The network at the front is next, and in it the client at the front."""

    def __len__(self) -> int:
        return sum(len(queue) for clients in self._networks.values() for queue in clients.values())

    def join(self, client: str) -> asyncio.Future[None]:
        """Something to wait for that is done when the client is called."""
        turn = asyncio.get_running_loop().create_future()
        self._networks.setdefault(network_of(client), {}).setdefault(client, deque()).append(turn)
        return turn

    def call_next(self, last: str | None = None) -> str | None:
        """Call the client that is next and has not gone, if there is one; `last` only if no other waits."""
        while self._networks:
            network = _other_than(network_of(last or ""), self._networks)
            clients = self._networks.pop(network)
            client = _other_than(last, clients)
            queue = clients.pop(client)
            turn = queue.popleft()
            if queue:
                clients[client] = queue
            if clients:
                self._networks[network] = clients
            if not turn.done():
                turn.set_result(None)
                return client
        return None


def _other_than(last: str | None, waiting: Iterable[str]) -> str:
    """The first that is not the last one."""
    return next((each for each in waiting if each != last), last or "")
