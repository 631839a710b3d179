"""Commands to a game that is on, and the state of games that are played elsewhere, as plain data."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from schwarm.games.record import Record

EXHIBITION = "exhibition"
"""The key of the game that is shown while somebody looks."""


@dataclass(frozen=True, slots=True)
class Move:
    """Play a move for the side whose turn it is."""

    text: str
    turn: int
    """The turn that the player saw; a move for another one is refused."""
    at: float
    """When it arrived, by the monotonic clock."""
    delay: float = 0.0
    """How long it may have waited for us before."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back one's last move; a person elsewhere is asked first."""


@dataclass(frozen=True, slots=True)
class Decline:
    """This browser cannot think for Hecht; the server is to do it."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Call off a game that nobody has come to yet."""


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw, or take the other side's offer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Say yes or no to what the other person asks for."""

    request: Literal["undo", "draw"]
    agrees: bool


@dataclass(frozen=True, slots=True)
class Sit:
    """Take the place that a link leads to."""

    code: str
    name: str


@dataclass(frozen=True, slots=True)
class Rematch:
    """Begin again with the sides swapped; answered with the new game's key."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop after the move that is waited for. This and what follows is for the administrator."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Let a paused game go on."""


@dataclass(frozen=True, slots=True)
class Step:
    """Let a paused game go on for one move."""


@dataclass(frozen=True, slots=True)
class Cancel:
    """End the game without a winner."""


PlayerCommand = Move | TakeBack | Decline | Resign | Withdraw | OfferDraw | Answer | Sit | Rematch
AdminCommand = Pause | Resume | Step | Cancel
Command = PlayerCommand | AdminCommand


class RelayedGame(NamedTuple):
    """The state of a game that is played elsewhere."""

    key: str
    """Under which it will be stored."""
    steps: tuple[Record, ...]
    """The game after each move since the last report; with an outcome only once that is on disk."""
