"""The messages between clients and a game server, as values: the same for all seasons.

A codec turns them into a season's XML and back. No sockets and no rules here. Most are named tuples, whose classes take
an eighth of the time that data classes take to make: every bot starts by making all of them.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeVar

from schwarm.games import Explanation, Move, Outcome, State, Team

Kind = TypeVar("Kind")


def message(kind: type[Kind]) -> type[Kind]:
    """Compare a kind of message by kind and fields; tuples alone are equal if their fields are."""
    for name, method in COMPARISONS.items():
        setattr(kind, name, method)
    return kind


def _is_equal(one: tuple[object, ...], other: object) -> bool:
    return type(one) is type(other) and tuple.__eq__(one, other)


COMPARISONS = {"__eq__": _is_equal, "__ne__": object.__ne__, "__hash__": tuple.__hash__}

# -- what clients say ----------------------------------------------------------------------------------------


@message
class Join(NamedTuple):
    """Take a seat in any open game of a type; without one, in the server's default game."""

    game_type: str | None = None


@message
class JoinRoom(NamedTuple):
    """Take a free seat in a certain room."""

    room: str | None


@message
class JoinPrepared(NamedTuple):
    """Take the seat that a reservation code stands for."""

    code: str | None


@message
class Authenticate(NamedTuple):
    """Become an administrator."""

    password: str | None


@message
class Slot(NamedTuple):
    """A seat of a prepared game."""

    name: str | None = None
    can_timeout: bool = True
    reserved: bool = True
    paused: bool = False
    """2019 only: `shouldBePaused`; later seasons pause the whole game."""


@message
class Prepare(NamedTuple):
    """Make a room with two seats."""

    game_type: str | None
    pause: bool
    slots: tuple[Slot, ...]


@message
class Observe(NamedTuple):
    """Watch a room."""

    room: str | None


@message
class Pause(NamedTuple):
    """Stop a game after the pending move, or let it go on."""

    room: str | None
    pause: bool


@message
class Step(NamedTuple):
    """Let one move be made in a paused game; forced, begin even if a player is missing."""

    room: str | None
    forced: bool = False


@message
class Cancel(NamedTuple):
    """End a game now."""

    room: str | None


@message
class SentMove(NamedTuple):
    """A move as the wire has it: coordinates that need not be on the board, and a direction or a second place; or its
    text, for games without places of their own on the wire."""

    start: tuple[int, int] | None = None
    direction: str | None = None
    to: tuple[int, int] | None = None
    hints: tuple[str, ...] = ()
    """2019 only: remarks that a client sends along."""
    text: str = ""
    """The move in the game's notation, for games that were in no contest; such a move has no places."""


@message
class MoveSent(NamedTuple):
    """A player moves."""

    room: str | None
    move: SentMove


@message
class OtherSent(NamedTuple):
    """A room message that is no move: a kind that clients have no business sending, or nothing at all."""

    room: str | None
    kind: str = ""


@message
class ServerWordSent(NamedTuple):
    """A message that only servers say, such as `joined`."""

    room: str | None
    word: str


@dataclass(frozen=True, slots=True)
class Close:
    """The season's own word for goodbye."""


@message
class SetTestMode(NamedTuple):
    """Begin to add up the results of players, or stop."""

    on: bool


@message
class AskScore(NamedTuple):
    """Ask how a player has done since test mode began."""

    name: str


GuestRequest = Join | JoinRoom | JoinPrepared | Authenticate | MoveSent | OtherSent | ServerWordSent | Close
AdminRequest = Prepare | Observe | Pause | Step | Cancel | SetTestMode | AskScore
Request = GuestRequest | AdminRequest

# -- what servers say ----------------------------------------------------------------------------------------


class Leave(Enum):
    """How a player left a game; the value is the protocol's word."""

    SAID_GOODBYE = "RECEIVED_DISCONNECT"
    LOST = "LOST_CONNECTION"
    GARBAGE = "PROTOCOL_ERROR"
    NONSENSE = "UNKNOWN"
    NEVER_CAME = "NOT_CONNECTED"


@message
class Fault(NamedTuple):
    """What a side did wrong: an illegal move with its `explanation`, one out of turn (`expected`: whose, if any), a
    late one with its `limit`, or who left and how; `sent` is the beginning of an unreadable message, for people."""

    team: Team
    move: SentMove | None = None
    explanation: Explanation | None = None
    leave: Leave | None = None
    limit: float | None = None
    expected: Team | None = None
    sent: str = ""


@message
class Joined(NamedTuple):
    """You have a seat."""

    room: str


@message
class Welcome(NamedTuple):
    """The game begins and this is your side."""

    room: str
    team: Team


@message
class StateShown(NamedTuple):
    """The position, the move that led to it and the names of the players ("" where a player has none)."""

    room: str
    state: State
    last: Move | None = None
    names: tuple[str, str] = ("", "")


class TimeLeft(NamedTuple):
    """The time of a player who has one for the whole game, in seconds."""

    move: float
    """For this move: all that is left, unless a single move may take less."""
    game: float
    increment: float


@message
class MoveRequested(NamedTuple):
    """It is your turn. The official servers know only a time per move, which clients know beforehand."""

    room: str
    left: TimeLeft | None = None


@message
class ResultShown(NamedTuple):
    """How the game ended. `final` is the last position (None for a client); `faults` are empty after a regular end."""

    room: str
    outcome: Outcome
    final: State | None
    names: tuple[str, str] = ("", "")
    faults: tuple[Fault, ...] = ()


@message
class LeftRoom(NamedTuple):
    """The room is closed."""

    room: str


@message
class FaultShown(NamedTuple):
    """You did something wrong in a game, and this is what."""

    room: str
    outcome: Outcome
    fault: Fault
    names: tuple[str, str] = ("", "")


@message
class Complaint(NamedTuple):
    """What a fault looks like to a client: the server's own words and the move they are about."""

    room: str
    text: str
    move: SentMove | None = None


class Refusal(Enum):
    """Why a request was not granted."""

    NO_SUCH_ROOM = "no-such-room"
    ROOM_FULL = "room-full"
    SERVER_FULL = "server-full"
    NOT_A_MEMBER = "not-a-member"
    NO_RESERVATION = "no-reservation"
    NOT_ADMIN = "not-admin"
    WRONG_PASSWORD = "wrong-password"
    NOT_A_MOVE = "not-a-move"
    SERVER_WORD = "server-word"
    WRONG_SLOTS = "wrong-slots"
    TOO_MUCH_TALK = "too-much-talk"
    NO_SUCH_GAME = "no-such-game"


@message
class Refused(NamedTuple):
    """A request was not granted."""

    refusal: Refusal
    request: Request


@message
class Prepared(NamedTuple):
    """A room was made; a code for each reserved seat."""

    room: str
    codes: tuple[str, ...] = ()


@message
class Observed(NamedTuple):
    """You watch a room now."""

    room: str


@message
class SeatTaken(NamedTuple):
    """For administrators: a client joined a room."""

    room: str
    players: int
    existing: bool = False
    """2019 only: whether the room was there before."""


@message
class Paused(NamedTuple):
    """For observers: the game is paused, or goes on."""

    room: str
    paused: bool


@dataclass(frozen=True, slots=True)
class Closing:
    """2019's message before it disconnects."""


@dataclass(frozen=True, slots=True)
class TestModeSet:
    """Test mode is on, or off."""

    __test__ = False  # to a test runner the name looks like that of a test

    on: bool


@message
class ScoreShown(NamedTuple):
    """How a player has done: how many games were counted, and a value for each part of a score."""

    name: str
    games: int
    values: tuple[float, ...]


GameEvent = Joined | Welcome | StateShown | MoveRequested | ResultShown | LeftRoom | FaultShown | Complaint
Event = GameEvent | Refused | Prepared | Observed | SeatTaken | Paused | Closing | TestModeSet | ScoreShown
