"""What every season's codec can do. Each is found under its game's wire name, see `schwarm.protocol.codec_for`."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

from schwarm.games import Game, Move, State
from schwarm.protocol.element import Element
from schwarm.protocol.messages import Event, Leave, Request, SentMove


class BadPacket(Exception):
    """A packet the season's server cannot read; `leave` says how it counts for a player in a game."""

    def __init__(self, leave: Leave) -> None:
        super().__init__(leave.value)
        self.leave = leave


@dataclass(frozen=True, slots=True)
class ServerQuirks:
    """How a season's server behaves where seasons differ; the referee follows."""

    refusals_close: bool
    """A refused request ends the connection (2019); later seasons answer and go on."""
    faults_close: bool
    """A client that breaks a rule is disconnected and gets no result (2019)."""
    closes_politely: bool
    """Unreadable input and the end of a client's words are answered with `</protocol>` before the socket closes (2019);
    later seasons close it without a word."""
    plain_joins_time_out: bool
    """The time limits apply to everybody, not only to prepared seats that say so (all but 2022)."""
    joined_when_full: bool
    """A prepared join is answered only when the room is full (2019)."""
    paused_shows_observers: bool
    """While paused, observers get the states that players do not get yet (all but 2019)."""
    says_paused: bool
    """Observers are told when a game is paused or goes on (all but 2019)."""
    cancel_has_result: bool
    """A cancelled game ends with a result (all but 2019)."""
    cancel_judges: bool = False
    """That result is the one the position would have if the game ended there (2026)."""
    non_moves_lose: bool = False
    """A room message that is no move is against the rules (2019); later seasons refuse it, and the game goes on."""
    faults_void_points: bool = False
    """A side that breaks a rule scores nothing, not even a second value (2026); elsewhere the second value is kept."""


DEFAULT_QUIRKS = ServerQuirks(
    refusals_close=False,
    faults_close=False,
    closes_politely=False,
    plain_joins_time_out=True,
    joined_when_full=False,
    paused_shows_observers=True,
    says_paused=True,
    cancel_has_result=True,
)
"""How rooms behave where no season's server has to be imitated, as at the terminal."""


class Codec(ABC):
    """One season's XML, both directions. Stateless: any number of connections share one."""

    wire_name: str
    quirks: ServerQuirks

    # -- the server's side -----------------------------------------------------------------------------

    @abstractmethod
    def read_request(self, element: Element) -> Request:
        """What a client says; raises `BadPacket` for what the season's server does not understand."""

    @abstractmethod
    def write_event(self, event: Event) -> str:
        """What the server says, indented as the official server does, with a newline before and none after."""

    @abstractmethod
    def move(self, state: State, sent: SentMove) -> Move:
        """The move that a client means in this position.

        Asks the state for the move that a start and a direction mean. Raises `IllegalMove` for what the rules
        forbid, `InvalidMove` for places off the board that the season's server rules illegal too (2022), and
        `BadPacket` for places that it cannot even imagine (Piranhas)."""

    # -- the client's side -----------------------------------------------------------------------------

    @abstractmethod
    def write_request(self, request: Request) -> str:
        """What a client says, with a newline before."""

    @abstractmethod
    def read_event(self, game: Game, element: Element) -> Event | None:
        """What the server says; None for what this client does not know, as the protocol demands of clients.

        Raises `BadPacket` for a known message that makes no sense, such as a board with nine rows."""

    @abstractmethod
    def to_wire(self, state: State, move: Move) -> SentMove:
        """A move as the wire has it."""
