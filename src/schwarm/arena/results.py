"""The results of a contest, and running sums over them that take one result at a time.

A sum is made when it is first asked for. From then on each new result updates it, so a table, a rating or the games
that are due cost the same after a hundred results and after a hundred thousand.
"""

import heapq
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self, TypeVar

from schwarm.arena.fixture import NO_NOTES, Result, ViolationNotes

if TYPE_CHECKING:
    from _collections_abc import dict_values

    from schwarm.games import Reason

WIN, DRAW = 2, 1


class Sum(Protocol):
    """A running sum over results."""

    def add(self, result: Result) -> None: ...


Kept = TypeVar("Kept", bound=Sum)


class Results(Mapping[str, Result]):
    """Results by key, in order of arrival."""

    def __init__(self, played: Iterable[Result] = ()) -> None:
        self._played: dict[str, Result] = {}
        self.lock = threading.RLock()
        """Held while results come in; readers that need several sums of one moment hold it, too."""
        self._sums: dict[tuple[Any, ...], Sum] = {}
        for result in played:
            self.add(result)

    def add(self, result: Result) -> bool:
        """Count a result; False if its game has one already."""
        with self.lock:
            if result.key in self._played:
                return False
            self._played[result.key] = result
            for kept in self._sums.values():
                kept.add(result)
            return True

    def __getitem__(self, key: str) -> Result:
        return self._played[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._played)

    def __len__(self) -> int:
        return len(self._played)

    def values(self) -> "dict_values[str, Result]":
        """Copying them takes no lock: a dictionary's own view is copied in one step."""
        return self._played.values()

    def sum(self, make: Callable[..., Kept], *about: Any) -> Kept:
        """The sum that `make(*about)` begins, up to date."""
        with self.lock:
            kept = self._sums.get((make, *about))
            if kept is None:
                kept = make(*about)
                for result in self.values():
                    kept.add(result)
                self._sums[make, *about] = kept
            return kept  # type: ignore[return-value]

    def encounter(self, key: str) -> dict[int, Result]:
        """The games of an encounter by their numbers."""
        return self.sum(Encounters).games.get(key, {})

    @property
    def in_order(self) -> list[Result]:
        """Sorted by stage as first played, then encounter and number; games arrive in the order in which they end."""
        stages: dict[str, int] = {}
        for key in self:
            stages.setdefault(key.partition("/")[0], len(stages))
        return sorted(
            self.values(), key=lambda game: (stages[game.key.partition("/")[0]], game.key.encounter, game.key.number)
        )


class Encounters:
    """Games by encounter and number."""

    def __init__(self) -> None:
        self.games: dict[str, dict[int, Result]] = {}

    def add(self, result: Result) -> None:
        self.games.setdefault(result.key.encounter, {})[result.key.number] = result


class Tally:
    """A player's row in the making."""

    def __init__(self) -> None:
        self.wins = self.draws = self.losses = self.second = self.faulty = 0
        self.violations: Counter[Reason] = Counter()
        """Games lost by breaking a rule or the contest's conditions."""
        self.why: ViolationNotes = NO_NOTES
        """Details of one of them, preferably of a game that only this player lost: others name both players."""
        self._alone = False

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> int:
        return WIN * self.wins + DRAW * self.draws

    def average(self, *, faults_void: bool) -> Fraction:
        """The secondary criterion per game; where faults void it, games lost by one count 0."""
        total = self.second - self.faulty if faults_void else self.second
        return Fraction(total, self.games) if self.games else Fraction(0)

    def add(self, result: Result, player: str, times: int = 1) -> None:
        """Count a game of this player; `times=-1` takes it back, except for `why`."""
        score = result.score(player)
        self.wins += times * (score == 1)
        self.draws += times * (score == 0.5)
        self.losses += times * (score == 0)
        own = result.outcome.points[result.team_of(player).index]
        self.second += times * own
        if broke_rules(result, player):
            self.faulty += times * own
            self.violations[result.outcome.reason] += times
            if result.why and (not self.why or (result.winner and not self._alone)):
                self.why, self._alone = result.why, result.winner is not None

    def copy(self) -> Self:
        twin = type(self)()
        twin.__dict__.update(self.__dict__)
        twin.violations = self.violations.copy()
        return twin


class Tallies:
    """The tallies of all players in one stage, or in the whole contest."""

    def __init__(self, stage: str | None = None) -> None:
        self.of: dict[str, Tally] = {}
        self.games = 0
        self._stage = stage

    def add(self, result: Result) -> None:
        if result.key.is_in(self._stage):
            self.games += 1
            for player in result.players:
                if player not in self.of:
                    self.of[player] = Tally()
                self.of[player].add(result, player)

    def __getitem__(self, player: str) -> Tally:
        return self.of.get(player) or Tally()

    def without(self, hidden: Iterable[Result]) -> "Tallies":
        """The same before these games."""
        found = Tallies(self._stage)
        found.of, found.games = dict(self.of), self.games
        copied: set[str] = set()
        for result in hidden:
            if result.key.is_in(self._stage):
                found.games -= 1
                for player in result.players:
                    if player not in copied:
                        copied.add(player)
                        found.of[player] = found.of[player].copy()
                    found.of[player].add(result, player, -1)
        return found


class Score(NamedTuple):
    """Wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return sum(self)

    @property
    def points(self) -> float:
        """A win is 1, a draw ½."""
        return self.wins + self.draws / 2


class Crosstable:
    """Each player's score against each other, in one stage or in the whole contest."""

    def __init__(self, stage: str | None = None) -> None:
        self.scores: dict[tuple[str, str], Score] = {}
        self._stage = stage

    def add(self, result: Result) -> None:
        if result.key.is_in(self._stage):
            for player, other in (result.players, result.players[::-1]):
                wins, draws, losses = self.scores.get((player, other), Score())
                score = result.score(player)
                self.scores[player, other] = Score(wins + (score == 1), draws + (score == 0.5), losses + (score == 0))


class Endings:
    """How often games ended for each reason."""

    def __init__(self) -> None:
        self.counts: Counter[Reason] = Counter()

    def add(self, result: Result) -> None:
        self.counts[result.outcome.reason] += 1


class TimeUse:
    """A player's use of time over many games, in seconds."""

    def __init__(self) -> None:
        self.moves = 0
        self.slowest = 0.0
        self._low: list[float] = []
        self._high: list[float] = []
        # Two heaps with the median between them; the lower one holds negative numbers.

    @property
    def median(self) -> float:
        """The median over games of the median within each."""
        if not self._low:
            return 0.0
        return -self._low[0] if len(self._low) > len(self._high) else (self._high[0] - self._low[0]) / 2

    def add(self, moves: int, median: float, slowest: float) -> None:
        self.moves += moves
        self.slowest = max(self.slowest, slowest)
        heapq.heappush(self._high, -heapq.heappushpop(self._low, -median))
        if len(self._high) > len(self._low):
            heapq.heappush(self._low, -heapq.heappop(self._high))


class TimeUses:
    """The use of time of all players."""

    def __init__(self) -> None:
        self.of: dict[str, TimeUse] = {}

    def add(self, result: Result) -> None:
        for player, thinking in zip(result.players, result.thinking, strict=True):
            if thinking.moves:
                if player not in self.of:
                    self.of[player] = TimeUse()
                self.of[player].add(*thinking)

    def __getitem__(self, player: str) -> TimeUse:
        return self.of.get(player) or TimeUse()


def broke_rules(result: Result, player: str) -> bool:
    """Whether a player lost this game by breaking a rule or the contest's conditions."""
    return result.outcome.reason.violation and result.winner != player
