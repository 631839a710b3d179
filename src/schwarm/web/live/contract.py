"""Live games, as the API shows them."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta, field

from schwarm.games.time_control import UNLIMITED_TIME
from schwarm.web.board.contract import GameJson, MoveJson, OutcomeJson, PlayedMoveJson, PositionJson
from schwarm.web.shell.contract import NO_NULL, Command, Fields, Line, Seed, Text

# -- answers -----------------------------------------------------------------------------------------------------


class PlayerJson(TypedDict):
    """A player of a side; of stored games only the name is known."""

    kind: Literal["person", "player", "client", ""]
    name: str
    here: bool


class ClockJson(TypedDict):
    """How long a side may think, in seconds; None: as long as it likes."""

    left: float | None
    """The rest of the time for the whole game at the beginning of this move."""
    limit: float | None
    """For a single move."""


class StatusJson(TypedDict):
    """What changes during a game besides its moves."""

    key: str
    live: bool
    settled: bool
    """Whether it is over and nothing more will be known of it: also what its bots printed last is on disk."""
    running: bool
    paused: bool
    asked: bool
    """Whether the side to move may move: also in a paused game, if it was asked before or for this move alone."""
    players: list[PlayerJson]
    clocks: list[ClockJson]
    elapsed: float
    outcome: OutcomeJson | None
    undo: bool
    wantsBack: int | None
    wantsDraw: int | None
    again: bool
    next: str | None
    trouble: str | None
    notSaved: str | None


class LiveGameJson(GameJson, StatusJson):
    """Everything about a game."""


class NewMoveJson(StatusJson):
    """A move that was just made, and the position after it."""

    move: PlayedMoveJson
    position: PositionJson
    stamps: dict[str, str]


class ThinkerJson(TypedDict):
    """A side for which Hecht thinks in the visitor's browser, how well and for how many seconds."""

    side: int
    level: int
    seconds: float


class VisitorJson(TypedDict):
    """What concerns one visitor of a game alone."""

    mine: list[int]
    thinks: list[ThinkerJson]
    admin: bool
    invite: str | None
    near: bool
    port: int | None
    client: bool


class GamePageJson(LiveGameJson):
    """What the page of a game begins with."""

    you: VisitorJson
    logs: list[int] | None
    """The turns with output of bots; None while they are unknown."""
    preface: str
    """The introduction of an example."""


class EmbeddedJson(TypedDict):
    """A stored game for pages of others."""

    key: str
    game: str
    names: list[str]
    moves: list[PlayedMoveJson]
    positions: list[PositionJson]
    stamps: dict[str, str]
    result: str
    turn: int | None
    turned: bool


class SummaryJson(TypedDict):
    """A game in a list: enough for a small board."""

    key: str
    game: str
    title: str
    colours: list[str]
    names: list[str]
    sides: list[str]
    letters: dict[str, str]
    above: list[str]
    stamps: dict[str, str]
    round: int
    side: int
    last: str | None
    running: bool
    over: bool
    watching: int
    join: str | None
    """The code with which anybody may take the free seat."""


class SummariesJson(TypedDict):
    tables: list[SummaryJson]


class KeyJson(TypedDict):
    """Which game is meant."""

    key: str


class LogJson(TypedDict):
    """What a bot printed about a move."""

    turn: int
    text: str


class WatchingJson(TypedDict):
    """How many look at a game without playing it."""

    watching: int


class AskedBotJson(TypedDict):
    """What a bot would play in a position, or why it made no move."""

    move: MoveJson | None
    note: str
    seconds: float | None
    printed: str
    why: str


class OriginJson(TypedDict):
    """Where a new game is to begin, as the address of the page says it; what is not said is empty."""

    key: str
    turn: str
    position: str


GameEvent = (
    tuple[Literal["you"], VisitorJson]
    | tuple[Literal["sync"], LiveGameJson]
    | tuple[Literal["status"], StatusJson]
    | tuple[Literal["move"], NewMoveJson]
    | tuple[Literal["end"], StatusJson]
    | tuple[Literal["watching"], WatchingJson]
)
ListEvent = (
    tuple[Literal["tables"], SummariesJson] | tuple[Literal["changed"], SummariesJson] | tuple[Literal["gone"], KeyJson]
)

# -- requests ----------------------------------------------------------------------------------------------------

Turn = Annotated[int, Meta(ge=0, le=1_000_000)]
Act = Literal[
    "undo",
    "decline",
    "resign",
    "withdraw",
    "draw",
    "allow-undo",
    "refuse-undo",
    "accept-draw",
    "refuse-draw",
    "pause",
    "go",
    "step",
    "cancel",
]
"""The commands that need no fields."""


class SideFields(Fields):
    """The player of a side: with "link" the first who follows the link, with "open" the first who joins."""

    kind: Literal["person", "link", "open", "client", "player"]
    name: Line = ""
    player: Command = ""
    browser: bool = False
    """Whether Hecht is to think in the visitor's browser."""


class StartFields(Fields):
    """Where a game begins: in another game (at a turn or after moves), at a position, or by a seed; else at random."""

    key: Text = ""
    turn: int | None = None
    after: int | None = None
    position: Text = ""
    seed: Seed = None


class NewGameFields(Fields):
    """A new game. A time control is written like 2s/10s, 5m or 3m+2s; empty is unlimited."""

    game: Text
    red: SideFields
    blue: SideFields
    rules: Text = "documents"
    time: Text = str(UNLIMITED_TIME)
    start: StartFields = field(default_factory=StartFields)


class MoveFields(Fields):
    """A move, and the turn it is meant for."""

    move: Annotated[str, Meta(max_length=20, pattern=NO_NULL)]
    turn: Turn


class AskBotFields(Fields):
    """Which bot is asked, and about which position."""

    player: Command
    game: Text
    position: Text
    rules: Text = "documents"


class SitFields(Fields):
    """The code of an invitation, and the visitor's name."""

    code: Text
    name: Line = ""
