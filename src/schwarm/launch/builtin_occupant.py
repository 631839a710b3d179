"""A built-in player at its seat in a room, where it is asked like everybody else."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from schwarm.player import Clock, Sparring
from schwarm.protocol.messages import Event, Leave, MoveRequested
from schwarm.referee import Room
from schwarm.referee.seat import Limits

if TYPE_CHECKING:
    from schwarm.games import Move


class BuiltinOccupant:
    """A built-in player at its seat. It thinks in a thread, so that the server can go on meanwhile."""

    def __init__(
        self,
        room: Room,
        player: Sparring,
        limits: Limits,
        clock: Callable[[], float],
        on_error: Callable[[BaseException], None],
    ) -> None:
        self.room, self.player, self.limits = room, player, limits
        self._clock, self._on_error = clock, on_error

    def notify(self, event: Event) -> None:
        if isinstance(event, MoveRequested):
            thinking = asyncio.get_running_loop().run_in_executor(
                None, self.player.choose, self.room.state, Clock(self.limits.soft)
            )
            thinking.add_done_callback(self._answer)

    def _answer(self, thinking: "asyncio.Future[Move]") -> None:
        if error := thinking.exception():
            self._on_error(error)
            self.room.leave(self, Leave.LOST)
            return
        move, now = thinking.result(), self._clock()
        self.room.move(self, lambda state: move, at=now, now=now)

    def disconnect(self) -> None:
        """Built-in players break no rules."""
