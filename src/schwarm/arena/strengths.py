"""How strong the players of a league are, as far as their games tell: Bradley–Terry among partners of known strength.

The partners hold the scale: their strength is taken as exact, so a rating means the same tomorrow and elsewhere.
Nothing is known of a player at first but that it may be anywhere (`PRIOR_ELO`); games narrow that down. Error bars come
from how pairs of games went: where both games of a pair are alike, or many are drawn, they tell less or more than coin
tosses would, by one factor for the whole league.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from schwarm.arena.elo import SCALE
from schwarm.arena.pairs import Interval, Z
from schwarm.arena.ratings import NEEDS_NUMPY, Bout, MissingPart

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PRIOR_ELO = 800.0
"""How far from the middle of the scale somebody unknown may well be: a standard deviation."""
EVEN_BOUTS = 40
"""Pairs that went as expected and are thought to have been played before, when pairs are asked how alike they are."""
MIN_SPREAD = 0.5
MAX_STEPS = 50
EXACT = 1e-7


class Encounters:
    """Who met whom how often and with which points, summed up as they come; `players` are known from the start."""

    def __init__(self, players: Sequence[str], played: Sequence[Bout] = ()) -> None:
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
        for bout in played:
            self.add(bout)

    def copy(self) -> "Encounters":
        """The same again, for a look at how it would go on."""
        twin = Encounters(())
        twin.places, twin.bouts = dict(self.places), self.bouts
        twin.games, twin.points = self.games.copy(), self.points.copy()
        twin.squares, twin.products, twin.sizes = self.squares.copy(), self.products.copy(), self.sizes.copy()
        return twin

    def include(self, player: str) -> None:
        """Make room for one more player, if they are not here yet."""
        import numpy as np

        if player in self.places:
            return
        self.places[player] = len(self.places)
        more = ((0, 1), (0, 1))
        self.games, self.points = np.pad(self.games, more), np.pad(self.points, more)
        self.squares, self.products = np.pad(self.squares, more), np.pad(self.products, more)
        self.sizes = np.pad(self.sizes, more)

    def add(self, bout: Bout) -> None:
        one, two = self.places[bout.one], self.places[bout.two]
        # Each bout is kept from both points of view.
        for here, there, points in ((one, two, bout.points), (two, one, bout.games - bout.points)):
            self.games[here, there] += bout.games
            self.points[here, there] += points
            self.squares[here, there] += points * points
            self.products[here, there] += bout.games * points
            self.sizes[here, there] += bout.games * bout.games
        self.bouts += 1

    def games_of(self, player: str) -> int:
        return int(self.games[self.places[player]].sum())

    def score_of(self, player: str) -> float:
        """The share of points; ½ where nothing was played."""
        place = self.places[player]
        games = float(self.games[place].sum())
        return float(self.points[place].sum()) / games if games else 0.5


@dataclass(frozen=True)
class Strengths:
    """What is believed about everybody: the likeliest strengths, and how they may be off together."""

    places: Mapping[str, int]
    values: "Floats"
    """On the logistic scale; times `SCALE` it is Elo."""
    inverse: "Floats"
    """Of what is known of all players: their covariance if pairs were coin tosses. Zero for those whose strength is
    known beforehand."""
    spread: float
    """By how much pairs vary more than coin tosses would, as a variance."""
    prior: float

    def _covariance(self, here: int, there: int) -> float:
        """How two may be off together. Only what games told has that spread, not what was believed before them."""
        before = self.prior * float(self.inverse[here] @ self.inverse[there])
        return self.spread * (float(self.inverse[here, there]) - before) + before

    def elo(self, player: str) -> Interval:
        place = self.places[player]
        return _to_interval(float(self.values[place]), self._covariance(place, place))

    def difference(self, one: str, two: str) -> Interval:
        """By how much the first is stronger."""
        here, there = self.places[one], self.places[two]
        own = self._covariance(here, here) + self._covariance(there, there)
        variance = own - 2 * self._covariance(here, there)
        return _to_interval(float(self.values[here] - self.values[there]), variance)


def _to_interval(value: float, variance: float) -> Interval:
    centre, reach = SCALE * value, SCALE * Z * max(0.0, variance) ** 0.5
    return Interval(centre, centre - reach, centre + reach)


def fit_strengths(
    encounters: Encounters, partners: Mapping[str, float], guess: Strengths | None = None, middle: float | None = None
) -> Strengths:
    """The likeliest strengths of everybody; `partners` have a known one, in Elo. A `guess` makes it faster.

    `middle` is where somebody unknown is thought to be, in Elo; by default amidst the partners."""
    import numpy as np

    size = len(encounters.places)
    if middle is None:
        middle = (min(partners.values()) + max(partners.values())) / 2 if partners else 0.0
    centre = middle / SCALE
    values = np.full(size, centre)
    for player, place in encounters.places.items() if guess else ():
        values[place] = guess.values[guess.places[player]] if guess and player in guess.places else centre
    for partner, elo in partners.items():
        if partner in encounters.places:
            values[encounters.places[partner]] = elo / SCALE
    unknown = np.array([name not in partners for name in encounters.places], dtype=bool)
    prior = (SCALE / PRIOR_ELO) ** 2
    # Most never met, and whoever did is here from both sides: all sums are over those.
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
    spread = _measure_spread(encounters, values, int(unknown.sum()) - prior * float(np.trace(inverse)))
    return Strengths(dict(encounters.places), values, inverse, spread, prior)


def _measure_spread(encounters: Encounters, values: "Floats", fitted: float) -> float:
    """How much more pairs vary than coin tosses: what was seen against what was to be expected. So many numbers were
    `fitted` to the games."""
    import numpy as np

    here, there = np.nonzero(encounters.games)
    games, squares, products, sizes = (
        found[here, there] for found in (encounters.games, encounters.squares, encounters.products, encounters.sizes)
    )
    expected = 1 / (1 + np.exp(values[there] - values[here]))
    # Every bout is there twice, from both sides.
    seen = float((squares - 2 * expected * products + expected**2 * sizes).sum()) / 2
    usual = float((games * expected * (1 - expected)).sum()) / 2
    # A little is explained away, since the strengths were fitted to the same games.
    left = max(0.25, 1 - fitted / encounters.bouts) if encounters.bouts else 1.0
    even = EVEN_BOUTS * 0.5
    return max(MIN_SPREAD, (seen + even) / (usual * left + even))
