"""Strength from results: one Bradley–Terry model for tournaments, leagues and the ladder.

Anchors are players of known strength; they hold the scale. Without anchors the average of all players is 0. The prior
is a normal distribution around the middle of the scale, so an unbeaten player has a rating, too. Error bars come from
how pairs of games went: draws and two games from one start are less or more random than coin tosses, by one factor for
all players. (A factor per player is overconfident about a player that never lost.)
"""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from schwarm.arena.fixture import Result
from schwarm.arena.pairs import NORMAL, SCALE, Interval, Z
from schwarm.words import SchwarmError, Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PRIOR_ELO = 800.0
"""Standard deviation of the prior."""
EVEN_BOUTS = 8
"""Weight, in bouts of ordinary randomness, of the prior for the spread of bouts."""
MIN_SPREAD = 0.5
MAX_STEPS = 50
EXACT = 1e-7
NO_ANCHORS: Mapping[str, float] = MappingProxyType({})


class MissingPart(SchwarmError):
    """A library of the arena is not installed."""


@dataclass(frozen=True, slots=True)
class Bout:
    """Games of two players that belong together, such as a pair: their number, and the first player's points."""

    one: str
    two: str
    games: int
    points: float


class Encounters:
    """Running sums of bouts between players: games, points, and what the spread of bouts needs."""

    def __init__(self, players: Iterable[str], played: Iterable[Bout] = ()) -> None:
        try:
            import numpy as np
        except ImportError as error:
            raise MissingPart(NEEDS_NUMPY()) from error
        self.places = {player: place for place, player in enumerate(players)}
        size = len(self.places)
        self.games, self.points = np.zeros((size, size)), np.zeros((size, size))
        # Sums over bouts of n games with p points: of p², of n·p and of n².
        self.squares, self.products, self.sizes = (np.zeros((size, size)) for _ in range(3))
        self.bouts = 0
        self.add_all((bout, 1) for bout in played)

    def copy(self) -> "Encounters":
        twin = Encounters(())
        twin.places, twin.bouts = dict(self.places), self.bouts
        twin.games, twin.points = self.games.copy(), self.points.copy()
        twin.squares, twin.products, twin.sizes = self.squares.copy(), self.products.copy(), self.sizes.copy()
        return twin

    def include(self, player: str) -> None:
        """Make room for one more player; a known one changes nothing."""
        import numpy as np

        if player in self.places:
            return
        self.places[player] = len(self.places)
        more = ((0, 1), (0, 1))
        self.games, self.points = np.pad(self.games, more), np.pad(self.points, more)
        self.squares, self.products = np.pad(self.squares, more), np.pad(self.products, more)
        self.sizes = np.pad(self.sizes, more)

    def add(self, bout: Bout) -> None:
        self.add_all([(bout, 1)])

    def add_all(self, counted: Iterable[tuple[Bout, int]]) -> None:
        """Count each bout so often; a negative number takes it back."""
        import numpy as np

        rows = [(self.places[bout.one], self.places[bout.two], bout.games, bout.points, n) for bout, n in counted]
        if not rows:
            return
        one, two, games, points, times = map(np.array, zip(*rows, strict=True))
        # Each bout is kept from both points of view.
        for here, there, own in ((one, two, points), (two, one, games - points)):
            for sums, values in (
                (self.games, games),
                (self.points, own),
                (self.squares, own * own),
                (self.products, games * own),
                (self.sizes, games * games),
            ):
                np.add.at(sums, (here, there), times * values)
        self.bouts += int(times.sum())

    def games_of(self, player: str) -> int:
        return int(self.games[self.places[player]].sum())


class Bouts:
    """A contest's results grouped by pairs, games of one encounter from the same start, as they come in."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self._sums = Encounters(players)
        self._new: Counter[Bout] = Counter()
        """What the sums lack: adding many bouts at once is faster."""
        self._halves: dict[tuple[str, int], Bout] = {}
        self._posterior: Posterior | None = None
        self._ratings: list[Rating] | None = None

    def add(self, result: Result) -> None:
        key, (one, two) = (result.key.encounter, result.key.pair), sorted(result.players)
        bout = Bout(one, two, 1, result.score(one))
        if first := self._halves.pop(key, None):
            self._new[first] -= 1
            bout = Bout(one, two, 2, first.points + bout.points)
        else:
            self._halves[key] = bout
        self._new[bout] += 1
        self._ratings = None

    @property
    def encounters(self) -> Encounters:
        """The sums over all pairs; half a pair counts as a bout of one game."""
        self._sums.add_all(self._new.items())
        self._new.clear()
        return self._sums

    def ratings(self) -> "list[Rating]":
        """The rating table; the fit starts at the last one."""
        if self._ratings is None:
            sums = self.encounters
            self._posterior = fit(sums, guess=self._posterior)
            self._ratings = list_ratings(sums, self._posterior)
        return self._ratings


@dataclass(frozen=True)
class Posterior:
    """The strengths of all players after their games: the likeliest values and their covariance."""

    places: Mapping[str, int]
    values: "Floats"
    """On the logistic scale; times `SCALE` it is Elo."""
    inverse: "Floats"
    """The covariance if bouts were coin tosses; zero for anchors."""
    spread: float
    """The variance of bouts relative to coin tosses."""
    prior: float
    """The precision of the prior."""

    def _covariance(self, here: int, there: int) -> float:
        """The spread applies to what games told, not to the prior."""
        before = self.prior * float(self.inverse[here] @ self.inverse[there])
        return self.spread * (float(self.inverse[here, there]) - before) + before

    def elo(self, player: str) -> Interval:
        place = self.places[player]
        return _to_interval(float(self.values[place]), self._covariance(place, place))

    def quantile(self, player: str, share: float) -> float:
        """The Elo below which the player's strength lies with this probability."""
        place = self.places[player]
        deviations = NORMAL.inv_cdf(share) * math.sqrt(max(0.0, self._covariance(place, place)))
        return SCALE * (float(self.values[place]) + deviations)

    def difference(self, one: str, two: str) -> Interval:
        """The first player's lead over the second."""
        here, there = self.places[one], self.places[two]
        own = self._covariance(here, here) + self._covariance(there, there)
        variance = own - 2 * self._covariance(here, there)
        return _to_interval(float(self.values[here] - self.values[there]), variance)


def _to_interval(value: float, variance: float) -> Interval:
    centre, reach = SCALE * value, SCALE * Z * max(0.0, variance) ** 0.5
    return Interval(centre, centre - reach, centre + reach)


def fit(
    encounters: Encounters,
    anchors: Mapping[str, float] = NO_ANCHORS,
    guess: Posterior | None = None,
    middle: float | None = None,
    prior_elo: float = PRIOR_ELO,
    min_spread: float = MIN_SPREAD,
) -> Posterior:
    """The posterior of all players by Newton's method; it starts at `guess`.

    `anchors` and `middle`, the mean of the prior, are in Elo; the default is halfway between the outermost anchors. A
    contest that stops at a precision needs a `min_spread` of 1: else it stops where pairs look calm by chance."""
    import numpy as np

    size = len(encounters.places)
    if middle is None:
        middle = (min(anchors.values()) + max(anchors.values())) / 2 if anchors else 0.0
    centre = middle / SCALE
    values = np.full(size, centre)
    for player, place in encounters.places.items() if guess else ():
        values[place] = guess.values[guess.places[player]] if guess and player in guess.places else centre
    for anchor, elo in anchors.items():
        if anchor in encounters.places:
            values[encounters.places[anchor]] = elo / SCALE
    unknown = np.array([name not in anchors for name in encounters.places], dtype=bool)
    prior = (SCALE / prior_elo) ** 2
    # The matrix is sparse, and each encounter stands in it from both sides: all sums are over those.
    here, there = np.nonzero(encounters.games)
    games, points = encounters.games[here, there], encounters.points[here, there]
    both = unknown[here] & unknown[there]
    information = np.eye(size)
    for _ in range(MAX_STEPS):
        expected = 1 / (1 + np.exp(values[there] - values[here]))
        weight = games * expected * (1 - expected)
        slope = np.bincount(here, points - games * expected, size) - prior * (values - centre)
        information = np.diag(np.where(unknown, np.bincount(here, weight, size) + prior, 1.0))
        information[here[both], there[both]] = -weight[both]
        step = np.linalg.solve(information, np.where(unknown, slope, 0.0))
        largest = float(np.abs(step).max(initial=0.0))
        values += step * min(1.0, 2.0 / max(1e-12, largest))
        if largest < EXACT:
            break
    inverse = np.linalg.inv(information) * unknown
    fitted = int(unknown.sum()) - prior * float(np.trace(inverse))
    spread = max(min_spread, _measure_spread(encounters, values, fitted))
    if size and not anchors:
        # Ratings are relative to the average: drop the uncertainty of the average itself.
        inverse = inverse - 1 / (prior * size)
    return Posterior(dict(encounters.places), values, inverse, spread, prior)


def _measure_spread(encounters: Encounters, values: "Floats", fitted: float) -> float:
    """The observed variance of bouts relative to coin tosses; `fitted` is the effective number of parameters."""
    import numpy as np

    here, there = np.nonzero(encounters.games)
    games, squares, products, sizes = (
        found[here, there] for found in (encounters.games, encounters.squares, encounters.products, encounters.sizes)
    )
    expected = 1 / (1 + np.exp(values[there] - values[here]))
    # Every bout stands there twice, from both sides.
    seen = float((squares - 2 * expected * products + expected**2 * sizes).sum()) / 2
    usual = float((games * expected * (1 - expected)).sum()) / 2
    # The fit explains a part of the variance away.
    left = max(0.25, 1 - fitted / encounters.bouts) if encounters.bouts else 1.0
    even = EVEN_BOUTS * 0.5
    return (seen + even) / (usual * left + even)


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's line in a rating table."""

    player: str
    elo: Interval
    games: int
    score: float
    """The share of points."""


def ratings(encounters: Encounters, prior_elo: float = PRIOR_ELO) -> list[Rating]:
    """The rating table of a contest, the strongest first; 0 is the average."""
    return list_ratings(encounters, fit(encounters, prior_elo=prior_elo))


def list_ratings(encounters: Encounters, posterior: Posterior) -> list[Rating]:
    games, points = encounters.games.sum(axis=1), encounters.points.sum(axis=1)
    found = [
        Rating(player, posterior.elo(player), int(number), float(won / number) if number else 0.5)
        for player, number, won in zip(encounters.places, games, points, strict=True)
    ]
    return sorted(found, key=lambda rating: (-rating.elo.value, rating.player))


NEEDS_NUMPY = Sentence("Ratings need the package numpy; install it with: pip install 'schwarm[arena]'")
