"""What a season's codec is put together from: its names for things, and parts that each read and write one thing.

A part is any object with these methods; it inherits nothing and knows no other part but those it is given.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from schwarm.games import Game, Move, State
from schwarm.protocol.element import Element
from schwarm.protocol.messages import Complaint, Fault, FaultShown, Refused, ResultShown, SentMove, StateShown


@dataclass(frozen=True, slots=True)
class Words:
    """What a season calls things that all seasons have."""

    close_tag: str
    password: str = "password"
    """The attribute of an administrator's password."""
    other_password: str = "passphrase"
    """What other seasons call it: a request with this one instead is from such a season."""
    move_request: str = "moveRequest"
    colours: tuple[str, str] = ("ONE", "TWO")
    """What the sides are called in a welcome."""
    pauses_slots: bool = False
    """A pause is asked for by the slots of a prepared game, not by the game."""
    counts_players: bool = True
    """Administrators hear how many players a room has when somebody joins; else whether the room was there before."""
    other_kinds: tuple[str, ...] = ("memento", "welcomeMessage", "result", "error", "paused")
    """Room messages besides moves and requests for them; clients have no business sending them."""
    full_names: Mapping[str, str] = field(default_factory=dict)
    """Java's names of the classes behind messages; the official servers understand them too."""
    server_words: Mapping[str, str] = field(default_factory=dict)
    """Messages that only servers say and that are refused, not garbage, from a client; with Java's name of each."""
    tested_parts: tuple[tuple[str, str], ...] = ()
    """What the parts of a score in test mode are called and how they are added up; nothing where there is none."""


class Moves(Protocol):
    """How moves are on the wire."""

    def read(self, data: Element) -> SentMove:
        """The move in a `<data class="move">`; raises `BadPacket`."""

    def write(self, depth: int, name: str, sent: SentMove) -> str:
        """A move as an element of class `move` with this name."""

    def resolve(self, state: State, sent: SentMove) -> Move:
        """The move that a client means in this position, see `Codec.move`."""

    def to_wire(self, state: State, move: Move) -> SentMove:
        """A move as the wire has it."""


class States(Protocol):
    """How positions are on the wire."""

    def write(self, event: StateShown) -> str:
        """The `<state>` of a memento, at depth 3."""

    def read(self, game: Game, room: str, state: Element) -> StateShown:
        """The inverse; raises `BadPacket` or a `SchwarmError` for what is not a state of this season."""


class Results(Protocol):
    """How the end of a game is told."""

    def write(self, event: ResultShown) -> str:
        """The inside of a `<data class="result">`, at depth 3."""

    def read(self, room: str, data: Element) -> ResultShown:
        """The inverse, as far as the wire tells; raises `BadPacket`."""


class Complaints(Protocol):
    """How a player is told what it did wrong in a game."""

    def word(self, event: FaultShown) -> Complaint:
        """A fault in the season's words."""

    def write(self, event: Complaint) -> str:
        """The `<data class="error">`, at depth 2."""


class Refusals(Protocol):
    """How a client is told that a request is not granted."""

    def write(self, event: Refused) -> str:
        """The answer to the request."""

    def read(self, element: Element) -> Refused | None:
        """The inverse, as far as the wire tells."""


class MoveWords(Protocol):
    """Moves in the sentences of the servers since 2022."""

    def describe(self, sent: SentMove) -> str:
        """A move."""

    def mistake(self, fault: Fault) -> str:
        """What is wrong with a move."""

    def mistake_name(self, fault: Fault) -> str:
        """The same where the server complains to the player; some mistakes have a name there."""
