"""Contests, as the API shows them."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta, field

from schwarm.games.time_control import CONTEST_TIME
from schwarm.web.errors import Refusal
from schwarm.web.shell.contract import Command, Fields, Line, Seed, Text

MAX_GAMES = 20_000
"""Of a whole contest that is begun at the page."""
NOT_EVEN = Refusal("The number of games must be even, two from each start: from 2 to {most}.")
NO_TEST = Refusal("A test needs two Elo differences from −1000 to 1000, the smaller one first, such as 0 and 20.")


class ScoreboardJson(TypedDict):
    """How a contest stands, as HTML, and what decides about buttons."""

    html: str
    running: bool
    stopping: bool
    finished: bool
    elsewhere: bool
    state: str


class PublishedJson(TypedDict):
    """How it stands with the published pages of a contest; `share` is how much is done, from 0 to 1."""

    running: bool
    share: float
    sentence: str
    ready: bool


class NewContestJson(TypedDict):
    """The name of a contest in the store, and where its page is."""

    event: str
    address: str


ContestEvent = tuple[Literal["scoreboard"], ScoreboardJson]


class SeasonFields(Fields):
    """The folder of a season, on the computer that runs the page."""

    path: Command = ""


class AnyContestFields(Fields, kw_only=True):
    """What contests and those of leagues have in common."""

    kind: Line
    games: Annotated[int, Meta(ge=2, le=MAX_GAMES, multiple_of=2, extra={"sentence": NOT_EVEN(most=MAX_GAMES)})]
    title: Text = ""
    time: Text = ""
    options: dict[str, bool | int | Text | None] = field(default_factory=dict)
    """What only this kind has, by the names in `Contest.options`."""
    sprt: Annotated[list[float], Meta(extra={"sentence": NO_TEST()})] | None = None
    elo: Literal["logistic", "normalized"] = "logistic"


class ContestFields(AnyContestFields, kw_only=True):
    """A contest of any players."""

    game: Text
    players: list[Command]
    rules: Text = "documents"
    time: Text = str(CONTEST_TIME)
    seed: Seed = None
