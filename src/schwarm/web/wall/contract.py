"""Walls, as the API shows them."""

from typing import Annotated, NotRequired, TypedDict

from msgspec import Meta, field

from schwarm.web.board.contract import OutcomeJson, Step
from schwarm.web.shell.contract import Query, Text


class WallQuery(Query):
    """Games whose results a wall leaves out, and the edition that it knows."""

    hide: Annotated[list[Text], Meta(max_length=12)] = field(default_factory=list)
    edition: Text = ""


class RecordQuery(Query):
    """After how many moves the answer begins."""

    first: Annotated[int, Meta(ge=0, le=99_999)] = field(default=0, name="from")


class WallPlayerJson(TypedDict):
    """A player: name, picture and rating, each empty if unknown."""

    name: str
    fish: str
    rating: str


class WallGameJson(TypedDict):
    """A game that a board of the wall may show."""

    key: str
    players: list[WallPlayerJson]
    place: str
    """Where in the contest it belongs, in words."""
    live: bool
    interest: float
    """How much more than others it is worth looking at."""


class WallRowJson(TypedDict):
    """One line of a table; sparring partners have no place."""

    place: str
    name: str
    fish: str
    cells: list[str]


class WallTableJson(TypedDict):
    """A table; its last column is the one that counts."""

    title: str
    columns: list[str]
    rows: list[WallRowJson]
    note: str
    """A remark on its order."""


class WallUpsetJson(TypedDict):
    """A win against a much stronger opponent."""

    key: str
    winner: WallPlayerJson
    loser: WallPlayerJson
    gap: str


class WallDuelGameJson(TypedDict):
    """One game of an encounter: Red and the winner; 0 is the first of the two, None for a draw or a running game."""

    key: str
    red: int
    winner: int | None
    live: bool


class WallDuelJson(TypedDict):
    """An encounter of the Final Eight."""

    players: list[WallPlayerJson]
    games: list[WallDuelGameJson]
    winner: int | None
    """Who goes on, once that is certain."""


class WallRoundJson(TypedDict):
    """A round of the Final Eight."""

    id: str
    title: str
    duels: list[WallDuelJson]


class WallJson(TypedDict):
    """Everything a wall shows but the moves. All lists are bounded."""

    stamp: str
    """Which scripts the server has; a wall with others reloads."""
    state: str
    deadline: str
    """Until when teams of a league can hand in; empty without a deadline."""
    edition: str
    """Changes when a team is called something else, or is shown no longer."""
    boards: int
    """How many boards are right for what is on."""
    games: list[WallGameJson]
    """The newest first."""
    tables: list[WallTableJson]
    upsets: list[WallUpsetJson]
    next: list[list[WallPlayerJson]]
    rounds: list[WallRoundJson]
    difference: str
    """How the Final Eight differs from the rules, if it does."""


class WallPositionJson(TypedDict):
    """A position on a small board, with each side's points."""

    letters: dict[str, str]
    above: NotRequired[list[str]]
    points: list[int]
    round: int


class WallRecordJson(TypedDict):
    """A game from a move on; how it ended only where it has."""

    game: str
    colours: list[str]
    first: int
    """How many moves come before these."""
    moves: list[Step]
    positions: list[WallPositionJson]
    """After each of these moves; from the beginning on also the start."""
    stamps: dict[str, str]
    outcome: OutcomeJson | None
    live: bool
