"""A Swiss tournament: in each round players with about as many points meet, and no two meet twice if that can be.

Encounters are pairs of games, as everywhere. A round is paired once the one before is over, from its table alone, so an
interrupted tournament continues with the same pairings. With an odd number of players the lowest one without a bye yet
is free; a bye counts as won games. Ties are broken by Buchholz, the sum of the opponents' points.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from schwarm.arena.contest import Contest, Option
from schwarm.arena.fixture import BETWEEN, LOT, Fixture, Result, start_seed
from schwarm.arena.rating import MissingPart
from schwarm.arena.results import WIN, Results, Tallies
from schwarm.arena.stage import Encounter, Row, Stage, standings
from schwarm.arena.tournament import check_encounters
from schwarm.words import Message, Sentence

NEAR = 12
"""Neighbours in the table with whom a player is paired if that leaves no player over: pairing 200 players takes half a
second this way, and ten seconds among all of them."""


MAX_LOT = 1_000
"""Of the lots that decide between matchings of equal cost."""


@dataclass(frozen=True)
class SwissStage(Stage):
    """The rounds of a Swiss tournament."""

    rounds: int = 1

    tie_break: ClassVar[Sentence | None] = Sentence("Buchholz")

    def encounter(self, day: int, one: str, two: str) -> str:
        return f"{self.key}/round-{day}/{one}{BETWEEN}{two}"

    def title_of_day(self, day: int) -> Message:
        return ROUND(round=day)

    @property
    def total(self) -> int:
        return self.games * (len(self.players) // 2) * self.rounds

    def encounters(self, results: Results) -> list[Encounter]:
        return [met for paired in self._rounds(results).paired for met in paired]

    def day_of(self, encounter: str, results: Results) -> int:
        return self._rounds(results).days.get(encounter, 0)

    def is_over(self, results: Results) -> bool:
        return not self._rounds(results).left

    def due(self, results: Results) -> Iterator[tuple[int, Fixture]]:
        for met in self._rounds(results).left.values():
            for fixture in self.missing(met, results):
                yield met.day, fixture

    def table(self, results: Results, hidden: Iterable[Result] = ()) -> list[Row]:
        return self._rounds(results).table(self.tallies(results).without(hidden))

    def _rounds(self, results: Results) -> "Rounds":
        return results.sum(Rounds, self)


class Rounds:
    """The pairings of a Swiss tournament, round by round as results come in."""

    def __init__(self, stage: SwissStage) -> None:
        self.paired: list[list[Encounter]] = []
        self.days: dict[str, int] = {}
        self.left: dict[str, Encounter] = {}
        """The encounters of the current round that lack games."""
        self._stage = stage
        self._tallies = Tallies()
        """Of the rounds that are over."""
        self._results: dict[str, list[Result]] = {}
        self._opponents: dict[str, list[str]] = {player: [] for player in stage.players}
        """Those met in all games of an encounter."""
        self._byes: list[str] = []
        self._pair()

    def add(self, result: Result) -> None:
        if result.key.number <= self._stage.games:
            self._results.setdefault(result.key.encounter, []).append(result)
            self._settle(result.key.encounter)

    def _settle(self, key: str) -> None:
        self._complete(key)
        while not self.left and len(self.paired) < self._stage.rounds:
            for met in self.paired[-1]:
                for result in self._results[met.key]:
                    self._tallies.add(result)
            self._pair()

    def _complete(self, key: str) -> None:
        """An encounter of the current round counts once all its games were played."""
        if key in self.left and len(self._results.get(key, ())) == self._stage.games:
            met = self.left.pop(key)
            self._opponents[met.one].append(met.two)
            self._opponents[met.two].append(met.one)

    def table(self, tallies: Tallies) -> list[Row]:
        """The table with these tallies; a bye counts once its round is over."""
        stage, byes = self._stage, Counter(self._byes[:-1] if self.left else self._byes)
        bonus = {player: byes[player] * WIN * stage.games for player in stage.players}
        points = {player: tallies[player].points + bonus[player] for player in stage.players}
        # A bye counts as an opponent with the player's own points.
        buchholz = {
            player: sum(points[other] for other in met) + points[player] * byes[player]
            for player, met in self._opponents.items()
        }
        game = stage.conditions.game
        return standings(stage.players, tallies, game, stage.seed, bonus=bonus, tie_breaks=buchholz)

    def _pair(self) -> None:
        """Pair the next round."""
        day, rows = len(self.paired) + 1, self.table(self._tallies)
        players = [row.team for row in rows]
        if len(players) % 2:
            # Every player has had one only after as many rounds as there are players.
            fewest = min(map(self._byes.count, players))
            free = next(player for player in reversed(players) if self._byes.count(player) == fewest)
            self._byes.append(free)
            players.remove(free)
        points = {row.team: row.points for row in rows}
        found = []
        lots = {player: start_seed(f"{LOT}/{player}", self._stage.seed) for player in players}
        for one, two in match_players(players, points, self._opponents, lots):
            # Who moved first less often so far does so now.
            first, second = sorted((one, two), key=lambda player: (self._begun(player), players.index(player)))
            key = self._stage.encounter(day, first, second)
            found.append(Encounter(key, first, second, day))
            self.days[key] = day
        self.paired.append(found)
        self.left = {met.key: met for met in found}
        for met in found:
            # Its results may be there already: they are added in any order.
            self._complete(met.key)

    def _begun(self, player: str) -> int:
        return sum(met.one == player for paired in self.paired for met in paired)


def match_players(
    players: Sequence[str],
    points: Mapping[str, int],
    opponents: Mapping[str, Sequence[str]],
    lots: Mapping[str, int],
) -> list[tuple[str, str]]:
    """Pair an even number of players, given in the order of the table: no rematches while that is possible, then small
    differences in points, then neighbours in the table, then lots. Weights are integers, so all machines agree."""
    for near, rematches in ((NEAR, False), (len(players), False), (len(players), True)):
        found = _match(players, points, opponents, lots, near, rematches=rematches)
        if 2 * len(found) == len(players):
            break
    return found


def _match(
    players: Sequence[str],
    points: Mapping[str, int],
    opponents: Mapping[str, Sequence[str]],
    lots: Mapping[str, int],
    near: int,
    *,
    rematches: bool,
) -> list[tuple[str, str]]:
    """A matching of minimum cost among all that leave as few players over as possible."""
    try:
        import networkx
    except ImportError as error:
        raise MissingPart(NEEDS_NETWORKX()) from error
    size = len(players)
    graph: Any = networkx.Graph()
    graph.add_nodes_from(range(size))
    # One rematch costs more than all differences in points together, one of these more than all distances, and one of
    # these more than all lots.
    gap_cost = size**3 + 1
    rematch_cost = gap_cost * (sum((value + 1) ** 2 for value in points.values()) * size + 1)
    for one, two in combinations(range(size), 2):
        met = opponents[players[one]].count(players[two])
        if two - one <= near and (rematches or not met):
            gap = points[players[one]] - points[players[two]]
            cost = met * rematch_cost + gap * gap * gap_cost + (two - one) ** 2
            graph.add_edge(
                one, two, weight=-(cost * size * MAX_LOT + (lots[players[one]] ^ lots[players[two]]) % MAX_LOT)
            )
    pairs = networkx.max_weight_matching(graph, maxcardinality=True)
    return [(players[min(pair)], players[max(pair)]) for pair in sorted(pairs, key=min)]


@dataclass(frozen=True)
class Swiss(Contest):
    """Players, and how many rounds they play."""

    rounds: int = 0
    """0: as many as a knock-out of all players would have."""

    word: ClassVar[Sentence] = Sentence("Swiss tournament")
    new: ClassVar[Sentence] = Sentence("New Swiss tournament")
    about: ClassVar[Sentence] = Sentence("For many players: each round against an opponent with about as many points.")
    options: ClassVar[Sequence[Option]] = (
        Option(
            "rounds",
            int,
            Sentence("Rounds; empty: as many as a knock-out would have"),
            Sentence("How many rounds a Swiss tournament has; by default as many as a knock-out would have."),
        ),
    )

    def __post_init__(self) -> None:
        check_encounters(self.bots, self.games)
        object.__setattr__(self, "rounds", self.rounds or (len(self.bots) - 1).bit_length())

    def stages(self, results: Results) -> Sequence[Stage]:
        return [SwissStage("swiss", self.players, self.games, self.conditions, self.seed, rounds=self.rounds)]

    def own_terms(self) -> dict[str, int]:
        # With other numbers of games rounds would end elsewhere, and be paired differently.
        return {"games": self.games, "rounds": self.rounds}


ROUND = Sentence("Round {round}")
NEEDS_NETWORKX = Sentence(
    "A Swiss tournament needs the package networkx; install it with: pip install 'schwarm[arena]'"
)
