"""The only way from a page to the games that are on: commands go in, plain data and events come out.

Nothing here is an object of the game itself, so that games can run in another process one day. `LocalLiveService` is
the service of this one.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, NamedTuple, TypedDict

from schwarm.games import State
from schwarm.games.record import Record
from schwarm.web.board.contract import BoardJson
from schwarm.web.live.commands import Command
from schwarm.web.live.contract import AskedBotJson, KeyJson, LiveGameJson, StatusJson, ThinkerJson, VisitorJson
from schwarm.web.shell.access import Visitor
from schwarm.web.shell.contract import DoneJson

EXHIBITION = "exhibition"
"""The key of the game that is shown while somebody looks."""


class Part(TypedDict):
    """What a visitor has to do with a game."""

    mine: list[int]
    """The sides they play."""
    thinks: list[ThinkerJson]
    """The sides for which Hecht thinks in their browser."""
    invite: str | None
    """The code of the link for their opponent, while nobody has followed it."""
    port: int | None
    """Where clients connect, if one is expected."""
    client: bool
    """Whether the game is one of the referee's own."""
    steerable: bool
    """Whether an administrator can pause or end it here."""


class Invitation(TypedDict):
    """What the link for an opponent leads to."""

    key: str
    title: str
    host: str
    board: BoardJson
    free: bool
    """Whether nobody has taken the seat yet."""


class RelayedGame(NamedTuple):
    """How a game stands that is played elsewhere."""

    key: str
    """Under which it will be stored."""
    steps: tuple[Record, ...]
    """The game after each move since it was told last; with an outcome only once that is on disk."""


class LiveService(ABC):
    """Games that are on. A game that was put away goes on when somebody asks for it; what is not granted raises
    `Refused` with one sentence."""

    @abstractmethod
    async def begin(self, wish: Mapping[str, Any], visitor: Visitor) -> str:
        """Begin a new game as the form asks for it; its key."""

    @abstractmethod
    async def handle(self, key: str, visitor: Visitor, command: Command) -> DoneJson | KeyJson:
        """Do what somebody asks for in a game. When this returns, it is usually on disk."""

    @abstractmethod
    async def snapshot(self, key: str) -> LiveGameJson | None:
        """How a game stands, with all its moves; None if it is not on."""

    @abstractmethod
    async def status(self, key: str) -> StatusJson | None:
        """What changes of a game besides its moves; None if it is not at hand. Nothing goes on by asking this."""

    @abstractmethod
    async def record(self, key: str) -> Record | None:
        """A game as a value, with what was noted so far; None if it is not at hand. Nothing goes on by asking this."""

    @abstractmethod
    async def part_of(self, key: str, visitor: Visitor) -> Part | None:
        """What a visitor has to do with a game, who is at its board by asking; None if it is not on."""

    @abstractmethod
    async def invitation(self, code: str) -> Invitation | None:
        """What the link with this code leads to; None if it leads nowhere."""

    @abstractmethod
    async def log(self, key: str, turn: int) -> str | None:
        """What the mover of a turn has printed; None if its process is gone, so that only the store knows."""

    @abstractmethod
    async def follow(self, key: str, lang: str, you: VisitorJson) -> AsyncIterator[bytes] | None:
        """Everything that happens in a game as events for a browser, beginning with what concerns them alone and how it
        stands; None if it is not on."""

    @abstractmethod
    async def follow_all(self, lang: str) -> AsyncIterator[bytes]:
        """Small boards of the latest games that are on, and what changes in any."""

    @abstractmethod
    async def ask_bot(self, player: str, state: State) -> AskedBotJson:
        """What a program would play in a position; whoever asks must be allowed to start programs."""

    @abstractmethod
    async def relay(self, teller: str, games: Sequence[RelayedGame]) -> None:
        """Let everybody watch games that are played elsewhere: how all of them stand that `teller` knows of."""

    @abstractmethod
    async def forget_relayed(self, events: Sequence[str]) -> None:
        """Forget the games of these leagues and contests that are over but still at hand: the store knows them, and
        what their players are called now."""

    @abstractmethod
    async def show_exhibition(self) -> LiveGameJson | None:
        """Somebody came who would like to see something: how the exhibition stands, if there is one."""
