"""The engine, stored games and studies, as the API shows them."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from schwarm.web.board.contract import BoardJson, MoveJson, PositionQuery, Step
from schwarm.web.shell.contract import NO_NULL, Fields, Line, Query, Text
from schwarm.web.study.game_file import MAX_RECORD_LENGTH

RecordText = Annotated[str, Meta(max_length=MAX_RECORD_LENGTH, pattern=NO_NULL)]
StudyVersion = Annotated[int, Meta(ge=1, le=1_000_000_000)]

VerdictName = Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class HintJson(MoveJson):
    """A good move."""

    turn: int


class LineJson(MoveJson):
    """A move and how it would go on; the chance is always Red's."""

    pv: list[str]
    chance: float


class AnalysisJson(TypedDict):
    """What the engine thinks of a position so far, the best line first."""

    position: str
    depth: int
    nodes: int
    seconds: float
    lines: list[LineJson]


class VerdictJson(Step):
    """What the engine thinks of a move, and which one it would have played."""

    turn: int
    best: str
    verdict: VerdictName


class ReviewJson(TypedDict):
    """What the engine thinks of a game: Red's chance at every place, and a verdict on every move."""

    chances: list[float]
    moves: list[VerdictJson]
    mark: str
    """Which game it is about, for the store."""


class ProgressJson(TypedDict):
    done: int
    all: int


class NothingJson(TypedDict):
    """There is no more to say."""


class DetailsJson(TypedDict):
    """Details of a game beside its moves, as HTML, and the turns with output of bots."""

    html: str
    logs: list[int] | None
    next: str | None
    """The game that was begun after this one."""
    atHand: bool
    """Whether the game can be followed, or only the store has it."""


class OpeningJson(MoveJson):
    """A move that was played in a position, and how many of those games each side won."""

    red: int
    draws: int
    blue: int


class OpeningsJson(TypedDict):
    """What stored games say about a position, the most frequent moves first."""

    red: int
    draws: int
    blue: int
    moves: list[OpeningJson]
    complete: bool
    """Whether all games have been counted."""


AnalysisEvent = tuple[Literal["lines"], AnalysisJson] | tuple[Literal["done"], NothingJson]
ReviewEvent = tuple[Literal["progress"], ProgressJson] | tuple[Literal["review"], ReviewJson]


# -- the editor --------------------------------------------------------------------------------------------------


class PieceJson(TypedDict):
    """A piece that can be put on a board."""

    letter: str
    name: str


class EditorJson(BoardJson):
    """What a position can be made of."""

    pieces: list[PieceJson]
    most: dict[str, int]
    """How many pieces a game has at most, by the letters that are counted together."""
    lastTurn: int
    start: str
    """A position to begin with."""


# -- studies -----------------------------------------------------------------------------------------------------


class StudyJson(TypedDict):
    """A study: a game with variations and remarks as record text."""

    key: str
    text: str
    version: int


class StudyKeyJson(TypedDict):
    """A study that was just made, and the secret with which it can be changed."""

    key: str
    secret: str
    version: int
    title: str
    """As the server has read it: what was sent may have been a replay."""


class StudyVersionJson(TypedDict):
    version: int


class NewStudyFields(Fields):
    """A game with variations and remarks as record text, or a replay."""

    text: RecordText


class SecretFields(Fields):
    """The secret of a study. The administrator removes studies without it."""

    secret: Text = ""


class StudyFields(NewStudyFields):
    """A changed study: the version that was changed, and the text of a change after it whose answer got lost."""

    secret: Text
    version: StudyVersion
    after: RecordText = ""


class OpeningsQuery(PositionQuery):
    """Whose games are counted: those of a player, of people or of programs."""

    who: Literal["", "people", "programs"] = ""
    player: Line = ""


class FilmQuery(Query):
    """How a game is drawn as an animated picture."""

    theme: Literal["light", "dark"] = "light"
    side: Literal["usual", "turned"] = "usual"
