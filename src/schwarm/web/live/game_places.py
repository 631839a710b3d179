"""Places for games of the page that are on, and for the engines in them: fair shares for the clients that began them.

Idle games take no share, since they make room for others; see `LiveGames`.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence

from schwarm.web.live.live_game import LiveGame
from schwarm.web.shell.fair_share import FairShare

MAX_ENGINES = 40
"""Engines that sit at tables at the same time; each remembers positions in 32 megabytes, and where many think at once,
games on the server wait for each other."""
MAX_CLIENT_ENGINES = 32
"""Those of one client: one for everybody in a class, which often comes from one address."""
MAX_REMEMBERED = 10_000
"""Games of which it is known who began them, also while they are put away."""


class GamePlaces:
    """Knows by whom games were begun."""

    def __init__(self, running: int) -> None:
        self.running = running
        self._clients: OrderedDict[str, str] = OrderedDict()

    def remember(self, live_game: LiveGame, client: str) -> None:
        if client:
            self._clients[live_game.key] = client
            if len(self._clients) > MAX_REMEMBERED:
                self._clients.popitem(last=False)

    def require(self, live_game: LiveGame, busy: Iterable[LiveGame]) -> None:
        """Raise `Refused` if a game is more than the share of its client, beside those that are not idle."""
        client = self._client(live_game)
        games, engines = FairShare((self.running + 1) // 2, self.running), FairShare(MAX_CLIENT_ENGINES, MAX_ENGINES)
        for other in busy:
            games.take(self._client(other))
            engines.take(self._client(other), other.engines)
        games.require(client)
        if live_game.engines:
            engines.require(client)

    def find_rivals(self, live_game: LiveGame, on: Sequence[LiveGame]) -> Sequence[LiveGame]:
        """The games of which one has to go before a game can begin; none if there are places."""
        if len(on) >= self.running:
            return on
        if not live_game.engines:
            return []
        client, rivals = self._client(live_game), [other for other in on if other.engines]
        own = [other for other in rivals if self._client(other) == client]
        if _count_engines(own) >= MAX_CLIENT_ENGINES:
            return own
        return rivals if _count_engines(rivals) >= MAX_ENGINES else []

    def _client(self, live_game: LiveGame) -> str:
        # A game that is not counted is a client by itself.
        return self._clients.get(live_game.key, live_game.key)


def _count_engines(live_games: Sequence[LiveGame]) -> int:
    return sum(live_game.engines for live_game in live_games)
