"""Hecht at its seat, thinking in the browser of the person who plays against it; the server only referees.

It waits a bounded time for the browser's move and then thinks itself: a tab may be closed, and not every browser or
game can do without the server."""

import asyncio
from collections.abc import Callable, Iterable

from schwarm.games import Game, Move, Team, TimeControl
from schwarm.games.time_control import Limits
from schwarm.launch import RunningServer
from schwarm.launch.game_host import BuiltinOccupant
from schwarm.player import Clock, Sparring
from schwarm.protocol.messages import Event, LeftRoom, MoveRequested
from schwarm.referee import Room
from schwarm.web.errors import Refusal, Refused
from schwarm.web.live.contract import ThinkerJson
from schwarm.web.live.side_player import SidePlayer, for_program

MAX_SECONDS_TO_WAIT = 4.0
"""For a browser's move beyond the time that it thinks: it may have to fetch the core first."""
THINKING_SHARE = 0.95
"""Of its time, a browser thinks so much; as with a server, some is kept for the way."""


def seconds_to_think(agreed: Limits, game: Game) -> float:
    """For a move of Hecht with the time that was agreed; its own clock does not run."""
    seconds = for_program(agreed).usual(game.last_turn // len(Team))
    assert seconds is not None
    return seconds


def thinkers_of(sides: Iterable[SidePlayer], time: TimeControl, game: Game, visitor: str) -> list[ThinkerJson]:
    """The sides for which Hecht thinks in a visitor's browser."""
    return [
        {"side": team.index, "level": side.level, "seconds": seconds_to_think(time.of(team), game) * THINKING_SHARE}
        for team, side in zip(Team, sides, strict=True)
        if visitor and side.thinker == visitor
    ]


class BrowserPlayer(BuiltinOccupant):
    """A built-in player whose moves come from a browser, or from here if the browser does not send them."""

    def __init__(
        self,
        room: Room,
        player: Sparring,
        seconds: float,
        server: RunningServer,
        on_error: Callable[[BaseException], None],
    ) -> None:
        super().__init__(room, player, server, on_error)
        self._seconds = seconds
        self._declined = False
        self._waiting: asyncio.TimerHandle | None = None
        self._request: Event | None = None
        """What is waited for."""

    def notify(self, event: Event) -> None:
        if not isinstance(event, MoveRequested):
            if isinstance(event, LeftRoom):
                self._stop_waiting()
            super().notify(event)
            return
        self._request = event
        if self._declined:
            self._think()
        else:
            self._stop_waiting()
            loop = asyncio.get_running_loop()
            self._waiting = loop.call_later(self._seconds + MAX_SECONDS_TO_WAIT, self._think)

    def play(self, move: Move, *, at: float, now: float, delay: float) -> None:
        """The browser's move, which is legal; raises `Refused` where the server has begun to think."""
        if self._request is None:
            raise Refused(TOO_LATE())
        self._request = None
        self._stop_waiting()
        self.room.move(self, lambda _: move, at=at, now=now, delay=delay)

    def decline(self) -> None:
        """The browser cannot think in this game: from now on the server does."""
        self._declined = True
        if self._waiting is not None:
            self._think()

    def _think(self) -> None:
        self._stop_waiting()
        request, self._request = self._request, None
        seat = self.room.seat_of(self)
        if request is not None and seat is not None and self.room.asked is seat and not self.room.over:
            self.think(Clock(self._seconds))

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


TOO_LATE = Refusal("The server already thinks about this move itself.", status=409)
