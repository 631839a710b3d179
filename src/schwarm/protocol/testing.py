"""The test mode of 2019's server: an administrator has games played one after the other and asks how they add up."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SetTestMode:
    """Begin to add up the results of players, or stop."""

    on: bool


@dataclass(frozen=True, slots=True)
class AskScore:
    """Ask how a player has done since test mode began."""

    name: str


@dataclass(frozen=True, slots=True)
class TestModeSet:
    """Test mode is on, or off."""

    __test__ = False  # to a test runner the name looks like that of a test

    on: bool


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """How a player has done: how many games were counted, and a value for each part of a score."""

    name: str
    games: int
    values: tuple[float, ...]
