"""Positions and games as the API shows them."""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from schwarm.web.shell.contract import Line, Query, Text

Step = TypedDict("Step", {"from": str, "to": str})
"""From where to where; squares, or another place that a piece comes from."""


class MoveJson(Step):
    """A move, also as its text."""

    move: str


class PlayedMoveJson(MoveJson):
    """A move of a game."""

    turn: int
    seconds: NotRequired[float]
    note: NotRequired[str]


class PositionJson(TypedDict):
    """A position; with legal moves by the square they start from while a move is possible."""

    text: str
    turn: int
    round: int
    side: int
    letters: dict[str, str]
    standing: list[str]
    above: NotRequired[list[str]]
    """What belongs to it but lies on no square, as SVG: for the board as it is, and turned around."""
    moves: NotRequired[dict[str, list[str]]]
    texts: NotRequired[dict[str, str]]
    """The texts of moves that are not simply two squares."""


class OutcomeJson(TypedDict):
    """How a game ended."""

    winner: int | None
    reason: str
    points: list[int]
    sentence: str


class StencilJson(TypedDict):
    """The empty board of a game as SVG, where its squares are, what its pieces are called and whose they are."""

    width: int
    height: int
    left: int
    top: int
    unit: int
    trim: list[int]
    """What a small board leaves out of the picture: left, top, right, bottom."""
    columns: str
    rows: str
    defs: str
    ground: str
    tiles: str
    labels: str
    game: str
    names: dict[str, str]
    scope: str
    inks: list[str]
    owners: dict[str, int]
    digits: list[str]
    """The strokes of each digit, for numbers on plates."""
    seesThrough: bool


class GroupJson(TypedDict):
    """Squares of a side that belong together, such as a swarm; each side's heaviest comes first."""

    side: int
    squares: list[str]
    weight: int


class ExplanationJson(TypedDict):
    """Why a move is allowed or not, and the line that the rule looked along with the pieces it counted there."""

    legal: bool
    sentence: str
    line: list[str]
    count: int
    at: str | None
    """The square that decides."""
    landing: str | None
    """Where the piece would have to go instead."""


class LookJson(PositionJson):
    """A position, with a drawing for every letter, and the move that led to it."""

    stamps: dict[str, str]
    outcome: OutcomeJson | None
    move: MoveJson | None


class BoardJson(LookJson):
    """The position that a page begins with."""

    game: str
    sides: list[str]


class PositionQuery(Query):
    """A position of the game that the path names."""

    position: Text = ""
    rules: Line = "documents"


class MoveQuery(PositionQuery):
    """A position, and a move from it."""

    move: Text = ""


class PictureQuery(PositionQuery):
    """A position as a picture; `last` is the move that led to it."""

    last: Text = ""
    theme: Literal["light", "dark", "auto"] = "light"
    side: Literal["usual", "turned"] = "usual"
    width: Annotated[int, Meta(ge=0, le=99_999)] = 1000
    download: str | None = None


class GameJson(TypedDict):
    """A whole game: all positions, and between them all moves."""

    game: str
    title: str
    rules: str
    rounds: int
    sides: list[str]
    colours: list[str]
    names: list[str]
    outcome: OutcomeJson | None
    moves: list[PlayedMoveJson]
    positions: list[PositionJson]
    stamps: dict[str, str]
    record: NotRequired[str]
    """Its text, where that tells more than was played: variations."""
    overAt: NotRequired[int]
    """The number of moves until the end by the rules, where a record goes on after it."""
