"""How long the two sides of a game may think: one value for every limit, read and written in one grammar.

    2s               a move takes at most two seconds
    2s/10s           a move that takes longer loses, and is waited for up to ten seconds, as on the official server
    5m+3s            five minutes for the whole game, and three seconds more for every move
    5m+0s            five minutes for the whole game
    5m+0s, 30s a move
    red 5m+3s, blue 1m+0s
    none             as long as they like

Knows no record and no clock: what is left of a game's time follows from its moves, see `Record.remaining`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from schwarm.games.base import Game
from schwarm.games.outcome import Team
from schwarm.words import Figure, Message, SchwarmError, Sentence, excerpt

MIN_SECONDS, MAX_SECONDS = 0.001, 86_400.0
_TIME = r"\d{1,6}(?:\.\d{1,6})?[sm]"
_MOVE = rf"({_TIME})(?: ?/ ?({_TIME}))?"
_LIMITS = re.compile(rf"({_TIME}) ?\+ ?({_TIME})(?: ?, ?{_MOVE} a move)?")
_PER_MOVE = re.compile(_MOVE)
_SIDES = re.compile(r"red (.+?) ?, ?blue (.+)")
_NONE = "none"


class InvalidTime(SchwarmError, ValueError):
    """A text that is no time control, or one that contradicts itself."""


class MoveTime(NamedTuple):
    """Seconds for one move; None: as many as it takes."""

    late: float | None
    """A move that takes longer is too late."""
    wait: float | None
    """The referee stops waiting for it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long one side may think, in seconds; None: no limit."""

    move: float | None = None
    """A move that takes longer is too late."""
    wait: float | None = None
    """For how long the referee waits for a move that is late already; None: not at all."""
    game: float | None = None
    """For all moves together."""
    increment: float = 0.0
    """Added to what is left of the game's time after every move."""

    def __post_init__(self) -> None:
        for seconds in (self.move, self.wait, self.game, self.increment or None):
            if seconds is not None and not MIN_SECONDS <= seconds <= MAX_SECONDS:
                raise InvalidTime(OUT_OF_BOUNDS(seconds=Figure(seconds, None)))
        if self.wait is not None and (self.move is None or self.wait < self.move):
            raise InvalidTime(SHORT_WAIT(wait=Figure(self.wait, None), move=Figure(self.move or 0.0, None)))
        if self.increment and self.game is None:
            raise InvalidTime(NO_GAME_TIME())

    def for_move(self, remaining: float | None) -> MoveTime:
        """What the next move may take if so much is left of the game's time."""
        wait = self.move if self.wait is None else self.wait
        return MoveTime(_least(self.move, remaining), _least(wait, remaining))

    def total(self, moves: int) -> float | None:
        """The most that a number of moves can take together; None: unlimited."""
        for_game = None if self.game is None else self.game + moves * self.increment
        return _least(None if self.move is None else moves * self.move, for_game)

    def usual(self, moves: int) -> float | None:
        """What each of a number of moves may take without any of them being late; None: unlimited.

        For players who know only a time per move."""
        spread = None if self.game is None else self.game / max(1, moves) + self.increment
        return _least(self.move, spread)

    def __str__(self) -> str:
        move = "" if self.move is None else _write(self.move)
        if self.wait is not None:
            move += f"/{_write(self.wait)}"
        if self.game is None:
            return move or _NONE
        game = f"{_write(self.game)}+{_write(self.increment)}"
        return f"{game}, {move} a move" if move else game

    def tell(self) -> Message:
        """The same in words; for how long the referee waits concerns only those who are late."""
        parts: list[Message] = []
        if self.game is not None:
            told = GAME_AND_INCREMENT if self.increment else GAME
            parts.append(told(time=_tell(self.game), increment=_tell(self.increment)))
        if self.move is not None:
            parts.append(MOVE(time=_tell(self.move)))
        match parts:
            case []:
                return UNLIMITED()
            case [only]:
                return only
            case [game, move]:
                return BOTH(game=game, move=move)
        raise AssertionError


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long the two sides of a game may think.

    >>> time = TimeControl.parse("5m+3s, 30s a move")
    >>> time.red.game, time.blue.increment, str(time)
    (300.0, 3.0, '5m+3s, 30s a move')
    """

    red: Limits
    blue: Limits

    @classmethod
    def equal(cls, limits: Limits) -> "TimeControl":
        """The same for both."""
        return cls(limits, limits)

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read a time control; raises `InvalidTime` with one sentence."""
        plain = " ".join(text.lower().split())
        if sides := _SIDES.fullmatch(plain):
            return cls(_read(sides[1], text), _read(sides[2], text))
        return cls.equal(_read(plain, text))

    def of(self, team: Team) -> Limits:
        return (self.red, self.blue)[team.index]

    def for_each(self, change: Callable[[Team, Limits], Limits]) -> "TimeControl":
        """With the limits of both sides changed."""
        return TimeControl(change(Team.ONE, self.red), change(Team.TWO, self.blue))

    def swapped(self) -> "TimeControl":
        """The same for those who change sides."""
        return TimeControl(self.blue, self.red)

    def total(self, game: Game) -> float | None:
        """What all moves of a game can take together; None: as long as they like."""
        moves = game.last_turn // len(Team)
        red, blue = self.red.total(moves), self.blue.total(moves)
        return None if red is None or blue is None else red + blue

    @property
    def limited(self) -> bool:
        """Whether both sides' time is limited."""
        return None not in (self.red.usual(1), self.blue.usual(1))

    @property
    def endless(self) -> bool:
        """Whether neither side's time is limited."""
        return self == UNLIMITED_TIME

    def __str__(self) -> str:
        return str(self.red) if self.red == self.blue else f"red {self.red}, blue {self.blue}"

    def tell(self) -> Message:
        """In words, for people."""
        if self.red == self.blue:
            return self.red.tell()
        return EACH(red=self.red.tell(), blue=self.blue.tell())


UNLIMITED_TIME = TimeControl.equal(Limits())
CONTEST_TIME = TimeControl.equal(Limits(2.0, 10.0))
"""As on the official servers."""


def _read(text: str, whole: str) -> Limits:
    if text == _NONE:
        return Limits()
    if found := _PER_MOVE.fullmatch(text):
        return Limits(_seconds(found[1]), _seconds(found[2]))
    if found := _LIMITS.fullmatch(text):
        game, increment, move, wait = map(_seconds, found.groups())
        return Limits(move, wait, game, increment or 0.0)
    raise InvalidTime(NOT_A_TIME(text=excerpt(whole)))


def _seconds(text: str | None) -> float | None:
    return None if text is None else float(text[:-1]) * (60.0 if text.endswith("m") else 1.0)


def _write(seconds: float) -> str:
    if seconds >= 60 and seconds % 60 == 0:
        return f"{seconds / 60:g}m"
    return f"{seconds:.6f}".rstrip("0").rstrip(".") + "s"


def _tell(seconds: float) -> Message:
    if seconds >= 60 and seconds % 60 == 0:
        return MINUTES(n=Figure(seconds / 60, None))
    return SECONDS(n=Figure(seconds, None))


def _least(*limits: float | None) -> float | None:
    return min((limit for limit in limits if limit is not None), default=None)


NOT_A_TIME = Sentence(
    "“{text}” is not a time control; write 2s or 2s/10s for a move, 5m+3s for a game and what every move adds, "
    "5m+0s, 30s a move for both, red 5m+3s, blue 1m+0s for different ones, or none."
)
OUT_OF_BOUNDS = Sentence("A time limit is from 0.001 seconds to 24 hours, not {seconds} seconds.")
SHORT_WAIT = Sentence(
    "A move may take {move} seconds but would be waited for only {wait}; write the shorter time first, like 2s/10s."
)
NO_GAME_TIME = Sentence("Moves add time only to a time for the whole game; write it before the plus, like 5m+3s.")
SECONDS = Sentence("{n} s")
MINUTES = Sentence("{n} min")
MOVE = Sentence("{time} per move")
GAME = Sentence("{time} per game")
GAME_AND_INCREMENT = Sentence("{time} per game and {increment} more for every move")
BOTH = Sentence("{game}, at most {move}")
UNLIMITED = Sentence("no time limit")
EACH = Sentence("Red: {red}; Blue: {blue}")
