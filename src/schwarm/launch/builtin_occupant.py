"""A built-in player at its seat in a room, where it is asked like everybody else."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from schwarm.launch.running_server import RunningServer
from schwarm.player import Clock, Sparring
from schwarm.protocol.messages import Event, Leave, LeftRoom, MoveRequested
from schwarm.referee import Room

if TYPE_CHECKING:
    from schwarm.games import Move


# Players that think in Python think one after the other: more threads would not be faster, but each would take Python
# away from the event loop for a while.
_quick = ThreadPoolExecutor(1, "schwarm-quick")


class BuiltinOccupant:
    """A built-in player at its seat. It thinks in a thread, so that the server can go on meanwhile."""

    def __init__(
        self,
        room: Room,
        player: Sparring,
        server: RunningServer,
        on_error: Callable[[BaseException], None],
    ) -> None:
        self.room, self.player = room, player
        self._threads = _quick if player.quick else server.threads
        self._clock, self._on_error = server.lobby.clock, on_error
        self._thinking: asyncio.Future[Move] | None = None

    def notify(self, event: Event) -> None:
        if isinstance(event, MoveRequested):
            left = event.left
            late = self.room.record.time_to_move().late
            self.think(Clock.for_game(self.room.state, *left) if left else Clock(late))
        elif isinstance(event, LeftRoom) and self._thinking is not None:
            # Others need the processor; and who waits for a thread need not begin.
            self._thinking.cancel()
            self.player.stop()

    def think(self, clock: Clock) -> None:
        self._thinking = asyncio.get_running_loop().run_in_executor(
            self._threads, self.player.choose, self.room.state, clock
        )
        self._thinking.add_done_callback(self._answer)

    def _answer(self, thinking: "asyncio.Future[Move]") -> None:
        if thinking.cancelled():
            return
        if error := thinking.exception():
            self._on_error(error)
            self.room.leave(self, Leave.LOST)
            return
        move, now = thinking.result(), self._clock()
        self.room.move(self, lambda state: move, at=now, now=now)

    def disconnect(self) -> None:
        """Built-in players break no rules."""
