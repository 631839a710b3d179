"""The moves of a contest's game while it is played, for whoever watches. The books know nothing of it.

What is told is bounded: a few times a second at most, and each time less than a pipe holds.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from typing import Any

from schwarm.launch import GameHost

TELL_EVERY = 0.25
"""Seconds between two looks at a game that is played."""
MAX_MOVES_AT_ONCE = 50
"""Moves that are told at once; the others follow."""


@dataclass(frozen=True, slots=True)
class GameProgress:
    """Some moves of a game that is being played."""

    key: str
    first: int
    """How many moves came before these."""
    moves: tuple[tuple[str, float | None], ...]
    """Their texts, and how many seconds each took."""

    def data(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, data: dict[str, Any]) -> "GameProgress":
        return cls(data["key"], data["first"], tuple((text, seconds) for text, seconds in data["moves"]))


Tell = Callable[[GameProgress], bool]
"""Told how far a game is; False if nobody could listen, so that the same is told again."""


class ProgressTeller:
    """Tells about one game from its beginning to its end."""

    def __init__(self, key: str, tell: Tell) -> None:
        self._key, self._tell, self._told = key, tell, -1

    @asynccontextmanager
    async def during(self, host: GameHost) -> AsyncIterator[None]:
        """Look at the game again and again; see `schwarm.launch.game_host.During`."""
        looking = asyncio.create_task(self._look(host))
        try:
            yield
        finally:
            looking.cancel()

    async def _look(self, host: GameHost) -> None:
        while True:
            moves = host.room.record.moves
            if host.room.running and len(moves) > self._told:
                first = max(0, self._told)
                some = tuple((str(each.move), each.seconds) for each in moves[first : first + MAX_MOVES_AT_ONCE])
                if self._tell(GameProgress(self._key, first, some)):
                    self._told = first + len(some)
            await asyncio.sleep(TELL_EVERY)
