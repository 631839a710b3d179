"""Games that others play, such as the processes of a contest: here they are only looked at."""

from collections import deque
from collections.abc import Sequence

from schwarm.games.record import Record
from schwarm.web.board import game_json
from schwarm.web.live.commands import RelayedGame
from schwarm.web.live.contract import KeyJson
from schwarm.web.live.live_game import LiveGame
from schwarm.web.live.live_games import LiveGames
from schwarm.web.live.side_player import Kind, SidePlayer
from schwarm.web.shell.background import in_background
from schwarm.words import speaking

MAX_ENDED = 20
"""Games that ended and stay at hand for the lists, though nobody looks at them; the store has them all."""


class GameElsewhere(LiveGame):
    """A game without a room. Its moves come from whoever plays it, and nobody here can do anything in it."""

    steerable = False

    @property
    def running(self) -> bool:
        return not self.over


class GamesElsewhere:
    """All games that others play, by whoever tells about them. Runs inside the event loop."""

    def __init__(self, live_games: LiveGames) -> None:
        self._live_games = live_games
        self._shown: dict[str, set[str]] = {}
        self._ended: deque[str] = deque()

    async def show(self, teller: str, games: Sequence[RelayedGame]) -> None:
        """How all games of a teller stand. Whatever it does not name any more is gone."""
        now = {game.key for game in games}
        for key in self._shown.get(teller, set()) - now:
            self._forget(key)
        self._shown[teller] = now
        for game in games:
            for record in game.steps:
                await self._go_on(game, record)
        self._shown[teller] -= {key for key in now if self._is_over(key)}
        if not self._shown[teller]:
            del self._shown[teller]

    def _is_over(self, key: str) -> bool:
        live_game = self._live_games.find(key)
        return live_game is None or live_game.over

    async def _go_on(self, game: RelayedGame, record: Record) -> None:
        live_game = self._live_games.find(game.key)
        if live_game is None:
            sides = SidePlayer(Kind.PLAYER, record.players[0]), SidePlayer(Kind.PLAYER, record.players[1])
            live_game = GameElsewhere(self._live_games, game.key, record, sides, kept=False, own=False)
            self._live_games.games[game.key] = live_game
            self._live_games.mark_changed(live_game)
        elif record.outcome is None:
            live_game.take_record(record)
        else:
            await self._end(live_game, record)

    async def _end(self, live_game: LiveGame, record: Record) -> None:
        """The whole game is known: whoever looks hears all of it once more, with what was noted."""
        for lang in live_game.feed.languages:
            with speaking(lang):
                await in_background(game_json.draw_ahead, record)
        live_game.take_final_record(record)
        live_game.feed.publish(lambda: ("sync", live_game.snapshot()))
        live_game.feed.publish(lambda: ("end", live_game.status()))
        self._live_games.mark_changed(live_game)
        self._ended.append(live_game.key)
        while len(self._ended) > MAX_ENDED:
            key = self._ended.popleft()
            if (old := self._live_games.find(key)) is not None and not len(old.feed):
                del self._live_games.games[key]

    def forget_ended(self, events: Sequence[str]) -> None:
        """Forget the games of these events that are over."""
        prefixes = tuple(f"{event}/" for event in events)
        for key, live_game in list(self._live_games.games.items()):
            if isinstance(live_game, GameElsewhere) and live_game.over and key.startswith(prefixes):
                self._forget(key)

    def _forget(self, key: str) -> None:
        """A game came to nothing: its contest was stopped, or it is to be tried again."""
        live_game = self._live_games.games.pop(key, None)
        if live_game is not None:
            live_game.feed.close()
            self._live_games.feed.publish(lambda: ("gone", KeyJson(key=key)))
