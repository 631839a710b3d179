"""What is written down about a game for a page without a server. `scripts/contract` writes the same for the scripts."""

from typing import NotRequired, TypedDict


class KeptMoveJson(TypedDict):
    """A move of a game that is kept or written down."""

    move: str
    seconds: NotRequired[float]
    note: NotRequired[str]


class EndJson(TypedDict):
    """How a game ended, without words."""

    winner: int | None
    reason: str
    points: list[int]


class ExampleJson(TypedDict):
    """A whole game with remarks."""

    start: str
    names: list[str]
    moves: list[KeptMoveJson]
    outcome: EndJson | None
    preface: str


class GapJson(TypedDict):
    """A gap of a sentence for the next number; with names it is called by one: nobody, Red, Blue."""

    name: str
    names: list[str]


class StandingJson(TypedDict):
    """A sentence about how a game stands; the core has the numbers."""

    said: str
    gaps: list[GapJson]


class ReasonJson(TypedDict):
    """What is said when somebody won for a reason, and when nobody did."""

    won: str
    drawn: str
    regular: bool
    """Whether the game was played to its end."""


class GameFactsJson(TypedDict):
    """What depends on a game alone and not on a position, in one language."""

    game: str
    title: str
    start: str
    """A start, as an example of a position's text."""
    columns: str
    rows: str
    rounds: int
    sides: list[str]
    colours: list[str]
    stamps: dict[str, str]
    """A drawing for every letter."""
    beside: list[list[list[str]]]
    """What lies beside the board, by side and points: for the board as it is, and turned around. Often nothing."""
    reasons: dict[str, ReasonJson]
    rules: list[list[str]]
    """The sentences of the rules that decide about moves, in the core's order; with a second form if there is one."""
    kinds: dict[str, dict[str, str]]
    """What these sentences say of a piece, by its letter."""
    standing: list[StandingJson]
    example: ExampleJson | None
