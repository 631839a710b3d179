"""What browsers hear about contests, and what they send. `scripts/contract` writes it down for the scripts."""

from typing import Literal, NotRequired, TypedDict


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


class SeasonFields(TypedDict):
    """A contest that has a file."""

    kind: str
    path: str


class ContestFields(TypedDict):
    """Any other contest. Text that is not a number is sent unchanged; `contest_form` explains."""

    kind: str
    game: str
    title: NotRequired[str]
    rules: NotRequired[str]
    games: int | str
    time: NotRequired[str]
    seed: NotRequired[int | str]
    players: list[str]
    options: NotRequired[dict[str, bool | int | str]]
    """What only this kind has, by the names in `Contest.options`."""
    sprt: NotRequired[list[float | str] | None]
    elo: NotRequired[Literal["logistic", "normalized"]]
