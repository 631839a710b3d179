"""People at the page: somebody plays one short game after the other, and others look on and hear how it ends."""

import threading
from http.client import HTTPException
from typing import TYPE_CHECKING

from referee.told import GAME, LAST_ROUND
from schwarm.games.record import Record
from soak.loss import Loss
from web.arena import Visitor

if TYPE_CHECKING:
    from schwarm.games import Outcome

ME = {"kind": "person"}


class PageCrowd:
    """Plays in a thread of its own until the server is gone, or until it is told to stop."""

    def __init__(self, port: int, spectators: int) -> None:
        self.told: dict[str, Outcome] = {}
        """How each game ended, by its key, as soon as a spectator was told."""
        self.moves: dict[str, list[str]] = {}
        """What was sent to be played in each game."""
        self._port, self._spectators = port, spectators
        self._stop = threading.Event()
        self._ended_by: Exception | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def ended(self) -> bool:
        """Whether nobody plays any more."""
        return self._ended_by is not None

    def check_playing(self) -> None:
        """Raise a `Loss` if something went wrong while the server was there."""
        if self._ended_by is not None:
            raise Loss(f"people could not play on: {self._ended_by!r}") from self._ended_by

    def stop(self, seconds: float) -> None:
        """Wait until the game that is on is over, or its server gone."""
        self._stop.set()
        self._thread.join(seconds)
        if self._thread.is_alive():
            raise Loss("somebody at the page waits for ever")
        if isinstance(self._ended_by, Loss):
            raise self._ended_by

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                self.play()
        except (OSError, HTTPException, AssertionError) as error:
            self._ended_by = error

    def play(self) -> None:
        """One game, with spectators who come and go."""
        player = Visitor(self._port)
        spectators = [Visitor(self._port) for _ in range(self._spectators)]
        try:
            key = player.new_game(ME, ME, start={"position": LAST_ROUND})
            played = self.moves[key] = []
            streams = [each.follow(f"/api/v1/games/{key}/events") for each in spectators]
            state = GAME.parse(LAST_ROUND)
            while (outcome := state.outcome()) is None:
                move = str(state.legal_moves()[0])
                played.append(move)
                answer = player.ask(f"/api/v1/games/{key}/move", {"move": move, "turn": state.turn})
                if answer.status == 503:
                    # The page is still there for a moment and says that the server behind it is gone.
                    raise ConnectionError(answer.text)
                if answer.status != 200:
                    raise Loss(f"a move was refused: {answer.text}")
                state = state.play(move)
            sentences = {stream.event("end")["outcome"]["sentence"] for stream in streams}
            if len(sentences) > 1:
                raise Loss(f"spectators of {key} were told different ends: {sentences}")
            self.told[key] = outcome
        finally:
            for each in (player, *spectators):
                each.close()

    def check_kept(self, key: str, record: Record | None) -> None:
        """Raise a `Loss` if a game is not kept as people saw it."""
        if record is None:
            if key in self.told:
                raise Loss(f"the result of {key} is lost")
            return
        kept = [str(played.move) for played in record.moves]
        if kept != self.moves[key][: len(kept)]:
            raise Loss(f"{key} was played as {self.moves[key]} and is kept as {kept}")
        if key in self.told and record.outcome != self.told[key]:
            raise Loss(f"{key} ended with {self.told[key]} and is kept with {record.outcome}")
