"""How a game can end, from the rules to the web page: the two sides, the reasons, the outcome.

Schwarm's own reasons are the members of `Reason`; a game declares further ones with `Reason.declare` and names them
when it registers. A reason whose game is not installed is still one: it is told by its id.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn, overload

from schwarm.games.discovery import discover
from schwarm.words import Message, SchwarmError, Sentence, excerpt


class Team(Enum):
    """The two sides. ONE moves first; Red in all three games."""

    ONE = "ONE"
    TWO = "TWO"

    @property
    def opponent(self) -> "Team":
        """The other side."""
        return Team.TWO if self is Team.ONE else Team.ONE

    @property
    def index(self) -> int:
        """0 for ONE and 1 for TWO: the place of a side in every pair."""
        return 0 if self is Team.ONE else 1

    def __repr__(self) -> str:
        return f"Team.{self.name}"


def no_side(given: object) -> NoReturn:
    """Refuse what is neither side, before it counts as one of them."""
    raise SchwarmError(NOT_A_SIDE(given=excerpt(repr(given))))


_ID = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
MAX_ID = 40
"""Characters of a reason's id."""

_declared: dict[str, "Reason"] = {}


class _Reasons(type):
    """What makes the class itself a collection, as an enumeration is: `list(Reason)`."""

    def __iter__(cls) -> Iterator["Reason"]:
        return iter(tuple(_declared.values()))

    def __len__(cls) -> int:
        return len(_declared)


def _made(
    kind: "type[Reason]",
    value: str,
    sentence: Sentence,
    word: Sentence,
    *,
    regular: bool,
    member: str = "",
    known: bool = True,
) -> "Reason":
    reason = object.__new__(kind)
    reason.value, reason.sentence, reason.word = value, sentence, word
    reason.regular, reason.known, reason._member = regular, known, member
    return reason


class _Member:
    """A reason of Schwarm's own, as it is written in the class below."""

    def __init__(self, value: str, sentence: Sentence, word: Sentence, *, regular: bool = True) -> None:
        self.facts = value, sentence, word, regular

    def __set_name__(self, owner: "type[Reason]", name: str) -> None:
        value, sentence, word, regular = self.facts
        self.reason = _declared[value] = _made(owner, value, sentence, word, regular=regular, member=name)

    @overload
    def __get__(self, instance: None, owner: type) -> "Reason": ...
    @overload
    def __get__(self, instance: object, owner: type) -> "Reason": ...
    def __get__(self, instance: object, owner: type) -> "Reason":
        return self.reason


class Reason(metaclass=_Reasons):
    """Why a game ended. The first group are the rules' own endings; a referee adds the others.

    Found by its value, `Reason("draw")`; that raises `ValueError` for an undeclared value, and `Reason.read`
    never does for what could be one. Sentences have the gaps {winner} and {loser}: names of sides or of players.
    """

    __slots__ = ("_member", "known", "regular", "sentence", "value", "word")

    value: str
    """Its id, as records, tables and the wire have it."""
    sentence: Sentence
    """The whole sentence."""
    word: Sentence
    """A word or two for tables, where a sentence has no room."""
    regular: bool
    """Whether the rules themselves ended the game."""
    known: bool
    """Whether it is declared; if not, its game is not installed here and its id is all there is to say."""
    _member: str

    HEAVIER_SWARM = _Member("heavier", Sentence("{winner} wins: the heavier swarm."), Sentence("heavier swarm"))
    FIRST_SWARM = _Member(
        "first-swarm",
        Sentence("{winner} wins: equal swarms, and {winner} brought about the first complete one."),
        Sentence("first complete swarm"),
    )
    ONLY_SWARM = _Member("swarm", Sentence("{winner} wins: all fish in a single swarm."), Sentence("single swarm"))
    AMBERS = _Member("ambers", Sentence("{winner} wins: more ambers."), Sentence("more ambers"))
    ADVANCED = _Member(
        "advanced",
        Sentence("{winner} wins: equal ambers, and a light piece that went further."),
        Sentence("light piece further"),
    )
    BLOCKED = _Member("blocked", Sentence("{winner} wins: {loser} cannot move."), Sentence("cannot move"))
    GOAL = _Member("goal", Sentence("{winner} wins."), Sentence("goal reached"))
    """Reached the aim of a game; for games from elsewhere that need no word of their own."""
    DRAW = _Member("draw", Sentence("A draw."), Sentence("draw"))
    AGREED = _Member("agreed", Sentence("A draw: both players agreed."), Sentence("draw agreed"))
    """No rule knows it: only people who play at the page can agree on a draw."""

    TIMEOUT = _Member(
        "timeout", Sentence("{winner} wins: {loser} ran out of time."), Sentence("too slow"), regular=False
    )
    NO_ANSWER = _Member(
        "no-answer", Sentence("{winner} wins: {loser} sent no move in time."), Sentence("no answer"), regular=False
    )
    ILLEGAL_MOVE = _Member(
        "illegal-move",
        Sentence("{winner} wins: {loser} made an illegal move."),
        Sentence("illegal move"),
        regular=False,
    )
    OUT_OF_TURN = _Member(
        "out-of-turn", Sentence("{winner} wins: {loser} moved out of turn."), Sentence("out of turn"), regular=False
    )
    GARBAGE = _Member(
        "garbage",
        Sentence("{winner} wins: {loser} sent an invalid message."),
        Sentence("invalid message"),
        regular=False,
    )
    LEFT = _Member("left", Sentence("{winner} wins: {loser} left the game."), Sentence("left"), regular=False)
    CRASHED = _Member("crashed", Sentence("{winner} wins: {loser} crashed."), Sentence("crashed"), regular=False)
    NEVER_CAME = _Member(
        "never-came", Sentence("{winner} wins: {loser} never joined."), Sentence("never joined"), regular=False
    )
    RESIGNED = _Member("resigned", Sentence("{winner} wins: {loser} resigned."), Sentence("resigned"), regular=False)
    CANCELLED = _Member("cancelled", Sentence("The game was cancelled."), Sentence("cancelled"), regular=False)

    def __new__(cls, value: object) -> "Reason":
        """A lookup, as with enumerations."""
        return _found(value)

    @staticmethod
    def declare(value: str, *, sentence: Sentence, word: Sentence, regular: bool = True) -> "Reason":
        """A reason of a game's own. `ValueError` for an id that is malformed or taken."""
        if not is_id(value):
            raise ValueError(f"{value!r} is no id of a reason: small letters and digits, joined by hyphens")
        made = _made(Reason, value, sentence, word, regular=regular)
        there = _declared.setdefault(value, made)
        if (there.sentence, there.word, there.regular) != (sentence, word, regular):
            raise ValueError(f"the reason {value!r} is declared already, and differently")
        return there

    @staticmethod
    def read(value: str) -> "Reason":
        """The reason with this value, also where its game is not installed. `ValueError` for what is no id at all."""
        try:
            return _found(value)
        except ValueError:
            if not is_id(value):
                raise
        # Of the reasons that end a game against its rules a referee has the list, so this one is a game's.
        return _made(Reason, value, UNKNOWN, Sentence(value), regular=True, known=False)

    def reworded(self, *, sentence: Sentence, word: Sentence) -> "Reason":
        """The same reason as a game says it whose rules have another word for it. It is named among its `reasons`."""
        return _made(Reason, self.value, sentence, word, regular=self.regular, member=self._member)

    def in_words_of(self, reasons: Iterable["Reason"]) -> "Reason":
        """This reason as a game with these `reasons` says it."""
        return next((own for own in reasons if own == self), self)

    @property
    def name(self) -> str:
        """As the name of a constant: `HEAVIER_SWARM`."""
        return self._member or self.value.upper().replace("-", "_")

    @property
    def violation(self) -> bool:
        """Whether the game ended because the loser broke the rules or the contest's conditions."""
        return not self.regular and self not in (Reason.RESIGNED, Reason.CANCELLED)

    def tell(self, winner: object, loser: object) -> Message:
        """The sentence about a game with a winner."""
        facts = {} if self.known else {"reason": self.value}
        return self.sentence(winner=winner, loser=loser, **facts)

    def tell_drawn(self) -> Message:
        """The sentence about a game without a winner."""
        if not self.known:
            return UNKNOWN_DRAW(reason=self.value)
        return (NOBODY if "{winner}" in self.sentence.one else self.sentence)()

    def __eq__(self, other: object) -> bool:
        return other.value == self.value if isinstance(other, Reason) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.value)

    def __repr__(self) -> str:
        return f"Reason.{self._member}" if self._member else f"Reason.read({self.value!r})"

    def __reduce__(self) -> tuple[Callable[..., "Reason"], tuple[object, ...]]:
        declared = _declared.get(self.value)
        if declared is None or declared.sentence == self.sentence:
            return Reason.read, (self.value,)
        return _read_reworded, (self.value, self.sentence, self.word)


def _read_reworded(value: str, sentence: Sentence, word: Sentence) -> Reason:
    return Reason.read(value).reworded(sentence=sentence, word=word)


def is_id(text: str) -> bool:
    """Whether a text could be the id of a reason."""
    return len(text) <= MAX_ID and _ID.fullmatch(text) is not None


def _found(value: object) -> Reason:
    if isinstance(value, Reason):
        return value
    if isinstance(value, str):
        if value not in _declared:
            discover()  # a game that is not imported yet may declare it
        if value in _declared:
            return _declared[value]
    raise ValueError(f"{value!r} is no reason that is known here")


__all__ = ["Outcome", "Reason", "Team"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: who won (None for a draw), why, and each side's points.

    `points` is the season's secondary criterion for Red and Blue: the weight of the heaviest swarm
    (2026), the fish in the largest swarm (2019), the ambers (2022).
    """

    winner: Team | None
    reason: Reason
    points: tuple[int, int] = (0, 0)

    def sentence(self, one: object, two: object) -> Message:
        """The outcome in words, the sides called by the given names."""
        if self.winner is None:
            return self.reason.tell_drawn()
        names = (one, two)
        return self.reason.tell(names[self.winner.index], names[self.winner.opponent.index])


NOBODY = Sentence("Nobody wins: both sides failed.")
UNKNOWN = Sentence("{winner} wins: “{reason}”.")
UNKNOWN_DRAW = Sentence("Nobody wins: “{reason}”.")
NOT_A_SIDE = Sentence("A side is Team.ONE or Team.TWO, like state.to_move, not {given}.")
