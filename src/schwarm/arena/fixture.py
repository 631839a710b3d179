"""A game of a contest before and after it is played: plain values that all kinds of contest share.

A game's key names it within its contest for good: replayed or delivered twice, it counts once.
"""

import hashlib
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from schwarm.games import Outcome, Team
from schwarm.words import language

BETWEEN = " – "
"""Separates the two names of an encounter; not allowed in a name."""
LOT = "lot"
"""Prefix of the names under which lots are drawn."""


class GameKey(str):
    """A game's place in its contest, as text: `stage/encounter/number`, such as `championship/A/One – Two/3`.

    The text is the value: stores, addresses and reports carry it. Here it is put together and taken apart."""

    __slots__ = ()

    @classmethod
    def of(cls, encounter: str, number: int) -> "GameKey":
        """The key of a game, counted from 1 within its encounter."""
        return cls(f"{encounter}/{number}")

    @property
    def encounter(self) -> str:
        """The key of the encounter, which all its games share."""
        return self.rpartition("/")[0]

    @property
    def stage(self) -> str:
        """The stage of the encounter. An encounter that does not name two players is a stage itself."""
        stage, _, last = self.encounter.rpartition("/")
        return stage if BETWEEN in last else self.encounter

    def is_in(self, stage: str | None) -> bool:
        """Whether the game belongs to this stage or to a part of it, such as a round; None is the whole contest."""
        return stage is None or self.stage == stage or self.stage.startswith(f"{stage}/")

    @property
    def players(self) -> str:
        """The names in the encounter, as written; empty where a stage is a single encounter."""
        last = self.encounter.rpartition("/")[2]
        return last if BETWEEN in last else ""

    @property
    def number(self) -> int:
        """Which game of its encounter."""
        return int(self.rpartition("/")[2])

    @property
    def pair(self) -> int:
        """Which pair of games, from 0: both games of a pair have the same start."""
        return (self.number - 1) // 2


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game that is due: who plays whom, and from which start."""

    key: GameKey
    red: str
    blue: str
    seed: int
    """Of the start, and of the choices of built-in players."""

    @property
    def players(self) -> tuple[str, str]:
        return self.red, self.blue


class ViolationNotes(NamedTuple):
    """Why a game was cut short, in both languages: it is stored and read later."""

    en: str = ""
    de: str = ""

    def __str__(self) -> str:
        return self.de if language() == "de" else self.en

    def __bool__(self) -> bool:
        return bool(self.en)


NO_NOTES = ViolationNotes()


class MoveTimes(NamedTuple):
    """A player's time use in one game, in seconds."""

    moves: int = 0
    median: float = 0.0
    slowest: float = 0.0


class Result(NamedTuple):
    """How a game ended. A tuple: a season has a hundred thousand of them."""

    key: GameKey
    red: str
    blue: str
    outcome: Outcome
    why: ViolationNotes = NO_NOTES
    """Details of a violation: the sentence for the table."""
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
        """1 for a win, ½ for a draw, 0 for a loss; a game without a winner that was not drawn is a loss for both."""
        if self.outcome.winner is None:
            return 0.5 if self.outcome.reason.regular else 0.0
        return 1.0 if self.winner == player else 0.0

    @property
    def violator(self) -> str | None:
        """The player who lost by breaking a rule or the contest's conditions."""
        if not self.outcome.reason.violation or self.outcome.winner is None:
            return None
        return self.players[self.outcome.winner.opponent.index]


def pair_fixtures(
    encounter: str, one: str, two: str, games: int, seed: int, played: Container[int] = ()
) -> list[Fixture]:
    """The games of an encounter without those already played, by number.

    Two games from each start with colours swapped; the first move alternates. The starts depend on the encounter and
    the seed alone."""
    fixtures = []
    for number in range(1, games + 1):
        if number not in played:
            red, blue = (one, two) if number % 2 else (two, one)
            start = start_seed(f"{encounter}/{(number - 1) // 2}", seed)
            fixtures.append(Fixture(GameKey.of(encounter, number), red, blue, start))
    return fixtures


class DrawSeed(int):
    """A contest's seed with fixed aliases of its players: a rename during the contest changes no start and no lot."""

    drawn: Mapping[str, str]

    def __new__(cls, seed: int, drawn: Mapping[str, str]) -> "DrawSeed":
        made = super().__new__(cls, seed)
        made.drawn = drawn
        return made

    def translate(self, name: str) -> str:
        """The name of an encounter or a player with aliases."""
        lot, _, player = name.partition("/")
        if lot == LOT:
            return f"{LOT}/{self.drawn.get(player, player)}"
        parts = [part.split(BETWEEN) for part in name.split("/")]
        # A part without a separator is a stage, a group or a number.
        called = [[self.drawn.get(each, each) for each in part] if len(part) == 2 else part for part in parts]
        return "/".join(map(BETWEEN.join, called))


def start_seed(name: str, seed: int) -> int:
    """A seed derived from a name by hashing: the same on every machine."""
    if isinstance(seed, DrawSeed):
        name = seed.translate(name)
    return int.from_bytes(hashlib.blake2b(f"{seed}/{name}".encode(), digest_size=6).digest())
