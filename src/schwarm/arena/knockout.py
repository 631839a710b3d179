"""The Final Eight: a knock-out from the quarter-finals to the final.

The documents: no secondary criterion; the team with more wins after an even number of games, at least six, wins the
encounter. So a tie continues in pairs. They name no end; here the better seed wins an encounter that is still tied
after `most_games`, and the page says so.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schwarm.arena.fixture import BETWEEN, Fixture, Result, pair_fixtures
from schwarm.arena.results import Results

ROUNDS = {8: "quarter-final", 4: "semi-final", 2: "final"}
"""Rounds by how many teams are left."""
THIRD = "third-place"
LEAST_GAMES = 6
"""Minimum games per encounter by the documents of Piranhas; that of Ostseeschach gives none."""


@dataclass(frozen=True, slots=True)
class Duel:
    """An encounter that must have a winner. `one` is the better seed."""

    key: str
    one: str
    two: str
    games: int
    """The least number of games, which is even."""
    most_games: int

    def wins(self, results: Results) -> tuple[int, int]:
        """Games won by each so far; draws do not count."""
        winners = [result.winner for result in self._games(results)]
        return winners.count(self.one), winners.count(self.two)

    def played(self, results: Results) -> int:
        """The number of games without a gap, from the first on."""
        return len(self._games(results))

    def winner(self, results: Results) -> str | None:
        """The team that advances, as soon as the rules decide."""
        played = self.played(results)
        if played < self.games or played % 2:
            return None
        one, two = self.wins(results)
        if one != two:
            return self.one if one > two else self.two
        return self.one if played >= self.most_games else None

    def by_place(self, results: Results) -> bool:
        """Whether it was still tied after the last game, so that the better seed advanced."""
        one, two = self.wins(results)
        return self.winner(results) is not None and one == two

    def due(self, results: Results, seed: int) -> list[Fixture]:
        """The games that are missing, two at a time where it is level."""
        if self.winner(results) is not None:
            return []
        return pair_fixtures(self.key, self.one, self.two, self.total(results), seed, results.encounter(self.key))

    def total(self, results: Results) -> int:
        """The number of its games, as far as is known: while it is level, two more."""
        played = self.played(results)
        if self.winner(results) is not None:
            return played
        return max(self.games, played + 2 - played % 2)

    def _games(self, results: Results) -> list[Result]:
        played, found = results.encounter(self.key), list[Result]()
        while len(found) < self.most_games and (result := played.get(len(found) + 1)):
            found.append(result)
        return found


@dataclass(frozen=True, slots=True)
class Bracket:
    """The rounds of a knock-out."""

    seeded: tuple[str, ...]
    """The best place first; 2, 4 or 8 of them."""
    games: int
    most_games: int
    third_place: bool
    stage: str = "final-eight"

    def rounds(self, results: Results) -> list[tuple[str, list[Duel]]]:
        """The rounds whose teams are known by now."""
        found: list[tuple[str, list[Duel]]] = []
        left = self._arrange()
        losers: list[str] = []
        while len(left) >= 2:
            name = ROUNDS[len(left)]
            duels = [self._duel(name, one, two) for one, two in zip(left[::2], left[1::2], strict=True)]
            if name == "final" and self.third_place and len(losers) == 2:
                found.append((THIRD, [self._duel(THIRD, *losers)]))
            found.append((name, duels))
            winners = [duel.winner(results) for duel in duels]
            if None in winners:
                break
            losers = [duel.two if winner == duel.one else duel.one for duel, winner in zip(duels, winners, strict=True)]
            left = [winner for winner in winners if winner is not None]
        return found

    def due(self, results: Results, seed: int) -> Iterator[Fixture]:
        for _, duels in self.rounds(results):
            for duel in duels:
                yield from duel.due(results, seed)

    def champion(self, results: Results) -> str | None:
        name, duels = self.rounds(results)[-1]
        return duels[0].winner(results) if name == "final" else None

    @property
    def least_games(self) -> int:
        duels = len(self.seeded) - 1 + (self.third_place and len(self.seeded) >= 4)
        return self.games * duels

    def total(self, results: Results) -> int:
        """The number of its games, as far as is known: more than the least once an encounter stays level."""
        known = [duel for _, duels in self.rounds(results) for duel in duels]
        return self.least_games + sum(duel.total(results) - self.games for duel in known)

    def _arrange(self) -> list[str]:
        """So that the first meets the last, and the best two can only meet in the final: 1 8 4 5 2 7 3 6."""
        order = [0]
        while len(order) < len(self.seeded):
            last = 2 * len(order) - 1
            order = [place for seed in order for place in (seed, last - seed)]
        return [self.seeded[place] for place in order]

    def _duel(self, name: str, one: str, two: str) -> Duel:
        better, other = sorted((one, two), key=self.seeded.index)
        return Duel(f"{self.stage}/{name}/{better}{BETWEEN}{other}", better, other, self.games, self.most_games)


def places(bracket: Bracket, results: Results) -> Sequence[str]:
    """Champion and runner-up, and third and fourth place where they were played for."""
    found: list[str] = []
    rounds = dict(bracket.rounds(results))
    for name in ("final", THIRD):
        for duel in rounds.get(name, []):
            if winner := duel.winner(results):
                found += [winner, duel.two if winner == duel.one else duel.one]
    return found
