"""Games that are to be played and games that were: plain values that every kind of contest shares.

A fixture's key names the game within its contest for ever. Whoever plays it, however often it is tried, it counts once.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from schwarm.games import Outcome, Team
from schwarm.words import language

BETWEEN = " – "
"""Stands between two names in the key of an encounter, and so in no name."""
LOT = "lot"
"""Begins the name of what lots decide about a player."""
Results = Mapping[str, "Result"]
"""What was played, by key."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game that is to be played: who against whom, and from which start."""

    key: str
    red: str
    blue: str
    seed: int
    """Of the start, and of the choices of built-in players."""

    @property
    def players(self) -> tuple[str, str]:
        return self.red, self.blue


class ViolationNotes(NamedTuple):
    """What is known about how a game was broken off, in both languages: it is kept, and read by others later."""

    en: str = ""
    de: str = ""

    def __str__(self) -> str:
        return self.de if language() == "de" else self.en

    def __bool__(self) -> bool:
        return bool(self.en)


NO_NOTES = ViolationNotes()


class MoveTimes(NamedTuple):
    """How one player used its time in one game, in seconds."""

    moves: int = 0
    median: float = 0.0
    slowest: float = 0.0


class Result(NamedTuple):
    """How a fixture ended. A tuple, since a season has a hundred thousand of them."""

    key: str
    red: str
    blue: str
    outcome: Outcome
    why: ViolationNotes = NO_NOTES
    """What more is known about a violation: the sentence for the table."""
    thinking: tuple[MoveTimes, MoveTimes] = (MoveTimes(), MoveTimes())

    @property
    def players(self) -> tuple[str, str]:
        return self.red, self.blue

    @property
    def winner(self) -> str | None:
        return None if self.outcome.winner is None else self.players[self.outcome.winner.index]

    def team_of(self, player: str) -> Team:
        return Team.ONE if player == self.red else Team.TWO

    def score(self, player: str) -> float:
        """1 for a win, ½ for a draw, 0 for a loss; a game that nobody won regularly is a loss for both."""
        if self.outcome.winner is None:
            return 0.5 if self.outcome.reason.regular else 0.0
        return 1.0 if self.winner == player else 0.0

    @property
    def violator(self) -> str | None:
        """Who lost by breaking a rule or the contest's conditions, if one did."""
        if not self.outcome.reason.violation or self.outcome.winner is None:
            return None
        return self.players[self.outcome.winner.opponent.index]


def pair_fixtures(
    prefix: str, one: str, two: str, games: int, seed: int, results: Results | None = None
) -> list[Fixture]:
    """The games of an encounter: two from each start, with colours swapped, so that the first move alternates.

    Which starts are played depends on the prefix and the seed alone. With results, only what they lack."""
    fixtures = []
    for number in range(games):
        key = f"{prefix}/{number + 1}"
        if results is None or key not in results:
            red, blue = (one, two) if number % 2 == 0 else (two, one)
            fixtures.append(Fixture(key, red, blue, start_seed(f"{prefix}/{number // 2}", seed)))
    return fixtures


class DrawSeed(int):
    """A contest's seed, with what lots call its players: names may change while it is on, starts and lots may not."""

    drawn: Mapping[str, str]

    def __new__(cls, seed: int, drawn: Mapping[str, str]) -> "DrawSeed":
        made = super().__new__(cls, seed)
        made.drawn = drawn
        return made

    def translate(self, name: str) -> str:
        """What lots call an encounter or a player."""
        lot, _, player = name.partition("/")
        if lot == LOT:
            return f"{LOT}/{self.drawn.get(player, player)}"
        parts = [part.split(BETWEEN) for part in name.split("/")]
        # What stands alone is a stage, a group or a number.
        called = [[self.drawn.get(each, each) for each in part] if len(part) == 2 else part for part in parts]
        return "/".join(map(BETWEEN.join, called))


def start_seed(name: str, seed: int) -> int:
    """A seed that belongs to a name: the same again tomorrow and on every machine."""
    if isinstance(seed, DrawSeed):
        name = seed.translate(name)
    return int.from_bytes(hashlib.blake2b(f"{seed}/{name}".encode(), digest_size=6).digest())
