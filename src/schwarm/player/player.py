"""What a bot author derives from: one method to write, `choose`. Nothing here connects to anything."""

import argparse
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar

from schwarm.games import Move, Outcome, Team
from schwarm.player.clock import Clock

log = logging.getLogger("schwarm.player")


class Player(ABC):
    """Chooses moves.

    An author derives from it and hands the class to `schwarm.player.run`:

        class Heavy(Player):
            game = "piranhas-2026"

            def choose(self, state, clock):
                return max(state.legal_moves(), key=lambda move: state.play(move).heaviest(state.to_move))

        run(Heavy)

    There is no need to write `__init__`, nor to call this class's: it has none.
    """

    game: ClassVar[str] = "piranhas-2026"
    """The game it plays, by its id."""
    listener: Callable[[str], None] | None = None
    """Who hears the notes; by default the log."""

    @abstractmethod
    def choose(self, state: Any, clock: Clock) -> Move | str:
        """The move to play, as a move or as its text, such as `A4-C4`.

        `state` is a `State` of the game; who writes types may name its class, such as `PiranhasState`.
        `state.to_move` is the side this player plays, `state.legal_moves()` is what it may choose from, and
        `clock.left` is the number of seconds it has for that. The position is a value: trying moves with `state.play`
        changes nothing."""

    def began(self, team: Team) -> None:  # noqa: B027 (doing nothing is right for most players)
        """The game begins and this is our side. Nothing needs to be done.

        If this side moves first, the time this takes counts towards its first move."""

    def ended(self, outcome: Outcome) -> None:  # noqa: B027
        """The game is over, and this is how. Nothing needs to be done."""

    def note(self, text: str) -> None:
        """Say something about the move that is being chosen; a replay shows it beside the move.

        Notes travel separately and never disturb the game. Long ones are cut."""
        if self.listener is not None:
            self.listener(text)
        else:
            log.info("%s", text)

    @classmethod  # noqa: B027
    def options(cls, parser: argparse.ArgumentParser) -> None:
        """Add options of the player's own for the command line.

        What is added here is handed to `__init__` under the same name: `--depth` as `depth`."""
