"""A game that was played here, with what its players printed, move by move."""

import math
from dataclasses import dataclass
from warnings import warn

from schwarm.games import Team
from schwarm.games.record import Record
from schwarm.launch.last_words import LOGGED
from schwarm.launch.output import OutputLine
from schwarm.words import Message

BEFORE_FIRST_MOVE = -1
"""The turn of what a player printed before it was asked for a move."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game that was played here: its record, and what each player printed before each of its moves and at the end."""

    record: Record
    printed: tuple[tuple[OutputLine, ...], ...]
    """As many as there are moves: the lines of the mover, from its request to its next one."""
    other_output: tuple[tuple[OutputLine, ...], tuple[OutputLine, ...]]
    """What else Red and Blue printed, before the first request or when no move came: how it began, why it crashed."""
    troubles: tuple[Message | None, Message | None] = (None, None)
    """Why Red or Blue could not be started, or how it ended before its game did."""
    first_asked_at: tuple[float, float] = (math.inf, math.inf)
    """When Red and Blue were asked for their first move, on the scale of the lines' times."""

    made_with_kit: tuple[bool, bool] = (False, False)
    """Whether Red and Blue are known to use the kit, so that advice about it helps."""

    def output_by_turn(self, team: Team) -> list[tuple[int, str]]:
        """Everything that a player printed, in order, by the turn it belongs to: `BEFORE_FIRST_MOVE` for what came
        before its first request, and the turn whose move never came for how it ended. Without the times that the kit's
        log has: moves have times of their own."""
        rest, first = self.other_output[team.index], self.first_asked_at[team.index]
        moved = enumerate(self.printed, self.record.start.turn)
        said = [(BEFORE_FIRST_MOVE, [line for line in rest if line.at < first])]
        said += [(turn, list(lines)) for turn, lines in moved if turn % 2 == team.index]
        said += [(own_turn(self.record.final.turn, team), [line for line in rest if line.at >= first])]
        return [(turn, "\n".join(LOGGED.sub("", line.text) for line in lines)) for turn, lines in said if lines]

    @property
    def remains(self) -> tuple[tuple[OutputLine, ...], tuple[OutputLine, ...]]:
        """The old name of `other_output`; it goes with the next version."""
        warn("PlayedGame.remains is now called other_output.", DeprecationWarning, stacklevel=2)
        return self.other_output

    def said(self, team: Team) -> list[tuple[int, str]]:
        """The old name of `output_by_turn`; it goes with the next version."""
        warn("PlayedGame.said is now called output_by_turn.", DeprecationWarning, stacklevel=2)
        return self.output_by_turn(team)


def own_turn(turn: int, team: Team) -> int:
    """The first turn from this one on that is the team's."""
    return turn + (turn - team.index) % 2
