"""Who has how many engines at the tables of the page: nobody may take the last ones, however many games they watch."""

from collections import OrderedDict
from collections.abc import Sequence

from schwarm.web.live.live_game import LiveGame

MAX_ENGINES = 40
"""Engines that sit at tables at the same time; each remembers positions in 32 megabytes, and where many think at once,
games on the server wait for each other."""
MAX_CLIENT_ENGINES = 32
"""Those of one client: one for everybody in a class, which often comes from one address."""
MAX_REMEMBERED = 10_000
"""Games of which it is known who began them, also while they are put away."""


class EnginePlaces:
    """Knows by whom games with engines were begun."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, str] = OrderedDict()

    def remember(self, live_game: LiveGame, client: str) -> None:
        if client and live_game.engines:
            self._clients[live_game.key] = client
            if len(self._clients) > MAX_REMEMBERED:
                self._clients.popitem(last=False)

    def find_rivals(self, live_game: LiveGame, on: Sequence[LiveGame]) -> list[LiveGame]:
        """The games of which one has to go before a game can have its engines; none if there are places."""
        if not live_game.engines:
            return []
        client, engines = self._clients.get(live_game.key), [other for other in on if other.engines]
        own = [other for other in engines if client and self._clients.get(other.key) == client]
        if _count(own) >= MAX_CLIENT_ENGINES:
            return own
        return engines if _count(engines) >= MAX_ENGINES else []


def _count(live_games: Sequence[LiveGame]) -> int:
    return sum(live_game.engines for live_game in live_games)
