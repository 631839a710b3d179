"""The end of a game: recorded first, told afterwards, at once or when whoever keeps the record says so."""

import logging
from collections.abc import Callable

log = logging.getLogger("schwarm.referee")

Work = Callable[[], None]


class Ending:
    """Happens once. `recorded` comes before anybody hears the result; whoever it is may `hold` the result then and
    `tell` it later. `finished` is called when it is told."""

    def __init__(self, room: str, recorded: Work, finished: Work) -> None:
        self._room, self._recorded, self._finished = room, recorded, finished
        self._held = False
        self._tell: Work | None = None

    def begin(self, tell: Work) -> None:
        """The game is over, and this is how everybody hears of it."""
        self._tell = tell
        self._inform(self._recorded)
        if not self._held:
            self.tell()

    def hold(self) -> None:
        """While the game is being recorded: nobody hears the result before `tell`."""
        self._held = True

    def tell(self) -> None:
        """The record is safe, or nobody wants to wait any longer."""
        tell, self._tell = self._tell, None
        if tell is not None:
            self._inform(self._finished)
            tell()

    def drop(self) -> None:
        """The room is left; nobody is there to be told."""
        self._tell = None

    def _inform(self, keeper: Work) -> None:
        try:
            keeper()
        except Exception:
            # Whoever keeps records may fail; the game is over all the same, and the players hear of it.
            log.exception("The game in room %s could not be kept.", self._room)
